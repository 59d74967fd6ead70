import type { ServiceRecord } from "../api/schema.ts";
import { cleanText } from "../domain/clean.ts";
import { CityNames, type NamedCity, zipsOf } from "../places/city-names.ts";
import { nameAndState } from "../places/name-and-state.ts";
import { NICKNAMES } from "../places/nicknames.ts";
import { keyOf, wordsOf } from "../places/place-name.ts";
import { stateOfField } from "../places/state-field.ts";
import { stateAfterCity } from "../places/states.ts";
import { ZipCodes } from "../places/zip-codes.ts";
import { coordinatesOf, countryOf, hasZoneAbroad, isForeign, type Point } from "./foreign.ts";
import { textOf, valueText } from "./text.ts";

/** How far from a ZIP code a city may lie whose name people there use all the same. */
const NEAR_KM = 15;

/** How far from it coordinates must lie to speak against it. */
const FAR_KM = 300;
const KM_PER_DEGREE = 111;

/** No city's name: nothing, or only words of carriers for a facility and what happens there. */
const NO_CITY =
  /^(?:(?:arrived|at|cent(?:er|re)|departed|depot|distribution|facility|hub|in|network|process(?:ed|ing)|sort(?:ing)?|station|terminal|transit|warehouse)\b\W*)*$/i;

/** Shorter words are too common in other languages to be heard as a city's name within a facility's: `la`, `bay`. */
const MIN_CHARS_WITHIN = 4;

/** What a record says of where it is: the names that addresses, packages and data have for it (spec 2.2, 2.3, 2.9). */
interface Whereabouts {
  readonly zip: string;
  readonly city: string;
  readonly state: string;
}

/**
 * Why the digits of a record may be the postal code of another country (Berlin 10115, Mexico City 06600): its state is
 * not that of this ZIP code, or it names no state and a city that is not there. Undefined where nothing speaks against
 * the United States; a city beside the right state, or in a `country` said to be this one, may have any name.
 */
export function zipDoubt(record: ServiceRecord, country = countryOf(record)): string | undefined {
  const where = whereaboutsOf(record);
  if (where === undefined) return undefined;
  const { zip, city, state } = where;
  if (state !== "") {
    return isInState(zip, state) ? undefined : `ZIP ${zip} is not in state ${valueText(state)}`;
  }
  if (NO_CITY.test(city) || country === "US" || isNear(zip, city) || isNamedAfterNear(zip, city)) return undefined;
  return `ZIP ${zip} is not known to be in ${valueText(city)}`;
}

/**
 * The same of an address in a plan, which the service takes to be of the United States where it names no country (spec
 * 2.3): a city speaks against that only where its name is none here, or is known abroad as well.
 */
export function abroadDoubt(address: ServiceRecord): string | undefined {
  const doubt = countryOf(address) === "US" ? undefined : zipDoubt(address);
  const { city = "", state = "" } = whereaboutsOf(address) ?? {};
  return state === "" && isOnlyHere(city) ? undefined : doubt;
}

/** What of an address its ZIP code is not known for: never a mistake for certain, since the index has one city a code. */
export function zipMismatch(address: ServiceRecord): string | undefined {
  const { zip = "", city = "", state = "" } = whereaboutsOf(address) ?? {};
  if (zip === "") return undefined;
  const known = ZipCodes.open().find(zip);
  const its = known === undefined ? "" : ` is ${known.city}, ${known.state}, and`;
  if (state !== "" && !isInState(zip, state)) return `ZIP ${zip}${its} is not known to be in state ${valueText(state)}`;
  return city === "" || isNear(zip, city) ? undefined : `ZIP ${zip}${its} is not known as ${valueText(city)}`;
}

/**
 * Why an Address (spec 2.3) is of no one place: its ZIP code is known to be in another state than the one it names.
 * Undefined where nothing is certain: a code that is not known, a state that is none here, another country.
 */
