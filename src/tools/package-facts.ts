import type { ServiceRecord } from "../api/schema.ts";
import { toHours } from "../domain/hours.ts";
import { hoursBetween, isReachedAt, oldestFirst, passedIn, type ScanTime } from "../domain/package-times.ts";
import { zoneOfZip } from "../places/old/place.ts";
import { type Delivery, readDelivery } from "./delivery.ts";
import { countryOf, isForeign } from "./foreign.ts";
import type { LeftOut } from "./left-out.ts";
import { recordOf } from "./plan.ts";
import { withoutRecipient } from "./recipient.ts";
import { timeOfScan } from "./scan-zone.ts";
import { tidy } from "./shrink.ts";
import { textOf } from "./text.ts";
import { isMilitaryMail, zipDoubt } from "./zip-doubt.ts";

/** A scan as sent (not cleaned yet: most are never shown) and its time. */
export interface SentScan {
  readonly event: ServiceRecord;
  readonly time: ScanTime;
}

/** A package as sent (cleaned, recipient reduced, without events) and what follows from it. */
export interface PackageFacts {
  readonly id: string;
  readonly record: ServiceRecord;
  /** What of it is beyond any answer. */
  readonly leftOut: LeftOut;
  /** Oldest first. */
  readonly scans: readonly SentScan[];
  readonly isDelivered: boolean;
  /** Why the delivery date sent, if any, stands for no delivery. */
  readonly deliveryDoubt: Delivery["doubt"];
  /** What its recipient's address says of its country. */
  readonly boundFor: ReturnType<typeof countryOf>;
  readonly scheduleSlipHours: number | null;
  readonly deliveredLateHours: number | null;
  readonly overdue: boolean | null;
  /** Its schedule has passed in some US zones, not in all: not decided, since the schedule names no zone. */
  readonly isPassing: boolean;
  readonly hoursSinceLastScan: number | null;
  /** Overdue, or not delivered and scheduled later than at first. */
  readonly needsAttention: boolean;
  /** What is doubtful about this package; the answer names the packages behind each. */
  readonly remarks: readonly string[];
  /** What is withheld. */
  readonly notes: readonly string[];
}

/** Scans that are read at most: hundreds of times what an answer holds. */
const MAX_SCANS = 1000;

/** The fields of spec 2.9 that are kept before others. */
const PACKAGE_FIELDS = new Set(
  (
    "orderNumber trackingNumber status carrierDesc carrierServiceDesc weight tier refrigerated reIced " +
    "signatureRequired manifestDate scheduledDeliveryDate originalScheduledDeliveryDate deliveryDate recipientAddress"
  ).split(" "),
);

/** Draws a package's facts (spec 2.9, DESIGN 3 track_package) at the wall-clock time `nowMs`. */
export function packageFacts(id: string, sent: ServiceRecord, nowMs: number, showRecipient: boolean): PackageFacts {
  const { events, ...withoutEvents } = sent;
  const whole = tidy<ServiceRecord>(withoutEvents, PACKAGE_FIELDS);
  const { record, notes } = withoutRecipient(whole.value, "recipientAddress", showRecipient);
  const { scans, remarks } = readScans(events);
  const { scheduledDeliveryDate: scheduled, originalScheduledDeliveryDate: original, deliveryDate: delivered } = record;
  const address = recordOf(whole.value["recipientAddress"]) ?? {};
  const delivery = readDelivery(record, () => zoneOf(address), nowMs);
  const { isDelivered, isSaidDelivered } = delivery;
  const passed = isDelivered || isSaidDelivered ? undefined : passedIn(scheduled, nowMs);
  const overdue = isDelivered ? false : passed === undefined ? null : passed === "every zone";
  const scheduleSlipHours = hoursBetween(original, scheduled);
  const lastMs = scans.at(-1)?.time.instantMs;
  const sinceMs = lastMs === undefined ? undefined : nowMs - lastMs;
  return {
    id,
    record,
    leftOut: whole.leftOut,
    scans,
    isDelivered,
    deliveryDoubt: delivery.doubt,
    boundFor: isMilitaryMail(address) ? "US" : countryOf(address),
    scheduleSlipHours,
    deliveredLateHours: isDelivered ? hoursBetween(original, delivered) : null,
    overdue,
    isPassing: passed === "some zones",
    hoursSinceLastScan: sinceMs === undefined || sinceMs < 0 ? null : toHours(sinceMs),
    needsAttention: overdue === true || (!isDelivered && !isSaidDelivered && (scheduleSlipHours ?? 0) > 0),
    remarks: [
      ...(isOtherNumber(id, whole.value) ? ["Neither orderNumber nor trackingNumber is the number asked"] : []),
      ...remarks,
      ...delivery.remarks,
      ...(passed === "some zones" ? [passingRemark(scheduled, zoneOf(address), nowMs)] : []),
      ...(sinceMs !== undefined && sinceMs < 0 ? ["Last scan lies in the future"] : []),
    ],
    notes,
  };
}

