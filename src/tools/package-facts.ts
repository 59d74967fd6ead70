import type { ServiceRecord } from "../api/schema.ts";
import { cleanJson } from "../domain/clean.ts";
import { utcText } from "../domain/datetime.ts";
import { toHours } from "../domain/hours.ts";
import { hasPassed, hoursBetween, oldestFirst, type ScanTime, scanTime } from "../domain/package-times.ts";
import { withoutRecipient } from "./recipient.ts";

/** A scan as sent, its instant added where it is certain, and why not where it is not. */
export interface Scan {
  readonly event: ServiceRecord;
  readonly doubt: ScanTime["doubt"];
}

/** A package as sent (cleaned, recipient reduced, without events) and what follows from it. */
export interface PackageFacts {
  readonly id: string;
  readonly record: ServiceRecord;
  /** Oldest first. */
  readonly scans: readonly Scan[];
  readonly isDelivered: boolean;
  readonly scheduleSlipHours: number | null;
  readonly deliveredLateHours: number | null;
  readonly overdue: boolean | null;
  readonly hoursSinceLastScan: number | null;
  readonly needsAttention: boolean;
  readonly notes: readonly string[];
}

/** Draws a package's facts (spec 2.9, DESIGN 3 track_package) at the wall-clock time `nowMs`. */
export function packageFacts(id: string, sent: ServiceRecord, nowMs: number, showRecipient: boolean): PackageFacts {
  const { events, ...withoutEvents } = sent;
  const { record, notes } = withoutRecipient(
    cleanJson<ServiceRecord>(withoutEvents),
    "recipientAddress",
    showRecipient,
  );
  const { scans, times, scanNotes } = readScans(id, events);
  const { scheduledDeliveryDate: scheduled, originalScheduledDeliveryDate: original, deliveryDate: delivered } = record;
  const isDelivered = typeof delivered === "string" && delivered !== "";
  // A status that says so without a date contradicts the schedule's word: neither is taken as certain.
  const isSaidDelivered = !isDelivered && String(record["status"]).toLowerCase() === "delivered";
  const overdue = isDelivered ? false : isSaidDelivered ? null : hasPassed(scheduled, nowMs);
  const scheduleSlipHours = hoursBetween(original, scheduled);
  const lastMs = times.at(-1)?.instantMs;
  const sinceMs = lastMs === undefined ? undefined : nowMs - lastMs;
  const isMelting = record["refrigerated"] === true && record["reIced"] === false;
  return {
    id,
    record,
    scans,
    isDelivered,
    scheduleSlipHours,
    deliveredLateHours: hoursBetween(original, delivered),
    overdue,
    hoursSinceLastScan: sinceMs === undefined || sinceMs < 0 ? null : toHours(sinceMs),
    needsAttention:
      overdue === true || (!isDelivered && !isSaidDelivered && ((scheduleSlipHours ?? 0) > 0 || isMelting)),
    notes: [
      ...notes,
      ...scanNotes,
      ...(isSaidDelivered ? [`${id}: its status says delivered, but no delivery date was sent.`] : []),
      ...(sinceMs !== undefined && sinceMs < 0 ? [`${id}: its last scan lies in the future.`] : []),
    ],
  };
}

function readScans(id: string, sent: unknown) {
  const list = Array.isArray(sent) ? sent : [];
  const events = list.filter((event): event is ServiceRecord => typeof event === "object" && event !== null);
  const unsorted = events.map((event) => scanTime(event["eventDateTime"], event["timeZone"]));
  const order = oldestFirst(unsorted);
  const scanNotes: string[] = [];
  const unreadable = list.length - events.length + (sent === undefined || sent === null || Array.isArray(sent) ? 0 : 1);
  if (unreadable > 0) scanNotes.push(`${id}: ${unreadable} of its scans could not be read.`);
  if (events.length > 1 && unsorted.some(({ instantMs }) => instantMs === undefined)) {
    scanNotes.push(`${id}: scans stand in the order of their local times, since not every zone is certain.`);
  }
  return {
    scans: order.map((index): Scan => {
      const { instantMs, doubt } = unsorted[index] ?? {};
      const event = cleanJson<ServiceRecord>(events[index] ?? {});
      return { event: instantMs === undefined ? event : { ...event, instant: utcText(instantMs) }, doubt };
    }),
    times: order.map((index) => unsorted[index] ?? {}),
    scanNotes,
  };
}
