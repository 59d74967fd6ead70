import { distanceKm, groupByState, key, type Town, type ZipRow } from "./sources.ts";

/** A place whose name the post does not use, and the ZIP codes it lies in. */
export interface Municipality {
  readonly name: string;
  readonly state: string;
  readonly population: number;
  readonly zips: readonly string[];
}

/**
 * Larger ones by hand, since a city is seldom a circle. Held against the gazetteer: every code is in the state and near.
 */
const BY_HAND: Readonly<Record<string, readonly string[]>> = {
  "Apple Valley, MN": ["55124"],
  "Bartlett, TN": ["38133", "38134", "38135"],
  "Blaine, MN": ["55014", "55434", "55449"],
  "Bloomington, MN": ["55420", "55425", "55431", "55435", "55437", "55438"],
  "Brookhaven, GA": ["30319", "30324", "30329", "30341"],
  "Brooklyn Park, MN": ["55428", "55443", "55444", "55445"],
  "Centennial, CO": ["80015", "80016", "80111", "80112", "80121", "80122"],
  "Coon Rapids, MN": ["55433", "55448"],
  "Davie, FL": ["33314", "33317", "33324", "33325", "33328", "33330", "33331"],
  "Doral, FL": ["33122", "33126", "33166", "33172", "33178"],
  "Eagan, MN": ["55121", "55122", "55123"],
  "Edina, MN": ["55410", "55416", "55424", "55435", "55436", "55439"],
  "Farmington Hills, MI": ["48331", "48334", "48335", "48336"],
  "Highlands Ranch, CO": ["80126", "80129", "80130"],
  "Hoover, AL": ["35216", "35226", "35242", "35244"],
  "Johns Creek, GA": ["30005", "30022", "30024", "30097"],
  "Kendall, FL": ["33156", "33176", "33183", "33186"],
  "Kentwood, MI": ["49508", "49512", "49546", "49548"],
  "Kettering, OH": ["45409", "45419", "45420", "45429", "45432", "45439", "45440"],
  "Lakewood, CO": ["80214", "80215", "80226", "80227", "80228", "80232"],
  "Lauderhill, FL": ["33311", "33313", "33319", "33351"],
  "Midwest City, OK": ["73110", "73130", "73141"],
  "Miramar, FL": ["33023", "33025", "33027", "33029"],
  "Parma, OH": ["44129", "44130", "44134"],
  "Plymouth, MN": ["55441", "55442", "55446", "55447"],
  "Rochester Hills, MI": ["48306", "48307", "48309"],
  "Sandy Springs, GA": ["30319", "30328", "30338", "30342", "30350"],
  "Shoreline, WA": ["98133", "98155", "98177"],
  "Spokane Valley, WA": ["99016", "99037", "99206", "99212", "99216"],
  "Sunrise, FL": ["33313", "33322", "33323", "33325", "33326", "33351"],
  "Tamarac, FL": ["33309", "33319", "33321", "33351"],
  "Taylorsville, UT": ["84118", "84119", "84123", "84129"],
  "The Woodlands, TX": ["77354", "77375", "77380", "77381", "77382", "77384", "77385", "77386", "77389"],
  "Tigard, OR": ["97223", "97224"],
  "West Allis, WI": ["53214", "53219", "53227"],
  "Weston, FL": ["33326", "33327", "33331", "33332"],
  "Woodbury, MN": ["55125", "55129"],
};

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

/** The same in degrees of latitude, and a little more. */
const NEAR_DEGREES = 0.3;

/** Every place of the gazetteer, United States only, that is no city of the post's, with the ZIP codes around it. */
export function findMunicipalities(zips: readonly ZipRow[], towns: readonly Town[]): readonly Municipality[] {
  const postal = new Set(zips.map(({ city, state }) => `${key(city)} ${state}`));
  const byState = groupByState(zips);
  const largest = new Map<string, Town>();
  for (const town of towns) {
    const id = `${town.key} ${town.state}`;
    if (town.state === undefined || postal.has(id)) continue;
    if (town.population > (largest.get(id)?.population ?? -1)) largest.set(id, town);
  }
  const found = [...largest.values()].map((town): Municipality => {
    const { name, state = "", population } = town;
    return { name, state, population, zips: zipsOf(town, byState.get(state) ?? []) };
  });
  const boroughs = Object.entries(BY_COUNTY).map(([label, counties]): Municipality => {
    const name = label.slice(0, -4);
    const state = label.slice(-2);
    const within = zips.filter((row) => row.state === state && counties.includes(row.county));
    const population = towns.find((town) => town.state === state && town.name === name)?.population ?? 8_000_000;
    return { name, state, population, zips: within.map(({ zip }) => zip) };
  });
  const curated = new Set(boroughs.map(({ name, state }) => `${name}, ${state}`));
  const missing = Object.keys(BY_HAND).filter(
    (label) => !found.some(({ name, state }) => `${name}, ${state}` === label),
  );
  if (missing.length > 0) throw new Error(`the post or nobody knows ${missing.join("; ")}`);
  return [...found.filter(({ name, state }) => !curated.has(`${name}, ${state}`)), ...boroughs]
    .filter(({ zips: within }) => within.length > 0)
    .sort((a, b) => (a.state + a.name < b.state + b.name ? -1 : 1));
}

function zipsOf(town: Town, rows: readonly ZipRow[]): readonly string[] {
  const label = `${town.name}, ${town.state}`;
  const byHand = Object.hasOwn(BY_HAND, label) ? BY_HAND[label] : undefined;
  const near = rows.filter(({ at }) => at !== undefined && Math.abs(at.latitude - town.at.latitude) < NEAR_DEGREES);
  const distances = near.flatMap(({ zip, at }) => (at === undefined ? [] : [{ zip, km: distanceKm(town.at, at) }]));
  if (byHand !== undefined) {
    const wrong = byHand.filter((zip) => !distances.some((each) => each.zip === zip && each.km < MAX_ERROR_KM));
    if (wrong.length > 0) throw new Error(`${label} is not near ${wrong.join(", ")}`);
    return byHand;
  }
  const squareKm = town.population / (town.isPart ? QUARTER_DENSITY : CITY_DENSITY);
  const radiusKm = Math.min(MAX_RADIUS_KM, Math.max(MIN_RADIUS_KM, Math.sqrt(squareKm / Math.PI)));
  const within = distances.filter(({ km }) => km <= radiusKm);
  if (within.length > 0) return within.map(({ zip }) => zip);
  // Beyond the reach of a wrong coordinate the nearest code says nothing.
  const [nearest] = distances.sort((a, b) => a.km - b.km);
  return nearest !== undefined && nearest.km < MAX_ERROR_KM ? [nearest.zip] : [];
}
