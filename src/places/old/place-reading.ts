import { type NamedCity, zipsOf } from "./city-names.ts";
import type { Place } from "./place.ts";
import { type Remark, remarkOn } from "./remark.ts";

/** A place as people write it, read. */
export type PlaceReading =
  | { readonly kind: "place"; readonly place: Place; readonly remark?: Remark }
  /** A ZIP code or the prefix of one, written with words around it. */
  | { readonly kind: "zip"; readonly zip: string; readonly remark?: Remark }
  /** Not certain, or not known. `message` goes on where a sentence has named it; it never holds what was written. */
  | { readonly kind: "unread"; readonly message: string };

/** What is said of a text that is nothing but places, one after the other. */
export const SEVERAL = "names several places; give each its own entry";

/** A city, with how it was read where that is not plain. */
export function read(city: NamedCity, how?: Remark): PlaceReading {
  const zips = zipsOf(city);
  const place: Place = { label: city.label, areas: zips, zipCount: zips.length };
  const remark = remarkOn(city, how);
  return { kind: "place", place, ...(remark === undefined ? {} : { remark }) };
}

/** A refusal; `message` as in `PlaceReading`. */
export function unread(message: string): PlaceReading {
  return { kind: "unread", message };
}