export function stateObjection(address: {
  readonly zipCode?: string | undefined;
  readonly state?: string | undefined;
  readonly country?: string | undefined;
}): string | undefined {
  const { zipCode, state = "", country = "US" } = address;
  if (zipCode === undefined || state === "" || country.toUpperCase() !== "US") return undefined;
  const known = ZipCodes.open().find(zipCode);
  const named = stateAfterCity(wordsOf(state))?.code;
  if (known === undefined || named === undefined || named === known.state) return undefined;
  const mend = "mend one of them, leave the state out, or name the country where it is another";
  return `contradicts itself: ZIP ${zipCode} is ${known.city}, ${known.state}, not ${named}; ${mend}`;
}

/**
 * Whether a record of data says that it is of another country, or all that it says of its place does. Less than that is
 * not enough: its fields are not documented, and one that is dropped wrongly would be told as an absence.
 */
export function isOfUs(record: ServiceRecord): boolean {
  if (isMilitaryMail(record)) return true;
  if (isForeign(record) || (isElsewhere(record) && !isMilitaryZip(zipIn(record)))) return false;
  const where = whereaboutsOf(record);
  if (where === undefined || where.city === "" || countryOf(record) === "US") return true;
  const { zip, city, state } = where;
  if (isNear(zip, city)) return true;
  return state === "" ? !isKnownAbroad(city) : isInState(zip, state);
}

/** Whether a record is, or may be, of another country: its digits then name no place of the United States. */
export function mayBeAbroad(record: ServiceRecord): boolean {
  if (isMilitaryMail(record)) return false;
  return isForeign(record) || isElsewhere(record) || zipDoubt(record) !== undefined;
}

/** Whether a record's zone or coordinates are elsewhere, and no country, state or city of its own speaks for its ZIP. */
function isElsewhere(record: ServiceRecord): boolean {
  const points = coordinatesOf(record);
  const zip = points.length > 0 || hasZoneAbroad(record) ? zipIn(record) : undefined;
  if (zip === undefined || !(hasZoneAbroad(record, statesOf(zip)) || isFarFrom(zip, points))) return false;
  const { city = "", state = "" } = whereaboutsOf(record) ?? {};
  return countryOf(record) !== "US" && !(state !== "" && isInState(zip, state)) && !(city !== "" && isNear(zip, city));
}

/** Of a code that is not known, or of an area, far from all that is known there; nothing where that has no place. */
function isFarFrom(zip: string, points: readonly Point[]): boolean {
  if (points.length === 0) return false;
  const codes = ZipCodes.open();
  const known = placesOf(codes.find(zip) === undefined ? codes.under(zip.slice(0, 3)) : [zip]);
  // A longitude that lacks its sign is a slip, no other country.
  const all = points.flatMap((point) => [point, { ...point, longitude: -point.longitude }]);
  return known.length > 0 && known.every((each) => all.every((point) => km(each, point) > FAR_KM));
}

/** The military's post, which goes wherever the unit is: a country or a zone that is named beside it is where that is. */
const MILITARY_CITY = /^[AFD]PO$/i;
const MILITARY_STATE = /^A[AEP]$/i;

function isMilitaryZip(zip: string | undefined): boolean {
  return zip !== undefined && [...statesOf(zip)].some((state) => MILITARY_STATE.test(state));
}

/** Whether city or state say that a record is of the military's post, as its ZIP code may: Chemnitz has 09111, too. */
export function isMilitaryMail(record: ServiceRecord): boolean {
  const [city, state] = [textOf(record["city"]).trim(), textOf(record["state"]).trim()];
  return (MILITARY_CITY.test(city) || MILITARY_STATE.test(state)) && isMilitaryZip(zipIn(record));
}

/** Undefined without a ZIP code, or the area of one, and without anything to hold against it. */
function whereaboutsOf(record: ServiceRecord): Whereabouts | undefined {
  const zip = zipIn(record);
  const city = cleanText(textOf(record["city"]), 60);
  // A state, a province or a region (spec 2.3), of which the second goes by its own name in data abroad.
  const state = cleanText(textOf(record["state"]), 30) || cleanText(textOf(record["province"]), 30);
  return zip === undefined || (city === "" && state === "") ? undefined : { zip, city, state };
}

