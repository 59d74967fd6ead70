import { groupBy } from "../domain/collections.ts";
import type { City } from "./city-names.ts";
import { type State, stateLabel } from "./states.ts";
import { zipsOfState, zipsUnder } from "./zip-codes.ts";

export interface Place {
  /** `Phoenix, AZ` or `Texas`. */
  readonly label: string;
  /** Five-digit ZIPs. For a state, also three-digit prefixes that lie wholly in it. */
  readonly areas: readonly string[];
  readonly zipCount: number;
}

export type PlaceOrRefusal =
  /** Five digits, or a prefix of one to three. */
  | { readonly kind: "zip"; readonly zip: string }
  | { readonly kind: "place"; readonly place: Place }
  /** `message` follows the place in a sentence: what the text is, then what to write. */
  | { readonly kind: "refused"; readonly message: string };

export function refused(message: string): PlaceOrRefusal {
  return { kind: "refused", message };
}

/** Refuses a city whose label may also mean another place. */
export function placeOfCity({ label, zips, refusal }: City): PlaceOrRefusal {
  if (refusal !== undefined) return refused(refusal);
  return { kind: "place", place: { label, areas: zips, zipCount: zips.length } };
}

/** A state as whole prefixes, which cover ZIPs newer than the file; as single ZIPs where states share a prefix. */
export function placeOfState(state: State): PlaceOrRefusal {
  const zips = zipsOfState(state.code);
  const byPrefix = groupBy(zips, (zip) => zip.slice(0, 3));
  const areas = [...byPrefix].flatMap(([prefix, ofState]) =>
    ofState.length === zipsUnder(prefix).length ? prefix : ofState,
  );
  return { kind: "place", place: { label: stateLabel(state), areas, zipCount: zips.length } };
}
