import { hoursText } from "../../domain/hours.ts";
import { DAY_MS, HOUR_MS } from "../../domain/time-units.ts";
import { clockLabel, dayLabel, writtenMs } from "../marks/clock.ts";
import { joined } from "./face.ts";
import { type Json, membersOf, numberOf, recordsOf, shownText, textsOf } from "./json.ts";

/** A scan, on the clock of its place. */
interface Scan {
  readonly ms: number;
  readonly what: string;
}

/** One package, read from an answer. Times are wall clocks. */
export interface Parcel {
  readonly id: string;
  readonly status: string;
  readonly to: string;
  readonly reasons: readonly string[];
  readonly givenMs: number | undefined;
  readonly firstMs: number | undefined;
  readonly dueMs: number | undefined;
  readonly deliveredMs: number | undefined;
  /** The time of the answer, by the clock of the last scan. */
  readonly nowMs: number | undefined;
  readonly isOverdue: boolean;
  readonly scans: readonly Scan[];
  /** Levels of now at the destination and at the last place. */
  readonly alerts: readonly { readonly level: string; readonly where: string }[];
  readonly isStale: boolean;
  readonly words: string;
}

/** The packages of an answer, in its order: what needs attention first. */
export function parcelsOf(answer: Json): readonly Parcel[] {
  const reasons = new Map(
    recordsOf(answer["attention"]).map((each) => [shownText(each["id"]), textsOf(each["reasons"])]),
  );
  return recordsOf(answer["packages"]).map((parcel) => parcelOf(parcel, reasons.get(shownText(parcel["id"])) ?? []));
}

const STATUS = new Map<unknown, string>([
  [false, "not found"],
  [null, "not looked up"],
]);

function parcelOf(parcel: Json, reasons: readonly string[]): Parcel {
  const [lastScan, heat, to] = [membersOf(parcel["lastScan"]), membersOf(parcel["heat"]), membersOf(parcel["to"])];
  const scans = [...recordsOf(parcel["scans"]), lastScan].flatMap(scanOf);
  const hoursAgo = numberOf(lastScan["hoursAgo"]);
  const lastMs = writtenMs(lastScan["local"]);
  const read = {
    id: shownText(parcel["id"], 40),
    status: STATUS.get(parcel["found"]) ?? (shownText(parcel["status"], 60) || "no status"),
    to: joined([joined([shownText(to["city"]), shownText(to["state"])]), shownText(to["zip"])], " "),
    reasons,
    givenMs: writtenMs(parcel["givenToCarrier"]),
    firstMs: writtenMs(parcel["originalScheduled"]),
    dueMs: writtenMs(parcel["scheduled"]),
    deliveredMs: writtenMs(parcel["delivered"]),
    nowMs: lastMs === undefined || hoursAgo === undefined ? undefined : lastMs + hoursAgo * HOUR_MS,
    isOverdue: parcel["overdue"] === true,
    // The last scan stands among all scans, too.
    scans: scans.filter(
      ({ ms, what }, index) => scans.findIndex((one) => one.ms === ms && one.what === what) === index,
    ),
    alerts: [
      ...alertsAt(heat["destination"], "at the destination"),
      ...alertsAt(heat["lastPlace"], "at the last place"),
    ],
    isStale: heat["stale"] === true,
  };
  return { ...read, words: wordsOf(read, numberOf(parcel["deliveredLateHours"]) ?? 0) };
}

function scanOf(scan: Json): readonly Scan[] {
  const ms = writtenMs(scan["local"]);
  const what = shownText(scan["description"], 100) || shownText(scan["code"]);
  return ms === undefined
    ? []
    : [{ ms, what: joined([what, joined([shownText(scan["city"]), shownText(scan["state"])], " ")]) }];
}

function alertsAt(levels: unknown, where: string) {
  return recordsOf(levels).map((each) => ({ level: shownText(each["level"], 40), where }));
}

function wordsOf(read: Omit<Parcel, "words">, lateHours: number): string {
  const time = (name: string, ms: number | undefined): string => (ms === undefined ? "" : `${name} ${clockLabel(ms)}`);
  const last = read.scans.at(-1);
  return joined([
    joined([read.id, read.status, read.to && `to ${read.to}`], " "),
    ...read.reasons,
    time("given to the carrier", read.givenMs),
    time("scheduled", read.dueMs),
    read.firstMs !== read.dueMs && time("first scheduled", read.firstMs),
    time("delivered", read.deliveredMs),
    read.deliveredMs !== undefined && lateHours !== 0 && `${hoursText(lateHours)} ${lateHours > 0 ? "late" : "early"}`,
    ...(read.scans.length > 1 ? byDay(read.scans).map(dayText) : []),
    read.scans.length === 1 && last && `last scan ${clockLabel(last.ms)} ${last.what}`,
    ...read.alerts.map(({ level, where }) => `${level} alert now ${where}`),
  ]);
}

/** Scans grouped by day. */
export function byDay(scans: Parcel["scans"]): readonly Parcel["scans"][] {
  const days = [...new Set(scans.map(({ ms }) => Math.floor(ms / DAY_MS)))];
  return days.map((day) => scans.filter(({ ms }) => Math.floor(ms / DAY_MS) === day));
}

/** `Sun 11-22: 17:00 Picked up, Memphis TN; 21:00 …` */
function dayText(scans: Parcel["scans"]): string {
  const told = scans.map(({ ms, what }) => `${clockLabel(ms).slice(-5)} ${what}`);
  return `${dayLabel(new Date(scans[0]?.ms ?? 0).toISOString())}: ${told.join("; ")}`;
}
