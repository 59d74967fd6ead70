import { foreignCountry } from "../../domain/country.ts";
import type { WrittenTime } from "../../domain/datetime.ts";
import { dayMsOf, endOf, lateHours, readDayOrMoment, readDue, slipHours, startOf } from "../../domain/due.ts";
import { hasPassed, hoursSince } from "../../domain/package-times.ts";
import { flagOrNull, type JsonRecord, numberOrNull, recordOf, textOrNull } from "../../domain/record.ts";
import { DAY_MS, HOUR_MS } from "../../domain/time-units.ts";
import { shortZip } from "../../domain/zip.ts";
import { zoneOfZip } from "../../places/zip-codes.ts";
import { deliveryState } from "./delivery.ts";
import { type Report, readReport, speaksOf } from "./report-words.ts";
import { readScans, type Scan } from "./scans.ts";
import { troublesOf } from "./trouble.ts";

/** After so long, a package may be lost. */
export const NO_SCAN_HOURS = 72;

/** The facts about a package (service.md 2.9), for both channels. Published datetimes are as sent; due days have no time. */
export type PackageFacts = Readonly<ReturnType<typeof packageFacts>>;

export function packageFacts(sent: JsonRecord, nowMs: number) {
  const address = recordOf(sent["recipientAddress"]) ?? {};
  const zip = textOrNull(address["zip"]);
  const abroad = foreignCountry(address);
  const zone = zip === null || abroad !== undefined ? undefined : zoneOfZip(shortZip(zip));
  const scans = readScans(sent["events"], nowMs);
  const status = readReport(textOrNull(sent["status"]));
  const due = readDue(sent["scheduledDeliveryDate"]);
  const originalDue = readDue(sent["originalScheduledDeliveryDate"]);
  const firstDue = originalDue.text === null ? due : originalDue;
  const handover = readDayOrMoment(sent["manifestDate"]);
  const delivery = readDayOrMoment(sent["deliveryDate"]);
  const { isDelivered, isReturned, contradiction } = deliveryState(delivery, status, scans.at(-1), zone, nowMs);
  const overdue = isDelivered ? false : hasPassed(endOf(due), zone, nowMs);
  return {
    orderNumber: textOrNull(sent["orderNumber"]),
    trackingNumber: textOrNull(sent["trackingNumber"]),
    status: textOrNull(sent["status"]),
    carrier: textOrNull(sent["carrierDesc"]),
    service: textOrNull(sent["carrierServiceDesc"]),
    tier: numberOrNull(sent["tier"]),
    weightLb: numberOrNull(sent["weight"]),
    refrigerated: flagOrNull(sent["refrigerated"]),
    reIced: flagOrNull(sent["reIced"]),
    signatureRequired: flagOrNull(sent["signatureRequired"]),
    to: { city: textOrNull(address["city"]), state: textOrNull(address["state"]), zip },
    deliveryLocation: textOrNull(sent["carrierDeliveryLocation"]),
    givenToCarrier: handover.text,
    scheduled: due.text,
    originalScheduled: originalDue.text,
    delivered: delivery.text,
    scheduleSlipHours: slipHours(originalDue, due, zone),
    /** Negative when early, null if the sender has it back. */
    deliveredLateHours: isDelivered && !isReturned ? lateHours(firstDue, delivery, zone) : null,
    /** Null without a readable schedule, or if it has passed in some US zones and the recipient's is not known. */
    overdue,
    /** By the schedule's offset, else the clock of the recipient's ZIP. Negative before it, null if neither is known. */
    overdueHours: isDelivered ? null : hoursSince(endOf(due), zone, nowMs),
    /** The recipient's country, if not the United States. */
    abroad,
    // The members from here on are not published (json.ts).
    times: { due, firstDue, handover, delivery },
    /** The recipient's: the clock of times that have no offset. */
    zone,
    isDelivered,
    scans,
    /** In the day whose forecast matters: the due day by the recipient's clock, or tomorrow (UTC) once that is past. */
    forecastMs: overdue === true ? nowMs + DAY_MS : dayMsOf(due, zone),
    signs: { contradiction, ...handoverSigns(startOf(handover), status, scans, nowMs), ...troublesOf(status, scans) },
  };
}

/** The zone of the handover is not known: it has passed if it has in all US zones. */
function handoverSigns(time: WrittenTime | undefined, status: Report, scans: readonly Scan[], nowMs: number) {
  const newest = scans.at(-1);
  const isAhead = time === undefined || hasPassed(time, undefined, nowMs) === false;
  const isLongPast = hasPassed(time, undefined, nowMs - NO_SCAN_HOURS * HOUR_MS) === true;
  // A scan without words shows that the carrier has it.
  const isLabelAlone = newest === undefined || speaksOf("label", newest.report);
  return {
    isAwaitingHandover: isAhead && isLabelAlone && !speaksOf("handover", status),
    isNeverScanned: isLongPast && newest === undefined,
  };
}
