import { compact } from "../../domain/collections.ts";
import { readDatetime } from "../../domain/datetime.ts";
import { hoursText } from "../../domain/time-units.ts";
import { capital, cityText, clockText, dayText, nameText, wordText } from "../answer/words.ts";
import { type Entry, warmingText } from "./attention.ts";
import type { PackageFacts } from "./facts.ts";
import type { FoundPackage } from "./lookup.ts";
import { scanPlaceText, scanText, scanTimeText } from "./scans.ts";

/** A package's reasons, then its other facts. Notes state once what most packages share. */
export function packageLine(entry: Entry & FoundPackage, hasClock: boolean): string {
  const { id, facts, forecast, record, reasons, changes } = entry;
  const statement = compact(
    facts.isDelivered ? deliveredText(facts) : statusText(facts),
    tellsSchedule(facts) && scheduleText(facts),
    forecast?.isReason === false && forecast.text,
  ).join(", ");
  const events = changes?.events ?? [];
  const sentences = compact(
    compact(reasons.join(", "), statement).join(": "),
    handlingText(facts, reasons.length > 0 && warmingText(facts) !== ""),
    events.length > 0 ? `Since then: ${events.join("; ")}` : lastScanText(facts, hasClock),
    carrierText(id, facts),
    record !== undefined && detailText(facts),
  );
  return `${wordText(id)} ${sentences.join(". ")}.`;
}

/** The schedule of a delivery on time says nothing, unless the delivery is in doubt. */
function tellsSchedule(facts: PackageFacts): boolean {
  const isLate = (facts.deliveredLateHours ?? 0) > 0;
  return !facts.isDelivered || isLate || (!isSettled(facts) && facts.scheduled !== null);
}

/** Delivered, with a status, and no other report speaks against it. */
function isSettled({ isDelivered, status, signs }: PackageFacts): boolean {
  return isDelivered && status !== null && signs.contradiction === undefined && signs.troubles.length === 0;
}

function statusText(facts: PackageFacts): string {
  const name = nameOf(facts);
  const place = recipientText(facts);
  if (/^"?(?:in transit|out for delivery)"?$/i.test(name)) return compact(name, place).join(" to ");
  return compact(name, place && `addressed to ${place}`).join(", ");
}

function deliveredText(facts: PackageFacts): string {
  const { delivered, deliveryLocation } = facts;
  const name = nameOf(facts);
  const verb = /^"?delivered/i.test(name) ? name : compact(name, "delivered").join(", ");
  return compact(
    delivered === null ? `${verb}, time not given` : `${verb} ${timeText(delivered)}`,
    recipientText(facts),
    punctualityText(facts),
    deliveryLocation && `left at ${nameText(deliveryLocation)}`,
  ).join(", ");
}

/** Lateness stands among the reasons. */
function punctualityText({ deliveredLateHours, times: { firstDue } }: PackageFacts): string {
  if (deliveredLateHours === null || deliveredLateHours > 0) return "";
  if (deliveredLateHours === 0) return "on time";
  if (firstDue.kind === "day") return `before the due day ${dayText(firstDue.text)}`;
  return `${hoursText(deliveredLateHours)} early`;
}

/** The status, unless a reason quotes it. */
function nameOf({ status, signs }: PackageFacts): string {
  if (status === null) return "";
  const isQuoted = signs.troubles.some(({ text }) => text.toLowerCase().includes(status.toLowerCase()));
  return isQuoted ? "" : nameText(status);
}

/** `Refrigerated, not re-iced, signature required`. CAVEATS.plain covers each `false`. */
function handlingText(facts: PackageFacts, isColdInReasons: boolean): string {
  const { refrigerated, reIced, signatureRequired } = facts;
  const isCold = refrigerated === true && !isColdInReasons;
  const isColdChainOpen = isCold && !isSettled(facts);
  return capital(
    compact(
      refrigerated === null && "refrigeration not given",
      isCold && "refrigerated",
      isCold && reIced === true && "re-iced",
      isColdChainOpen && reIced === false && "not re-iced",
      isColdChainOpen && reIced === null && "re-icing not given",
      signatureRequired === null && "signature requirement not given",
      signatureRequired === true && "signature required",
    ).join(", "),
  );
}

