import { quote } from "../../domain/clean.ts";
import { clockText } from "../answer/words.ts";

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

/**
 * The goods or the manner, then `delivered`, but not to a stop on the way to the recipient.
 * `Package was delivered` fits, `Not delivered` and `Delivered to local carrier` do not.
 */
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
