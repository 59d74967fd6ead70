import { weekday } from "../../domain/calendar.ts";
import { readDatetime, timestampMs } from "../../domain/datetime.ts";
import { MINUTE_MS } from "../../domain/time-units.ts";

/** Milliseconds by which a zone's clock is ahead of UTC; of UTC itself where the zone is not known. */
function aheadMs(ms: number, zone: string): number {
  try {
    const parts = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
    }).formatToParts(ms);
    const part = (type: string): number => Number(parts.find((each) => each.type === type)?.value);
    const local = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"));
    return local - Math.floor(ms / MINUTE_MS) * MINUTE_MS;
  } catch {
    return 0;
  }
}

/** True for a zone of which this machine knows the clock. */
export function isZone(zone: string): boolean {
  try {
    return zone !== "" && new Intl.DateTimeFormat("en-US", { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}

/** A moment as the wall clock of a zone shows it, in milliseconds as if it were UTC. */
export function wallMs(instant: string, zone: string): number | undefined {
  const ms = timestampMs(instant);
  return ms === undefined ? undefined : ms + aheadMs(ms, zone);
}

/** A datetime without its zone, as written; undefined for what is none. */
export function writtenMs(datetime: unknown): number | undefined {
  return readDatetime(datetime)?.wallMs;
}

/** `Thu 11-26` of a date, or of a datetime that opens with one. */
export function dayLabel(date: string): string {
  return `${weekday(date.slice(0, 10)) ?? ""} ${date.slice(5, 10)}`.trim();
}

/** `Thu 11-26 16:30` of wall-clock milliseconds. */
export function clockLabel(ms: number): string {
  const written = new Date(ms).toISOString();
  return `${dayLabel(written)} ${written.slice(11, 16)}`;
}

/** `Thu 11-26 16:30` on a zone's clock; a text that is no time stays as it is. */
export function dayClock(instant: string, zone: string): string {
  const ms = wallMs(instant, zone);
  return ms === undefined ? instant : clockLabel(ms);
}
