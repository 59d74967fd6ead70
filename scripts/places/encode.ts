import { keyOf } from "../../src/places/city-names.ts";
import { namesAbroad } from "./abroad.ts";
import { findMunicipalities } from "./municipalities.ts";
import { AMBIGUOUS_NAMES, OTHER_NAMES } from "./other-names.ts";
import { groupBy, readTowns, readZips } from "./sources.ts";

/** The whole file before compression: sections of lines, as `src/places/place-file.ts` reads them. */
export function encodePlaces(): string {
  const zips = readZips();
  const towns = readTowns();
  const zones = [...new Set(zips.map(({ zone }) => zone))];
  const postal = [...groupBy(zips, ({ city, state, zone }) => `${state} ${city} ${zone}`).values()].map((rows) => {
    const [{ city = "", state = "", zone = "" } = {}] = rows;
    return { name: city, place: state + zones.indexOf(zone), zips: rows.map(({ zip }) => zip) };
  });
  const municipalities = findMunicipalities(zips, towns).map(({ name, state, zips: within }) => {
    return { name, place: state, zips: within };
  });
  const rows = [...postal, ...municipalities];
  const keys = new Set(rows.map(({ name }) => keyOf(name)));
  const sections = [
    zones,
    rows.map(({ name }) => inAscii(name)),
    rows.map((row) => `${row.place} ${shortened(row.zips)}`),
    Object.entries(OTHER_NAMES).map((entry) => entry.join("\t")),
    Object.entries(AMBIGUOUS_NAMES).map((entry) => entry.join("\t")),
    namesAbroad(towns).filter((key) => keys.has(key)),
  ];
  return sections.map((lines) => lines.join("\n")).join("\f");
}

/** `85001 02 03`: of a ZIP that begins like the one before it the last two digits. */
function shortened(zips: readonly string[]): string {
  return zips.map((zip, index) => (zips[index - 1]?.startsWith(zip.slice(0, 3)) ? zip.slice(3) : zip)).join(" ");
}

/** A name without accents: the file is read faster. */
function inAscii(name: string): string {
  return name.normalize("NFKD").replace(/[^ -~]/g, "");
}
