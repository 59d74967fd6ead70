import type { City } from "./city-names.ts";
import { type State, stateLabel } from "./states.ts";
import { zipsOfState, zipsUnder } from "./zip-codes.ts";

/** A city or state, and the ZIPs that it covers. */
export interface Place {
  /** `Phoenix, AZ` or `Texas`. */
  readonly label: string;
  /** Five-digit ZIPs. For a state, also three-digit prefixes that lie wholly in it. */
  readonly areas: readonly string[];
  readonly zipCount: number;
}

export type PlaceReading =
  /** Five digits, or a prefix of one to three. */
  | { readonly kind: "zip"; readonly zip: string }
  | { readonly kind: "place"; readonly place: Place }
  /** `message` follows the place in a sentence: what the text is, then what to write. */
  | { readonly kind: "refused"; readonly message: string };

export function refusedReading(message: string): PlaceReading {
  return { kind: "refused", message };
}

/** The refusal of a place abroad. The file of places adds US namesakes to some. */
export const ABROAD = "names a place abroad: only US places are known";

export function cityRead({ label, zips }: City): PlaceReading {
  return { kind: "place", place: { label, areas: zips, zipCount: zips.length } };
}

/** A state as whole prefixes, which cover ZIPs newer than the file; as single ZIPs where states share a prefix. */
export function stateRead(state: State): PlaceReading {
  const zips = zipsOfState(state.code);
  const byPrefix = new Map<string, string[]>();
  for (const zip of zips) {
    const prefix = zip.slice(0, 3);
    byPrefix.set(prefix, byPrefix.get(prefix) ?? []);
    byPrefix.get(prefix)?.push(zip);
  }
  const areas = [...byPrefix].flatMap(([prefix, own]) => (own.length === zipsUnder(prefix).length ? prefix : own));
  return { kind: "place", place: { label: stateLabel(state), areas, zipCount: zips.length } };
}