/** Whether the service names the package (spec 2.9), and by neither number as it was asked for. */
function isOtherNumber(asked: string, { orderNumber, trackingNumber }: ServiceRecord): boolean {
  const keyOf = (sent: unknown): string => numberKey(textOf(sent));
  const given = [orderNumber, trackingNumber].filter((sent) => keyOf(sent) !== "");
  return given.some((sent) => typeof sent === "string") && given.every((sent) => keyOf(sent) !== numberKey(asked));
}

/** A number as all its spellings have it: systems differ in capitals, in marks between, and in zeros in front. */
function numberKey(number: string): string {
  return number
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replace(/^0+(?=.)/, "");
}

/** Never overdue by one clock alone: that the schedule is by the recipient's is likely, and nowhere said. */
function passingRemark(scheduled: unknown, zone: string | undefined, nowMs: number): string {
  const remark = "Schedule passed in some US zones";
  if (zone === undefined) return remark;
  return `${remark}, ${isReachedAt(scheduled, zone, nowMs) ? "at its ZIP too" : "not at its ZIP"}`;
}

function readScans(sent: unknown): { readonly scans: readonly SentScan[]; readonly remarks: readonly string[] } {
  const list = Array.isArray(sent) ? sent : [];
  const records = list.filter((event): event is ServiceRecord => typeof event === "object" && event !== null);
  const events = records.length > MAX_SCANS ? records.toSorted(byWrittenTime).slice(-MAX_SCANS) : records;
  const unsorted = events.map((event) => ({ event, time: timeOfScan(event, zoneOf) }));
  const zipZones = new Set(unsorted.flatMap(({ time }) => time.zipZone ?? []));
  const isUnreadable = records.length < list.length || !(sent === undefined || sent === null || Array.isArray(sent));
  const isUncertain = events.length > 1 && unsorted.some(({ time }) => time.instantMs === undefined);
  return {
    scans: oldestFirst(unsorted.map(({ time }) => time))
      .map((index) => unsorted[index])
      .filter((scan) => scan !== undefined),
    remarks: [
      ...(isUnreadable ? ["Some scans could not be read"] : []),
      ...(isUncertain ? ["Scans ordered by local time, since not every zone is certain"] : []),
      ...[...zipZones].map((zone) => `Zone not given, taken from the scan's ZIP: ${zone}`),
      ...(events.length < records.length ? [`Only the latest ${MAX_SCANS} scans were read`] : []),
    ],
  };
}

/** The zone of the ZIP in a record, unless that may be a code of another country. */
function zoneOf(record: ServiceRecord): string | undefined {
  const zip = textOf(record["zip"] ?? record["zipCode"])
    .trim()
    .replace(/-\d{4}$/, "");
  return isForeign(record) || zipDoubt(record) !== undefined ? undefined : zoneOfZip(zip);
}

function byWrittenTime(a: ServiceRecord, b: ServiceRecord): number {
  const [left, right] = [textOf(a["eventDateTime"]), textOf(b["eventDateTime"])];
  return left === right ? 0 : left < right ? -1 : 1;
}
