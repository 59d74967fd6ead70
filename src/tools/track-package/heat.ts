import { shortZip } from "../../domain/zip.ts";
import { readPlace } from "../../places/read-place.ts";
import { placeOfZip } from "../../places/zip-codes.ts";
import { alertsBeside } from "../heat/alerts-beside.ts";
import { riskBeside } from "../heat/risk-beside.ts";
import type { Asker } from "../progress.ts";
import type { PackageFacts } from "./facts.ts";
import { isUnderWay, type Lookup, type PackageHeat } from "./lookup.ts";

/** The most due days whose forecast one call reads; each bills one request, unless memory has it. */
const MAX_DAYS = 5;

/** The heat that `checkHeat` found beside packages. */
export type HeatBeside = Omit<Awaited<ReturnType<typeof withHeat>>, "lookups">;

/**
 * Adds the alerts at destinations and last places, from one reading, and the forecast for the due day at the
 * destination. Sends nothing if no package is under way.
 */
export async function withHeat(lookups: readonly Lookup[], asker: Asker) {
  const packages = lookups.filter(isUnderWay).map(({ facts }) => facts);
  const areas = packages.flatMap((facts) => [...destinationAreas(facts), ...lastPlaceAreas(facts)]);
  const days = packages.flatMap((facts) => (knownZip(facts) === undefined ? [] : (facts.dueDay ?? [])));
  const [alerts, risk] = await Promise.all([
    alertsBeside([...new Set(areas)], asker),
    riskBeside(days, MAX_DAYS, asker),
  ]);
  const { at, dataOf, stale } = alerts;
  const heatOf = (facts: PackageFacts): PackageHeat => {
    const { dueDay: date } = facts;
    const zip = knownZip(facts);
    return {
      destination: at(destinationAreas(facts)),
      lastPlace: at(lastPlaceAreas(facts)),
      dueDay: date === undefined || zip === undefined ? null : { date, ...risk.at(zip, date) },
      dataOf,
      stale,
    };
  };
  const heated = (lookup: Lookup): Lookup =>
    isUnderWay(lookup) ? { ...lookup, heat: heatOf(lookup.facts), riskField: risk.riskField } : lookup;
  return { lookups: lookups.map(heated), alerts, risk, riskLevels: asker.settings.riskLevels };
}

function knownZip({ to, abroad }: PackageFacts): string | undefined {
  const zip = shortZip(to.zip ?? "");
  return abroad === undefined && placeOfZip(zip) !== undefined ? zip : undefined;
}

/** The recipient's ZIP; the areas of the city if the ZIP is not known. */
function destinationAreas(facts: PackageFacts): readonly string[] {
  if (facts.abroad !== undefined) return [];
  const zip = knownZip(facts);
  return zip === undefined ? cityAreas(facts.to) : [zip];
}

function lastPlaceAreas({ scans }: PackageFacts): readonly string[] {
  return cityAreas(scans.at(-1));
}

function cityAreas(named: Pick<PackageFacts["to"], "city" | "state"> | undefined): readonly string[] {
  if (!named?.city || !named.state) return [];
  const reading = readPlace(`${named.city}, ${named.state}`);
  return reading.kind === "place" ? reading.place.areas : [];
}
