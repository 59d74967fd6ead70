import { quote } from "../../domain/clean.ts";
import { endOf, readDue } from "../../domain/due.ts";
import { hasPassed } from "../../domain/package-times.ts";
import { HOUR_MS } from "../../domain/time-units.ts";
import { clockText } from "../answer/words.ts";
import type { Scan } from "./scans.ts";

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
/** Stands for each trouble in the patterns below; no word has it. */
const MARK = "!";
const DENIED =
  /\b(?:no|not|never|without|neither|nothing|free)(?: (?:any|been|being|be|longer|further|more|yet|currently|visible|known|reported|delivery|or|nor|of|!))+/g;
const ENDED = "(?:resolved|cleared|released|lifted|removed)";
/** `exception has been resolved`, `held, released`, `released from customs hold`. */
const OVER = new RegExp(
  `! (?:(?:has|have|been|was|were|is|now) )*${ENDED}\\b|! \\| ${ENDED}(?: \\||$)|\\b${ENDED} from !`,
  "g",
);
const RETURN_SLIP = /\breturn (?:receipt|label|address)\b/g;

/** The goods or the manner, then `delivered`, but not to a stop on the way to the recipient. */
const DELIVERED =
  /(?:^|\| |\b(?:package|parcel|item|order|shipment|mail|successfully|safely) )(?:(?:has|have|been|was|were|is|now) )*delivered\b(?! to (?:[a-z0-9]+ )?(?:agent|carrier|courier|depot|facility|hub|post|station|local|usps)\b)/;

/** The topics of a report, besides trouble and delivery. */
const TOPICS = {
  /** The package goes back. */
  sender: /\b(?:to sender|to the sender|original sender|to shipper|to the shipper)\b/,
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

/** The words of a report in lower case, `|` between its clauses: `DeliveryException, held` is `delivery exception | held`. */
function wordsOf(report: string | null): string {
  return (report ?? "")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/n['\u2019]t\b/g, " not")
    .replace(/[.,;:()][.,;:()\s]*/g, " | ")
    .replace(/[^a-z0-9|]+/g, " ")
    .trim();
}

/** True if a status or a scan speaks of `topic`. */
export function speaksOf(topic: keyof typeof TOPICS, report: string | null): boolean {
  return TOPICS[topic].test(wordsOf(report));
}

/** True if a report speaks of trouble, not of its absence or its end. */
function isTrouble(report: string): boolean {
  const marked = wordsOf(report).replace(RETURN_SLIP, "|").replace(TROUBLE, MARK);
  return marked.replace(DENIED, "|").replace(OVER, "|").includes(MARK);
}

/** True if a status or a scan says that the package is with its recipient, or back with its sender. */
export function isDelivery(report: string | null): boolean {
  return DELIVERED.test(wordsOf(report));
}

/** The words of a scan: its description, else its code. */
export function reportOf(scan: Scan | undefined): string | null {
  return scan?.description ?? scan?.code ?? null;
}

/** The status and the newest scan, each only if it reports trouble. Omits a status that the scan repeats. */
export function troubleOf(status: string | null, newest: Scan | undefined): readonly string[] {
  const [told = "", scanned = ""] = [status, reportOf(newest)].map((report) =>
    report !== null && isTrouble(report) ? report : "",
  );
  return [scanned.toLowerCase().includes(told.toLowerCase()) ? "" : told, scanned].filter((text) => text !== "");
}

/** The service's reports of one delivery. */
interface Reports {
  readonly status: string | null;
  /** As sent. */
  readonly deliveryDate: string | null;
  /** Whether that time has passed; null if it is not known. */
  readonly isDatePast: boolean | null;
  readonly newest: Scan | undefined;
  /** The recipient's zone. */
  readonly zone: string | undefined;
}

/** Two reports of which one must be wrong, such as a status `In transit` and a scan `Delivered`; each in words. */
export function contradictionOf({ status, deliveryDate, isDatePast, newest, zone }: Reports): string | undefined {
  const scanned = reportOf(newest);
  const told = `status ${quote(status ?? "")}`;
  const scan = `newest scan ${quote(scanned ?? "")}`;
  const date = `delivery time ${clockText(deliveryDate)}`;
  const isToldDelivered = isDelivery(status);
  if (isToldDelivered && isDatePast === false) return `${told}, but ${date}`;
  if (isToldDelivered && speaksOf("sender", scanned) && !speaksOf("sender", status)) return `${told}, but ${scan}`;
  if (isDatePast === true && (speaksOf("moving", status) || speaksOf("label", status))) return `${told}, but ${date}`;
  const isOpen = status !== null && !isToldDelivered && isDatePast !== true;
  if (isOpen && isDelivery(scanned) && !speaksOf("sender", scanned)) return `${told}, but ${scan}`;
  const isScannedLater = hasPassed(endOf(readDue(deliveryDate)), zone, Date.parse(newest?.at ?? "") - HOUR_MS) === true;
  return isScannedLater && !isDelivery(scanned) && !speaksOf("receipt", scanned) ? `${date}, but ${scan}` : undefined;
}
