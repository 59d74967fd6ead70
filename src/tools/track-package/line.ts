import { compact } from "../../domain/compact.ts";
import { hoursText } from "../../domain/hours.ts";
import { capital, nameText, wordText } from "../answer/words.ts";
import type { PackageFacts } from "./facts.ts";
import type { FoundPackage } from "./lookup.ts";
import type { Ranked } from "./ranking.ts";
import { reportOf } from "./report-words.ts";
import { recipientText, scanClock, scanPlaceText, scanText, scheduleText, timeText } from "./words.ts";

/** One package in one line: its reasons, then its other facts. Notes state once what most packages share. */
export function packageLine(
  { id, facts, heat, record, reasons, warming, dueRisk }: Ranked & FoundPackage,
  { isOne, isHeatRead }: { readonly isOne: boolean; readonly isHeatRead: boolean },
): string {
  const openings = compact(...reasons.map(({ text, inLine }) => inLine ?? text), warming).join(", ");
  const isUnderWay = !facts.isDelivered;
  const schedule = compact(isUnderWay && facts.overdue !== true && scheduleText(facts), dueRisk).join(", ");
  const statement = compact(facts.isDelivered ? deliveredText(facts) : statusText(facts), schedule);
  const unchecked = compact(
    heat?.destination === null && "destination",
    heat?.lastPlace === null &&
      facts.scans.length > 0 &&
      compact("last place", scanPlaceText(facts.scans.at(-1))).join(" "),
  );
  const sentences = compact(
    compact(openings, statement.join(openings === "" ? ": " : ", ")).join(": "),
    isHeatRead && unchecked.length > 0 && `Heat not checked at ${unchecked.join(" and ")}`,
    handlingText(facts, warming !== undefined),
    isUnderWay && lastScanText(facts, isOne),
    carrierText(id, facts),
    record !== undefined && detailText(facts),
  );
  return `${wordText(id)} ${sentences.join(". ")}.`;
}

/** `In transit to Phoenix, AZ 85001`. Omits a status that a reason quotes. */
function statusText(facts: PackageFacts): string {
  const [name, place] = [nameOf(facts), recipientText(facts)];
  if (place === "") return name;
  return name === "" ? `addressed to ${place}` : `${name}${towards(facts.status ?? "")} ${place}`;
}

/** The words between a status and the recipient's place. */
function towards(status: string): string {
  if (/^out for/i.test(status)) return " in";
  return /^in transit$/i.test(status) ? " to" : ", addressed to";
}

/** Time and place of a delivery. Lateness stands among the reasons. */
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

function punctualityText({ deliveredLateHours: late, scheduleSlipHours: slip }: PackageFacts): string {
  if (late === null || late > 0) return "";
  return `${late === 0 ? "on time" : `${hoursText(late)} early`}${slip ? " against the first schedule" : ""}`;
}

/** The status, unless a reason quotes it. */
function nameOf({ status, signs }: PackageFacts): string {
  const isQuoted = status !== null && signs.trouble.some((words) => words.toLowerCase().includes(status.toLowerCase()));
  return status === null || isQuoted ? "" : nameText(status);
}

/** `Refrigerated, not re-iced, signature required`. CAVEATS.plain covers each `false`. */
function handlingText(facts: PackageFacts, isWarmingTold: boolean): string {
  const { refrigerated, reIced, isDelivered, signatureRequired } = facts;
  const isCold = refrigerated === true && !isWarmingTold;
  return capital(
    compact(
      refrigerated === null && "refrigeration not given",
      isCold && "refrigerated",
      isCold && (reIced === true || !isDelivered) && icingText(reIced),
      signatureRequired === null && "signature requirement not given",
      signatureRequired === true && "signature required",
    ).join(", "),
  );
}

function icingText(reIced: boolean | null): string {
  if (reIced === null) return "re-icing not given";
  return reIced ? "re-iced" : "not re-iced";
}

/** Omits words that a reason quotes, and a scan that repeats the status at the destination. */
function lastScanText({ scans, signs, status, to, givenToCarrier }: PackageFacts, isOne: boolean): string {
  const scan = scans.at(-1);
  if (scan === undefined)
    return compact("No scan yet", !signs.isNotHandedOver && handoverText(givenToCarrier)).join(", ");
  const words = reportOf(scan) ?? "";
  const isQuoted = signs.trouble.includes(words);
  const isRepeated = words.toLowerCase() === status?.toLowerCase() && scan.city === to.city && scan.state === to.state;
  const what = isQuoted ? scanPlaceText(scan) : scanText(scan);
  const ago = scan.hoursAgo === null ? timeText(scan.local ?? "") : `${hoursText(scan.hoursAgo)} ago`;
  // In a list, the hours alone keep the lines short.
  const clock = isOne && scan.hoursAgo !== null && scanClock(scan);
  const told = compact(!isRepeated && what, clock, ago).join(", ");
  return `${isQuoted ? "Reported by the last scan," : "Last scan"} ${told}`;
}

function carrierText(id: string, { carrier, service, trackingNumber, orderNumber }: PackageFacts): string {
  const other = trackingNumber === id ? orderNumber : trackingNumber;
  const told = other !== null && other !== id && `${other === orderNumber ? "order " : ""}${wordText(other)}`;
  return compact(carrier && nameText(carrier), service && nameText(service), told).join(" ");
}

/** Only for `detail: "full"`: `Tier 2, 6.5 lb, given to the carrier …`. */
function detailText({ tier, weightLb, givenToCarrier }: PackageFacts): string {
  return capital(
    compact(tier !== null && `tier ${tier}`, weightLb !== null && `${weightLb} lb`, handoverText(givenToCarrier)).join(
      ", ",
    ),
  );
}

function handoverText(givenToCarrier: string | null): string {
  return givenToCarrier === null ? "" : `given to the carrier ${timeText(givenToCarrier)}`;
}
