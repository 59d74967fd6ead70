import { readPlace } from "../../places/read-place.ts";
import { placeOfZip } from "../../places/zip-codes.ts";
import { type AlertsBeside, alertsBeside } from "../heat/alerts-beside.ts";
import type { LevelAt } from "../heat/levels.ts";
import type { Step } from "../progress.ts";
import type { ToolContext } from "../tool.ts";
import type { PackageFacts } from "./facts.ts";

/** Alert levels at a package's destination and last scan: empty where this data has none, null where not checked. */
export interface PackageHeat {
  readonly destination: readonly LevelAt[] | null;
  readonly lastPlace: readonly LevelAt[] | null;
}

/** The heat of the packages that are not delivered, read together. */
export interface PackagesHeat {
  readonly of: ReadonlyMap<PackageFacts, PackageHeat>;
  readonly alerts: AlertsBeside;
}

/** Reads the alerts at destinations and last places. Sends nothing where no package is under way. */
export async function heatOf(
  packages: readonly PackageFacts[],
  { api, call }: ToolContext,
  step: Step,
): Promise<PackagesHeat> {
  const stops = packages
    .filter(({ isDelivered }) => !isDelivered)
    .map((facts) => ({ facts, destination: destinationAreas(facts), lastPlace: lastPlaceAreas(facts) }));
  const areas = new Set(stops.flatMap(({ destination, lastPlace }) => [...destination, ...lastPlace]));
  const alerts = await alertsBeside([...areas], { api, call, step });
  const of = new Map(
    stops.map(({ facts, destination, lastPlace }) => [
      facts,
      { destination: alerts.at(destination), lastPlace: alerts.at(lastPlace) },
    ]),
  );
  return { of, alerts };
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
