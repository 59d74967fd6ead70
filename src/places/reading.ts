import type { City } from "./city-names.ts";
import type { State } from "./states.ts";
import { zipsOfState, zipsUnder } from "./zip-codes.ts";

/** A city or state, as the ZIPs it stands for. */
export interface Place {
  /** `Phoenix, AZ` or `Texas`. */
  readonly label: string;
  /** ZIPs of five digits; of a state also the prefixes of three that lie in it whole. */
  readonly areas: readonly string[];
  readonly zipCount: number;
}

export type PlaceReading =
  /** Five digits, or a prefix of one to three. */
  | { readonly kind: "zip"; readonly zip: string }
  | { readonly kind: "place"; readonly place: Place }
  /** `message` follows the quoted text in a sentence; `problem` tells after a colon why it is no place. */
  | { readonly kind: "refused"; readonly message: string; readonly problem: string };

/** A message says what the text is, then what to write. Beside other places the second part is enough. */
export function refusedReading(message: string, problem: string = message.replace(/^.*?[:;] /, "")): PlaceReading {
  return { kind: "refused", message, problem };
}

/** The refusal of a name abroad begins so, in the file of places too. */
export const ABROAD = "names a place abroad: only US places are known";

export function cityRead({ label, zips }: City): PlaceReading {
  return { kind: "place", place: { label, areas: zips, zipCount: zips.length } };
}

/** A state: prefixes that lie in it whole, so that ZIPs newer than the file count too, and single ZIPs elsewhere. */
export function stateRead({ code, name }: State): PlaceReading {
  const zips = zipsOfState(code);
  const prefixes = [...new Set(zips.map((zip) => zip.slice(0, 3)))];
  const areas = prefixes.flatMap((prefix) => {
    const own = zips.filter((zip) => zip.startsWith(prefix));
    return own.length === zipsUnder(prefix).length ? prefix : own;
  });
  return { kind: "place", place: { label: name, areas, zipCount: zips.length } };
}
