import { wordsOf } from "./place-name.ts";
import { type State, stateAfterCity } from "./states.ts";

/** One way to read a text: a city's name, and the state after it where there is one. */
export interface NameAndState {
  readonly name: readonly string[];
  readonly state?: State;
  /** Whether nothing but a state can be meant there: set off by a comma, or two letters. */
  readonly isPlain: boolean;
  /** Names that stand between the two, of what the place is said to lie in: `Capitol Hill, Seattle, WA`. */
  readonly within?: readonly (readonly string[])[];
}

const MOST_WORDS_OF_A_STATE = 4;

/** Names of areas that hold many cities, at their ends. */
const COUNTIES = ["county", "counties", "parish", "borough"];

const NEW_YORK_CITY = ["new", "york", "city"];

/** The city that stands where a state does: `Brooklyn, NYC`. */
function cityIn(state: readonly string[]): readonly (readonly string[])[] {
  return state.join("") === "nyc" ? [NEW_YORK_CITY] : [];
}

/** Every way to part a text into a name and a state; one without a comma may also be a name as a whole. */
export function nameAndState(text: string): readonly NameAndState[] {
  const parts = text.split(",").map(wordsOf);
  const words = wordsOf(text);
  if (parts.length > 1) {
    const state = stateAfterCity(parts.at(-1) ?? []);
    const [name = [], ...between] = parts.slice(0, -1);
    if (state === undefined) return [inCityAndState(text) ?? { name: words, isPlain: false }];
    // `Mesa, Maricopa County, AZ` and `Phoenix, Arizona, AZ` only say again where it is; New York is a city as well.
    const within = between
      .filter(
        (part) =>
          part.length > 0 && !isCounty(part) && (stateAfterCity(part) !== state || part.join(" ") === "new york"),
      )
      .map((part) => (part.join(" ") === "new york" ? NEW_YORK_CITY : part))
      .concat(cityIn(parts.at(-1) ?? []));
    return [{ name, state, isPlain: true, ...(within.length === 0 ? {} : { within }) }];
  }
  const ways: NameAndState[] = [];
  for (let count = 1; count <= MOST_WORDS_OF_A_STATE && count < words.length; count += 1) {
    const last = words.slice(-count);
    const state = stateAfterCity(last);
    // `Phoenix in Arizona`.
    const isSaid = words.at(-count - 1) === "in" && words.length > count + 1;
    const name = words.slice(0, isSaid ? -count - 1 : -count);
    const within = cityIn(last);
    if (state !== undefined) {
      ways.push({ name, state, isPlain: last.join("").length === 2, ...(within.length === 0 ? {} : { within }) });
    }
  }
  return [...ways, { name: words, isPlain: false }];
}

/** A place in a city or county whose state no comma sets off, `Capitol Hill, Seattle WA`; undefined where nothing ends in a state. */
function inCityAndState(text: string): NameAndState | undefined {
  const at = text.lastIndexOf(",");
  const [city] = nameAndState(text.slice(at + 1)).filter(({ name, state }) => state !== undefined && name.length > 0);
  if (city?.state === undefined) return undefined;
  return nameAndState(`${text.slice(0, at)}, ${city.name.join(" ")}, ${city.state.name}`)[0];
}

/** Whether a name is that of a county, a parish or a borough, by its last word, or its first ones. */
export function isCounty(name: readonly string[]): boolean {
  return name.length > 1 && (COUNTIES.includes(name.at(-1) ?? "") || /^(?:county|co|parish) of /.test(name.join(" ")));
}
