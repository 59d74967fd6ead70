import { BASES } from "./bases.ts";
import { BEYOND_GAZETTEER, BY_HAND } from "./by-hand.ts";
import { type Coordinates, distanceKm } from "./coordinates.ts";
import { QUARTERS } from "./quarters.ts";
import { cityKey, groupBy, nearestKm, type Town, type ZipRow } from "./sources.ts";

/** A place whose name the post does not use, or only for a part of it, and the ZIP codes it lies in. */
export interface Municipality {
  readonly name: string;
  readonly state: string;
  readonly population: number;
  readonly zips: readonly string[];
}

/** What is made of whole counties, with its people where the gazetteer does not know it. */
interface OfCounties {
  readonly counties: readonly string[];
  readonly population?: number;
}

/** Boroughs of New York and islands by county: the post knows Manhattan as New York, and Queens by its old villages. */
const BY_COUNTY: Readonly<Record<string, OfCounties>> = {
  "Big Island, HI": { counties: ["Hawaii"], population: 200_000 },
  "Kauai, HI": { counties: ["Kauai"], population: 73_000 },
  "Manhattan, NY": { counties: ["New York"] },
  "Martha's Vineyard, MA": { counties: ["Dukes"] },
  "New York City, NY": { counties: ["New York", "Bronx", "Kings", "Queens", "Richmond"], population: 8_000_000 },
  "Oahu, HI": { counties: ["Honolulu"], population: 1_000_000 },
  "Queens, NY": { counties: ["Queens"] },
};

/** Names of several quarters of a state, none of which is meant by the name alone. */
const OF_SEVERAL = ["Chinatown, CA"];

/** In a county, but not on the island that it is named for. */
const OUTLYING = ["02713", "96898"];

/** People on a square kilometre, as cities and as their quarters have them: what turns a population into a circle. */
const CITY_DENSITY = 1_200;
const QUARTER_DENSITY = 5_000;
const MIN_RADIUS_KM = 2.5;
const MIN_QUARTER_RADIUS_KM = 1.2;
const MAX_RADIUS_KM = 8;

/** A ZIP code is large beside a quarter: one whose middle is this many times as far as the nearest may hold it too. */
const QUARTER_TOLERANCE = 1.5;
const MAX_ERROR_KM = 30;

/** The same in degrees of latitude, and a little more: what lies as near is in the same band or one beside it. */
const BAND_DEGREES = 0.3;

/** Beyond this a place of a city's name is another of that name. */
const MAX_NAMESAKE_KM = 50;

/**
 * Every place of the gazetteer, United States only, that is no city of the post's, or to which the post leaves only
 * post-office boxes, or that is told by hand, with the ZIP codes around it.
 */
export function findMunicipalities(zips: readonly ZipRow[], towns: readonly Town[]): readonly Municipality[] {
  const postal = groupBy(zips, cityKey);
  const bands = groupBy(zips, ({ state, at }) => bandOf(state, at));
  const largest = new Map<string, Town>();
  for (const town of towns) {
    const id = `${town.key} ${town.state}`;
    if (town.state === undefined || (postal.has(id) && !isMore(town, postal.get(id) ?? []))) continue;
    if (town.population > (largest.get(id)?.population ?? -1)) largest.set(id, town);
  }
  const found = [...largest.values()].map((town): Municipality => {
    const { name, state = "", population } = town;
    return { name, state, population, zips: zipsOfHalves(town, postal) ?? zipsOf(town, bands) };
  });
  const more = [...boroughs(zips, towns), ...beyondGazetteer(zips, largest)];
  const named = [...Object.keys(QUARTERS), ...Object.keys(BASES)].filter((label) => postal.has(idOf(label)));
  if (named.length > 0) throw new Error(`the post uses the names ${named.join("; ")}`);
  const told = new Set(more.map((each) => idOf(labelOf(each))));
  const missing = Object.keys(BY_HAND).filter((label) => !found.some((each) => labelOf(each) === label));
  if (missing.length > 0) throw new Error(`the gazetteer does not know ${missing.join("; ")}`);
  const single = found.filter((each) => !OF_SEVERAL.includes(labelOf(each)) && !told.has(idOf(labelOf(each))));
  return [...single, ...more]
    .filter(({ zips: within }) => within.length > 0)
    .sort((a, b) => (a.state + a.name < b.state + b.name ? -1 : 1));
}

