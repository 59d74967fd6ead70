import { distance } from "fastest-levenshtein";
import { type City, citiesWithKey, cityKeys, keyOf } from "./city-names.ts";
import { readState, STATES, type State } from "./states.ts";

const MOST_SUGGESTIONS = 5;
const MOST_NAMESAKES = 3;

/** `did you mean Phoenix, AZ or Phenix, VA?`, or how to write a place where nothing is like the name. */
export function didYouMean(name: string, state: State | undefined): string {
  const labels = suggestions(name, state);
  return labels.length === 0 ? "write City, ST, a ZIP or a state" : `did you mean ${either(labels)}?`;
}

/** Labels that are read, the likeliest first: the name in another state, then the smallest distance, then the most ZIPs. */
export function suggestions(name: string, state: State | undefined): readonly string[] {
  const key = keyOf(name);
  const namesakes = citiesWithKey(key).filter(isUnmistakable);
  const found = [
    ...(state === undefined ? withMistakenState(name) : []),
    ...namesakes.slice(0, MOST_NAMESAKES).map(({ label }) => label),
    ...(state === undefined ? statesLike(key).map(stateLabel) : []),
    ...citiesLike(key, state?.code),
  ];
  return [...new Set(found)].slice(0, MOST_SUGGESTIONS);
}

/** `a; b or c`. */
export function either(labels: readonly string[]): string {
  return labels.length < 2 ? labels.join("") : `${labels.slice(0, -1).join("; ")} or ${labels.at(-1)}`;
}

function isUnmistakable(city: City): boolean {
  return city.isUnmistakable;
}

/** A state's name as it can be told from a city. */
export function stateLabel({ name }: State): string {
  return ["New York", "Washington"].includes(name) ? `${name} State` : name;
}

/** Cities of a name one letter away that have at least so many ZIPs. */
export function largerLookAlikes(key: string, leastZips: number): readonly City[] {
  if (key.length < 5) return [];
  const near = cityKeys().filter((other) => other !== key && editsBetween(key, other, 1) === 1);
  return [...new Set(near)]
    .flatMap((other) => citiesWithKey(other))
    .filter((city) => city.zips.length >= leastZips && city.isUnmistakable);
}

function citiesLike(key: string, state: string | undefined): readonly string[] {
  const mostEdits = key.length < 5 ? 1 : key.length < 8 ? 2 : 3;
  const edits = new Map<string, number>();
  for (const other of cityKeys()) {
    if (other === key || edits.has(other)) continue;
    const isLonger = key.length > 3 && (other.startsWith(key) || (other.length > 3 && key.startsWith(other)));
    const count = isLonger ? 2 : editsBetween(key, other, mostEdits);
    if (count <= mostEdits) edits.set(other, count);
  }
  return [...edits]
    .flatMap(([other, count]) => citiesWithKey(other, state).map((city) => ({ city, count })))
    .filter(({ city }) => city.isUnmistakable)
    .sort((a, b) => a.count - b.count || b.city.zips.length - a.city.zips.length)
    .map(({ city }) => city.label);
}

function statesLike(key: string): readonly State[] {
  return key.length < 4 ? [] : STATES.filter(({ name }) => editsBetween(key, keyOf(name), 2) <= 2);
}

/** Cities whose state is misspelt, or stands before them: `Boston, Massachusets`, `TX Houston`. */
function withMistakenState(text: string): readonly string[] {
  const words = text.split(/[\s,]+/);
  return [1, 2, 3].flatMap((count) => {
    const before = readState(words.slice(0, count).join(" "));
    const after = statesLike(keyOf(words.slice(-count).join(" ")))[0];
    return [
      ...(before === undefined ? [] : citiesWithKey(keyOf(words.slice(count).join(" ")), before.code)),
      ...(after === undefined ? [] : citiesWithKey(keyOf(words.slice(0, -count).join(" ")), after.code)),
    ]
      .filter(isUnmistakable)
      .map(({ label }) => label);
  });
}

/** Letters to add, drop or change, two neighbours in the wrong order as one; above `most`, any larger number. */
function editsBetween(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  const edits = distance(one, other);
  return edits === 2 && isSwapped(one, other) ? 1 : edits;
}

function isSwapped(one: string, other: string): boolean {
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  return one.slice(0, at) + one[at + 1] + one[at] + one.slice(at + 2) === other;
}