/** `Last scan "Departed facility", Memphis TN, Sun 16:24, 10 h ago`, without words that the line has already. */
function lastScanText(facts: PackageFacts, hasClock: boolean): string {
  const { givenToCarrier, isDelivered, scans, signs, status, to } = facts;
  const scan = scans.at(-1);
  if (isSettled(facts) || (isDelivered && scan === undefined)) return "";
  if (scan === undefined) return compact("No scan yet", handoverText(givenToCarrier)).join(", ");
  const words = scan.report.text.toLowerCase();
  // Of several quotations, "the quoted one" would not say which.
  const isQuoted = signs.troubles.length === 1 && signs.troubles[0]?.text.toLowerCase() === words;
  const isInLine = isQuoted || status?.toLowerCase() === words;
  const isAtDestination = scan.city === to.city && scan.state === to.state;
  const place = isAtDestination ? "" : scanPlaceText(scan);
  const opening = isQuoted ? "Last scan: the quoted one," : "Last scan";
  return `${opening} ${compact(isInLine ? place : scanText(scan), scanTimeText(scan, hasClock)).join(", ")}`;
}

function carrierText(id: string, { carrier, service, trackingNumber, orderNumber }: PackageFacts): string {
  const name = compact(carrier && nameText(carrier), service && nameText(service)).join(" ");
  if (trackingNumber !== id) return compact(name, trackingNumber && wordText(trackingNumber)).join(" ");
  if (orderNumber === null) return compact(name, "order number not given").join(", ");
  return compact(name, orderNumber !== id && `order ${wordText(orderNumber)}`).join(" ");
}

/** `Tier 2, 6.5 lb, handover to the carrier …`. A row without a scan has the handover already. */
function detailText({ tier, weightLb, givenToCarrier, scans }: PackageFacts): string {
  const weight = weightLb !== null && `${weightLb} lb`;
  const handover = scans.length > 0 && handoverText(givenToCarrier);
  return capital(compact(tier !== null && `tier ${tier}`, weight, handover).join(", "));
}

/** The time may lie ahead. */
function handoverText(time: string | null): string {
  return time === null ? "" : `handover to the carrier ${timeText(time)}`;
}

/** `due Mon 2026-11-23 21:00*, originally Sun 11-22 21:00*`. A delivery time ahead is an appointment. */
function scheduleText(facts: PackageFacts): string {
  const { delivered, scheduled, scheduleSlipHours, overdue, isDelivered } = facts;
  const isAhead = !isDelivered && overdue !== true;
  const due = overdue === null ? "scheduled for" : "due";
  return compact(
    scheduled === null && delivered === null && "no delivery date given",
    scheduled !== null && `${due} ${timeText(scheduled)}`,
    scheduleSlipHours === 0 && isAhead && "unchanged",
    originalText(facts),
    !isDelivered && delivered !== null && delivered !== scheduled && `delivery time ${timeText(delivered)}`,
  ).join(", ");
}

/** Empty unless the schedule has moved. */
function originalText({ scheduled, originalScheduled, scheduleSlipHours }: PackageFacts): string {
  if (originalScheduled === null || scheduleSlipHours === 0) return "";
  // A day and a time on it have not moved, and have no slip.
  if (scheduleSlipHours === null && originalScheduled.slice(0, 10) === scheduled?.slice(0, 10)) return "";
  const move = (scheduleSlipHours ?? 0) < 0 ? "moved earlier, originally" : "originally";
  return `${move} ${timeText(originalScheduled).replace(/ \d{4}-/, " ")}`;
}

/** A day, or a datetime's wall clock, with a `*` if it names no zone. */
export function timeText(datetime: string): string {
  return `${clockText(datetime)}${isZoneless(datetime) ? "*" : ""}`;
}

/** Whether a time in the line has a `*`. */
export function hasZonelessTime({ facts, record, changes }: FoundPackage): boolean {
  const { scheduled, originalScheduled, delivered, givenToCarrier, isDelivered, scans } = facts;
  const hasEvents = (changes?.events.length ?? 0) > 0;
  const hasHandover = scans.length === 0 ? !isDelivered && !hasEvents : record !== undefined;
  const schedule = [scheduled, originalText(facts) === "" ? null : originalScheduled];
  const times = [...(tellsSchedule(facts) ? schedule : []), delivered, hasHandover ? givenToCarrier : null];
  return changes?.hasZonelessTime === true || times.some(isZoneless);
}

/** A bare date needs no zone. */
export function isZoneless(datetime: string | null): boolean {
  return readDatetime(datetime)?.offsetMinutes === null;
}

/** `Allston, MA 02134`; abroad with the country. */
function recipientText({ to: { city, state, zip }, abroad }: PackageFacts): string {
  const name = compact(city && cityText(city), state && cityText(state)).join(", ");
  return compact(name, zip && nameText(zip), abroad && nameText(abroad)).join(" ");
}
