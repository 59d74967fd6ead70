import type { ServiceRecord } from "../api/schema.ts";
import { isZoneAbroad } from "../domain/zone.ts";
import { textOf } from "./text.ts";

/** A field that says which country a record is of. The specification shows none in data, so any such name counts. */
const COUNTRY_FIELD = /country|^nation(?:_?(?:name|code))?$/i;

/** Fields that name a time zone, and coordinates in degrees: not shown either, so by the names that data have for them. */
const ZONE_FIELD = /^(?:time_?zone|tz)(?:_?(?:id|name))?$/i;
const LATITUDE_FIELD = /^lat(?:itude)?$/i;
const LONGITUDE_FIELD = /^(?:lng|lon(?:g(?:itude)?)?)$/i;

type Kind = "country" | "zone" | "latitude" | "longitude";

/** The United States as data write it, and their territories, whose codes and names stand for countries in ISO 3166-1. */
const US = new RegExp(
  String.raw`\bunited states\b|\busa\b|^(?:the )?u\.?s\.?(?: of a(?:merica)?|a\.?)?$|^840$` +
    "|^(?:as|asm|fm|fsm|gu|gum|mh|mhl|mp|mnp|pr|pri|pw|plw|um|umi|vi|vir)$" +
    String.raw`|^(?:puerto rico|guam|american samoa|(?:commonwealth of the )?northern mariana islands|palau|marshall islands` +
    String.raw`|(?:federated states of )?micronesia|(?:u\.?s\.? )?virgin islands(?:,? \(?u\.?s\.?\)?)?)$`,
  "i",
);

/** What stands where no country is known. */
const NO_COUNTRY = /^(?:unknown|undefined|none|null|n\/?a|not (?:available|given|known)|xxx?|zzz?|\d{0,2}|\W+)$/i;

/** Whether a record says that it is of another country: its five digits are a postal code there, not a ZIP (spec 1.1: global data). */
export function isForeign(record: ServiceRecord): boolean {
  return countryOf(record) === "another";
}

/** What a record says of its country, or nothing; one that names two is of another. */
export function countryOf(record: ServiceRecord): "US" | "another" | undefined {
  const countries = saidBy(record).flatMap(([kind, member]) => (kind === "country" ? textOf(member).trim() : []));
  const said = countries.filter((country) => !NO_COUNTRY.test(country)).map((country) => US.test(country));
  return said.includes(false) ? "another" : said.includes(true) ? "US" : undefined;
}

/** Whether a record names a time zone that is kept nowhere in the United States. */
export function hasZoneAbroad(record: ServiceRecord): boolean {
  return saidBy(record).some(([kind, member]) => kind === "zone" && isZoneAbroad(member));
}

/** Where a record says that it is, in degrees; not 0, 0, which stands for a place that is not known. */
export function coordinatesOf(
  record: ServiceRecord,
): { readonly latitude: number; readonly longitude: number } | undefined {
  const said = saidBy(record);
  const degrees = (kind: Kind, most: number): number | undefined => {
    const text = textOf(said.find((each) => each[0] === kind)?.[1]).trim();
    return text !== "" && Math.abs(Number(text)) <= most ? Number(text) : undefined;
  };
  const [latitude, longitude] = [degrees("latitude", 90), degrees("longitude", 180)];
  if (latitude === undefined || longitude === undefined || (latitude === 0 && longitude === 0)) return undefined;
  return { latitude, longitude };
}

type Said = readonly (readonly [kind: Kind, member: string | number])[];

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
    if (typeof member === "object" && member !== null) {
      const below = depth === 0 && !Array.isArray(member) ? saidIn(member, 1) : NOTHING;
      if (below.length > 0) said = [...said, ...below];
    } else if (typeof member === "string" || typeof member === "number") {
      const kind = kindOf(name);
      if (kind !== undefined) said = [...said, [kind, member]];
    }
  }
  return said;
}

/** What fields of a name hold: all records of an answer have the same few. */
const kinds = new Map<string, Kind | undefined>();
const MAX_KINDS = 1000;

function kindOf(name: string): Kind | undefined {
  if (kinds.has(name)) return kinds.get(name);
  if (kinds.size >= MAX_KINDS) kinds.clear();
  const kind = COUNTRY_FIELD.test(name)
    ? "country"
    : ZONE_FIELD.test(name)
      ? "zone"
      : LATITUDE_FIELD.test(name)
        ? "latitude"
        : LONGITUDE_FIELD.test(name)
          ? "longitude"
          : undefined;
  kinds.set(name, kind);
  return kind;
}
