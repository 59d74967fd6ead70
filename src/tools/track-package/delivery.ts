import { quote } from "../../domain/clean.ts";
import { type DayOrMoment, endOf, readDue, startOf } from "../../domain/due.ts";
import { hasPassed } from "../../domain/package-times.ts";
import { HOUR_MS } from "../../domain/time-units.ts";
import { clockText } from "../answer/words.ts";
import { isDelivery, type Report, readReport, speaksOf } from "./report-words.ts";
import type { Scan } from "./scans.ts";

/** By the status, the newest scan and `deliveryDate`, which is an appointment while it lies ahead. */
export function deliveryState(
  delivery: DayOrMoment,
  status: Report,
  newestScan: Scan | undefined,
  zone: string | undefined,
  nowMs: number,
) {
  const newest = newestScan?.report ?? readReport();
  const isDatePast = hasPassed(startOf(delivery), zone, nowMs);
  const date = { text: delivery.text, isPast: isDatePast, isBeforeScan: isBeforeScan(delivery, newestScan, zone) };
  return {
    isDelivered: isDelivery(status) || isDatePast === true,
    isReturned: speaksOf("sender", status) || speaksOf("sender", newest),
    contradiction: contradictionOf(status, newest, date),
  };
}

/** False within an hour: such a scan may belong to the delivery. A delivery at midnight may be at any hour of that day. */
function isBeforeScan({ text }: DayOrMoment, scan: Scan | undefined, zone: string | undefined): boolean {
  if (scan?.instantMs === undefined) return false;
  return hasPassed(endOf(readDue(text)), zone, scan.instantMs - HOUR_MS) === true;
}

interface DeliveryDate {
  readonly text: string | null;
  /** Null if it is not known. */
  readonly isPast: boolean | null;
  readonly isBeforeScan: boolean;
}

/** `status "In transit", but newest scan "Delivered"`: one of two reports must be wrong. Empty if none contradict. */
function contradictionOf(status: Report, newest: Report, date: DeliveryDate): string {
  const isDelivered = isDelivery(status);
  const isUnderWay = speaksOf("moving", status) || speaksOf("label", status);
  const isReturned = speaksOf("sender", newest);
  const statusText = `status ${quote(status.text)}`;
  const scanText = `newest scan ${quote(newest.text)}`;
  const dateText = `delivery time ${clockText(date.text)}`;
  // "Delivered", but the delivery time lies ahead; "Out for delivery", but it has passed.
  if (isDelivered && date.isPast === false) return `${statusText}, but ${dateText}`;
  if (!isDelivered && isUnderWay && date.isPast === true) return `${statusText}, but ${dateText}`;
  // "Delivered", but the newest scan says "Returned to sender".
  if (isDelivered && isReturned && !speaksOf("sender", status)) return `${statusText}, but ${scanText}`;
  // "In transit", but the newest scan says "Delivered, front door".
  const isOpen = status.text !== "" && !isDelivered && date.isPast !== true;
  if (isOpen && isDelivery(newest) && !isReturned) return `${statusText}, but ${scanText}`;
  // A delivery time of 11:00, but the newest scan, at 16:24, says "Departed facility".
  const isOfDelivery = isDelivery(newest) || speaksOf("receipt", newest);
  return date.isBeforeScan && !isOfDelivery ? `${dateText}, but ${scanText}` : "";
}
