import { CityNames } from "./city-names.ts";
import { withoutCountry } from "./country.ts";
import { nameAndState } from "./name-and-state.ts";
import { keyOf, wordsOf } from "./place-name.ts";
import { type State, stateAfterCity, stateAlone } from "./states.ts";

/** A ZIP code that some write beside the state, and what parts the two. */
const ZIP_AROUND = /^[\d\s,-]+|[\d\s,-]+$/g;

/**
 * The state in data's field for it, beside which some write more: `TN`, `US-TN`, `TN 38118 US`, `State of Tennessee`; after
 * a city only where it has that city, `Washington DC`. Undefined for anything else.
 */
export function stateOfField(text: string): State | undefined {
  const written = withoutCountry(text).replace(ZIP_AROUND, "");
  const words = wordsOf(written);
  const alone = stateAfterCity(words) ?? stateAlone(words);
  if (alone !== undefined || !/\p{L}.*\P{L}.*\p{L}/u.test(written)) return alone;
  const named = nameAndState(written).find(
    ({ name, state }) => state !== undefined && CityNames.open().named(keyOf(name), state.code).length > 0,
  );
  return named?.state;
}
