import { hoursText } from "../../domain/hours.ts";
import { DAY_MS, HOUR_MS } from "../../domain/time-units.ts";
import { clockLabel, dayLabel, writtenMs } from "../marks/clock.ts";
import { joined } from "./face.ts";
import { type Json, membersOf, numberOf, recordsOf, shownText, textsOf } from "./json.ts";

/** One package, read from an answer. Times are wall clocks. */
export type Parcel = ReturnType<typeof parcelOf>;

/** The packages of an answer, in its order: what needs attention first. */
export function parcelsOf(answer: Json): readonly Parcel[] {
  const attention = recordsOf(answer["attention"]);
  const reasons = new Map(attention.map((each) => [each["id"], textsOf(each["reasons"]).join(", ")]));
  return recordsOf(answer["packages"]).map((parcel) => parcelOf(parcel, reasons.get(parcel["id"]) ?? ""));
}

const STATUS = new Map<unknown, string>([
  [false, "not found"],
  [null, "not looked up"],
]);

function parcelOf(parcel: Json, reasons: string) {
  const [lastScan, heat, to] = [membersOf(parcel["lastScan"]), membersOf(parcel["heat"]), membersOf(parcel["to"])];
  const [id, givenMs, firstMs, dueMs, deliveredMs] = [
    shownText(parcel["id"], 40),
    ...["givenToCarrier", "originalScheduled", "scheduled", "delivered"].map((name) => writtenMs(parcel[name])),
  ] as const;
  const status = STATUS.get(parcel["found"]) ?? (shownText(parcel["status"], 60) || "no status");
  const city = joined([shownText(to["city"]), shownText(to["state"])]);
  const address = joined([city, shownText(to["zip"])], " ");
  const all = recordsOf(parcel["scans"]);
  const scans = (all.length > 0 ? all : [lastScan]).flatMap(scanOf);
  const [lastMs, hoursAgo] = [writtenMs(lastScan["local"]), numberOf(lastScan["hoursAgo"])];
  const isOverdue = parcel["overdue"] === true && lastMs !== undefined && hoursAgo !== undefined;
  const [there, here] = [levelsOf(heat["destination"]), levelsOf(heat["lastPlace"])];
  const lateHours = numberOf(parcel["deliveredLateHours"]) ?? 0;
  const time = (name: string, ms: number | undefined): string => (ms === undefined ? "" : `${name} ${clockLabel(ms)}`);
  const told = [
    joined([id, status, address && `to ${address}`], " "),
    reasons,
    time("given to the carrier", givenMs),
    time("scheduled", dueMs),
    firstMs !== dueMs && time("first scheduled", firstMs),
    time("delivered", deliveredMs),
    lateHours !== 0 && `${hoursText(lateHours)} ${lateHours > 0 ? "late" : "early"}`,
    ...byDay(scans).map(dayText),
    ...there.map((level) => `${level} alert now at the destination`),
    ...here.map((level) => `${level} alert now at the last place`),
  ];
  return {
    // `10050 · In transit · to Phoenix, AZ 85001`; a status that is a reason, too, is said once.
    name: joined([id, !reasons.includes(status) && status, address && `to ${address}`], "  ·  "),
    ...{ reasons, givenMs, firstMs, dueMs, deliveredMs, scans },
    /** The time of the answer, by the clock of the last scan, where the package is overdue by then. */
    overdueAtMs: isOverdue ? lastMs + hoursAgo * HOUR_MS : undefined,
    /** Levels of now at the destination and at the last place. */
    levels: [...there, ...here],
    isStale: heat["stale"] === true,
    words: joined(told),
  };
}

type Scan = ReturnType<typeof scanOf>[number];

/** A scan, on the clock of its place. */
function scanOf(scan: Json) {
  const ms = writtenMs(scan["local"]);
  const what = shownText(scan["description"], 100) || shownText(scan["code"]);
  const where = joined([shownText(scan["city"]), shownText(scan["state"])], " ");
  return ms === undefined ? [] : [{ ms, what: joined([what, where]) }];
}

function levelsOf(levels: unknown): readonly string[] {
  return recordsOf(levels).map((each) => shownText(each["level"], 40));
}

/** Scans grouped by day. */
export function byDay(scans: readonly Scan[]): readonly (readonly Scan[])[] {
  const days = [...new Set(scans.map(({ ms }) => Math.floor(ms / DAY_MS)))];
  return days.map((day) => scans.filter(({ ms }) => Math.floor(ms / DAY_MS) === day));
}

/** `scanned Sun 11-22: 17:00 Picked up, Memphis TN; 21:00 …` */
function dayText(scans: readonly Scan[]): string {
  const told = scans.map(({ ms, what }) => `${clockLabel(ms).slice(-5)} ${what}`);
  return `scanned ${dayLabel(new Date(scans[0]?.ms ?? 0).toISOString())}: ${told.join("; ")}`;
}
