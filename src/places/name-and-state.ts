import { wordsOf } from "./place-name.ts";
import { type State, stateAfterCity } from "./states.ts";

/** One way to read a text: a city's name, and the state after it where there is one. */
export interface NameAndState {
  readonly name: readonly string[];
  readonly state?: State;
  /** Whether nothing but a state can be meant there: set off by a comma, or two letters. */
  readonly isPlain: boolean;
}

const MOST_WORDS_OF_A_STATE = 4;

/** Names of areas that hold many cities, at their ends. */
const COUNTIES = ["county", "counties", "parish", "borough"];

/** Those of New York, whose quarters are written with them. */
const BOROUGHS = ["bronx", "brooklyn", "manhattan", "new york city", "queens", "staten island"];

/** Every way to part a text into a name and a state; one without a comma may also be a name as a whole. */
export function nameAndState(text: string): readonly NameAndState[] {
  const parts = text.split(",").map(wordsOf);
  const words = wordsOf(text);
  if (parts.length > 1) {
    const state = stateAfterCity(parts.at(-1) ?? []);
    const [name = [], ...between] = parts.slice(0, -1);
    // `Brooklyn, New York, NY`, `Flushing, Queens, NY`, `Mesa, Maricopa County, AZ`: what stands between only says it again.
    const isSaidAgain = between.every((part) => stateAfterCity(part) === state || isCounty(part) || isBorough(part));
    return state === undefined || !isSaidAgain ? [{ name: words, isPlain: false }] : [{ name, state, isPlain: true }];
  }
  const ways: NameAndState[] = [];
  for (let count = 1; count <= MOST_WORDS_OF_A_STATE && count < words.length; count += 1) {
    const last = words.slice(-count);
    const state = stateAfterCity(last);
    // `Phoenix in Arizona`.
    const isSaid = words.at(-count - 1) === "in" && words.length > count + 1;
    const name = words.slice(0, isSaid ? -count - 1 : -count);
    if (state !== undefined) ways.push({ name, state, isPlain: last.join("").length === 2 });
  }
  return [...ways, { name: words, isPlain: false }];
}

function isBorough(words: readonly string[]): boolean {
  return BOROUGHS.includes(words.join(" ").replace(/^the /, ""));
}

/** Whether a name is that of a county, a parish or a borough, by its last word, or its first ones. */
export function isCounty(name: readonly string[]): boolean {
  return name.length > 1 && (COUNTIES.includes(name.at(-1) ?? "") || /^(?:county|co|parish) of /.test(name.join(" ")));
}
