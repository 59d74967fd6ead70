import { quote } from "../../domain/clean.ts";
import { hoursText } from "../../domain/hours.ts";
import { capital, cityText, clockText, given, nameText, valueText, wordText } from "../answer/words.ts";
import { type Attention, isHot, type Kind } from "./attention.ts";
import type { PackageFacts } from "./facts.ts";
import type { PackageHeat } from "./heat.ts";
import type { FoundPackage } from "./lookup.ts";
import { lastPlaceText, type Scan, scanWords } from "./scans.ts";
import { troubleOf } from "./trouble.ts";

/** The form of the packages' lines. */
export interface LineForm {
  /** A line begins with the package's reasons; else the headline has them. */
  readonly isReasonFirst: boolean;
  /** One package alone is told. */
  readonly isOne: boolean;
  /** Alerts were read as a whole, so that a place without them is an exception. */
  readonly isHeatRead: boolean;
  /** Several numbers were not found, so that the notes say once what to do. */
  readonly isHintInNotes: boolean;
}

/** Whether the beginning of a line tells of this kind: it is not told again. */
type IsTold = (kind: Kind | "warming") => boolean;

/** One package in one line: `10043 In transit to Allston, MA 02134: due Tue …`, or its reasons and then the rest. */
export function packageLine({ facts, heat, record }: FoundPackage, attention: Attention, form: LineForm): string {
  const { reasons, warming } = attention;
  const isReasonFirst = form.isReasonFirst && reasons.length > 0;
  const isTold: IsTold = (kind) =>
    isReasonFirst && (kind === "warming" ? warming !== undefined : reasons.some((reason) => reason.kind === kind));
  const sentences = given(
    ...(isReasonFirst ? reasonsFirst(facts, attention, isTold) : statusFirst(facts, attention)),
    ...(form.isHeatRead || isHot(heat?.destination) || isHot(heat?.lastPlace) ? uncheckedTexts(heat, facts) : []),
    !isTold("warming") && coldText(facts, form.isOne),
    !facts.isDelivered && lastScanText(facts, isTold),
    carrierText(facts),
    record !== undefined && detailText(facts),
  );
  return `${wordText(facts.id)} ${sentences.join(". ")}.`;
}

/** `OVERDUE by 9.4 h: "Out for delivery" in Los Angeles, CA 90012, due …`. */
function reasonsFirst(facts: PackageFacts, { reasons, warming }: Attention, isTold: IsTold): string[] {
  const openings = given(...reasons.map(({ opening }) => opening), warming);
  const rest = given(statusText(facts, isTold), !facts.isDelivered && dueText(facts, isTold));
  return [given(openings.join(", "), rest.join(", ")).join(": ")];
}

/** `In transit to Phoenix, AZ 85001: SevereHot alert at destination`, `Due …`. */
function statusFirst(facts: PackageFacts, { reasons }: Attention): string[] {
  const nothing: IsTold = () => false;
  const status = statusText(facts, nothing);
  if (facts.isDelivered) return [status];
  const due = dueText(facts, nothing);
  const [first, ...others] = reasons.flatMap(({ kind, opening }) => (kind === "alert" ? opening : []));
  return first === undefined ? [`${status}: ${due}`] : [`${status}: ${first}`, ...others, capital(due)];
}

/** `In transit to Phoenix, AZ 85001`; of a delivered package its time and place. */
function statusText(facts: PackageFacts, isTold: IsTold): string {
  const { status, isDelivered } = facts;
  const kind = status?.toLowerCase() ?? "";
  const isQuoted = isTold("trouble") && troubleOf(facts).some((words) => words.toLowerCase().includes(kind));
  const unnamed = isTold("no_status") ? "" : "Status not given";
  const name = status === null ? unnamed : isQuoted ? "" : nameText(status);
  if (isDelivered) return deliveredText(facts, name, isTold);
  const place = placeText(facts);
  if (place === "") return name;
  if (name === "") return `addressed to ${place}`;
  return `${name}${kind.startsWith("out for") ? " in" : kind === "in transit" ? " to" : ", addressed to"} ${place}`;
}

function placeText({ to: { city, state, zip }, abroad }: PackageFacts): string {
  const name = given(city && cityText(city), state && cityText(state)).join(", ");
  return given(name, zip && nameText(zip), abroad && nameText(abroad)).join(" ");
}

function deliveredText(facts: PackageFacts, name: string, isTold: IsTold): string {
  const { delivered, deliveredLateHours: late, deliveryLocation } = facts;
  const verb = /^"?delivered/i.test(name) ? name : given(name, "delivered").join(", ");
  return given(
    delivered === null ? verb : `${verb} ${timeText(delivered)}`,
    delivered === null && "time not given",
    placeText(facts),
    late !== null && !isTold("delivered_late") && punctualityText(late),
    deliveryLocation && `left at ${nameText(deliveryLocation)}`,
  ).join(", ");
}

