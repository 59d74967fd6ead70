import type { ServiceRecord } from "../api/schema.ts";
import { readDatetime } from "../domain/datetime.ts";
import type { ScanTime } from "../domain/package-times.ts";
import type { LeftOut } from "./left-out.ts";
import type { PackageFacts } from "./package-facts.ts";
import { clockText, fieldsText, quotedText, valueText, wallText, wordText, zoneText } from "./text.ts";

/** A scan as shown: cleaned, cut, its instant added where it is certain, and why not where it is not. */
export interface Scan {
  readonly event: ServiceRecord;
  readonly doubt: ScanTime["doubt"];
  readonly leftOut: LeftOut;
}

/** What of a package an answer shows: its facts with the record and scans cut to size. */
export interface ShownPackage {
  readonly facts: PackageFacts;
  readonly record: ServiceRecord;
  /** The latest, oldest first. */
  readonly scans: readonly Scan[];
  /** What of record and scans is left out. */
  readonly leftOut: LeftOut;
}

const TOLD = new Set(
  "status scheduledDeliveryDate originalScheduledDeliveryDate deliveryDate manifestDate refrigerated reIced".split(" "),
);
const TOLD_OF_SCAN = new Set("description city state eventDateTime timeZone instant".split(" "));

/** One package: what matters in one line, then every other field, then its scans. */
export function packageLines({ facts, record, scans }: ShownPackage): string[] {
  const summary = [
    ...(facts.overdue === true ? ["OVERDUE"] : []),
    ...deliveryText(facts, record),
    ...statusText(record),
    ...scheduleText(facts, record),
    ...(facts.overdue === false && !facts.isDelivered ? ["not overdue so far"] : []),
    ...(facts.overdue === null ? ["overdue or not is unknown"] : []),
    ...lastScanText(facts, scans),
    ...coolingText(record),
  ];
  const others = fieldsText(withoutNulls(record), TOLD);
  return [
    `${wordText(facts.id)}: ${summary.join("; ")}.`,
    ...(others === "" ? [] : [`  ${others}`]),
    ...scans.map((scan) => `  ${scanText(scan)}`),
  ];
}

function statusText({ status }: ServiceRecord): string[] {
  if (status === undefined) return [];
  return [status === null ? "no status" : `status ${quotedText(status)}`];
}

function deliveryText({ isDelivered, deliveredLateHours: late }: PackageFacts, record: ServiceRecord): string[] {
  if (!isDelivered || record["deliveryDate"] === undefined) return [];
  const against =
    late === null
      ? ""
      : late === 0
        ? ", at its original schedule (0 h)"
        : `, ${Math.abs(late)} h ${late < 0 ? "before" : "after"} its original schedule`;
  return [`delivered ${wallText(record["deliveryDate"])}${zoneless(record["deliveryDate"])}${against}`];
}

/** A package's own datetimes have no zone (spec 2.9), unless one is sent against the specification. */
function zoneless(...datetimes: readonly unknown[]): string {
  const isZoned = datetimes.some((datetime) => (readDatetime(datetime)?.offsetMinutes ?? null) !== null);
  return isZoned ? "" : " (zone not given)";
}

function scheduleText({ isDelivered, scheduleSlipHours: slip }: PackageFacts, record: ServiceRecord): string[] {
  const times = (
    [
      ["scheduled", record["scheduledDeliveryDate"]],
      ["originally", record["originalScheduledDeliveryDate"]],
      ["given to the carrier", record["manifestDate"]],
    ] as const
  ).filter(([, datetime]) => datetime !== undefined && datetime !== null);
  const told = times.map(([name, datetime]) => `${name} ${wallText(datetime)}`).join(", ");
  const schedule = told === "" ? [] : [`${told}${zoneless(...times.map(([, datetime]) => datetime))}`];
  if (slip === null) return schedule.length > 0 || isDelivered ? schedule : ["no schedule given"];
  const unchanged = isDelivered ? "schedule unchanged (0 h)" : "schedule unchanged (0 h, no proof of movement)";
  const moved = slip === 0 ? unchanged : `schedule moved ${Math.abs(slip)} h ${slip > 0 ? "later" : "earlier"}`;
  return [...schedule, moved];
}

function lastScanText({ hoursSinceLastScan: hours, scans: all }: PackageFacts, shown: readonly Scan[]): string[] {
  if (all.length === 0) return ["no scans"];
  const last = shown.at(-1)?.event;
  const what = last?.["description"] === undefined ? "" : ` ${quotedText(last["description"])}`;
  const where = last === undefined ? "" : placeText(last);
  return [
    `last scan${what}${where}${hours === null ? ", its age unknown" : `${last === undefined ? "" : ","} ${hours} h ago`}`,
  ];
}

function placeText(event: ServiceRecord): string {
  const place = [event["city"], event["state"]].filter((part) => part !== undefined && part !== null).map(valueText);
  return place.length === 0 ? "" : `, ${place.join(" ")}`;
}

function coolingText({ refrigerated, reIced }: ServiceRecord): string[] {
  const told = [yesNoText("refrigerated", "refrigerated", refrigerated), yesNoText("reIced", "re-iced", reIced)];
  const text = told.filter((each) => each !== "").join(", ");
  return text === "" ? [] : [text];
}

function yesNoText(name: string, word: string, value: unknown): string {
  if (value === undefined) return "";
  if (typeof value === "boolean") return value ? word : `not ${word}`;
  return `${name}=${valueText(value)}`;
}

/** One scan: its time as written, its zone and instant, what and where. */
export function scanText({ event, doubt }: Scan): string {
  const { eventDateTime, timeZone, instant } = event;
  const zone =
    doubt === "no zone" ? "zone not given" : timeZone === undefined || timeZone === null ? "" : zoneText(timeZone);
  const certainty = instant === undefined ? DOUBTS[doubt ?? "unreadable"] : `= ${valueText(instant)}`;
  const time = [clockText(eventDateTime), zone, certainty].filter(Boolean).join(" ");
  const what = event["description"] === undefined ? "" : ` ${quotedText(event["description"])}`;
  const others = fieldsText(withoutNulls(event), TOLD_OF_SCAN);
  return `${time}${what}${placeText(event)}${others === "" ? "" : ` (${others})`}`;
}

const DOUBTS: Readonly<Record<NonNullable<Scan["doubt"]>, string>> = {
  unreadable: "(time not readable)",
  "no zone": "",
  "unknown zone": "(zone unknown)",
  skipped: "(skipped by the clock change, no instant)",
  twice: "(twice that night by the clock change, no instant)",
};

/** Absent facts are told in words where they matter; a list of `name=null` tells nothing. */
function withoutNulls(record: ServiceRecord): ServiceRecord {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
}
