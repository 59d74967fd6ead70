/** What is known of a ZIP code without asking anybody. */
export interface ZipPlace {
  /** `Memphis, TN`. */
  readonly name: string;
  /** IANA name; undefined for military mail, which goes wherever the unit is. */
  readonly timeZone: string | undefined;
}

/** Finds the place of a five-digit ZIP code; undefined where it is not known. */
export type PlaceOfZip = (zip: string) => ZipPlace | undefined;

/** Loads the index of US ZIP codes, which few calls need and none before its first. */
export async function loadZipPlaces(): Promise<PlaceOfZip> {
  const { ZipCodes } = await import("../places/zip-codes.ts");
  const codes = ZipCodes.open();
  return (zip) => {
    const known = codes.find(zip);
    return known === undefined ? undefined : { name: `${known.city}, ${known.state}`, timeZone: known.zone };
  };
}
