import { placeFile } from "./place-file.ts";

/** A city, and the ZIPs listed under any spelling of its name. */
export interface City {
  readonly label: string;
  readonly state: string;
  readonly zips: readonly string[];
  /** Why `readPlace` refuses this label, if it may also mean another place. */
  readonly refusal: string | undefined;
}

/** Short forms of words, and the long forms that keys use. */
const LONG_FORMS = new Map(
  "st:saint ste:sainte ft:fort mt:mount mtn:mountain hts:heights spg:spring spgs:springs jct:junction twp:township lk:lake bch:beach n:north no:north s:south so:south e:east w:west and:"
    .split(" ")
    .map((pair) => pair.split(":") as [string, string]),
);
const SHORT_FORM = new RegExp(`\\b(?:${[...LONG_FORMS.keys()].join("|")})\\b`, "g");

/** The key that all spellings of a name share: `St. Louis` and `saint louis`. Takes several names, one a line. */
export function keyOf(names: string): string {
  return names
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f'’‘ʻ`´]/g, "")
    .replace(/\b([a-z])[. ]+(?=[a-z]\b)/g, "$1")
    .replace(/^the /gm, "")
    .replace(SHORT_FORM, (word) => LONG_FORMS.get(word) ?? word)
    .replace(/[^\p{L}\d\n]+/gu, "")
    .replace(/(?:air|space)forcebase/g, "afb")
    .replace(/navalairstation/g, "nas")
    .replace(/marinecorpsairstation/g, "mcas");
}

let keys: readonly string[] | undefined;

export function cityKeys(): readonly string[] {
  keys ??= keyOf(placeFile().names).split("\n");
  return keys;
}

function rowsWithKey(key: string): readonly number[] {
  const allKeys = cityKeys();
  const rows: number[] = [];
  for (let row = allKeys.indexOf(key); row !== -1; row = allKeys.indexOf(key, row + 1)) rows.push(row);
  return rows;
}

/** The cities with this key, in one state or in all, ordered by most ZIPs first. */
export function citiesWithKey(key: string, onlyState?: string): readonly City[] {
  const { rowAt, zipsAt, refusals } = placeFile();
  const byState = new Map<string, City>();
  for (const row of rowsWithKey(key)) {
    const { city, state } = rowAt(row);
    if (onlyState !== undefined && state !== onlyState) continue;
    const label = byState.get(state)?.label ?? `${city}, ${state}`;
    const allZips = [...new Set([...(byState.get(state)?.zips ?? []), ...zipsAt(row)])].sort();
    const refusal = refusals.get(`${key} ${state}`);
    byState.set(state, { label, state, zips: allZips, refusal });
  }
  return [...byState.values()].sort((a, b) => b.zips.length - a.zips.length);
}

/** Takes a nickname's key: `philly`. */
export function cityNicknamed(key: string): City | undefined {
  const label = placeFile().otherNames.get(key);
  return label === undefined ? undefined : citiesWithKey(keyOf(label.slice(0, -4)), label.slice(-2))[0];
}