function zipIn(record: ServiceRecord): string | undefined {
  return /^\d{3}(?:\d\d)?(?=$|-\d{4}$)/.exec(textOf(record["zip"] ?? record["zipCode"]).trim())?.[0];
}

/** A ZIP code newer than the index is taken for one of its area's; in an area that the index lacks any state may be. */
function isInState(zip: string, state: string): boolean {
  const code = stateOfField(state)?.code;
  if (code === undefined) return false;
  const states = statesOf(zip);
  return states.size === 0 || states.has(code);
}

function isKnownAbroad(city: string): boolean {
  return ZipCodes.open().abroadThousands(keyOf(wordsOf(city))) > 0;
}

function isOnlyHere(city: string): boolean {
  return CityNames.open().named(keyOf(wordsOf(city))).length > 0 && !isKnownAbroad(city);
}

/** Whether a city of this name, or a place that goes by it, is at a ZIP code or near it. */
function isNear(zip: string, city: string): boolean {
  const known = ZipCodes.open().find(zip);
  if (known !== undefined && keyOf(wordsOf(known.city)) === keyOf(wordsOf(city))) return true;
  const names = CityNames.open();
  const states = statesOf(zip);
  const cities = nameAndState(city).flatMap(({ name, state }) => {
    const key = keyOf(name);
    const official = Object.hasOwn(NICKNAMES, key) ? NICKNAMES[key] : undefined;
    const keys = official === undefined ? [key] : [key, keyOf(wordsOf(official.slice(0, -4)))];
    return keys.flatMap((each) => names.named(each, state?.code)).filter((found) => states.has(found.state));
  });
  return cities.flatMap(knownZipsOf).some((other) => other.startsWith(zip) || kmBetween(zip, other) <= NEAR_KM);
}

/** Whether some of the words of a facility's name are that of a city at a ZIP code or near it: `MEMPHIS TN DISTRIBUTION CENTER`. */
function isNamedAfterNear(zip: string, facility: string): boolean {
  const words = wordsOf(facility);
  return words.some((_, first) =>
    words.slice(first).some((__, count) => {
      const name = words.slice(first, first + count + 1).join(" ");
      return name.length >= MIN_CHARS_WITHIN && isNear(zip, name);
    }),
  );
}

/** The ZIP codes of cities asked of late, by label: a state's records may name few cities many times. */
const zipsByCity = new Map<string, readonly string[]>();
const MAX_CITIES = 2000;

function knownZipsOf(city: NamedCity): readonly string[] {
  const known = zipsByCity.get(city.label);
  if (known !== undefined) return known;
  if (zipsByCity.size >= MAX_CITIES) zipsByCity.clear();
  const zips = zipsOf(city);
  zipsByCity.set(city.label, zips);
  return zips;
}

const statesByArea = new Map<string, ReadonlySet<string>>();

/** The states that a ZIP code, or the area of one, lies in: one as a rule. */
function statesOf(zip: string): ReadonlySet<string> {
  const codes = ZipCodes.open();
  const known = codes.find(zip);
  if (known !== undefined) return new Set([known.state]);
  const area = zip.slice(0, 3);
  const states = statesByArea.get(area) ?? new Set(codes.under(area).flatMap((each) => codes.find(each)?.state ?? []));
  statesByArea.set(area, states);
  return states;
}

/** Infinite where one of the two has no place: an area, military mail, or a code that is not known. */
function kmBetween(zip: string, other: string): number {
  const [[from], [to]] = [placesOf([zip]), placesOf([other])];
  return from === undefined || to === undefined ? Number.POSITIVE_INFINITY : km(from, to);
}

function placesOf(zips: readonly string[]): Point[] {
  return zips.flatMap((zip) => {
    const { latitude, longitude } = ZipCodes.open().find(zip) ?? {};
    return latitude === undefined || longitude === undefined ? [] : [{ latitude, longitude }];
  });
}

function km(from: Point, to: Point): number {
  const narrowing = Math.cos((from.latitude * Math.PI) / 180);
  const apart = Math.abs(from.longitude - to.longitude);
  return KM_PER_DEGREE * Math.hypot(from.latitude - to.latitude, Math.min(apart, 360 - apart) * narrowing);
}
