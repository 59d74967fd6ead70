import { quote } from "../../domain/clean.ts";
import { compact } from "../../domain/compact.ts";
import { clockText } from "../answer/words.ts";
import type { Scan } from "./scans.ts";

/** The words of a status or a scan: as sent, and as the patterns below read them. Both are empty if nothing is sent. */
export interface Report {
  readonly text: string;
  /** In lower case, with `|` between its clauses: `DeliveryException, held` is `delivery exception | held`. */
  readonly words: string;
}

export function readReport(text: string | null = null): Report {
  const words = (text ?? "")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/n['\u2019]t\b/g, " not")
    .replace(/[.,;:()][.,;:()\s]*/g, " | ")
    .replace(/[^a-z0-9|]+/g, " ")
    .trim();
  return { text: text ?? "", words };
}

/** The words of a scan: its description, else its code. */
export function reportOf(scan: Scan | undefined): string | null {
  return scan?.description ?? scan?.code ?? null;
}

/** Words of trouble in a status or a scan, as carriers write them. Each inflection is listed, because `upheld` is no `held`. */
const TROUBLES: readonly string[] = [
  ...["exception", "exceptions", "delay", "delays", "delayed", "held", "on hold", "customs hold", "seized"],
  ...["return", "returns", "returned", "returning", "to sender", "to shipper", "original sender", "refusal", "refused"],
  ...["rejected", "fail", "fails", "failed", "failure", "undeliverable", "undelivered", "not delivered", "unable"],
  ...["could not", "cannot", "attempted", "not attempted", "delivery attempt", "attempt made", "no attempt"],
  ...["notice left", "unclaimed", "abandoned", "damage", "damaged", "leaking", "crushed", "destroyed", "disposed"],
  ...["stolen", "lost", "missed", "missing", "misrouted", "missorted", "missent", "insufficient", "incorrect"],
  ...["incomplete", "invalid", "wrong address", "bad address", "address unknown", "unknown address"],
  ...["left no address", "vacant", "business closed", "denied", "no authorized", "no access", "no such", "no one"],
  ...["nobody", "not home", "not available", "unavailable", "weather", "suspended", "excursion"],
];
const TROUBLE = new RegExp(`\\b(?:${TROUBLES.join("|")})\\b`, "g");
/** What no later scan mends. */
const DAMAGE = /\b(?:damaged?|leaking|crushed|destroyed|disposed|stolen|excursion)\b/i;
/** Stands for each trouble in the patterns of `isTrouble`; no word has it. */
const MARK = "!";
/** `no longer !`, `not yet !`, `without any ! or !`. */
const DENIED =
  /\b(?:no|not|never|without|neither|nothing|free)(?: (?:any|been|being|be|longer|further|more|yet|currently|visible|known|reported|delivery|or|nor|of|!))+/g;
const ENDED = "(?:resolved|cleared|released|lifted|removed)";
/** `! has been resolved`, `! | released`, `released from !`. */
const OVER = new RegExp(
  `! (?:(?:has|have|been|was|were|is|now) )*${ENDED}\\b|! \\| ${ENDED}(?: \\||$)|\\b${ENDED} from !`,
  "g",
);
const RETURN_SLIP = /\breturn (?:receipt|label|address)\b/g;

/**
 * True if a report speaks of trouble, not of its absence (`no longer held`) or its end (`hold lifted`).
 * `No longer held at hub; held by customs` has the words `no longer held at hub | held by customs`. With each trouble marked
 * they are `no longer ! at hub | ! by customs`, and without the denied one `| at hub | ! by customs`. A mark is left: trouble.
 * `Exception (resolved)` is `exception | resolved`, then `! | resolved`, then `|`: none.
 */
function isTrouble({ words }: Report): boolean {
  const marked = words.replace(RETURN_SLIP, "|").replace(TROUBLE, MARK);
  return marked.replace(DENIED, "|").replace(OVER, "|").includes(MARK);
}

/** Trouble in the words of the service. */
export interface Trouble {
  readonly text: string;
  /** Null of a status, of the newest scan, and where the instant is not certain. */
  readonly hoursAgo: number | null;
}

/** The trouble of the status, unless the scan repeats it, and of a scan whose trouble lasts; and why a package goes back. */
export function troublesOf(status: Report, scans: readonly Scan[]) {
  const lasting = lastingTrouble(scans);
  const scanned = readReport(reportOf(lasting));
  const isRepeated = scanned.text.toLowerCase().includes(status.text.toLowerCase());
  const troubleAt = (scan: Scan | undefined): Trouble | undefined =>
    scan && { text: reportOf(scan) ?? "", hoursAgo: scan === scans.at(-1) ? null : scan.hoursAgo };
  const cause = goesBack(status) || goesBack(scanned) ? returnCause(scans) : undefined;
  return {
    troubles: compact(!isRepeated && isTrouble(status) && { text: status.text, hoursAgo: null }, troubleAt(lasting)),
    returnCause: cause === lasting ? undefined : troubleAt(cause),
  };
}

/** The last trouble before a package went back: `Incorrect address` of `Incorrect address`, `Returning to sender`, `Arrived`. */
function returnCause(scans: readonly Scan[]): Scan | undefined {
  const turn = scans.findIndex((scan) => goesBack(readReport(reportOf(scan))));
  return scans.slice(0, turn < 0 ? scans.length : turn).findLast((scan) => isTrouble(readReport(reportOf(scan))));
}

function goesBack(report: Report): boolean {
  return isTrouble(report) && speaksOf("back", report);
}

/** The newest scan of trouble that no later one ends. Any other scan ends it; but damage lasts. */
function lastingTrouble(scans: readonly Scan[]): Scan | undefined {
  // A line "In transit" at no other place may be written while nothing moves.
  const ended = scans.findLastIndex((scan, index) => {
    const isElsewhere = scan.city !== null && scan.city !== scans[index - 1]?.city;
    return isElsewhere || !/^in transit\b/i.test(reportOf(scan) ?? "");
  });
  return scans.findLast((scan, index) => {
    const text = reportOf(scan) ?? "";
    return (index >= ended || DAMAGE.test(text)) && isTrouble(readReport(text));
  });
}

/** The goods or the manner, then `delivered`, but not to a stop on the way to the recipient. */
const DELIVERED =
  /(?:^|\| |\b(?:package|parcel|item|order|shipment|mail|successfully|safely) )(?:(?:has|have|been|was|were|is|now) )*delivered\b(?! to (?:[a-z0-9]+ )?(?:agent|carrier|courier|depot|facility|hub|post|station|local|usps)\b)/;

/** True if a report says that the package is with its recipient, or back with its sender. */
export function isDelivery({ words }: Report): boolean {
  return DELIVERED.test(words);
}

/** The topics of a report, besides trouble and delivery. */
const TOPICS = {
  /** The package is with its sender, or goes there. */
  sender: /\b(?:to sender|to the sender|original sender|to shipper|to the shipper)\b/,
  /** It goes back, or is to go back. */
  back: /\b(?:returns?|returned|returning|to sender|to the sender|original sender|to shipper|to the shipper)\b/,
  /** It is on its way. */
  moving: /\b(?:in transit|out for|on the way|departed|arrived|shipped)\b/,
  /** The carrier has it. Recipients pick packages up, too, so `moving` leaves that open. */
  handover: /\b(?:in transit|out for|on the way|departed|arrived|shipped|picked up)\b/,
  /** The sender made a label. The carrier may not have the package yet. */
  label:
    /\b(?:label|(?:shipment|shipping) information|electronic|electronically|pre shipment|(?:information|data) received|order processed|ready for carrier|awaiting item)\b/,
  /** Scans after a delivery that belong to it. */
  receipt: /\b(?:signature|proof|confirmation|confirmed|received|delivery)\b/,
};

/** True if a report speaks of `topic`. */
export function speaksOf(topic: keyof typeof TOPICS, { words }: Report): boolean {
  return TOPICS[topic].test(words);
}

/** The service's reports of one delivery. */
interface Reports {
  readonly status: Report;
  /** The newest scan. */
  readonly newest: Report;
  /** As sent. */
  readonly deliveryDate: string | null;
  /** Whether that time has passed; null if it is not known. */
  readonly isDatePast: boolean | null;
  readonly isScannedAfterDate: boolean;
}

/** Two reports of which one must be wrong, such as a status `In transit` and a scan `Delivered`; each in words. */
export function contradictionOf({ status, newest, deliveryDate, isDatePast, isScannedAfterDate }: Reports): string {
  const isDelivered = isDelivery(status);
  const isUnderWay = speaksOf("moving", status) || speaksOf("label", status);
  const isScanDelivery = isDelivery(newest);
  const isReturned = speaksOf("sender", newest);
  const told = `status ${quote(status.text)}`;
  const scanned = `newest scan ${quote(newest.text)}`;
  const date = `delivery time ${clockText(deliveryDate)}`;
  const rules: readonly (readonly [isBroken: boolean, one: string, other: string])[] = [
    // "Delivered", but the delivery time lies ahead.
    [isDelivered && isDatePast === false, told, date],
    // "Out for delivery", but the delivery time has passed.
    [!isDelivered && isUnderWay && isDatePast === true, told, date],
    // "Delivered", but the newest scan says "Returned to sender".
    [isDelivered && isReturned && !speaksOf("sender", status), told, scanned],
    // "In transit", but the newest scan says "Delivered, front door".
    [status.text !== "" && !isDelivered && isDatePast !== true && isScanDelivery && !isReturned, told, scanned],
    // A delivery time of 11:00, but the newest scan, at 16:24, says "Departed facility".
    [isScannedAfterDate && !isScanDelivery && !speaksOf("receipt", newest), date, scanned],
  ];
  const broken = rules.find(([isBroken]) => isBroken);
  return broken === undefined ? "" : `${broken[1]}, but ${broken[2]}`;
}
