import type { City } from "./city-names.ts";
import type { State } from "./states.ts";
import { zipsOfState, zipsUnder } from "./zip-codes.ts";

/** A city or state, as the ZIPs it stands for. */
export interface Place {
  /** `Phoenix, AZ` or `Texas`. */
  readonly label: string;
  /** Two letters. */
  readonly state: string;
  /** ZIPs of five digits; of a state also the prefixes of three that lie in it whole. */
  readonly areas: readonly string[];
  readonly zipCount: number;
}

export type PlaceReading =
  /** Five digits, or a prefix of one to three. */
  | { readonly kind: "zip"; readonly zip: string }
  | { readonly kind: "place"; readonly place: Place }
  /** `message` goes on where a sentence has quoted the text. */
  | { readonly kind: "refused"; readonly message: string };

export function refused(message: string): PlaceReading {
  return { kind: "refused", message };
}

export function cityRead({ label, state, zips }: City): PlaceReading {
  return { kind: "place", place: { label, state, areas: zips, zipCount: zips.length } };
}

const places = new Map<string, Place>();

/** A state; whole prefixes stand for their ZIPs, so that ones newer than the file are in it. */
export function stateRead(state: State): PlaceReading {
  const place = places.get(state.code) ?? placeOfState(state);
  places.set(state.code, place);
  return { kind: "place", place };
}

function placeOfState({ code, name }: State): Place {
  const zips = zipsOfState(code);
  const own = new Set(zips);
  const prefixes = [...new Set(zips.map((zip) => zip.slice(0, 3)))];
  const whole = new Set(prefixes.filter((prefix) => zipsUnder(prefix).every((zip) => own.has(zip))));
  const single = zips.filter((zip) => !whole.has(zip.slice(0, 3)));
  return { label: name, state: code, areas: [...whole, ...single].sort(), zipCount: zips.length };
}
