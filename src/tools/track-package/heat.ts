import { shortZip } from "../../domain/zip.ts";
import { readPlace } from "../../places/read-place.ts";
import { placeOfZip } from "../../places/zip-codes.ts";
import { alertsBeside } from "../heat/alerts-beside.ts";
import type { Asker } from "../progress.ts";
import type { PackageFacts } from "./facts.ts";
import { isUnderWay, type Lookup, type PackageHeat } from "./lookup.ts";

/** Adds the alerts at destinations and last places, from one reading. Sends nothing if no package is under way. */
export async function withHeat(lookups: readonly Lookup[], asker: Asker) {
  const areas = lookups
    .filter(isUnderWay)
    .flatMap(({ facts }) => [...destinationAreas(facts), ...lastPlaceAreas(facts)]);
  const alerts = await alertsBeside([...new Set(areas)], asker);
  const { at, dataOf, stale } = alerts;
  const heatOf = (facts: PackageFacts): PackageHeat => ({
    destination: at(destinationAreas(facts)),
    lastPlace: at(lastPlaceAreas(facts)),
    dataOf,
    stale,
  });
  const heated = (lookup: Lookup): Lookup => (isUnderWay(lookup) ? { ...lookup, heat: heatOf(lookup.facts) } : lookup);
  return { lookups: lookups.map(heated), alerts };
}

/** The recipient's ZIP; the areas of the city if the ZIP is not known. */
function destinationAreas({ to, abroad }: PackageFacts): readonly string[] {
  if (abroad !== undefined) return [];
  const zip = shortZip(to.zip ?? "");
  return placeOfZip(zip) === undefined ? cityAreas(to) : [zip];
}

function lastPlaceAreas({ scans }: PackageFacts): readonly string[] {
  return cityAreas(scans.at(-1));
}

function cityAreas(named: Pick<PackageFacts["to"], "city" | "state"> | undefined): readonly string[] {
  if (!named?.city || !named.state) return [];
  const reading = readPlace(`${named.city}, ${named.state}`);
  return reading.kind === "place" ? reading.place.areas : [];
}
