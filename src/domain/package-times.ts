import { dateToUtcMs } from "./calendar.ts";
import { instantOf, readDatetime, type WrittenTime } from "./datetime.ts";
import { toHours } from "./hours.ts";
import { textOrNull } from "./record.ts";
import { HOUR_MS } from "./time-units.ts";
import { instantsAt, resolveZone } from "./zone.ts";

/** Guam's and American Samoa's offsets: the first and the last US zone in which a wall clock reaches a given time. */
const FIRST_US_ZONE_HOURS = 10;
const LAST_US_ZONE_HOURS = -11;

/** No package is older: what lies before it stands for a time that was not set, as `0001-01-01T00:00:00` does. */
const FIRST_MS = Date.UTC(2000, 0, 1);

/** A time of a package (service.md 2.9). It names no zone as a rule. */
export interface Moment {
  /** As sent; null for a placeholder, too. */
  readonly text: string | null;
  /** Undefined for a bare date, a placeholder, and what cannot be read. */
  readonly datetime?: WrittenTime | undefined;
  /** The same, and of a bare date its first hour. */
  readonly start?: WrittenTime | undefined;
}

export function readMoment(sent: unknown): Moment {
  const datetime = readDatetime(sent);
  const dayMs = datetime === undefined && typeof sent === "string" ? dateToUtcMs(sent.trim()) : undefined;
  const start = dayMs === undefined ? datetime : { wallMs: dayMs, offsetMinutes: null };
  if (start !== undefined && start.wallMs < FIRST_MS) return { text: null };
  return { text: textOrNull(sent), datetime, start };
}

/** Hours from one moment to another, one decimal; null where either is no datetime, or one alone has an offset. */
export function hoursBetween({ datetime: from }: Moment, { datetime: to }: Moment): number | null {
  if (from === undefined || to === undefined) return null;
  if (from.offsetMinutes === null && to.offsetMinutes === null) return toHours(to.wallMs - from.wallMs);
  const [fromMs, toMs] = [instantOf(from), instantOf(to)];
  return fromMs === undefined || toMs === undefined ? null : toHours(toMs - fromMs);
}

/** Whether a moment has passed, by the clock of `zone`, else of all US zones; null where these disagree. */
export function hasPassed({ start }: Moment, zone: string | undefined, nowMs: number): boolean | null {
  if (start === undefined) return null;
  const instantMs = instantIn(zone, start);
  if (instantMs !== undefined) return nowMs > instantMs;
  if (nowMs > start.wallMs - LAST_US_ZONE_HOURS * HOUR_MS) return true;
  return nowMs > start.wallMs - FIRST_US_ZONE_HOURS * HOUR_MS ? null : false;
}

/** Hours since a moment, negative while it lies ahead; null where no clock is known to count them by. */
export function hoursSince({ start }: Moment, zone: string | undefined, nowMs: number): number | null {
  const instantMs = start && instantIn(zone, start);
  return instantMs === undefined ? null : toHours(nowMs - instantMs);
}

function instantIn(zone: string | undefined, time: WrittenTime): number | undefined {
  return instantOf(time) ?? (zone === undefined ? undefined : instantsAt(zone, time.wallMs)[0]);
}

/** A scan's time: its wall clock as written, and its instant where the zone is certain and the clock unambiguous. */
export interface ScanTime {
  readonly written?: WrittenTime;
  readonly instantMs?: number;
}

/** Reads a scan's time in its zone (service.md 2.9). Abbreviations such as CST are certain only with `isInUs`. */
export function scanTime(eventDateTime: unknown, timeZone: unknown, isInUs: boolean): ScanTime {
  const written = readDatetime(eventDateTime);
  if (written === undefined) return {};
  const own = instantOf(written);
  if (own !== undefined) return { written, instantMs: own };
  const zone = resolveZone(timeZone, isInUs);
  if (zone === undefined) return { written };
  // A clock change makes a wall clock none or two.
  const [instantMs, second] = instantsAt(zone, written.wallMs);
  return instantMs === undefined || second !== undefined ? { written } : { written, instantMs };
}

/** Scans, oldest first: by instant where every readable one has it, else by wall clock. Unreadable ones come first. */
export function oldestFirst<Scan extends ScanTime>(scans: readonly Scan[]): readonly Scan[] {
  const byInstant = scans.every(({ instantMs, written }) => instantMs !== undefined || written === undefined);
  const timeOf = ({ instantMs, written }: Scan): number =>
    (byInstant ? instantMs : written?.wallMs) ?? -Number.MAX_VALUE;
  return scans.toSorted((a, b) => timeOf(a) - timeOf(b));
}
