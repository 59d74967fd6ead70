import { quote } from "../../domain/clean.ts";
import { hoursText } from "../../domain/hours.ts";
import { capital, cityText, clockText, given, nameText, valueText, wordText } from "../answer/words.ts";
import { type Attention, NO_SCAN_HOURS } from "./attention.ts";
import type { PackageFacts } from "./facts.ts";
import type { FoundPackage } from "./lookup.ts";
import { lastPlaceText, type Scan, scanWords } from "./scans.ts";
import { scheduleText, timeText } from "./schedule.ts";
import { troubleOf } from "./trouble.ts";

/** One package in one line: its reasons, then all that they do not tell. Notes say once what most packages share. */
export function packageLine(
  { facts, heat, record }: FoundPackage,
  { reasons, warming }: Attention,
  { isOne, isHeatRead }: { readonly isOne: boolean; readonly isHeatRead: boolean },
): string {
  const openings = given(...reasons.map(({ opening }) => opening), warming);
  const isUnderWay = !facts.isDelivered;
  const statement = given(statusText(facts), isUnderWay && facts.overdue !== true && scheduleText(facts));
  const isLookedAt = isHeatRead || reasons.some(({ kind }) => kind === "alert");
  const sentences = given(
    openings.length === 0 ? statement.join(": ") : given(openings.join(", "), statement.join(", ")).join(": "),
    isLookedAt && heat?.destination === null && "Heat not checked at destination",
    isLookedAt &&
      heat?.lastPlace === null &&
      facts.scans.length > 0 &&
      `Heat not checked at last place ${lastPlaceText(facts)}`,
    warming === undefined && coldText(facts, isOne),
    isUnderWay && lastScanText(facts),
    carrierText(facts),
    record !== undefined && detailText(facts),
  );
  return `${wordText(facts.id)} ${sentences.join(". ")}.`;
}

/** `In transit to Phoenix, AZ 85001`; of a delivered package its time and place. Without a status that a reason tells. */
function statusText(facts: PackageFacts): string {
  const kind = facts.status?.toLowerCase() ?? "";
  const isQuoted = troubleOf(facts).some((words) => words.toLowerCase().includes(kind));
  const name = facts.status === null || isQuoted ? "" : nameText(facts.status);
  if (facts.isDelivered) return deliveredText(facts, name);
  const place = placeText(facts);
  if (place === "" || name === "") return place === "" ? name : `addressed to ${place}`;
  return `${name}${kind.startsWith("out for") ? " in" : kind === "in transit" ? " to" : ", addressed to"} ${place}`;
}

function placeText({ to: { city, state, zip }, abroad }: PackageFacts): string {
  const name = given(city && cityText(city), state && cityText(state)).join(", ");
  return given(name, zip && nameText(zip), abroad && nameText(abroad)).join(" ");
}

/** A late delivery says so among its reasons. */
function deliveredText(facts: PackageFacts, name: string): string {
  const { delivered, deliveredLateHours: late, deliveryLocation } = facts;
  const verb = /^"?delivered/i.test(name) ? name : given(name, "delivered").join(", ");
  return given(
    delivered === null ? `${verb}, time not given` : `${verb} ${timeText(delivered)}`,
    placeText(facts),
    late !== null && late <= 0 && (late === 0 ? "on time" : `${hoursText(late)} early`),
    deliveryLocation && `left at ${nameText(deliveryLocation)}`,
  ).join(", ");
}

/** `Refrigerated, not re-iced`; of several packages one note says which are not refrigerated. */
function coldText({ refrigerated, reIced, isDelivered }: PackageFacts, isOne: boolean): string {
  if (refrigerated === false) return isOne ? "Not refrigerated" : "";
  if (refrigerated === null) return "Refrigeration not given";
  if (isDelivered && reIced !== true) return "Refrigerated";
  return `Refrigerated, ${reIced === null ? "re-icing not given" : reIced ? "re-iced" : "not re-iced"}`;
}

/** Without what a reason tells, and without words and place that repeat the status. */
function lastScanText(facts: PackageFacts): string {
  const { status, to } = facts;
  const scan = facts.scans.at(-1);
  if (scan === undefined) return "No scan yet";
  const words = scanWords(scan) ?? "";
  const isQuoted = troubleOf(facts).includes(words);
  const isRepeated = words.toLowerCase() === status?.toLowerCase() && scan.city === to.city && scan.state === to.state;
  const where = isQuoted ? scanPlaceText(scan) : !isRepeated && whatAndWhere(scan);
  const { hoursAgo } = scan;
  const ago = hoursAgo === null ? timeText(scan.local ?? "") : hoursAgo < NO_SCAN_HOURS && `${hoursText(hoursAgo)} ago`;
  return `Last scan ${given(where, ago).join(", ")}`;
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
