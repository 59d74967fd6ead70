import type { ServiceRecord } from "../api/schema.ts";
import { isZoneAbroad } from "../domain/zone.ts";
import { textOf } from "./text.ts";

/**
 * A field that says which country a record is of. The specification shows none in data, so any such name counts, but none
 * of what a country has: the code that is dialled, a count of its alerts.
 */
const COUNTRY_WORDS =
  "abbr(?:eviation)?|alpha|cd|code|data|details?|full|id|info|iso|key|label|long|name|or_?region|short|text|value";
const COUNTRY_FIELD = new RegExp(
  String.raw`^(?!.*(?:call|dial|phone)).*country(?:_?(?:\d|${COUNTRY_WORDS}))*$|^nation(?:_?(?:name|code))?$|^iso_?[23]$`,
  "i",
);

/** Fields of an object under such a name that are the country's own, and none of a number of the service's. */
const COUNTRY_MEMBER = /^(?:name|code|id|iso|(?:iso_?|alpha_?)[23])$/i;

/** Fields that name a time zone, and coordinates in degrees: not shown either, so by the names that data have for them. */
const ZONE_FIELD = /^(?:(?:time_?)?zone|tz)(?:_?(?:id|name))?$/i;
const COORDINATES_FIELD = /^coord(?:inate)?s$/i;
const LATITUDE_FIELD = /^lat(?:itude)?$/i;
const LONGITUDE_FIELD = /^(?:lng|lon(?:g(?:itude)?)?)$/i;

/** A country's field that may hold a key of the service's: what has digits there names none. */
const KEY_FIELD = /id$/i;

type Kind = "country" | "zone" | "latitude" | "longitude" | "coordinates";

const KIND_FIELDS = [
  ["country", COUNTRY_FIELD],
  ["zone", ZONE_FIELD],
  ["latitude", LATITUDE_FIELD],
  ["longitude", LONGITUDE_FIELD],
  ["coordinates", COORDINATES_FIELD],
] as const satisfies readonly (readonly [Kind, RegExp])[];

/** The United States as data write it, and their territories, whose codes and names stand for countries in ISO 3166-1. */
const US = new RegExp(
  String.raw`\bunited states\b|\busa\b|^(?:america|conus|us[-_][a-z]{2})$|^(?:the )?u\.?s\.?(?: of a(?:merica)?|a\.?)?$|^840$` +
    "|^(?:as|asm|fm|fsm|gu|gum|mh|mhl|mp|mnp|pr|pri|pw|plw|um|umi|vi|vir)$" +
    "|^(?:puerto rico|guam|american samoa|(?:commonwealth of the )?northern mariana islands|palau|marshall islands" +
    String.raw`|(?:federated states of )?micronesia|(?:u\.?s\.? )?virgin islands(?:,? \(?u\.?s\.?\)?)?)$`,
  "i",
);

/** What stands where no country is known, and a number to dial. */
const NO_COUNTRY =
  /^(?:unknown|undefined|none|null|n\/?a|not (?:available|given|known)|xxx?|zzz?|\d{0,2}|\+[\d\s-]*)$/i;

/** What may stand around a country's name: brackets, dashes, quotation marks. */
const MARKS_AROUND = /^[^\p{L}\d+]+|[^\p{L}\d]+$/gu;

/** Whether a record says that it is of another country: its five digits are a postal code there, not a ZIP (spec 1.1: global data). */
export function isForeign(record: ServiceRecord): boolean {
  return countryOf(record) === "another";
}

/** What a record says of its country, or nothing; one that names two is of another. */
export function countryOf(record: ServiceRecord): "US" | "another" | undefined {
  const said = countriesOf(record).map((country) => US.test(country));
  return said.includes(false) ? "another" : said.includes(true) ? "US" : undefined;
}

/** The countries that a record names, as they are written. */
export function countriesOf(record: ServiceRecord): readonly string[] {
  const countries = saidBy(record).flatMap(([kind, member]) => (kind === "country" ? textOf(member) : []));
  return countries.map((country) => country.replace(MARKS_AROUND, "")).filter((country) => !NO_COUNTRY.test(country));
}

