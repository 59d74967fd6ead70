import { dateToUtcMs, utcDate } from "./calendar.ts";
import { readDatetime, type WrittenTime } from "./datetime.ts";
import { hoursBetween, wallIn } from "./package-times.ts";
import { textOf, textOrNull } from "./record.ts";
import { DAY_MS, toHours } from "./time-units.ts";

/** No package is older. The service sends an earlier time, such as `0001-01-01T00:00:00`, for one that is not set. */
const FIRST_MS = Date.UTC(2000, 0, 1);

/** A time of a package or a plan (service.md 2.9, 2.5). A moment usually names no zone. */
export type DayOrMoment =
  /** `text` is `2026-11-28`; `startMs` is that midnight on the recipient's wall clock, read as if it were UTC. */
  | { readonly kind: "day"; readonly text: string; readonly startMs: number }
  | { readonly kind: "moment"; readonly text: string; readonly time: WrittenTime }
  /** `text` is as sent; null for a placeholder or a missing time. */
  | { readonly kind: "unknown"; readonly text: string | null };

/** Reads a handover or a delivery: a day if it is a bare date, and a moment also at midnight. */
export function readDayOrMoment(sent: unknown): DayOrMoment {
  const text = textOrNull(sent);
  const time = readDatetime(sent);
  const wallMs = time?.wallMs ?? dateToUtcMs(textOf(sent).trim());
  if (text === null || wallMs === undefined) return { kind: "unknown", text };
  if (wallMs < FIRST_MS) return { kind: "unknown", text: null };
  return time === undefined ? { kind: "day", text: utcDate(wallMs), startMs: wallMs } : { kind: "moment", text, time };
}

/** Reads a schedule or a deadline: a midnight, with any offset, counts as the whole day. */
export function readDue(sent: unknown): DayOrMoment {
  const due = readDayOrMoment(sent);
  const isMidnight = due.kind === "moment" && due.time.wallMs % DAY_MS === 0;
  return isMidnight ? readDayOrMoment(utcDate(due.time.wallMs)) : due;
}

/** A day's 00:00, or the moment. */
export function startOf(when: DayOrMoment): WrittenTime | undefined {
  if (when.kind === "day") return { wallMs: when.startMs, offsetMinutes: null };
  return when.kind === "moment" ? when.time : undefined;
}

/** The latest time that is not too late: a day's 24:00, or the moment. */
export function endOf(due: DayOrMoment): WrittenTime | undefined {
  return due.kind === "day" ? { wallMs: due.startMs + DAY_MS, offsetMinutes: null } : startOf(due);
}

/**
 * Hours from one schedule to another: 24 for each day between two days. Null for unknown times, and between a day and a
 * moment of it, which cannot be compared.
 */
export function slipHours(from: DayOrMoment, to: DayOrMoment, zone: string | undefined): number | null {
  if (from.kind === "moment" && to.kind === "moment") return hoursBetween(from.time, to.time, zone);
  const fromMs = dayMsOf(from, zone);
  const toMs = dayMsOf(to, zone);
  if (fromMs === undefined || toMs === undefined) return null;
  return fromMs === toMs && from.kind !== to.kind ? null : toHours(toMs - fromMs);
}

/** Midnight of the day on which something is due, on the clock of `zone`, as if in UTC. */
export function dayMsOf(due: DayOrMoment, zone: string | undefined): number | undefined {
  if (due.kind === "day") return due.startMs;
  const wallMs = due.kind === "moment" ? wallIn(zone, due.time) : undefined;
  return wallMs === undefined ? undefined : wallMs - (wallMs % DAY_MS);
}

/** Hours by which a delivery is late: since a day's end, or since the moment. Negative before a day's start. */
export function lateHours(due: DayOrMoment, delivery: DayOrMoment, zone: string | undefined): number | null {
  if (due.kind === "unknown" || delivery.kind === "unknown") return null;
  if (delivery.kind === "day") return due.kind === "day" ? toHours(delivery.startMs - due.startMs) : null;
  if (due.kind === "moment") return hoursBetween(due.time, delivery.time, zone);
  const wallMs = wallIn(zone, delivery.time);
  if (wallMs === undefined) return null;
  const sinceStartMs = wallMs - due.startMs;
  return toHours(sinceStartMs < 0 ? sinceStartMs : Math.max(sinceStartMs - DAY_MS, 0));
}
