import { findMunicipalities } from "./municipalities.ts";
import { OTHER_NAMES } from "./other-names.ts";
import { refusals } from "./refusals.ts";
import { groupBy, readTowns, readZips } from "./sources.ts";

/** The whole file before compression: sections of lines, as `src/places/place-file.ts` reads them. */
export function encodePlaces(): string {
  const zips = readZips();
  const towns = readTowns();
  const zones = [...new Set(zips.map(({ zone }) => zone))];
  const postal = [...groupBy(zips, ({ city, state, zone }) => `${state} ${city} ${zone}`).values()].map((rows) => {
    const [{ city = "", state = "", zone = "" } = {}] = rows;
    return { name: inAscii(city), state, zone: zones.indexOf(zone), zips: rows.map(({ zip }) => zip) };
  });
  const municipalities = findMunicipalities(zips, towns).map(({ name, state, zips: within }) => {
    return { name: inAscii(name), state, zone: "", zips: within };
  });
  const rows = [...postal, ...municipalities];
  const sections = [
    zones,
    rows.map(({ name }) => name),
    postal.map(lineOf),
    municipalities.map(lineOf),
    Object.entries(OTHER_NAMES).map((entry) => entry.join("\t")),
    [...refusals(towns, rows)].map((entry) => entry.join("\t")),
  ];
  return sections.map((lines) => lines.join("\n")).join("\f");
}

function lineOf({ state, zone, zips }: { state: string; zone: number | string; zips: readonly string[] }): string {
  return `${state}${zone} ${shortened(zips)}`;
}

/** `85001 02 03`: of a ZIP that begins like the one before it the last two digits. */
function shortened(zips: readonly string[]): string {
  return zips.map((zip, index) => (zips[index - 1]?.startsWith(zip.slice(0, 3)) ? zip.slice(3) : zip)).join(" ");
}

/** A name without accents: the file is read faster. */
function inAscii(name: string): string {
  return name.normalize("NFKD").replace(/[^ -~]/g, "");
}
