import { foreignCountry } from "../../domain/country.ts";
import { dayMsOf, endOf, lateHours, readDue, slipHours } from "../../domain/due.ts";
import { hasPassed, hoursSince, readMoment } from "../../domain/package-times.ts";
import { flagOrNull, type JsonRecord, numberOrNull, recordOf, textOrNull } from "../../domain/record.ts";
import { DAY_MS, HOUR_MS } from "../../domain/time-units.ts";
import { shortZip } from "../../domain/zip.ts";
import { zoneOfZip } from "../../places/zip-codes.ts";
import { contradictionOf, isDelivery, readReport, speaksOf } from "./report-words.ts";
import { readScans } from "./scans.ts";
import { troublesOf } from "./trouble.ts";

/** After so long, a package may be lost. */
export const NO_SCAN_HOURS = 72;

/** The facts about a package (service.md 2.9), for both channels. Datetimes stay as sent; due days have no time. */
export type PackageFacts = Readonly<ReturnType<typeof packageFacts>>;

export function packageFacts(sent: JsonRecord, nowMs: number) {
  const scheduled = readDue(sent["scheduledDeliveryDate"]);
  const original = readDue(sent["originalScheduledDeliveryDate"]);
  const delivered = readMoment(sent["deliveryDate"]);
  const manifest = readMoment(sent["manifestDate"]);
  const address = recordOf(sent["recipientAddress"]) ?? {};
  const zip = textOrNull(address["zip"]);
  const abroad = foreignCountry(address);
  const zone = zip === null || abroad !== undefined ? undefined : zoneOfZip(shortZip(zip));
  const status = textOrNull(sent["status"]);
  const scans = readScans(sent["events"], nowMs);
  const newest = scans.at(-1);
  const reports = { status: readReport(status), newest: newest?.report ?? readReport() };
  // `deliveryDate` may lie ahead: it is an appointment then.
  const isDatePast = hasPassed(delivered.start, zone, nowMs);
  const isDelivered = isDelivery(reports.status) || isDatePast === true;
  const isReturned = speaksOf("sender", reports.status) || speaksOf("sender", reports.newest);
  const scannedMs = newest?.instantMs ?? 0;
  // A scan within the hour may belong to the delivery.
  const isScannedAfterDate = hasPassed(endOf(readDue(delivered.text)), zone, scannedMs - HOUR_MS) === true;
  // A scan without words shows that the carrier has it.
  const isLabelAlone = newest === undefined || speaksOf("label", reports.newest);
  const isHandoverAhead = manifest.start === undefined || hasPassed(manifest.start, undefined, nowMs) === false;
  const overdue = isDelivered ? false : hasPassed(endOf(scheduled), zone, nowMs);
  return {
    orderNumber: textOrNull(sent["orderNumber"]),
    trackingNumber: textOrNull(sent["trackingNumber"]),
    status,
    carrier: textOrNull(sent["carrierDesc"]),
    service: textOrNull(sent["carrierServiceDesc"]),
    tier: numberOrNull(sent["tier"]),
    weightLb: numberOrNull(sent["weight"]),
    refrigerated: flagOrNull(sent["refrigerated"]),
    reIced: flagOrNull(sent["reIced"]),
    signatureRequired: flagOrNull(sent["signatureRequired"]),
    to: { city: textOrNull(address["city"]), state: textOrNull(address["state"]), zip },
    deliveryLocation: textOrNull(sent["carrierDeliveryLocation"]),
    givenToCarrier: manifest.text,
    scheduled: scheduled.text,
    originalScheduled: original.text,
    delivered: delivered.text,
    scheduleSlipHours: slipHours(original, scheduled, zone),
    /** Against the first schedule, or the only one. Negative when early, null if the sender has it back. */
    deliveredLateHours:
      isDelivered && !isReturned ? lateHours(original.text === null ? scheduled : original, delivered, zone) : null,
    /** Null without a readable schedule, or if it has passed in some US zones and the recipient's is not known. */
    overdue,
    /** By the schedule's offset, else the clock of the recipient's ZIP. Negative before it, null if neither is known. */
    overdueHours: isDelivered ? null : hoursSince(endOf(scheduled), zone, nowMs),
    /** The recipient's country, if not the United States. */
    abroad,
    isDelivered,
    /** In the day whose forecast matters: the due day by the recipient's clock, or tomorrow (UTC) once that is past. */
    forecastMs: overdue === true ? nowMs + DAY_MS : dayMsOf(scheduled, zone),
    scans,
    /** To be compared with other times; on the clock of `zone` if they have no offset. */
    times: { zone, handover: manifest.start, delivery: delivered.start },
    signs: {
      contradiction: contradictionOf({ deliveryDate: delivered.text, isDatePast, isScannedAfterDate, ...reports }),
      isNotHandedOver: !isDelivered && isLabelAlone && isHandoverAhead && !speaksOf("handover", reports.status),
      /** The carrier got it more than 72 hours ago, by the clocks of all US zones, and never scanned it. */
      isNeverScanned:
        scans.length === 0 && hasPassed(manifest.start, undefined, nowMs - NO_SCAN_HOURS * HOUR_MS) === true,
      ...troublesOf(reports.status, scans),
    },
  };
}
