import { hoursText } from "../../domain/hours.ts";
import { clockText, given } from "../answer/words.ts";
import type { PackageFacts } from "./facts.ts";

/** `OVERDUE by 30.4 h, since Sat 2026-11-21 21:00*, first scheduled for …`, or `due …, as first scheduled`. */
export function scheduleText(facts: PackageFacts): string {
  const { scheduled, originalScheduled, scheduleSlipHours: slip, overdue, overdueHours } = facts;
  if (scheduled === null) return "no delivery scheduled";
  const verb = { true: "OVERDUE since", false: "due", null: "due or overdue (zone not known)" }[`${overdue}`];
  return given(
    overdueHours === null
      ? `${verb} ${timeText(scheduled)}`
      : `OVERDUE by ${hoursText(overdueHours)}, since ${timeText(scheduled)}`,
    slip === 0 && overdue !== true && "as first scheduled",
    slip !== 0 && originalScheduled !== null && `first scheduled for ${timeText(originalScheduled)}`,
  ).join(", ");
}

/** The clock of a datetime, with a `*` where it names no zone. */
export function timeText(datetime: string): string {
  return `${clockText(datetime)}${isZoneless(datetime) ? "*" : ""}`;
}

/** True for a datetime, which needs a zone, without one. */
export function isZoneless(datetime: string | null): boolean {
  return datetime !== null && /T\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(datetime);
}
