import { weekday } from "../../domain/calendar.ts";
import { quote } from "../../domain/clean.ts";
import { compact } from "../../domain/collections.ts";
import { readDatetime } from "../../domain/datetime.ts";
import { cityText, clockText, nameText, valueText } from "../answer/words.ts";
import type { PackageFacts } from "./facts.ts";
import type { Scan } from "./scans.ts";

/** `due Mon 2026-11-23 21:00*, originally Sun 11-22 21:00*`. */
export function scheduleText(facts: PackageFacts): string {
  const { scheduled, originalScheduled: original, scheduleSlipHours: slip, overdue, isDelivered } = facts;
  const hasPassed = isDelivered || overdue === true;
  // A day and a time on it have not moved, and have no slip.
  const hasMoved = slip === null ? original?.slice(0, 10) !== scheduled?.slice(0, 10) : slip !== 0;
  const due = overdue === null ? "scheduled for" : "due";
  return compact(
    scheduled === null ? "no delivery date given" : `${due} ${timeText(scheduled)}`,
    slip === 0 && !hasPassed && "unchanged",
    hasMoved && original !== null && `originally ${timeText(original).replace(/ \d{4}-/, " ")}`,
  ).join(", ");
}

/** A day, or a datetime's wall clock, with a `*` if it names no zone. */
export function timeText(datetime: string): string {
  return `${clockText(datetime)}${isZoneless(datetime) ? "*" : ""}`;
}

/** A bare date needs no zone. */
export function isZoneless(datetime: string | null): boolean {
  return datetime !== null && /T\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(datetime);
}

/** `Allston, MA 02134`; abroad with the country. */
export function recipientText({ to: { city, state, zip }, abroad }: PackageFacts): string {
  const name = compact(city && cityText(city), state && cityText(state)).join(", ");
  return compact(name, zip && nameText(zip), abroad && nameText(abroad)).join(" ");
}

/** `"Departed facility", Memphis TN`. */
export function scanText(scan: Scan): string {
  return compact(scan.description === null ? valueText(scan.code) : quote(scan.description), scanPlaceText(scan)).join(
    ", ",
  );
}

/** `Memphis TN`. */
export function scanPlaceText(scan: Scan | undefined): string {
  return compact(scan?.city && cityText(scan.city), scan?.state && cityText(scan.state)).join(" ");
}

/** `Sat 08:12`, on the clock of the scan; empty if it has no readable time. */
export function scanClock({ local }: Scan): string {
  if (local === null || readDatetime(local) === undefined) return "";
  return `${weekday(local.trim().slice(0, 10))} ${local.trim().slice(11, 16)}`;
}

export function scanLine(scan: Scan): string {
  const local = scan.local === null ? "time not given" : clockText(scan.local);
  const zone = scan.timeZone === null ? "" : ` ${nameText(scan.timeZone)}`;
  return `  ${local}${zone}${scan.instantMs === undefined ? " (instant not certain)" : ""} ${scanText(scan)}`;
}
