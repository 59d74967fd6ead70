import type { ServiceRecord } from "../api/schema.ts";
import { cleanText } from "../domain/clean.ts";
import { type ScanTime, scanTime } from "../domain/package-times.ts";
import { isBlank } from "../domain/zone.ts";
import { CityNames } from "../places/old/city-names.ts";
import { keyOf, wordsOf } from "../places/old/place-name.ts";
import { stateOfField } from "../places/old/state-field.ts";
import { countriesOf, countryOf } from "./foreign.ts";
import { textOf } from "./text.ts";

/**
 * Canada and Mexico, whose zones go by the same names: some of them keep no summer time, as in Saskatchewan and most of
 * Mexico, so that only an abbreviation, which has one offset, means the same there.
 */
const NEIGHBOUR = /^(?:ca|can|canada|124|mx|mex|m[eé]xico|484)$/i;
const OF_ONE_OFFSET = /^[ACEMP][DS]T$/i;

/** Canada's; not NT, which is Australia's as well. */
const PROVINCE = /^(?:AB|BC|MB|NB|NL|NS|NU|ON|PE|QC|SK|YT)$/i;

/** A name of two zones: Arizona's all year in CLDR and in Java, Denver's with its summer time in Windows. */
const OF_TWO_ZONES = /^\s*mountain\s+standard\s+time\s*$/i;
const ARIZONA = "America/Phoenix";

/**
 * When a scan was (spec 2.9). The zone of the ZIP sent with it counts where no other is given, and tells which of
 * two a name means. Without it such a name gives an instant only where it is one in both zones.
 */
export function timeOfScan(event: ServiceRecord, zipZoneOf: (event: ServiceRecord) => string | undefined): ScanTime {
  const { eventDateTime, timeZone } = event;
  const isOfTwo = OF_TWO_ZONES.test(textOf(timeZone));
  const zipZone = isOfTwo || isBlank(timeZone) ? zipZoneOf(event) : undefined;
  const time = scanTime(eventDateTime, timeZone, isBlank(timeZone) ? zipZone : undefined, isBeyondUsZones(event));
  if (!isOfTwo || !mayBeInArizona(event, zipZone)) return time;
  const inArizona = scanTime(eventDateTime, ARIZONA);
  if (zipZone === ARIZONA || time.instantMs === inArizona.instantMs) return inArizona;
  return { ...(time.written === undefined ? {} : { written: time.written }), doubt: "unknown zone" };
}

/** By its ZIP's zone, else by its state, else by any name of a city there among the words of its city. */
function mayBeInArizona(event: ServiceRecord, zipZone: string | undefined): boolean {
  if (zipZone !== undefined) return zipZone === ARIZONA;
  const state = stateOfField(stateText(event));
  if (state !== undefined) return state.code === "AZ";
  const words = wordsOf(cleanText(textOf(event["city"]), 60));
  const ends = words.map((_, first) => words.slice(first));
  const names = ends.flatMap((rest) => rest.map((_, last) => rest.slice(0, last + 1)));
  return names.some(
    (name) => /^(?:az|arizona)$/.test(name.join()) || CityNames.open().named(keyOf(name), "AZ").length > 0,
  );
}

/**
 * Whether a scan (spec 2.9) says by its country or state that it is where no zone goes by the names of the United States'
 * zones: `CST` is China's in Shanghai, SH. A city alone says nothing: carriers name their facilities there, and many a
 * city of the United States has a larger namesake.
 */
function isBeyondUsZones(event: ServiceRecord): boolean {
  const country = countryOf(event);
  if (country === "another") return !countriesOf(event).every((each) => hasZone(each, event["timeZone"]));
  const state = stateText(event);
  // What stands where nothing is known, and names of the United States themselves, are the same as of a country.
  if (country === "US" || !/\p{L}/u.test(state) || countryOf({ country: state }) !== "another") return false;
  return stateOfField(state) === undefined && !(PROVINCE.test(state) && isOfOneOffset(event["timeZone"]));
}

/** A state, a province or a region (spec 2.3), of which the second goes by its own name in data abroad. */
function stateText(event: ServiceRecord): string {
  const texts = [event["state"], event["province"]].map((sent) => cleanText(textOf(sent), 60));
  // Not what stands where nothing is known, which is the same as of a country.
  return texts.find((text) => countriesOf({ country: text }).length > 0) ?? "";
}

/** Whether a zone's name means in a country what it means in the United States. */
function hasZone(country: string, zone: unknown): boolean {
  return NEIGHBOUR.test(country) ? isOfOneOffset(zone) : countryOf({ country }) === "US";
}

function isOfOneOffset(zone: unknown): boolean {
  return OF_ONE_OFFSET.test(textOf(zone).trim());
}
