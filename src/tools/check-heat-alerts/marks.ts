import { foreignCountry } from "../../domain/country.ts";
import { zipOf } from "../../domain/zip.ts";
import { Slices } from "../answer/slices.ts";
import type { Marks } from "../tool.ts";
import type { HeatFacts } from "./facts.ts";

/** More alerts than this are marked by their three-digit areas: a mark of a ZIP takes six characters, 30 kB in all. */
const MAX_ZIP_MARKS = 5_000;
const ON_MAP = /^\d{3,5}$/;

/** Kept with the alerts by level, which all questions about a whole reading share: it may hold 41,000. */
const kept = new WeakMap<HeatFacts["byLevel"], Promise<Marks>>();

/** The ZIPs of the alerts asked about, or their areas, by level in the order of `valueNames`. */
export function marksOf(facts: HeatFacts): Promise<Marks> {
  const marks = kept.get(facts.byLevel) ?? makeMarks(facts);
  kept.set(facts.byLevel, marks);
  return marks;
}

async function makeMarks({ byLevel, names, matched }: HeatFacts): Promise<Marks> {
  const slices = new Slices();
  const digits = matched > MAX_ZIP_MARKS ? 3 : 5;
  const marks: [level: string, zips: string][] = [];
  for (const level of names.keys()) {
    const zips = new Set<string>();
    await slices.each(byLevel.get(level) ?? [], (record) => {
      const zip = zipOf(record) ?? "";
      // A postal code abroad may look like a ZIP.
      if (ON_MAP.test(zip) && foreignCountry(record) === undefined) zips.add(zip.slice(0, digits));
    });
    marks.push([level, [...zips].join(" ")]);
  }
  return marks;
}