function punctualityText(lateHours: number): string {
  if (lateHours === 0) return "on time";
  return lateHours > 0 ? `${hoursText(lateHours)} LATE against the first schedule` : `${hoursText(lateHours)} early`;
}

/** `OVERDUE by 30.4 h, since Sat 2026-11-21 21:00*, first scheduled for Fri 2026-11-20 21:00*`. */
function dueText({ scheduled, originalScheduled, scheduleSlipHours: slip, ...facts }: PackageFacts, isTold: IsTold) {
  if (scheduled === null) return "no delivery scheduled";
  const { overdue, overdueHours } = facts;
  const by = overdueHours === null ? "" : ` by ${hoursText(overdueHours)},`;
  const late = overdue === true && !isTold("overdue");
  const verb = late ? `OVERDUE${by} since` : overdue === null ? "due or overdue (zone not known)" : "due";
  const first = slip === 0 ? overdue !== true && "as first scheduled" : firstScheduleText(originalScheduled);
  return given(`${verb} ${timeText(scheduled)}`, first).join(", ");
}

function firstScheduleText(originalScheduled: string | null): string {
  return originalScheduled === null ? "" : `first scheduled for ${timeText(originalScheduled)}`;
}

/** True for a datetime, which needs a zone, without one. */
export function isZoneless(datetime: string | null): boolean {
  return datetime !== null && /T\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(datetime);
}

function timeText(datetime: string): string {
  return `${clockText(datetime)}${isZoneless(datetime) ? "*" : ""}`;
}

/** A place with no alert is not mentioned: the notes say that once for all. */
function uncheckedTexts(heat: PackageHeat | undefined, { scans }: PackageFacts): string[] {
  return given(
    heat?.destination === null && "Heat not checked at destination",
    heat?.lastPlace === null && scans.length > 0 && `Heat not checked at last place ${lastPlaceText({ scans })}`,
  );
}

/** `Refrigerated, not re-iced`; of several packages one note says which are not refrigerated. */
function coldText({ refrigerated, reIced, isDelivered }: PackageFacts, isOne: boolean): string {
  if (refrigerated === false) return isOne ? "Not refrigerated" : "";
  if (refrigerated === null) return "Refrigeration not given";
  if (isDelivered && reIced !== true) return "Refrigerated";
  return `Refrigerated, ${reIced === null ? "re-icing not given" : reIced ? "re-iced" : "not re-iced"}`;
}

/** Without its words where the line quotes them already, and without its place where it only repeats the status. */
function lastScanText(facts: PackageFacts, isTold: IsTold): string {
  const { status, to } = facts;
  const scan = facts.scans.at(-1);
  if (scan === undefined) return "No scan yet";
  const words = scanWords(scan) ?? "";
  const isQuoted = isTold("trouble") && troubleOf(facts).includes(words);
  const isRepeated = words.toLowerCase() === status?.toLowerCase() && scan.city === to.city && scan.state === to.state;
  const where = isQuoted ? scanPlaceText(scan) : !isRepeated && whatAndWhere(scan);
  const ago = scan.hoursAgo === null ? timeText(scan.local ?? "") : `${hoursText(scan.hoursAgo)} ago`;
  return `Last scan ${given(where, !isTold("no_scan") && ago).join(", ")}`;
}

function whatAndWhere(scan: Scan): string {
  const what = scan.description === null ? valueText(scan.code) : quote(scan.description);
  return given(what, scanPlaceText(scan)).join(", ");
}

function scanPlaceText({ city, state }: Scan): string {
  return given(city && cityText(city), state && cityText(state)).join(" ");
}

/** A scan in a line of its own, for `detail: "full"`. */
export function scanLine(scan: Scan): string {
  const local = scan.local === null ? "time not given" : clockText(scan.local);
  const zone = scan.timeZone === null ? "" : ` ${nameText(scan.timeZone)}`;
  return `  ${local}${zone}${scan.at === null ? " (instant not certain)" : ""} ${whatAndWhere(scan)}`;
}

function carrierText({ carrier, service, trackingNumber, orderNumber, id }: PackageFacts): string {
  const other = trackingNumber === id ? orderNumber : trackingNumber;
  const told = other !== null && other !== id && `${other === orderNumber ? "order " : ""}${wordText(other)}`;
  return given(carrier && nameText(carrier), service && nameText(service), told).join(" ");
}

/** Details for `detail: "full"` alone: `Signature required, tier 2, 6.5 lb, given to the carrier …`. */
function detailText({ signatureRequired, tier, weightLb, givenToCarrier }: PackageFacts): string {
  const signature = signatureRequired === null ? "" : `${signatureRequired ? "" : "no "}signature required`;
  const carrier = givenToCarrier === null ? "" : `given to the carrier ${timeText(givenToCarrier)}`;
  return capital(
    given(signature, tier !== null && `tier ${tier}`, weightLb !== null && `${weightLb} lb`, carrier).join(", "),
  );
}
