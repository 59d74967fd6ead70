import { compact } from "../../domain/compact.ts";
import { type LevelOrder, severityOf } from "../../domain/level-order.ts";
import { textOf } from "../../domain/record.ts";
import { CAVEATS } from "../answer/caveats.ts";
import { fieldsText, levelText, shortDayText, wordText } from "../answer/words.ts";
import { alertsOfText } from "../heat/alerts-beside.ts";
import type { HeatBeside } from "./heat.ts";
import { type FoundPackage, isFound, isUnderWay, type Lookup } from "./lookup.ts";

/** `arrives into Severe, Mon 11-30` if the forecast for the due day is among the two most severe levels, else empty. */
export function arrivesIntoText({ heat, riskField = "" }: FoundPackage, order: LevelOrder): string {
  const level = textOf(heat?.dueDay?.[riskField]);
  const severity = severityOf(level, order) ?? -1;
  // The least severe level is no reason, even of two.
  if (heat?.dueDay == null || order === undefined || severity < Math.max(1, order.length - 2)) return "";
  return `arrives into ${wordText(level)}, ${shortDayText(heat.dueDay.date)}`;
}

/** `area forecast Low`; empty where no forecast was asked for. JSON and notes say why one is unknown. */
export function dueRiskText({ heat, riskField }: FoundPackage, order: LevelOrder): string {
  if (heat?.dueDay == null) return "";
  const { date: _, ...risk } = heat.dueDay;
  if (risk["none"] === true) return "area forecast unknown";
  const level = riskField === undefined ? "" : textOf(risk[riskField]);
  return `area forecast ${level === "" ? fieldsText(risk, 3) : levelText(level, order)}`;
}

/** Says where and for when heat was checked, and what finding none means. `unlisted` have no line of their own. */
export function heatNotes(
  all: readonly Lookup[],
  unlisted: readonly Lookup[],
  heat: HeatBeside | undefined,
): readonly string[] {
  const underWay = all.filter(isUnderWay);
  if (heat === undefined) return compact(underWay.length > 0 && "Heat not checked.");
  if (!all.some(isFound)) return ["No package was found, so heat was not checked."];
  const { alerts, risk, riskLevels } = heat;
  const places = underWay.flatMap((each) => compact(each.heat?.destination, each.heat?.lastPlace));
  const other = places.some((levels) => levels.length > 0) ? "other " : "";
  const absence = `: no ${other}alert in this data, which does not mean that temperatures are safe`;
  const checked = `Alerts now at destination and last place (${alertsOfText(alerts)})`;
  const unread = unlisted.filter((each) => each.heat?.destination === null).map(({ id }) => wordText(id));
  return compact(
    places.length > 0 && `${checked}${places.some((levels) => levels.length === 0) ? absence : ""}.`,
    underWay.length < all.filter(isFound).length && "Delivered: heat not checked.",
    underWay.length > 0 &&
      underWay.every((each) => each.facts.overdue === true && each.heat?.dueDay === null) &&
      "Overdue: no forecast for the arrival.",
    ...alerts.notes,
    alerts.warning === "" && unread.length > 0 && `Heat not checked at the destination of ${unread.join(", ")}.`,
    underWay.some((each) => each.heat?.dueDay != null) &&
      (riskLevels === undefined ? CAVEATS.riskNames : CAVEATS.order),
    ...risk.notes,
  );
}
