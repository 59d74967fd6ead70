import { compact } from "../../domain/collections.ts";
import { type DayOrMoment, readDue } from "../../domain/due.ts";
import { hoursText } from "../../domain/time-units.ts";
import { capital, cityText, clockText, dayText, nameText, wordText } from "../answer/words.ts";
import { type Entry, warmingText } from "./attention.ts";
import type { PackageFacts } from "./facts.ts";
import type { FoundPackage } from "./lookup.ts";
import { scanClock, scanPlaceText, scanText } from "./scans.ts";

/** A package's reasons, then its other facts. Notes state once what most packages share. */
export function packageLine(
  { id, facts, forecast, record, reasons, changes }: Entry & FoundPackage,
  hasClock: boolean,
): string {
  const isLate = (facts.deliveredLateHours ?? 0) > 0;
  const isUnsettled = facts.isDelivered && !isSettled(facts);
  const statement = compact(
    facts.isDelivered ? deliveredText(facts) : statusText(facts),
    (!facts.isDelivered || isLate || (isUnsettled && facts.scheduled !== null)) && scheduleText(facts),
    forecast?.isReason === false && forecast.text,
  ).join(", ");
  const sentences = compact(
    compact(reasons.join(", "), statement).join(": "),
    handlingText(facts, reasons.length > 0 && warmingText(facts) !== ""),
    changes?.events.length
      ? `Since then: ${changes.events.join("; ")}`
      : !isSettled(facts) && lastScanText(facts, hasClock),
    carrierText(id, facts),
    record !== undefined && detailText(facts),
  );
  return `${wordText(id)} ${sentences.join(". ")}.`;
}

/** Delivered by its status, and no other report speaks against it. */
function isSettled({ isDelivered, status, signs }: PackageFacts): boolean {
  return isDelivered && status !== null && signs.contradiction === undefined && signs.troubles.length === 0;
}

function statusText(facts: PackageFacts): string {
  const name = nameOf(facts);
  const place = recipientText(facts);
  if (/^"?(?:in transit|out for delivery)"?$/i.test(name)) return compact(name, place).join(" to ");
  return compact(name, place && `addressed to ${place}`).join(", ");
}

/** Lateness stands among the reasons. */
function deliveredText(facts: PackageFacts): string {
  const { delivered, deliveredLateHours: late, deliveryLocation, originalScheduled, scheduled } = facts;
  const due = readDue(originalScheduled ?? scheduled);
  const early = due.kind === "day" ? `before the due day ${dayText(due.text)}` : late && `${hoursText(late)} early`;
  const name = nameOf(facts);
  const verb = /^"?delivered/i.test(name) ? name : compact(name, "delivered").join(", ");
  return compact(
    delivered === null ? `${verb}, time not given` : `${verb} ${timeText(delivered)}`,
    recipientText(facts),
    late === 0 && "on time",
    late !== null && late < 0 && early,
    deliveryLocation && `left at ${nameText(deliveryLocation)}`,
  ).join(", ");
}

/** The status, unless a reason quotes it. */
function nameOf({ status, signs }: PackageFacts): string {
  const isQuoted =
    status !== null && signs.troubles.some(({ text }) => text.toLowerCase().includes(status.toLowerCase()));
  return status === null || isQuoted ? "" : nameText(status);
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
function lastScanText({ scans, signs, status, to, handover, isDelivered }: PackageFacts, hasClock: boolean): string {
  const scan = scans.at(-1);
  if (scan === undefined && isDelivered) return "";
  if (scan === undefined) return compact("No scan yet", handoverText(handover)).join(", ");
  const zone = scan.instantMs === undefined && "zone not known";
  const ago =
    scan.hoursAgo === null
      ? compact(scan.local && clockText(scan.local), zone).join(", ")
      : `${hoursText(scan.hoursAgo)} ago`;
  const clock = hasClock && scan.hoursAgo !== null && scanClock(scan);
  const words = scan.report.text.toLowerCase();
  const isQuoted = signs.troubles.length === 1 && signs.troubles[0]?.text.toLowerCase() === words;
  const isInLine = isQuoted || status?.toLowerCase() === words;
  const isAtDestination = scan.city === to.city && scan.state === to.state;
  const what = isInLine ? !isAtDestination && scanPlaceText(scan) : scanText(scan);
  return `Last scan${isQuoted ? ": the quoted one," : ""} ${compact(what, clock, ago).join(", ")}`;
}

function carrierText(id: string, { carrier, service, trackingNumber, orderNumber }: PackageFacts): string {
  const name = compact(carrier && nameText(carrier), service && nameText(service)).join(" ");
  if (trackingNumber !== id) return compact(name, trackingNumber && wordText(trackingNumber)).join(" ");
  if (orderNumber === null) return compact(name, "order number not given").join(", ");
  return compact(name, orderNumber !== id && `order ${wordText(orderNumber)}`).join(" ");
}

/** `Tier 2, 6.5 lb, handover to the carrier …`. A row without a scan has the handover already. */
function detailText({ tier, weightLb, handover, scans }: PackageFacts): string {
  const weight = weightLb !== null && `${weightLb} lb`;
  const given = scans.length > 0 && handoverText(handover);
  return capital(compact(tier !== null && `tier ${tier}`, weight, given).join(", "));
}

/** The time may lie ahead. */
function handoverText({ text }: DayOrMoment): string {
  return text === null ? "" : `handover to the carrier ${timeText(text)}`;
}

/** `due Mon 2026-11-23 21:00*, originally Sun 11-22 21:00*`. */
function scheduleText(facts: PackageFacts): string {
  const { scheduled, originalScheduled: original, scheduleSlipHours: slip, overdue, isDelivered } = facts;
  const hasPassed = isDelivered || overdue === true;
  // A day and a time on it have not moved, and have no slip.
  const hasMoved = slip === null ? original?.slice(0, 10) !== scheduled?.slice(0, 10) : slip !== 0;
  const due = overdue === null ? "scheduled for" : "due";
  return compact(
    scheduled === null ? "no delivery date given" : `${due} ${timeText(scheduled)}`,
    slip === 0 && !hasPassed && "unchanged",
    hasMoved &&
      original !== null &&
      `${slip !== null && slip < 0 ? "moved earlier, originally" : "originally"} ${timeText(original).replace(/ \d{4}-/, " ")}`,
  ).join(", ");
}

/** A day, or a datetime's wall clock, with a `*` if it names no zone. */
export function timeText(datetime: string): string {
  return `${clockText(datetime)}${isZoneless(datetime) ? "*" : ""}`;
}

/** A bare date needs no zone. */
export function isZoneless(datetime: string | null): boolean {
  return datetime !== null && /T\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(datetime);
}

/** `Allston, MA 02134`; abroad with the country. */
function recipientText({ to: { city, state, zip }, abroad }: PackageFacts): string {
  const name = compact(city && cityText(city), state && cityText(state)).join(", ");
  return compact(name, zip && nameText(zip), abroad && nameText(abroad)).join(" ");
}
