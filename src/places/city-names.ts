import { placeFile } from "./place-file.ts";
import { zipsOfState } from "./zip-codes.ts";

/** A city under all spellings of its name. */
export interface City {
  /** `Phoenix, AZ`. */
  readonly label: string;
  readonly state: string;
  readonly zips: readonly string[];
  /** Whether its label means this place and no other. */
  readonly isUnmistakable: boolean;
}

/** Short forms of words, each with the word that stands for it in keys. */
const LONG_FORMS = new Map(
  (
    "st saint,ste sainte,ft fort,mt mount,mtn mountain,hts heights,spg spring,spgs springs,jct junction,twp township," +
    "lk lake,bch beach,n north,no north,s south,so south,e east,w west,and "
  )
    .split(",")
    .map((pair) => pair.split(" ") as [string, string]),
);
const SHORT_FORM = new RegExp(`\\b(?:${[...LONG_FORMS.keys()].join("|")})\\b`, "g");

/** What all spellings of a name have in common: `St. Louis` and `saint louis` have one key. Names on lines keep their lines. */
export function keyOf(names: string): string {
  return names
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f'’‘ʻ`´]/g, "")
    .replace(/\b([a-z])[. ]+(?=[a-z]\b)/g, "$1")
    .replace(SHORT_FORM, (word) => LONG_FORMS.get(word) ?? word)
    .replace(/[^\p{L}\d\n]+/gu, "")
    .replace(/(?:air|space)forcebase/g, "afb")
    .replace(/navalairstation/g, "nas")
    .replace(/marinecorpsairstation/g, "mcas");
}

let keys: readonly string[] | undefined;

/** The keys of all rows of the file, in its order. */
export function cityKeys(): readonly string[] {
  keys ??= keyOf(placeFile().names).split("\n");
  return keys;
}

/** The cities with this key, in one state or in all, those with the most ZIPs first. */
export function citiesWithKey(key: string, state?: string): readonly City[] {
  const allKeys = cityKeys();
  const byState = new Map<string, City>();
  for (let index = allKeys.indexOf(key); index !== -1; index = allKeys.indexOf(key, index + 1)) {
    const row = placeFile().rowAt(index);
    if (state !== undefined && row.state !== state) continue;
    const { label, zips } = byState.get(row.state) ?? { label: `${row.name}, ${row.state}`, zips: [] };
    const allZips = [...new Set([...zips, ...row.zips])].sort();
    const isUnmistakable = !isAmbiguous(key, row.state);
    byState.set(row.state, {
      label,
      state: row.state,
      zips: isMilitaryPost(label) ? zipsOfState(row.state) : allZips,
      isUnmistakable,
    });
  }
  return [...byState.values()].sort((a, b) => b.zips.length - a.zips.length);
}

/** APO, FPO or DPO: which of the three a military ZIP belongs to changes with the unit. */
function isMilitaryPost(label: string): boolean {
  return /^[AFD]PO, A[AEP]$/.test(label);
}

/** Whether a name with its state may mean two places. */
export function isAmbiguous(key: string, state: string): boolean {
  return placeFile().ambiguous.has(key + state.toLowerCase());
}

/** The city that a label names. */
export function cityWithLabel(label: string): City | undefined {
  return citiesWithKey(keyOf(label.slice(0, -4)), label.slice(-2))[0];
}
