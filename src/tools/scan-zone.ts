import type { ServiceRecord } from "../api/schema.ts";
import { cleanText } from "../domain/clean.ts";
import { stateOfField } from "../places/state-field.ts";
import { countriesOf, countryOf } from "./foreign.ts";
import { textOf } from "./text.ts";

/** Canada, whose zones have the same names and hours as those of the United States; not NT, which is Australia's as well. */
const CANADA = /^(?:ca|can|canada|124)$/i;
const PROVINCE = /^(?:AB|BC|MB|NB|NL|NS|NU|ON|PE|QC|SK|YT)$/i;

/** Mexico, where most keep no summer time: there only an abbreviation, which has one offset, means the same. */
const MEXICO = /^(?:mx|mex|m[eé]xico|484)$/i;
const OF_ONE_OFFSET = /^[CEMP][DS]T$/i;

/**
 * Whether a scan (spec 2.9) says by its country or state that it is where no zone goes by the names of the United States'
 * zones: `CST` is China's in Shanghai, SH. A city alone says nothing: carriers name their facilities there, and many a
 * city of the United States has a larger namesake.
 */
export function isBeyondUsZones(event: ServiceRecord): boolean {
  const country = countryOf(event);
  if (country === "another") return !countriesOf(event).every((each) => hasUsZones(each, event["timeZone"]));
  const state = cleanText(textOf(event["state"]), 60);
  // What stands where nothing is known, and names of the United States themselves, are the same as of a country.
  if (country === "US" || !/\p{L}/u.test(state) || countryOf({ country: state }) !== "another") return false;
  return stateOfField(state) === undefined && !PROVINCE.test(state);
}

function hasUsZones(country: string, zone: unknown): boolean {
  if (MEXICO.test(country)) return OF_ONE_OFFSET.test(textOf(zone).trim());
  return CANADA.test(country) || countryOf({ country }) === "US";
}
