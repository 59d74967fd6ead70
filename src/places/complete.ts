import { cityKeys, keyOf } from "./city-names.ts";
import { placeFile } from "./place-file.ts";
import { STATES, stateLabel } from "./states.ts";
import { zipsUnder } from "./zip-codes.ts";

interface CompletionEntry {
  readonly label: string;
  readonly key: string;
  readonly zips: number;
}

let cities: readonly CompletionEntry[] | undefined;

function citiesByZips(): readonly CompletionEntry[] {
  const { rowAt, zipsAt, refusals } = placeFile();
  const byLabel = new Map<string, CompletionEntry>();
  for (const [row, key] of cityKeys().entries()) {
    const { city, state } = rowAt(row);
    const label = `${city}, ${state}`;
    const zips = (byLabel.get(label)?.zips ?? 0) + zipsAt(row).length;
    if (!refusals.has(`${key} ${state}`)) byLabel.set(label, { label, key: key + state.toLowerCase(), zips });
  }
  return [...byLabel.values()].sort((a, b) => b.zips - a.zips);
}

/** ZIPs in order, or cities by most ZIPs, that begin with the typed text. `readPlace` reads each as one place. */
export function completeCity(typed: string): readonly string[] {
  return completed(typed, []);
}

/** Completes the last of several places between semicolons, with states before cities. */
export function completeLastPlace(typed: string): readonly string[] {
  const before = /^(?:.*;)?\s*/s.exec(typed)?.[0] ?? "";
  const states = STATES.map((state) => ({ label: stateLabel(state), key: keyOf(state.name), zips: 0 }));
  return completed(typed.slice(before.length), states).map((place) => before + place);
}

function completed(typed: string, states: readonly CompletionEntry[]): readonly string[] {
  const text = typed.trim();
  // Fewer digits would match too many ZIPs.
  if (/^\d+$/.test(text)) return text.length < 3 || text.length > 5 ? [] : zipsUnder(text);
  const key = keyOf(text);
  // The last word may be incomplete: in `Ft W`, the `W` need not mean west.
  const lastWord = /(?<![a-z])[a-z]+$/i.exec(text)?.[0] ?? "";
  const openKey = keyOf(text.slice(0, text.length - lastWord.length)) + lastWord.toLowerCase();
  cities ??= citiesByZips();
  return [...states, ...cities]
    .filter((entry) => entry.key.startsWith(key) || entry.key.startsWith(openKey))
    .map(({ label }) => label);
}
