import { BEYOND_GAZETTEER, BY_HAND } from "./by-hand.ts";
import { type Coordinates, cityKey, distanceKm, groupBy, nearestKm, type Town, type ZipRow } from "./sources.ts";

/** A place whose name the post does not use, or only for a part of it, and the ZIP codes it lies in. */
export interface Municipality {
  readonly name: string;
  readonly state: string;
  readonly population: number;
  readonly zips: readonly string[];
}

/** Boroughs of New York by county: the post knows Manhattan as New York, and Queens by its old villages. */
const BY_COUNTY: Readonly<Record<string, readonly string[]>> = {
  "Manhattan, NY": ["New York"],
  "New York City, NY": ["New York", "Bronx", "Kings", "Queens", "Richmond"],
  "Queens, NY": ["Queens"],
};

/** People on a square kilometre, as cities and as their quarters have them: what turns a population into a circle. */
const CITY_DENSITY = 1_200;
const QUARTER_DENSITY = 5_000;
const MIN_RADIUS_KM = 2.5;
const MAX_RADIUS_KM = 8;
const MAX_ERROR_KM = 30;

/** The same in degrees of latitude, and a little more: what lies as near is in the same band or one beside it. */
const BAND_DEGREES = 0.3;

/** Beyond this a place of a city's name is another of that name. */
export const MAX_NAMESAKE_KM = 50;

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
    return { name, state, population, zips: zipsOf(town, bands) };
  });
  const more = [...boroughs(zips, towns), ...beyondGazetteer(zips)];
  const labels = new Set(more.map(labelOf));
  const missing = Object.keys(BY_HAND).filter((label) => !found.some((each) => labelOf(each) === label));
  if (missing.length > 0) throw new Error(`the gazetteer does not know ${missing.join("; ")}`);
  return [...found.filter((each) => !labels.has(labelOf(each))), ...more]
    .filter(({ zips: within }) => within.length > 0)
    .sort((a, b) => (a.state + a.name < b.state + b.name ? -1 : 1));
}

/** Whether a place is more than what the post calls by its name: told by hand, or none of those codes is an area. */
function isMore(town: Town, rows: readonly ZipRow[]): boolean {
  if (Object.hasOwn(BY_HAND, labelOf(town))) return true;
  return town.population >= 1_000 && !rows.some(({ isArea }) => isArea) && nearestKm(town.at, rows) <= MAX_NAMESAKE_KM;
}

function labelOf({ name, state }: Pick<Town, "name" | "state">): string {
  return `${name}, ${state}`;
}

function boroughs(zips: readonly ZipRow[], towns: readonly Town[]): Municipality[] {
  return Object.entries(BY_COUNTY).map(([label, counties]) => {
    const name = label.slice(0, -4);
    const state = label.slice(-2);
    const within = zips.filter((row) => row.state === state && counties.includes(row.county));
    const population = towns.find((town) => town.state === state && town.name === name)?.population ?? 8_000_000;
    return { name, state, population, zips: within.map(({ zip }) => zip) };
  });
}

function beyondGazetteer(zips: readonly ZipRow[]): Municipality[] {
  return Object.entries(BEYOND_GAZETTEER).map(([label, told]) => {
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

function zipsOf(town: Town, bands: ReadonlyMap<string, readonly ZipRow[]>): readonly string[] {
  const label = labelOf(town);
  const byHand = Object.hasOwn(BY_HAND, label) ? BY_HAND[label] : undefined;
  const near = around(town, bands);
  if (byHand !== undefined) {
    const wrong = byHand.filter((zip) => !near.some((row) => row.zip === zip));
    if (wrong.length > 0) throw new Error(`${label} is not near ${wrong.join(", ")}`);
    return byHand;
  }
  const squareKm = town.population / (town.isPart ? QUARTER_DENSITY : CITY_DENSITY);
  const radiusKm = Math.min(MAX_RADIUS_KM, Math.max(MIN_RADIUS_KM, Math.sqrt(squareKm / Math.PI)));
  const within = near.filter(({ km }) => km <= radiusKm);
  if (within.some(({ isArea }) => isArea)) return within.map(({ zip }) => zip).sort();
  // Post-office boxes alone are no place: the nearest code that is an area belongs to it.
  const nearest = near.find(({ isArea }) => isArea) ?? near[0];
  return [...within, ...(nearest === undefined ? [] : [nearest])].map(({ zip }) => zip).sort();
}
