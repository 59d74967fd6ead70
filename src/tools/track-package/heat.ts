import { utcDate, weekday } from "../../domain/calendar.ts";
import { compact } from "../../domain/collections.ts";
import { type LevelOrder, severityOf } from "../../domain/level-order.ts";
import { type JsonRecord, textOf } from "../../domain/record.ts";
import { shortZip } from "../../domain/zip.ts";
import { readPlace } from "../../places/read-place.ts";
import { placeOfZip } from "../../places/zip-codes.ts";
import { CAVEATS } from "../answer/caveats.ts";
import { Slices } from "../answer/slices.ts";
import { fieldsText, levelText, shortDayText, wordText } from "../answer/words.ts";
import { alertsOfText, forecastText, type HeatBeside, heatBeside } from "../heat/heat-beside.ts";
import type { Asker } from "../progress.ts";
import type { PackageFacts } from "./facts.ts";
import { type FoundPackage, isFound, isUnderWay, type Lookup } from "./lookup.ts";

/** The most due days whose forecast one call reads; each bills one request, unless memory has it. */
const MAX_DAYS = 5;
/** The look-up of a package's heat takes as long as the counting of this many records. */
const RECORDS_OF_PACKAGE = 100;

/**
 * Adds the alerts at destinations and last places, from one reading, and the forecast for the due day at the
 * destination. Sends nothing if no package is under way.
 */
export async function withHeat(lookups: readonly Lookup[], asker: Asker) {
  const packages = lookups.filter(isUnderWay).map(({ facts }) => facts);
  const areas = packages.flatMap((facts) => [...destinationAreas(facts), ...cityAreas(facts.scans.at(-1))]);
  const dates = packages.flatMap((facts) => (knownZip(facts) === undefined ? [] : (forecastDay(facts) ?? [])));
  const heat = await heatBeside({ areas: [...new Set(areas)], dates, mostDates: MAX_DAYS }, asker);
  const { alerts, risk } = heat;
  const heated = (lookup: Lookup): Lookup => {
    if (!isUnderWay(lookup)) return lookup;
    const { facts } = lookup;
    const date = forecastDay(facts);
    const zip = knownZip(facts);
    const dueDay = date === undefined || zip === undefined ? null : { date, ...risk.forecastAt(zip, date) };
    return {
      ...lookup,
      heat: {
        destination: alerts.levelsAt(destinationAreas(facts)),
        lastPlace: alerts.levelsAt(cityAreas(facts.scans.at(-1))),
        dueDay,
        dataOf: alerts.dataOf,
        stale: alerts.stale,
      },
      forecast: dueDay ? forecastOf(dueDay, facts, { field: risk.field, order: asker.settings.riskLevels }) : undefined,
    };
  };
  const slices = new Slices();
  const told: Lookup[] = [];
  for (const lookup of lookups) {
    await slices.after(RECORDS_OF_PACKAGE);
    told.push(heated(lookup));
  }
  const isNowhere = packages.length > 0 && packages.every((facts) => destinationAreas(facts).length === 0);
  const warning = heat.warning || (isNowhere ? "HEAT NOT CHECKED AT DESTINATION (abroad or not known):" : "");
  return { lookups: told, heat: { ...heat, warning } };
}

/**
 * The words for the forecast for the due day, or for tomorrow if that is past. It is a reason for attention among the two
 * most severe levels of an order.
 */
function forecastOf(
  { date, ...risk }: JsonRecord & { readonly date: string },
  { overdue }: PackageFacts,
  { field, order }: { readonly field: string | undefined; readonly order: LevelOrder },
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

function forecastDay({ forecastMs }: PackageFacts): string | undefined {
  return forecastMs === undefined ? undefined : utcDate(forecastMs);
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

function cityAreas(named: Pick<PackageFacts["to"], "city" | "state"> | undefined): readonly string[] {
  if (!named?.city || !named.state) return [];
  const reading = readPlace(`${named.city}, ${named.state}`);
  return reading.kind === "place" ? reading.place.areas : [];
}

/** Says where and for when heat was checked, and what finding none means. `heat` is absent without `checkHeat`. */
export function heatNotes(
  all: readonly Lookup[],
  heat: HeatBeside | undefined,
  riskLevels: LevelOrder,
): readonly string[] {
  const underWay = all.filter(isUnderWay);
  if (heat === undefined) return compact(underWay.length > 0 && "Heat not checked.");
  if (!all.some(isFound)) return ["No package was found, so heat was not checked."];
  const { alerts } = heat;
  const places = underWay.flatMap((each) => compact(each.heat?.destination, each.heat?.lastPlace));
  const none = places.some((levels) => levels.length > 0) ? "none elsewhere" : "none";
  const absence = `: ${none}, which does not mean that temperatures are safe`;
  const ends = compact(
    underWay.some((each) => each.heat?.destination) && "destination",
    underWay.some((each) => each.heat?.lastPlace) && "last place",
  );
  const checked = `Alerts at ${ends.join(" and ")} (${alertsOfText(alerts)})`;
  const unread = {
    destination: underWay.filter((each) => each.heat?.destination === null),
    "last place": underWay.filter((each) => each.heat?.lastPlace === null && each.facts.scans.length > 0),
  };
  const unreadTexts = Object.entries(unread).map(
    ([end, some]) =>
      some.length > 0 && `Heat not checked at the ${end} of ${some.map(({ id }) => wordText(id)).join(", ")}.`,
  );
  return compact(
    places.length > 0 && `${checked}${places.some((levels) => levels.length === 0) ? absence : ""}.`,
    underWay.length < all.filter(isFound).length && "Heat of delivered packages not checked.",
    ...(alerts.gap === undefined ? unreadTexts : []),
    underWay.some((each) => each.heat?.dueDay && each.heat.dueDay["none"] !== true) &&
      (riskLevels === undefined ? CAVEATS.riskNames : CAVEATS.order),
    ...heat.notes,
  );
}
