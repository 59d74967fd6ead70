import { findMunicipalities } from "./municipalities.ts";
import { OTHER_NAMES } from "./other-names.ts";
import { placesAbroad, refusals } from "./refusals.ts";
import { groupBy, readTowns, readZips, type ZipRow } from "./sources.ts";

interface Row {
  readonly name: string;
  readonly state: string;
  /** The number of the time zone, or `--` for a municipality. */
  readonly zone: number | "--";
  readonly zips: readonly string[];
}

/** The whole file: sections of lines, as `src/places/place-file.ts` reads them. */
export function encodePlaces(): string {
  const zips = readZips();
  const towns = readTowns();
  const zones = [...new Set(zips.map(({ zone }) => zone))];
  const postal = [...groupBy(zips, ({ city, state, zone }) => `${state} ${city} ${zone}`).values()].map((rows) => {
    const [{ city = "", state = "", zone = "" } = {}] = rows;
    return { name: inAscii(city), state, zone: zones.indexOf(zone), zips: rows.map(({ zip }) => zip) };
  });
  const municipalities = findMunicipalities(zips, towns).map(({ name, state, zips: within }): Row => {
    return { name: inAscii(name), state, zone: "--", zips: within };
  });
  municipalities.push(...militaryPosts(zips));
  const rows = [...postal, ...municipalities];
  const sections = [
    zones,
    rows.map(({ name }) => name),
    rows.map(({ state, zone }) => `${state}${String(zone).padStart(2, "0")}`),
    rows.map(({ zips: within }) => within.join(" ")),
    [rowsByZip(postal)],
    Object.entries(OTHER_NAMES).map((entry) => entry.join("\t")),
    [...refusals()].map((entry) => entry.join("\t")),
    [...placesAbroad(towns, rows)].map((entry) => entry.join("\t")),
  ];
  return sections.map((lines) => lines.join("\n")).join("\f");
}

/** Three characters for each five-digit number: the row of the ZIP's city in base 36, or `---` if it is no ZIP. */
function rowsByZip(postal: readonly Row[]): string {
  const codes = Array.from({ length: 100_000 }, () => "---");
  for (const [row, { zips }] of postal.entries())
    for (const zip of zips) codes[Number(zip)] = row.toString(36).padStart(3, "0");
  return codes.join("");
}

/** APO, FPO and DPO, each with all ZIPs of the area: a ZIP moves among the three with its unit. */
function militaryPosts(zips: readonly ZipRow[]): Row[] {
  return ["AA", "AE", "AP"].flatMap((state) => {
    const within = zips.filter((row) => row.state === state).map(({ zip }) => zip);
    return ["APO", "DPO", "FPO"].map((name) => ({ name, state, zone: "--", zips: within }));
  });
}

/** Removes accents: an ASCII file is faster to read. */
function inAscii(name: string): string {
  return name.normalize("NFKD").replace(/[^ -~]/g, "");
}
