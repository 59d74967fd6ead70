import type { State } from "./states.ts";
import { ZipCodes } from "./zip-codes.ts";

/** A city or a state, as the ZIP codes that it stands for. */
export interface Place {
  /** `Phoenix, AZ`, or a state's name. */
  readonly label: string;
  /** ZIP codes of five digits; of a state also prefixes that lie in it whole. */
  readonly areas: readonly string[];
  /** How many known ZIP codes there are in it. */
  readonly zipCount: number;
}

/** Made once each: a call may name all of them. */
const states = new Map<string, Place>();

/** A state as prefixes that are its own, so that codes newer than the index count too, and single codes elsewhere. */
export function placeOfState({ code, name }: State): Place {
  const known = states.get(code);
  if (known !== undefined) return known;
  const codes = ZipCodes.open();
  const zips = codes.zipsIn(code);
  const own = new Set(zips);
  const prefixes = new Set(zips.map((zip) => zip.slice(0, 3)));
  const whole = new Set([...prefixes].filter((prefix) => codes.under(prefix).every((zip) => own.has(zip))));
  const single = zips.filter((zip) => !whole.has(zip.slice(0, 3)));
  const place = { label: name, areas: [...whole, ...single].sort(), zipCount: zips.length };
  states.set(code, place);
  return place;
}

/** Whether the area of a ZIP prefix (one to five digits) holds a known ZIP code that is not the place's. */
export function reachesBeyond({ areas }: Place, prefix: string): boolean {
  const own = new Set(areas);
  if (own.has(prefix)) return false;
  return ZipCodes.open()
    .under(prefix)
    .some((zip) => !own.has(zip) && !own.has(zip.slice(0, 3)));
}

/** The IANA time zone of a ZIP code; undefined where it is not known, and for military mail. */
export function zoneOfZip(zip: string): string | undefined {
  return ZipCodes.open().find(zip)?.zone;
}

/** `Phoenix, AZ` for 85001; undefined for a ZIP code that is not known here. */
export function cityOfZip(zip: string): string | undefined {
  const known = ZipCodes.open().find(zip);
  return known === undefined ? undefined : `${known.city}, ${known.state}`;
}
