import { cityKeys, keyOf } from "./city-names.ts";
import { placeFile } from "./place-file.ts";
import { STATES } from "./states.ts";
import { stateLabel } from "./suggest.ts";
import { zipsUnder } from "./zip-codes.ts";

/** Fewer digits would offer half the country. */
const LEAST_DIGITS = 3;

interface Entry {
  readonly label: string;
  readonly key: string;
}

let entries: readonly Entry[] | undefined;

/** All cities, those with the most ZIPs first. */
function cities(): readonly Entry[] {
  entries ??= allCities();
  return entries;
}

function allCities(): readonly Entry[] {
  const zipCounts = new Map<string, { entry: Entry; zips: number }>();
  for (const [index, key] of cityKeys().entries()) {
    const { city, state } = placeFile().rowAt(index);
    if (placeFile().refusals.has(`${key} ${state}`)) continue;
    const known = zipCounts.get(key + state);
    const entry = known?.entry ?? { label: `${city}, ${state}`, key: key + state.toLowerCase() };
    zipCounts.set(key + state, { entry, zips: (known?.zips ?? 0) + placeFile().zipsAt(index).length });
  }
  return [...zipCounts.values()].sort((a, b) => b.zips - a.zips).map(({ entry }) => entry);
}

/** ZIPs or cities that begin with what is typed, the largest first; each of them is read as one place. */
export function completeCity(typed: string): readonly string[] {
  return completed(typed, []);
}

/** The same and states, for the last of several places parted by semicolons. */
export function completeLastPlace(typed: string): readonly string[] {
  const before = /^(?:.*;)?\s*/s.exec(typed)?.[0] ?? "";
  const states = STATES.map((state) => ({ label: stateLabel(state), key: keyOf(state.name) }));
  return completed(typed.slice(before.length), states).map((place) => before + place);
}

function completed(typed: string, states: readonly Entry[]): readonly string[] {
  const text = typed.trim();
  if (/^\d+$/.test(text)) return text.length < LEAST_DIGITS || text.length > 5 ? [] : zipsUnder(text);
  const key = keyOf(text);
  // The last word may be the beginning of a longer one: `Ft W` is no west.
  const lastWord = /[a-z]*$/i.exec(text)?.[0] ?? "";
  const openKey = keyOf(text.slice(0, text.length - lastWord.length)) + lastWord.toLowerCase();
  return [...states, ...cities()]
    .filter((entry) => entry.key.startsWith(key) || entry.key.startsWith(openKey))
    .map(({ label }) => label);
}
