import { dateToUtcMs } from "./calendar.ts";
import { instantOf, readDatetime, type WrittenTime } from "./datetime.ts";
import { toHours } from "./hours.ts";
import { instantsAt, isBlank, resolveZone } from "./zone.ts";

const HOUR_MS = 3_600_000;

/** Guam's and American Samoa's offsets: the first and the last US zone in which a wall clock reaches a given time. */
const FIRST_US_ZONE_HOURS = 10;
const LAST_US_ZONE_HOURS = -11;

/** No package is older: what lies before it stands for a time that was not set, as `0001-01-01T00:00:00` does. */
const FIRST_MS = Date.UTC(2000, 0, 1);

/** Whether a datetime of a package, or a bare date, can be read and lies before the year 2000. */
export function isPlaceholder(datetime: unknown): boolean {
  const wallMs =
    readDatetime(datetime)?.wallMs ?? (typeof datetime === "string" ? dateToUtcMs(datetime.trim()) : undefined);
  return wallMs !== undefined && wallMs < FIRST_MS;
}

function readSet(datetime: unknown): WrittenTime | undefined {
  return isPlaceholder(datetime) ? undefined : readDatetime(datetime);
}

/**
 * Hours from `earlier` to `later`, one decimal, negative when `later` comes first; null where either is missing,
 * unreadable or a placeholder. Two datetimes without zone differ by their wall clocks (spec 2.9); one with and one without are
 * not comparable.
 */
export function hoursBetween(earlier: unknown, later: unknown): number | null {
  const [from, to] = [readSet(earlier), readSet(later)];
  if (from === undefined || to === undefined) return null;
  if (from.offsetMinutes === null && to.offsetMinutes === null) return toHours(to.wallMs - from.wallMs);
  const [fromMs, toMs] = [instantOf(from), instantOf(to)];
  return fromMs === undefined || toMs === undefined ? null : toHours(toMs - fromMs);
}

/**
 * In how many US zones, territories included, a scheduled datetime has passed: it names no zone (spec 2.9), so between
 * the first and the last it is not decided. Undefined without a readable one; one that names its offset is never between.
 */
export function passedIn(scheduled: unknown, nowMs: number): "every zone" | "some zones" | "no zone" | undefined {
  const time = readSet(scheduled);
  if (time === undefined) return undefined;
  const instantMs = instantOf(time);
  if (nowMs > (instantMs ?? time.wallMs - LAST_US_ZONE_HOURS * HOUR_MS)) return "every zone";
  return nowMs > (instantMs ?? time.wallMs - FIRST_US_ZONE_HOURS * HOUR_MS) ? "some zones" : "no zone";
}

/** The same of what is said to have happened, which may be a bare date: from its first hour on. */
export function reachedIn(said: unknown, nowMs: number): ReturnType<typeof passedIn> {
  return passedIn(fromFirstHour(said), nowMs);
}

/** Whether the clock of an IANA zone has passed the same; the first time that it shows where clocks go back. */
export function isReachedAt(said: unknown, zone: string, nowMs: number): boolean {
  const time = readSet(fromFirstHour(said));
  if (time === undefined) return false;
  return nowMs > (instantOf(time) ?? instantsAt({ id: zone }, time.wallMs)[0] ?? Number.POSITIVE_INFINITY);
}

function fromFirstHour(said: unknown): unknown {
  const isDate = typeof said === "string" && /^\d{4}-\d{2}-\d{2}$/.test(said.trim());
  return isDate ? `${said.trim()}T00:00:00` : said;
}

/** A scan's time: its wall clock as written, and its instant where the zone is known and the clock unambiguous. */
export interface ScanTime {
  readonly written?: WrittenTime;
  readonly instantMs?: number;
  /** The IANA zone of the scan's ZIP, where no other was given. */
  readonly zipZone?: string;
  /** Why there is no instant: unreadable, zone not given, zone not known, or a clock change makes it none or two. */
  readonly doubt?: "unreadable" | "no zone" | "unknown zone" | "skipped" | "twice";
}

/**
 * Reads a scan's `eventDateTime` in its `timeZone` (spec 2.9), or where that is not given in the zone of its ZIP. Never
 * guesses: no certain instant, none given; of a scan abroad the names of US zones tell none.
 */
export function scanTime(eventDateTime: unknown, timeZone: unknown, zipZone?: string, isAbroad = false): ScanTime {
  const written = readDatetime(eventDateTime);
  if (written === undefined) return { doubt: "unreadable" };
  const own = instantOf(written);
  if (own !== undefined) return { written, instantMs: own };
  const zone = resolveZone(timeZone, zipZone, isAbroad);
  if (zone === undefined) return { written, doubt: isBlank(timeZone) ? "no zone" : "unknown zone" };
  const base = zone.isOfZip === true ? { written, zipZone: zone.id } : { written };
  const [instantMs, second] = instantsAt(zone, written.wallMs);
  if (instantMs === undefined) return { ...base, doubt: "skipped" };
  return second === undefined ? { ...base, instantMs } : { ...base, doubt: "twice" };
}

/**
 * Indexes of `times` oldest first: by instant when every readable one has it, else by wall clock, because two orders
 * must not be mixed. Unreadable ones come first, as they stand; equal ones keep their order.
 */
export function oldestFirst(times: readonly ScanTime[]): readonly number[] {
  const byInstant = times.every((time) => time.instantMs !== undefined || time.doubt === "unreadable");
  return times
    .map((time, index) => ({ index, ms: (byInstant ? time.instantMs : time.written?.wallMs) ?? -Number.MAX_VALUE }))
    .sort((a, b) => a.ms - b.ms)
    .map(({ index }) => index);
}
