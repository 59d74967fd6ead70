import { quote } from "../../domain/clean.ts";
import { type DayOrMoment, endOf, readDue, startOf } from "../../domain/due.ts";
import { hasPassed } from "../../domain/package-times.ts";
import { HOUR_MS } from "../../domain/time-units.ts";
import { clockText } from "../answer/words.ts";
import { isDelivery, type Report, readReport, speaksOf } from "./report-words.ts";
import type { Scan } from "./scans.ts";
import { isTrouble } from "./trouble.ts";

interface DeliveryDate {
  readonly isGiven: boolean;
  readonly text: string;
  /** Null if it is not known. */
  readonly isPast: boolean | null;
  readonly isBeforeScan: boolean;
}

/** By the status, the newest scan and `deliveryDate`, which is an appointment while it lies ahead. */
export function deliveryState(
  delivery: DayOrMoment,
  status: Report,
  scan: Scan | undefined,
  zone: string | undefined,
  nowMs: number,
) {
  const newest = scan?.report ?? readReport();
  // A delivery at midnight may be at any hour of that day. A scan within the hour after it may belong to it.
  const end = endOf(readDue(delivery.text));
  const date: DeliveryDate = {
    isGiven: delivery.text !== null,
    text: `delivery time ${clockText(delivery.text)}`,
    isPast: hasPassed(startOf(delivery), zone, nowMs),
    isBeforeScan: scan?.instantMs !== undefined && hasPassed(end, zone, scan.instantMs - HOUR_MS) === true,
  };
  return {
    isDelivered: isDelivery(status) || date.isPast === true,
    isReturned: speaksOf("sender", status) || speaksOf("sender", newest),
    contradiction: contradictionOf(status, newest, date),
  };
}

/** Of two reports, one must be wrong: `status "In transit", but newest scan "Delivered"`. */
function contradictionOf(status: Report, newest: Report, date: DeliveryDate) {
  const isDelivered = isDelivery(status);
  const isUnderWay = speaksOf("moving", status) || speaksOf("label", status);
  const isReturned = speaksOf("sender", newest);
  const statusText = `status ${quote(status.text)}`;
  const againstDate = { text: `${statusText}, but ${date.text}`, isOfScan: false };
  const againstScan = (text: string) => ({ text: `${text}, but newest scan ${quote(newest.text)}`, isOfScan: true });
  // "Delivered", but the delivery time lies ahead; "Out for delivery", but it has passed.
  if (isDelivered && date.isPast === false) return againstDate;
  if (!isDelivered && isUnderWay && date.isPast === true) return againstDate;
  // "Delivered", but the newest scan says "Returned to sender".
  if (isDelivered && isReturned && !speaksOf("sender", status)) return againstScan(statusText);
  // "In transit", but the newest scan says "Delivered, front door".
  const isOpen = status.text !== "" && !isDelivered && date.isPast !== true;
  if (isOpen && isDelivery(newest) && !isReturned) return againstScan(statusText);
  // "Delivered" without a time, but the newest scan says "Departed facility".
  const isElsewhere = speaksOf("moving", newest) || isTrouble(newest);
  if (isDelivered && !date.isGiven && isElsewhere && !isDelivery(newest)) return againstScan(statusText);
  // A delivery time of 11:00, but the newest scan, at 16:24, says "Departed facility".
  const isOfDelivery = isDelivery(newest) || speaksOf("receipt", newest);
  return date.isBeforeScan && !isOfDelivery ? againstScan(date.text) : undefined;
}
