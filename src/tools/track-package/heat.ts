import { utcDate, weekday } from "../../domain/calendar.ts";
import { compact } from "../../domain/collections.ts";
import { type LevelOrder, severityOf } from "../../domain/level-order.ts";
import { textOf } from "../../domain/record.ts";
import { shortZip } from "../../domain/zip.ts";
import { readPlace } from "../../places/read-place.ts";
import { placeOfZip } from "../../places/zip-codes.ts";
import { CAVEATS } from "../answer/caveats.ts";
import { Slices } from "../answer/slices.ts";
import { fieldsText, levelText, shortDayText, wordText } from "../answer/words.ts";
import { type AlertsBeside, alertsOfText } from "../heat/alerts-beside.ts";
import { forecastText } from "../heat/forecasts-beside.ts";
import { type HeatBeside, heatBeside } from "../heat/heat-beside.ts";
import type { Asker } from "../progress.ts";
import type { PackageFacts } from "./facts.ts";
import { type FoundPackage, idsText, isFound, isUnderWay, type Lookup, type PackageHeat } from "./lookup.ts";

/** The most due days whose forecast one call reads; each bills one request, unless memory has it. */
const MAX_DAYS = 5;
const MAX_NAMED = 20;

export type PackagesHeat = Awaited<ReturnType<typeof withHeat>>["heat"];

/** Adds heat to packages under way. Sends nothing if there are none. */
export async function withHeat(lookups: readonly Lookup[], asker: Asker) {
  const packages = lookups.filter(isUnderWay).map(({ facts }) => whereabouts(facts));
  const areas = new Set(packages.flatMap(({ destination, lastPlace }) => [...destination, ...lastPlace]));
  const dates = packages.flatMap(({ due }) => due?.date ?? []);
  const heat = await heatBeside({ areas: [...areas], dates, mostDates: MAX_DAYS }, asker);
  const slices = new Slices();
  const heated: Lookup[] = [];
  for (const lookup of lookups) {
    await slices.afterLookUp();
    heated.push(isUnderWay(lookup) ? heatedPackage(lookup, heat, asker.settings.riskLevels) : lookup);
  }
  const isNowhere = packages.length > 0 && packages.every(({ destination }) => destination.length === 0);
  const warning = heat.warning || (isNowhere ? "HEAT NOT CHECKED AT DESTINATION (abroad or not known):" : "");
  const lacksRecord = packages.some(({ due }) => due !== undefined && heat.forecasts.lacksRecord(due.zip, due.date));
  return { lookups: heated, heat: { ...heat, warning, lacksRecord } };
}

function heatedPackage(lookup: FoundPackage, { alerts, forecasts }: HeatBeside, order: LevelOrder): FoundPackage {
  const { destination, lastPlace, due } = whereabouts(lookup.facts);
  const dueDay = due === undefined ? null : { date: due.date, ...forecasts.forecastAt(due.zip, due.date) };
  return {
    ...lookup,
    heat: {
      destination: alerts.levelsAt(destination),
      lastPlace: alerts.levelsAt(lastPlace),
      dueDay,
      dataOf: alerts.dataOf,
      stale: alerts.stale,
    },
    forecast: dueDay ? forecastOf(dueDay, lookup.facts, forecasts.riskField, order) : undefined,
  };
}

/** The areas whose alerts matter to a package, and the ZIP and date of the forecast, if both are known. */
function whereabouts({ abroad, forecastMs, scans, to }: PackageFacts) {
  const zip = shortZip(to.zip ?? "");
  const isKnown = abroad === undefined && placeOfZip(zip) !== undefined;
  return {
    destination: isKnown ? [zip] : cityAreas(abroad === undefined ? to : undefined),
    lastPlace: cityAreas(scans.at(-1)),
    due: isKnown && forecastMs !== undefined ? { zip, date: utcDate(forecastMs) } : undefined,
  };
}

function cityAreas(place: Pick<PackageFacts["to"], "city" | "state"> | undefined): readonly string[] {
  if (!place?.city || !place.state) return [];
  const reading = readPlace(`${place.city}, ${place.state}`);
  return reading.kind === "place" ? reading.place.areas : [];
}

/** The forecast in words. One of the two most severe levels of an order is a reason for attention. */
function forecastOf(
  { date, ...risk }: NonNullable<PackageHeat["dueDay"]>,
  { overdue }: PackageFacts,
  field: string | undefined,
  order: LevelOrder,
): NonNullable<FoundPackage["forecast"]> {
  if (risk["none"] === true) return { isReason: false, text: forecastText(risk) };
  const level = field === undefined ? "" : textOf(risk[field]);
  // The least severe level is no reason, even of two.
  const isReason = order !== undefined && (severityOf(level, order) ?? -1) >= Math.max(1, order.length - 2);
  if (isReason && overdue === true)
    return { isReason, text: `${wordText(level)} forecast at destination ${shortDayText(date)}` };
  if (isReason) return { isReason, text: `arrives into ${wordText(level)}, ${shortDayText(date)}` };
  return { isReason, text: `${weekday(date)} forecast ${level === "" ? fieldsText(risk) : levelText(level, order)}` };
}

/** Where and for when heat was checked, and what finding none means. `heat` is absent without `checkHeat`. */
export function heatNotes(
  all: readonly Lookup[],
  heat: PackagesHeat | undefined,
  riskLevels: LevelOrder,
): readonly string[] {
  const underWay = all.filter(isUnderWay);
  if (heat === undefined) return compact(underWay.length > 0 && "Heat not checked.");
  if (!all.some(isFound)) return ["No package was found, so heat was not checked."];
  // If no alert was read, the answer opens with that.
  const unread = (end: "destination" | "lastPlace"): readonly FoundPackage[] =>
    heat.alerts.failures.length === 0 ? underWay.filter((lookup) => lookup.heat?.[end] === null) : [];
  const unreadAtScan = unread("lastPlace").filter(({ facts }) => facts.scans.length > 0);
  const unknown = compact(endText("destination", unread("destination")), endText("last place", unreadAtScan));
  return compact(
    checkedText(underWay, heat.alerts),
    underWay.length < all.filter(isFound).length && "Heat of delivered packages not checked.",
    unknown.length > 0 && `Alerts not known: ${unknown.join("; ")}.`,
    underWay.some((lookup) => lookup.heat?.dueDay && lookup.heat.dueDay["none"] !== true) &&
      (riskLevels === undefined ? CAVEATS.riskNames : CAVEATS.order),
    heat.lacksRecord && CAVEATS.noRisk,
    ...heat.notes,
  );
}

/** `Alerts at destination and last place (…): none, which does not mean that temperatures are safe.` */
function checkedText(underWay: readonly FoundPackage[], alerts: AlertsBeside): string {
  const places = underWay.flatMap(({ heat }) => compact(heat?.destination, heat?.lastPlace));
  if (places.length === 0) return "";
  const ends = compact(
    underWay.some(({ heat }) => heat?.destination) && "destination",
    underWay.some(({ heat }) => heat?.lastPlace) && "last place",
  );
  if (places.every((levels) => levels.length > 0)) return `Alerts: ${alertsOfText(alerts)}.`;
  const none = places.some((levels) => levels.length > 0) ? "none elsewhere" : "none";
  return `Alerts at ${ends.join(" and ")} (${alertsOfText(alerts)}): ${none}, which does not mean that temperatures are safe.`;
}

function endText(end: string, lookups: readonly Lookup[]): string {
  const packages = lookups.length > MAX_NAMED ? `${lookups.length} packages` : idsText(lookups);
  return lookups.length === 0 ? "" : `${end} of ${packages}`;
}
