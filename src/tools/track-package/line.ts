import { compact } from "../../domain/compact.ts";
import { hoursText } from "../../domain/hours.ts";
import { capital, nameText, wordText } from "../answer/words.ts";
import type { Ranked } from "./attention.ts";
import { NO_SCAN_HOURS, type PackageFacts } from "./facts.ts";
import type { FoundPackage } from "./lookup.ts";
import { recipientText, scanClock, scanPlaceText, scanText, scheduleText, timeText } from "./words.ts";

/** One package in one line: its reasons, then its other facts. Notes state once what most packages share. */
export function packageLine(
  { id, facts, heat, record, reasons, warming }: Ranked & FoundPackage,
  { isOne, isHeatRead }: { readonly isOne: boolean; readonly isHeatRead: boolean },
): string {
  const openings = compact(...reasons.map(({ opening }) => opening), warming).join(", ");
  const isUnderWay = !facts.isDelivered;
  const statement = compact(
    facts.isDelivered ? deliveredText(facts) : statusText(facts),
    isUnderWay && facts.overdue !== true && scheduleText(facts),
  ).join(openings === "" ? ": " : ", ");
  const isLookedAt = isHeatRead || reasons.some(({ kind }) => kind === "alert");
  const unchecked = compact(
    heat?.destination === null && "destination",
    heat?.lastPlace === null &&
      facts.scans.length > 0 &&
      compact("last place", scanPlaceText(facts.scans.at(-1))).join(" "),
  );
  const sentences = compact(
    compact(openings, statement).join(": "),
    isLookedAt && unchecked.length > 0 && `Heat not checked at ${unchecked.join(" and ")}`,
    handlingText(facts, warming !== undefined, isOne),
    isUnderWay && lastScanText(facts, isOne),
    carrierText(id, facts),
    record !== undefined && detailText(facts),
  );
  return `${wordText(id)} ${sentences.join(". ")}.`;
}

/** `In transit to Phoenix, AZ 85001`. Omits a status that a reason quotes. */
function statusText(facts: PackageFacts): string {
  const [name, kind, place] = [nameOf(facts), facts.status?.toLowerCase() ?? "", recipientText(facts)];
  if (place === "" || name === "") return place === "" ? name : `addressed to ${place}`;
  return `${name}${kind.startsWith("out for") ? " in" : kind === "in transit" ? " to" : ", addressed to"} ${place}`;
}

/** Time and place of a delivery. Lateness stands among the reasons. */
function deliveredText(facts: PackageFacts): string {
  const { delivered, deliveredLateHours: late, scheduleSlipHours: slip, deliveryLocation } = facts;
  const name = nameOf(facts);
  const verb = /^"?delivered/i.test(name) ? name : compact(name, "delivered").join(", ");
  return compact(
    delivered === null ? `${verb}, time not given` : `${verb} ${timeText(delivered)}`,
    recipientText(facts),
    late !== null &&
      late <= 0 &&
      `${late === 0 ? "on time" : `${hoursText(late)} early`}${slip ? " against the first schedule" : ""}`,
    deliveryLocation && `left at ${nameText(deliveryLocation)}`,
  ).join(", ");
}

/** The status, unless a reason quotes it. */
function nameOf({ status, signs }: PackageFacts): string {
  const isQuoted = status !== null && signs.trouble.some((words) => words.toLowerCase().includes(status.toLowerCase()));
  return status === null || isQuoted ? "" : nameText(status);
}

/** `Refrigerated, not re-iced, signature required`. With several packages, CAVEATS.plain covers each `false`. */
function handlingText(
  { refrigerated, reIced, isDelivered, signatureRequired: signature }: PackageFacts,
  isWarming: boolean,
  isOne: boolean,
): string {
  const icing = flagText(reIced, "re-iced", "not re-iced", "re-icing not given");
  const cold = compact("refrigerated", (reIced === true || !isDelivered) && icing).join(", ");
  const texts = compact(
    flagText(refrigerated, !isWarming && cold, isOne && "not refrigerated", "refrigeration not given"),
    flagText(signature, "signature required", isOne && "no signature required", "signature requirement not given"),
  );
  return capital(texts.join(", "));
}

function flagText(flag: boolean | null, yes: string | false, no: string | false, unknown: string): string | false {
  return flag === null ? unknown : flag ? yes : no;
}

/** Omits what a reason already says, and a scan that repeats the status and the destination. */
function lastScanText(facts: PackageFacts, isOne: boolean): string {
  const { status, to, signs } = facts;
  const scan = facts.scans.at(-1);
  if (scan === undefined) return "No scan yet";
  const { city, state, hoursAgo } = scan;
  const words = scan.description ?? scan.code ?? "";
  const isRepeated = words.toLowerCase() === status?.toLowerCase() && city === to.city && state === to.state;
  const isQuoted = signs.trouble.includes(words);
  const where = isQuoted ? scanPlaceText(scan) : !isRepeated && scanText(scan);
  const isOld = hoursAgo !== null && hoursAgo >= NO_SCAN_HOURS;
  // In a list, the hours alone keep the lines short.
  const clock = isOne && scanClock(scan);
  const ago =
    hoursAgo === null ? timeText(scan.local ?? "") : compact(clock, !isOld && `${hoursText(hoursAgo)} ago`).join(", ");
  return `${isQuoted ? "Reported by the last scan," : "Last scan"} ${compact(where, ago).join(", ")}`;
}

function carrierText(id: string, { carrier, service, trackingNumber, orderNumber }: PackageFacts): string {
  const other = trackingNumber === id ? orderNumber : trackingNumber;
  const told = other !== null && other !== id && `${other === orderNumber ? "order " : ""}${wordText(other)}`;
  return compact(carrier && nameText(carrier), service && nameText(service), told).join(" ");
}

/** Only for `detail: "full"`: `Tier 2, 6.5 lb, given to the carrier …`. */
function detailText({ tier, weightLb, givenToCarrier }: PackageFacts): string {
  return capital(
    compact(
      tier !== null && `tier ${tier}`,
      weightLb !== null && `${weightLb} lb`,
      givenToCarrier !== null && `given to the carrier ${timeText(givenToCarrier)}`,
    ).join(", "),
  );
}
