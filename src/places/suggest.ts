import { distance } from "fastest-levenshtein";
import { type City, citiesWithKey, cityKeys, keyOf } from "./city-names.ts";
import { STATES, type State, stateLabel } from "./states.ts";

const MOST_SUGGESTIONS = 5;

export const HOW_TO_WRITE = "write City, ST, a ZIP or a state";

/** `did you mean Phoenix, AZ?`, or how to write a place if no name is similar. */
export function didYouMean(name: string, state?: State): string {
  const key = keyOf(name);
  const likelier =
    state === undefined ? statesLike(key, key.length < 6 ? 1 : 2) : cityLabels(citiesWithKey(key)).slice(0, 3);
  const labels = new Set([...likelier, ...citiesLike(name, state?.code)]);
  return labels.size === 0 ? HOW_TO_WRITE : `did you mean ${either([...labels].slice(0, MOST_SUGGESTIONS))}?`;
}

export function either(labels: readonly string[]): string {
  return labels.length < 2 ? labels.join("") : `${labels.slice(0, -1).join("; ")} or ${labels.at(-1)}`;
}

/** States, and cities of at least `leastZips` ZIPs, whose names are one edit, an ending or a final `city` away. */
export function similarLargerPlaces(key: string, leastZips: number): readonly { readonly label: string }[] {
  if (key.length < 5) return [];
  const isLike = (other: string): boolean =>
    other[0] === key[0] && (editsBetween(key, other, 1) === 1 || begins(other, key) || key === `${other}city`);
  const near = new Set(cityKeys().filter(isLike));
  const cities = [...near].flatMap((other) => citiesWithKey(other)).filter(({ zips }) => zips.length >= leastZips);
  return [...statesLike(key, 1).map((label) => ({ label })), ...cities];
}

let uniqueKeys: readonly string[] | undefined;

/** Labels by fewest edits from a name, then by most ZIPs. A city that equals a part of the name counts as two edits. */
function citiesLike(name: string, state?: string): readonly string[] {
  const key = keyOf(name);
  const words = name.split(/[\s,–-]+/);
  const parts = new Set(
    words.flatMap((_, index) => [keyOf(words.slice(index).join(" ")), keyOf(words.slice(0, index).join(" "))]),
  );
  // If more than three letters in ten are wrong, a suggestion would be a wild guess.
  const mostEdits = Math.min(3, Math.floor(key.length * 0.3));
  const editsByKey = new Map(mostEdits < 2 ? [] : [...parts].map((part) => [part, 2]));
  uniqueKeys ??= [...new Set(cityKeys())];
  for (const other of uniqueKeys) {
    const edits = begins(other, key) ? 1 : editsBetween(key, other, mostEdits);
    if (edits <= mostEdits) editsByKey.set(other, Math.min(edits, editsByKey.get(other) ?? edits));
  }
  const near = [...editsByKey].flatMap(([other, edits]) =>
    citiesWithKey(other, state).map((city) => ({ ...city, edits })),
  );
  return cityLabels(near.sort((a, b) => a.edits - b.edits || b.zips.length - a.zips.length));
}

function cityLabels(cities: readonly City[]): readonly string[] {
  return cities.filter(({ refusal }) => refusal === undefined).map(({ label }) => label);
}

function statesLike(key: string, mostEdits: number): readonly string[] {
  if (key.length < 4) return [];
  return STATES.filter(({ name }) => editsBetween(key, keyOf(name), mostEdits) <= mostEdits).map(stateLabel);
}

function begins(key: string, beginning: string): boolean {
  return beginning.length > 3 && key.length > beginning.length && key.startsWith(beginning);
}

/** Counts letters to add, drop or change; two swapped neighbours count as one. Inexact beyond `most`. */
function editsBetween(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  const edits = distance(one, other);
  return edits === 2 && isSwapped(one, other) ? 1 : edits;
}

function isSwapped(one: string, other: string): boolean {
  const first = Array.from(one).findIndex((letter, index) => letter !== other[index]);
  return one.slice(0, first) + one[first + 1] + one[first] + one.slice(first + 2) === other;
}
