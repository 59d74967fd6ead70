import { ZipCodes } from "../places/old/zip-codes.ts";

/** What is known of a ZIP code without asking anybody. */
export interface ZipPlace {
  /** `Memphis, TN`. */
  readonly name: string;
  /** IANA name; undefined for military mail, which goes wherever the unit is. */
  readonly timeZone: string | undefined;
}

/** The place of a five-digit ZIP code; undefined where it is not known. The first call loads the index. */
export function placeOfZip(zip: string): ZipPlace | undefined {
  const known = ZipCodes.open().find(zip);
  return known === undefined ? undefined : { name: `${known.city}, ${known.state}`, timeZone: known.zone };
}

/** Whether ZIP codes are known that share the first three digits with one. */
export function isAmongKnown(zip: string): boolean {
  return ZipCodes.open().under(zip.slice(0, 3)).length > 0;
}
