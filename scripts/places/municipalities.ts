import { BASES } from "./bases.ts";
import { BEYOND_GAZETTEER, BY_HAND } from "./by-hand.ts";
import { type Coordinates, distanceKm } from "./coordinates.ts";
import { QUARTERS } from "./quarters.ts";
import { cityKey, groupBy, nearestKm, type Town, type ZipRow } from "./sources.ts";

/** A place, with its ZIPs, whose name the post does not use, or gives only to some of its ZIPs. */
export interface Municipality {
  readonly name: string;
  readonly state: string;
  readonly zips: readonly string[];
}

/**
 * Boroughs of New York, and islands, by county. The post calls Manhattan New York, and uses the old villages of Queens.
 */
const BY_COUNTY: Readonly<Record<string, readonly string[]>> = {
  "Big Island, HI": ["Hawaii"],
  "Kauai, HI": ["Kauai"],
  "Manhattan, NY": ["New York"],
  "Martha's Vineyard, MA": ["Dukes"],
  "New York City, NY": ["New York", "Bronx", "Kings", "Queens", "Richmond"],
  "Oahu, HI": ["Honolulu"],
  "Queens, NY": ["Queens"],
};

/** ZIPs of an island's county that do not lie on the island. */
const OUTLYING = ["02713", "96898"];

/** People per square kilometre in cities and in quarters, to turn a population into a circle's radius. */
const CITY_DENSITY = 1_200;
const QUARTER_DENSITY = 5_000;
const MIN_RADIUS_KM = 2.5;
const MIN_QUARTER_RADIUS_KM = 1.2;
const MAX_RADIUS_KM = 8;

/** A quarter may include ZIPs up to this many times as far away as its nearest ZIP. */
const QUARTER_TOLERANCE = 1.5;
const MAX_ERROR_KM = 30;

/** A little more than MAX_ERROR_KM in degrees of latitude: near places lie in the same band or the next one. */
const BAND_DEGREES = 0.3;

/** A place farther than this from a city of the same name is a different place. */
const MAX_NAMESAKE_KM = 50;

/**
 * Places in the gazetteer that are no postal city, have only post-office boxes under their name, or are written by
 * hand, each with the ZIPs around it; and the counties, quarters and bases of the tables.
 */
export function findMunicipalities(zips: readonly ZipRow[], towns: readonly Town[]): readonly Municipality[] {
  const postal = groupBy(zips, cityKey);
  const bands = groupBy(zips, ({ state, at }) => bandOf(state, at));
  const largest = new Map<string, Town>();
  for (const town of towns) {
    const id = `${town.key} ${town.state}`;
    if (town.state === undefined || (postal.has(id) && !hasMoreZips(town, postal.get(id) ?? []))) continue;
    if (town.population > (largest.get(id)?.population ?? -1)) largest.set(id, town);
  }
  const found = [...largest.values()].map((town): Municipality => {
    const { name, state = "" } = town;
    return { name, state, zips: zipsOfHalves(town, postal) ?? zipsOf(town, bands) };
  });
  const more = [...ofCounties(zips), ...beyondGazetteer(zips)];
  const named = [...Object.keys(QUARTERS), ...Object.keys(BASES)].filter((label) => postal.has(idOf(label)));
  if (named.length > 0) throw new Error(`the post uses the names ${named.join("; ")}`);
  const told = new Set(more.map((each) => idOf(labelOf(each))));
  const missing = Object.keys(BY_HAND).filter((label) => !found.some((each) => labelOf(each) === label));
  if (missing.length > 0) throw new Error(`the gazetteer does not know ${missing.join("; ")}`);
  const single = found.filter((each) => !told.has(idOf(labelOf(each))));
  return [...single, ...more]
    .filter(({ zips: within }) => within.length > 0)
    .sort((a, b) => (a.state + a.name < b.state + b.name ? -1 : 1));
}

/**
 * True if a place has more ZIPs than the post gives to its name: it is written by hand, or nobody lives in those ZIPs.
 */
function hasMoreZips(town: Town, rows: readonly ZipRow[]): boolean {
  if (Object.hasOwn(BY_HAND, labelOf(town))) return true;
  return town.population >= 1_000 && !rows.some(({ isArea }) => isArea) && nearestKm(town.at, rows) <= MAX_NAMESAKE_KM;
}

