import { weekday } from "../../domain/calendar.ts";
import { quote } from "../../domain/clean.ts";
import { compact } from "../../domain/collections.ts";
import { utcTimestamp } from "../../domain/datetime.ts";
import { type JsonRecord, recordOf, textOf, textOrNull } from "../../domain/record.ts";
import { oldestFirst, scanTime } from "../../domain/scan-time.ts";
import { hoursText, toHours } from "../../domain/time-units.ts";
import { readState } from "../../places/states.ts";
import { cityText, clockText, nameText, valueText } from "../answer/words.ts";
import { type Report, readReport } from "./report-words.ts";

/** One scan of a package (service.md 2.9). Texts are cleaned; null if not sent. */
export interface Scan {
  readonly code: string | null;
  readonly description: string | null;
  /** Of the description, else of the code. */
  readonly report: Report;
  readonly city: string | null;
  readonly state: string | null;
  /** As sent, on a clock in `timeZone`. */
  readonly local: string | null;
  readonly timeZone: string | null;
  /** Undefined if it is not certain. */
  readonly instantMs: number | undefined;
  /** One decimal. Null if the scan lies ahead or the instant is not certain. */
  readonly hoursAgo: number | null;
}

/** More than any package has. Of a longer list, `readScans` reads the end. */
const MAX_SCANS = 1000;

/** The scans, oldest first, equal ones once. A zone abbreviation gives an instant only in a US state. */
export function readScans(sent: unknown, nowMs: number): readonly Scan[] {
  const events = Array.isArray(sent) ? sent.flatMap<JsonRecord>((event) => recordOf(event) ?? []) : [];
  const timed = events.slice(-MAX_SCANS).map((event) => {
    const isInUs = readState(textOf(event["state"])) !== undefined;
    return { event, ...scanTime(event["eventDateTime"], event["timeZone"], isInUs) };
  });
  const scans = oldestFirst(timed).map(({ event, instantMs }) => scanOf(event, instantMs, nowMs));
  return scans.filter((scan, index) => !isSame(scan, scans[index + 1]));
}

function scanOf(event: JsonRecord, instantMs: number | undefined, nowMs: number): Scan {
  const agoMs = instantMs === undefined ? -1 : nowMs - instantMs;
  const code = textOrNull(event["code"]);
  const description = textOrNull(event["description"]);
  return {
    code,
    description,
    report: readReport(description ?? code),
    city: textOrNull(event["city"]),
    state: textOrNull(event["state"]),
    local: textOrNull(event["eventDateTime"]),
    timeZone: textOrNull(event["timeZone"]),
    instantMs,
    hoursAgo: agoMs < 0 ? null : toHours(agoMs),
  };
}

/** Whether two scans say the same at the same time, whatever their capitals. */
function isSame(scan: Scan, next: Scan | undefined): boolean {
  if (next === undefined || (scan.instantMs ?? scan.local) !== (next.instantMs ?? next.local)) return false;
  const textOfScan = ({ report, city, state }: Scan): string => `${report.text},${city ?? ""},${state ?? ""}`;
  return textOfScan(scan).toLowerCase() === textOfScan(next).toLowerCase();
}

/** `at` is the time in UTC, null if the instant is not certain. */
export function scanJson({ code, description, city, state, instantMs, local, timeZone, hoursAgo }: Scan) {
  const at = instantMs === undefined ? null : utcTimestamp(instantMs);
  return { code, description, city, state, at, local, timeZone, hoursAgo };
}

/** `"Departed facility", Memphis TN`. */
export function scanText(scan: Scan): string {
  const words = scan.description === null ? valueText(scan.code) : quote(scan.description);
  return compact(words, scanPlaceText(scan)).join(", ");
}

export function scanPlaceText({ city, state }: Scan): string {
  return compact(city && cityText(city), state && cityText(state)).join(" ");
}

/** `Sat 08:12, 10 h ago`, on the clock of the scan; the whole time as sent if it lies ahead or is not certain. */
export function scanTimeText({ local, instantMs, hoursAgo }: Scan, hasClock: boolean): string {
  if (local === null) return "time not given";
  if (hoursAgo === null) return compact(clockText(local), instantMs === undefined && "instant not certain").join(", ");
  const clock = `${weekday(local.trim().slice(0, 10))} ${local.trim().slice(11, 16)}`;
  return compact(hasClock && clock, `${hoursText(hoursAgo)} ago`).join(", ");
}

export function scanLine(scan: Scan): string {
  if (scan.local === null) return `  time not given ${scanText(scan)}`;
  const zone = scan.timeZone === null ? "" : ` ${nameText(scan.timeZone)}`;
  const doubt = scan.instantMs === undefined ? " (instant not certain)" : "";
  return `  ${clockText(scan.local)}${zone}${doubt} ${scanText(scan)}`;
}