/** Whether a record names a time zone that is kept nowhere in the United States, nor under another name in `states`. */
export function hasZoneAbroad(record: ServiceRecord, states?: ReadonlySet<string>): boolean {
  return saidBy(record).some(([kind, member]) => kind === "zone" && isZoneAbroad(member, states));
}

/** In degrees. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * Where a record says that it is; not 0, 0, which stands for a place that is not known. Of a pair of numbers GeoJSON has
 * the longitude first (RFC 7946, 3.1.1) and other data the latitude: what is a point either way counts as both.
 */
export function coordinatesOf(record: ServiceRecord): readonly Point[] {
  const said = saidBy(record);
  if (said.length === 0) return [];
  const number = (member: unknown): number => {
    const text = textOf(member).trim();
    return text === "" ? Number.NaN : Number(text);
  };
  const named = (kind: Kind): number => number(said.find((each) => each[0] === kind)?.[1]);
  const pair = said.find(([kind]) => kind === "coordinates")?.[1];
  const [first, second] = Array.isArray(pair) ? pair.map(number) : [Number.NaN, Number.NaN];
  const points = [
    [named("latitude"), named("longitude")],
    [second, first],
    [first, second],
  ];
  return points.flatMap(([latitude = Number.NaN, longitude = Number.NaN]) => {
    const isPoint = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && !(latitude === 0 && longitude === 0);
    return isPoint ? [{ latitude, longitude }] : [];
  });
}

type Said = readonly (readonly [kind: Kind, member: unknown])[];

const NOTHING: Said = [];

/** What records said when they were asked first: those in memory are asked again with every answer. */
const saidByRecord = new WeakMap<ServiceRecord, Said>();

function saidBy(record: ServiceRecord): Said {
  const known = saidByRecord.get(record);
  if (known !== undefined) return known;
  const said = saidIn(record);
  saidByRecord.set(record, said);
  return said;
}

/** Looked for in the record and one level below, where an address or a place may stand. */
function saidIn(value: object, depth = 0): Said {
  let said = NOTHING;
  for (const [name, member] of Object.entries(value) as [string, unknown][]) {
    const below = typeof member === "object" && member !== null ? saidBelow(name, member, depth) : NOTHING;
    if (below.length > 0) said = [...said, ...below];
    if (typeof member !== "string" && typeof member !== "number") continue;
    const kind = kindOf(name);
    if (kind !== undefined && kind !== "coordinates" && !(kind === "country" && isKey(name, member)))
      said = [...said, [kind, member]];
  }
  return said;
}

function isKey(name: string, member: unknown): boolean {
  return KEY_FIELD.test(name) && /\d/.test(textOf(member));
}

function saidBelow(name: string, member: object, depth: number): Said {
  const kind = kindOf(name);
  if (Array.isArray(member)) return saidInList(kind, member);
  const inside = depth === 0 ? saidIn(member, 1) : NOTHING;
  if (kind !== "country") return inside;
  const own = Object.entries(member).filter(([field, text]) => COUNTRY_MEMBER.test(field) && !isKey(field, text));
  return [...inside, ...own.map(([, text]) => [kind, text] as const)];
}

/** A pair of coordinates is one value, a list of countries as many as it has. */
function saidInList(kind: Kind | undefined, list: readonly unknown[]): Said {
  if (kind === "coordinates" && list.length === 2) return [[kind, list]];
  return kind === "country" ? list.map((each) => [kind, each] as const) : NOTHING;
}

/** What fields of a name hold: all records of an answer have the same few. */
const kinds = new Map<string, Kind | undefined>();
const MAX_KINDS = 1000;

function kindOf(name: string): Kind | undefined {
  if (kinds.has(name)) return kinds.get(name);
  if (kinds.size >= MAX_KINDS) kinds.clear();
  const kind = KIND_FIELDS.find(([, field]) => field.test(name))?.[0];
  kinds.set(name, kind);
  return kind;
}
