import type { ServiceRecord } from "../api/schema.ts";
import { readDatetime } from "../domain/datetime.ts";
import type { ScanTime } from "../domain/package-times.ts";
import { isBlank } from "../domain/zone.ts";
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

const TOLD =
  "status scheduledDeliveryDate originalScheduledDeliveryDate deliveryDate manifestDate refrigerated reIced".split(" ");
const TOLD_OF_SCAN = "description city state eventDateTime timeZone instant".split(" ");

/** One package: what matters in one line, then every other field, then its scans. */
export function packageLines({ facts, record, scans }: ShownPackage): string[] {
  const moved = movedText(facts);
  const isReason = facts.needsAttention && facts.overdue !== true;
  const summary = [
    ...(facts.overdue === true ? ["OVERDUE"] : []),
    ...(isReason ? moved : []),
    ...deliveryText(facts, record),
    ...statusText(record),
    ...scheduleText(facts, record),
    ...(isReason ? [] : moved),
    ...overdueText(facts),
    ...lastScanText(facts, scans),
    ...coolingText(record),
  ];
  const others = otherFields(record, TOLD);
  return [
    `${wordText(facts.id)}: ${summary.join("; ")}.`,
    ...(others === "" ? [] : [`  ${others}`]),
    ...scans.map((scan) => `  ${scanText(scan)}`),
  ];
}

/** What an answer must not be without, said once over all packages: whoever sees no text line sees these. */
export function packageRemarks({ facts, record, scans }: ShownPackage): string[] {
  const zones = new Set(
    DATETIMES.flatMap((name) => readDatetime(record[name]) ?? []).map(({ offsetMinutes }) => offsetMinutes === null),
  );
  const isUnchanged = facts.scheduleSlipHours === 0 && !facts.isDelivered;
  const doubts = new Set(scans.flatMap(({ doubt }) => doubt ?? []));
  return [
    ...facts.remarks,
    ...[...doubts].map((doubt) => `Scan without instant, ${DOUBTS[doubt]}`),
    ...(isUnchanged ? ["Unchanged schedule, no proof of movement"] : []),
    ...(zones.has(true)
      ? [zones.has(false) ? "Some package datetimes carry no zone" : "Package datetimes carry no zone"]
      : []),
  ];
}

const DATETIMES = ["scheduledDeliveryDate", "originalScheduledDeliveryDate", "manifestDate", "deliveryDate"];

function overdueText({ overdue, isPassing, isDelivered }: PackageFacts): string[] {
  if (overdue === null) return ["overdue or not is unknown"];
  // What lies between is told by a remark, of all packages at once.
  return overdue || isDelivered || isPassing ? [] : ["not overdue so far"];
}

function statusText({ status }: ServiceRecord): string[] {
  if (status === undefined) return [];
  return [status === null ? "no status" : `status ${quotedText(status)}`];
}

function deliveryText(facts: PackageFacts, record: ServiceRecord): string[] {
  const { isDelivered, deliveryDoubt, deliveredLateHours: late } = facts;
  const { deliveryDate } = record;
  // Where the date is cut for size, that there was one is not.
  if (isBlank(deliveryDate)) return isDelivered ? ["delivered"] : [];
  const isClock = readDatetime(deliveryDate) !== undefined && !isZoned(deliveryDate);
  const when = `${wallText(deliveryDate)}${isClock ? ZONELESS : ""}`;
  if (!isDelivered) return [`deliveryDate ${when}, ${deliveryDoubt}`];
  const against =
    late === null
      ? ""
      : late === 0
        ? ", at its original schedule (0 h)"
        : `, ${Math.abs(late)} h ${late < 0 ? "before" : "after"} its original schedule`;
  return [`delivered ${when}${against}`];
}

/** A package's own datetimes have no zone (spec 2.9), unless one is sent against the specification. */
function isZoned(datetime: unknown): boolean {
  return (readDatetime(datetime)?.offsetMinutes ?? null) !== null;
}

const ZONELESS = " (zone not given)";

function scheduleText({ isDelivered, scheduleSlipHours }: PackageFacts, record: ServiceRecord): string[] {
  const times = (
    [
      ["scheduled", record["scheduledDeliveryDate"]],
      ["originally", record["originalScheduledDeliveryDate"]],
      ["given to the carrier", record["manifestDate"]],
    ] as const
  ).filter(([, datetime]) => datetime !== undefined && datetime !== null);
  if (times.length === 0) return scheduleSlipHours === null && !isDelivered ? ["no schedule given"] : [];
  // Said once where it holds for all of them, else with each.
  const isMixed = times.some(([, datetime]) => isZoned(datetime));
  const told = times.map(([name, datetime]) => {
    return `${name} ${wallText(datetime)}${isMixed && !isZoned(datetime) ? ZONELESS : ""}`;
  });
  return [`${told.join(", ")}${isMixed ? "" : ZONELESS}`];
}

function movedText({ scheduleSlipHours: slip }: PackageFacts): string[] {
  if (slip === null) return [];
  return [
    slip === 0 ? "schedule unchanged (0 h)" : `schedule moved ${Math.abs(slip)} h ${slip > 0 ? "later" : "earlier"}`,
  ];
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
  const place = [event["city"], event["state"]].filter((part) => !isBlank(part)).map(valueText);
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
  const certainty = instant === undefined ? IN_LINE[doubt ?? "unreadable"] : `= ${valueText(instant)}`;
  const time = [clockText(eventDateTime), zone, certainty].filter(Boolean).join(" ");
  const what = event["description"] === undefined ? "" : ` ${quotedText(event["description"])}`;
  const others = otherFields(event, TOLD_OF_SCAN);
  return `${time}${what}${placeText(event)}${others === "" ? "" : ` (${others})`}`;
}

const DOUBTS: Readonly<Record<NonNullable<Scan["doubt"]>, string>> = {
  unreadable: "time not readable",
  "no zone": "zone not given",
  "unknown zone": "zone unknown",
  skipped: "hour skipped by the clock change",
  twice: "hour comes twice that night by the clock change",
};

/** The same beside a scan's time. */
const IN_LINE: typeof DOUBTS = {
  unreadable: "(time not readable)",
  "no zone": "",
  "unknown zone": "(zone unknown)",
  skipped: "(no instant)",
  twice: "(no instant)",
};

/** The fields that no sentence tells, those with nothing to tell (`deliveryDate=null`) among them. */
function otherFields(record: ServiceRecord, told: readonly string[]): string {
  return fieldsText(record, new Set(told.filter((name) => record[name] !== null || name === "status")));
}
