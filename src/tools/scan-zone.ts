import type { ServiceRecord } from "../api/schema.ts";
import { cleanText } from "../domain/clean.ts";
import { CityNames } from "../places/city-names.ts";
import { nameAndState } from "../places/name-and-state.ts";
import { keyOf, wordsOf } from "../places/place-name.ts";
import { stateAfterCity } from "../places/states.ts";
import { ZipCodes } from "../places/zip-codes.ts";
import { countryOf } from "./foreign.ts";
import { textOf } from "./text.ts";

/** Canada and Mexico, whose zones have the same names and hours as those of the United States. */
const NEIGHBOUR = /^(?:ca|can|canada|mx|mex|m[eé]xico)$/i;
const PROVINCE = /^(?:AB|BC|MB|NB|NL|NS|NT|NU|ON|PE|QC|SK|YT)$/i;

/**
 * Whether a scan (spec 2.9) is, by its country, state or city, where no zone goes by the names of the United States'
 * zones: `CST` is China's in Shanghai. A city without a state is where one of that name is not known, or is larger, abroad.
 */
export function isBeyondUsZones(event: ServiceRecord): boolean {
  const country = countryOf(event);
  if (country === "another") return !NEIGHBOUR.test(textOf(event["country"] ?? event["countryCode"]).trim());
  const [state, city] = [event["state"], event["city"]].map((said) => cleanText(textOf(said), 60));
  if (country === "US" || (!state && !city)) return false;
  if (state) return stateAfterCity(wordsOf(state.replace(/^US-/i, ""))) === undefined && !PROVINCE.test(state);
  const ways = nameAndState(city ?? "");
  if (ways.some((way) => way.state !== undefined)) return false;
  const key = keyOf(wordsOf(city ?? ""));
  if (key === "") return false;
  const [largest] = CityNames.open().named(key);
  return largest === undefined || ZipCodes.open().abroadThousands(key) > largest.populationThousands;
}