/** Whether a place is more than what the post calls by its name: told by hand, or none of those codes is an area. */
function isMore(town: Town, rows: readonly ZipRow[]): boolean {
  if (Object.hasOwn(BY_HAND, labelOf(town))) return true;
  return town.population >= 1_000 && !rows.some(({ isArea }) => isArea) && nearestKm(town.at, rows) <= MAX_NAMESAKE_KM;
}

function idOf(label: string): string {
  return cityKey({ city: label.slice(0, -4), state: label.slice(-2) });
}

function labelOf({ name, state }: Pick<Town, "name" | "state">): string {
  return `${name}, ${state}`;
}

function boroughs(zips: readonly ZipRow[], towns: readonly Town[]): Municipality[] {
  return Object.entries(BY_COUNTY).map(([label, { counties, population: people = 0 }]) => {
    const name = label.slice(0, -4);
    const state = label.slice(-2);
    const within = zips.filter((row) => {
      return row.state === state && counties.includes(row.county) && !OUTLYING.includes(row.zip);
    });
    const population = towns.find((town) => town.state === state && town.name === name)?.population ?? people;
    return { name, state, population, zips: within.map(({ zip }) => zip) };
  });
}

function beyondGazetteer(zips: readonly ZipRow[], towns: ReadonlyMap<string, Town>): Municipality[] {
  const quarters = Object.entries({ ...QUARTERS, ...BASES }).map(([label, list]) => {
    return [label, { population: towns.get(idOf(label))?.population ?? 0, zips: list.split(" ") }] as const;
  });
  return [...Object.entries(BEYOND_GAZETTEER), ...quarters].map(([label, told]) => {
    const state = label.slice(-2);
    const wrong = told.zips.filter((zip) => !zips.some((row) => row.zip === zip && row.state === state));
    if (wrong.length > 0) throw new Error(`${wrong.join(", ")} of ${label} not in ${state}`);
    return { ...told, name: label.slice(0, -4), state };
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

/** The ZIP codes around a place that a mistaken coordinate may still reach, the nearest first. */
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

/** The ZIP codes of both places that a double name names, as `Pinetop-Lakeside` does; undefined where one is none here. */
function zipsOfHalves(
  { name, state, at }: Town,
  postal: ReadonlyMap<string, readonly ZipRow[]>,
): readonly string[] | undefined {
  const halves = name.split("-").map((city) => postal.get(cityKey({ city, state: state ?? "" })) ?? []);
  const isDouble =
    halves.length === 2 &&
    halves.every((rows) => rows.length > 0 && nearestKm(at, rows) <= MAX_NAMESAKE_KM) &&
    // Boxes alone are not where people live.
    halves.flat().some(({ isArea }) => isArea);
  return isDouble ? [...new Set(halves.flat().map(({ zip }) => zip))].sort() : undefined;
}

function zipsOf(town: Town, bands: ReadonlyMap<string, readonly ZipRow[]>): readonly string[] {
  const label = labelOf(town);
  const byHand = Object.hasOwn(BY_HAND, label) ? BY_HAND[label] : undefined;
  const near = around(town, bands);
  if (byHand !== undefined) {
    const wrong = byHand.filter((zip) => !near.some((row) => row.zip === zip));
    if (wrong.length > 0) throw new Error(`${label} is not near ${wrong.join(", ")}`);
    return byHand;
  }
  // Post-office boxes and firms are no place, unless there is nothing else.
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

/** Of a circle of so many square kilometres, within bounds. */
function radiusKm(squareKm: number, min: number): number {
  return Math.min(MAX_RADIUS_KM, Math.max(min, Math.sqrt(squareKm / Math.PI)));
}
