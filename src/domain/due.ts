import { utcDate } from "./calendar.ts";
import type { WrittenTime } from "./datetime.ts";
import { hoursBetween, type Moment, readMoment, wallIn } from "./package-times.ts";
import { DAY_MS, toHours } from "./time-units.ts";

/**
 * When something is due: by the end of a day, or at a moment. Services write a day without a time or as midnight, with
 * any offset (service.md 2.9, 2.5). Scans, arrivals and deliveries are always moments.
 */
export type Due =
  /** `text` is `2026-11-28`; `startMs` is that midnight on the recipient's wall clock, read as if it were UTC. */
  | { readonly kind: "day"; readonly text: string; readonly startMs: number }
  | { readonly kind: "moment"; readonly text: string; readonly moment: Moment; readonly time: WrittenTime }
  /** `text` is as sent; null for a placeholder or a missing time. */
  | { readonly kind: "unknown"; readonly text: string | null };

export function readDue(sent: unknown): Due {
  const moment = readMoment(sent);
  const { text, start } = moment;
  if (text === null || start === undefined) return { kind: "unknown", text };
  return start.wallMs % DAY_MS === 0
    ? { kind: "day", text: utcDate(start.wallMs), startMs: start.wallMs }
    : { kind: "moment", text, moment, time: start };
}

/** The latest time that is not too late: a day's 24:00, or the moment. */
export function endOf(due: Due): WrittenTime | undefined {
  if (due.kind === "day") return { wallMs: due.startMs + DAY_MS, offsetMinutes: null };
  return due.kind === "moment" ? due.time : undefined;
}

/**
 * Hours from one schedule to another. A day has 24 h, and within a day neither has moved: null between that day and a
 * moment of it, as for unknown times.
 */
export function slipHours(from: Due, to: Due, zone: string | undefined): number | null {
  if (from.kind === "moment" && to.kind === "moment") return hoursBetween(from.moment, to.moment, zone);
  const fromMs = dayMsOf(from, zone);
  const toMs = dayMsOf(to, zone);
  if (fromMs === undefined || toMs === undefined) return null;
  return fromMs === toMs && from.kind !== to.kind ? null : toHours(toMs - fromMs);
}

/** Midnight of the day on which something is due, on the clock of `zone`, as if in UTC. */
export function dayMsOf(due: Due, zone: string | undefined): number | undefined {
  if (due.kind === "day") return due.startMs;
  const wallMs = due.kind === "moment" ? wallIn(zone, due.time) : undefined;
  return wallMs === undefined ? undefined : wallMs - (wallMs % DAY_MS);
}

/** Hours by which a delivery is late: since a day's end, or since the moment. Negative before a day's start. */
export function lateHours(due: Due, delivered: Moment, zone: string | undefined): number | null {
  if (due.kind === "moment") return hoursBetween(due.moment, delivered, zone);
  const wallMs = delivered.start && wallIn(zone, delivered.start);
  if (due.kind === "unknown" || wallMs === undefined) return null;
  const sinceStartMs = wallMs - due.startMs;
  // A delivery without a time of day can only be compared by days.
  if (delivered.datetime === undefined || sinceStartMs < 0) return toHours(sinceStartMs);
  return toHours(Math.max(sinceStartMs - DAY_MS, 0));
}