function idOf(label: string): string {
  return cityKey({ city: label.slice(0, -4), state: label.slice(-2) });
}

function labelOf({ name, state }: Pick<Town, "name" | "state">): string {
  return `${name}, ${state}`;
}

function ofCounties(zips: readonly ZipRow[]): Municipality[] {
  return Object.entries(BY_COUNTY).map(([label, counties]) => {
    const state = label.slice(-2);
    const within = zips.filter((row) => {
      return row.state === state && counties.includes(row.county) && !OUTLYING.includes(row.zip);
    });
    return { name: label.slice(0, -4), state, zips: within.map(({ zip }) => zip) };
  });
}

function beyondGazetteer(zips: readonly ZipRow[]): Municipality[] {
  const states = new Map(zips.map(({ zip, state }) => [zip, state]));
  return Object.entries({ ...BEYOND_GAZETTEER, ...QUARTERS, ...BASES }).map(([label, list]) => {
    const state = label.slice(-2);
    const wrong = list.split(" ").filter((zip) => states.get(zip) !== state);
    if (wrong.length > 0) throw new Error(`${wrong.join(", ")} of ${label} not in ${state}`);
    return { name: label.slice(0, -4), state, zips: list.split(" ") };
  });
}

function bandOf(state = "", at: Coordinates | undefined, further = 0): string {
  return at === undefined ? "" : `${state} ${Math.floor(at.latitude / BAND_DEGREES) + further}`;
}

interface Near {
  readonly zip: string;
  readonly isArea: boolean;
  readonly km: number;
}

/** The ZIPs within MAX_ERROR_KM of a place, nearest first. */
function around({ state, at }: Town, bands: ReadonlyMap<string, readonly ZipRow[]>): readonly Near[] {
  const near: Near[] = [];
  for (const further of [-1, 0, 1]) {
    for (const row of bands.get(bandOf(state, at, further)) ?? []) {
      const km = row.at === undefined ? MAX_ERROR_KM : distanceKm(at, row.at);
      if (km < MAX_ERROR_KM) near.push({ zip: row.zip, isArea: row.isArea, km });
    }
  }
  return near.sort((a, b) => a.km - b.km);
}

/** The ZIPs of both halves of a name like `Pinetop-Lakeside`. Undefined unless both are postal cities nearby. */
function zipsOfHalves(
  { name, state, at }: Town,
  postal: ReadonlyMap<string, readonly ZipRow[]>,
): readonly string[] | undefined {
  const halves = name.split("-").map((city) => postal.get(cityKey({ city, state: state ?? "" })) ?? []);
  const isDouble =
    halves.length === 2 &&
    halves.every((rows) => rows.length > 0 && nearestKm(at, rows) <= MAX_NAMESAKE_KM) &&
    // A place where people live has more than ZIPs of post-office boxes.
    halves.flat().some(({ isArea }) => isArea);
  return isDouble ? [...new Set(halves.flat().map(({ zip }) => zip))].sort() : undefined;
}

function zipsOf(town: Town, bands: ReadonlyMap<string, readonly ZipRow[]>): readonly string[] {
  const label = labelOf(town);
  const byHand = BY_HAND[label]?.split(" ");
  const near = around(town, bands);
  if (byHand !== undefined) {
    const wrong = byHand.filter((zip) => !near.some((row) => row.zip === zip));
    if (wrong.length > 0) throw new Error(`${label} is not near ${wrong.join(", ")}`);
    return byHand;
  }
  // ZIPs of post-office boxes and firms count only if there are no others.
  const areas = near.some(({ isArea }) => isArea) ? near.filter(({ isArea }) => isArea) : near.slice(0, 1);
  const [nearest] = areas;
  if (nearest === undefined) return [];
  const reachKm = town.isPart
    ? Math.max(nearest.km * QUARTER_TOLERANCE, radiusKm(town.population / QUARTER_DENSITY, MIN_QUARTER_RADIUS_KM))
    : Math.max(nearest.km, radiusKm(town.population / CITY_DENSITY, MIN_RADIUS_KM));
  return areas
    .filter(({ km }) => km <= reachKm)
    .map(({ zip }) => zip)
    .sort();
}

/** The radius of a circle with that area, within bounds. */
function radiusKm(squareKm: number, min: number): number {
  return Math.min(MAX_RADIUS_KM, Math.max(min, Math.sqrt(squareKm / Math.PI)));
}
