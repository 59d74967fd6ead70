import { UNKNOWN_DEGREES } from "../../src/places/zip-codes.ts";
import { findMunicipalities, MAX_NAMESAKE_KM, type Municipality } from "./municipalities.ts";
import { cityKey, groupBy, key, nearestKm, readTowns, readZips, type Town, type ZipRow } from "./sources.ts";

/** People that a place abroad has at least to make its name doubtful. */
const MIN_ABROAD = 50_000;

/** The whole index before compression, in the form that `src/places/zip-codes.ts` reads. */
export function encodeIndex(): Buffer {
  const zips = readZips();
  const towns = readTowns();
  const byCity = groupBy(zips, cityKey);
  const populations = largestByName(
    towns.filter((town) => {
      const rows = byCity.get(`${town.key} ${town.state}`);
      return rows !== undefined && nearestKm(town.at, rows) <= MAX_NAMESAKE_KM;
    }),
  );
  const zones = [...new Set(zips.map(({ zone }) => zone))];
  const cities = [...new Map(zips.map((row) => [cityId(row), row])).values()];
  const municipalities = findMunicipalities(zips, towns);
  const cityLines = cities.map((row, index) => {
    const state = row.state === cities[index - 1]?.state ? "" : row.state;
    return line(row.city, state, thousands(populations.get(cityKey(row))));
  });
  const text = [
    zones,
    cityLines,
    municipalities.map(municipalityLine),
    abroad(towns, new Set([...cities.map(({ city }) => key(city)), ...municipalities.map(({ name }) => key(name))])),
  ];
  const head = Buffer.from(text.map((lines) => lines.join("\n")).join("\f"));
  const size = Buffer.alloc(8);
  size.writeUInt32LE(head.length, 0);
  size.writeUInt32LE(zips.length, 4);
  return Buffer.concat([size, head, ...columns(zips, zones, cities)]);
}

/** One column after the other, each of variable-length whole numbers: mostly differences, so mostly one byte. */
function columns(zips: readonly ZipRow[], zones: readonly string[], cities: readonly ZipRow[]): Buffer[] {
  const cityNumbers = new Map(cities.map((row, index) => [cityId(row), index]));
  let seen = 0;
  const references = zips.map((row) => {
    const number = cityNumbers.get(cityId(row)) ?? 0;
    // Cities stand in the order in which they are met: 0 is the next new one, n the n-th before it.
    const reference = seen - number;
    if (reference === 0) seen += 1;
    return reference;
  });
  return [
    varints(differences(zips.map(({ zip }) => Number(zip)))),
    varints(references),
    varints(zips.map(({ zone }) => zones.indexOf(zone))),
    varints(differences(zips.map(({ at }) => hundredths(at?.latitude))).map(zigzag)),
    varints(differences(zips.map(({ at }) => hundredths(at?.longitude))).map(zigzag)),
  ];
}

function cityId({ city, state }: ZipRow): string {
  return `${city}, ${state}`;
}

function line(...cells: readonly (string | number)[]): string {
  return cells.join("\t").replace(/\t+$/, "");
}

function thousands(population: number | undefined): string {
  return population === undefined || population < 1_000 ? "" : String(Math.round(population / 1_000));
}

function largestByName(towns: readonly Town[]): ReadonlyMap<string, number> {
  const largest = new Map<string, number>();
  for (const { key: name, state, population } of towns) {
    const id = `${name} ${state}`;
    largest.set(id, Math.max(population, largest.get(id) ?? 0));
  }
  return largest;
}

function municipalityLine({ name, state, population, zips }: Municipality): string {
  return line(name, state, thousands(population), differences(zips.map(Number)).join(" "));
}

function abroad(towns: readonly Town[], names: ReadonlySet<string>): string[] {
  const foreign = towns.filter(({ state, key: name, population }) => {
    return state === undefined && population >= MIN_ABROAD && names.has(name);
  });
  const largest = largestByName(foreign);
  return [...largest].map(([id, population]) => line(id.split(" ")[0] ?? "", thousands(population))).sort();
}

function differences(values: readonly number[]): number[] {
  return values.map((value, index) => value - (values[index - 1] ?? 0));
}

function hundredths(degrees: number | undefined): number {
  return degrees === undefined ? UNKNOWN_DEGREES : Math.round(degrees * 100);
}

/** Signed as unsigned: 0, -1, 1, -2 become 0, 1, 2, 3. */
function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}

function varints(values: readonly number[]): Buffer {
  const bytes: number[] = [];
  for (const value of values) {
    let rest = value;
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
    bytes.push(rest);
  }
  return Buffer.from(bytes);
}
