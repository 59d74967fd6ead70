import { readPlace } from "../../places/read-place.ts";
import { placeOfZip } from "../../places/zip-codes.ts";
import { type AlertsBeside, alertsBeside } from "../heat/alerts-beside.ts";
import type { Step } from "../progress.ts";
import type { ToolContext } from "../tool.ts";
import type { PackageFacts } from "./facts.ts";
import { isUnderWay, type Lookup, type PackageHeat } from "./lookup.ts";

/** Adds the alerts at destinations and last places, read together. Sends nothing where no package is under way. */
export async function withHeat(
  lookups: readonly Lookup[],
  { api, call }: ToolContext,
  step: Step,
): Promise<{ readonly lookups: readonly Lookup[]; readonly alerts: AlertsBeside }> {
  const areas = lookups
    .filter(isUnderWay)
    .flatMap(({ facts }) => [...destinationAreas(facts), ...lastPlaceAreas(facts)]);
  const alerts = await alertsBeside([...new Set(areas)], { api, call, step });
  const { at, dataOf, stale } = alerts;
  const heatOf = (facts: PackageFacts): PackageHeat => ({
    destination: at(destinationAreas(facts)),
    lastPlace: at(lastPlaceAreas(facts)),
    dataOf,
    stale,
  });
  return {
    lookups: lookups.map((lookup) => (isUnderWay(lookup) ? { ...lookup, heat: heatOf(lookup.facts) } : lookup)),
    alerts,
  };
}

/** The recipient's ZIP; the city where there is no known one. */
function destinationAreas({ to: { city, state, zip }, abroad }: PackageFacts): readonly string[] {
  if (abroad !== undefined) return [];
  const digits = zip?.replace(/-\d{4}$/, "") ?? "";
  if (placeOfZip(digits) !== undefined) return [digits];
  return cityAreas(city, state);
}

function lastPlaceAreas({ scans }: PackageFacts): readonly string[] {
  const last = scans.at(-1);
  return cityAreas(last?.city ?? null, last?.state ?? null);
}

function cityAreas(city: string | null, state: string | null): readonly string[] {
  if (city === null || state === null) return [];
  const reading = readPlace(`${city}, ${state}`);
  return reading.kind === "place" ? reading.place.areas : [];
}
