import { quote } from "../../domain/clean.ts";
import { endOf, readDue } from "../../domain/due.ts";
import { hasPassed } from "../../domain/package-times.ts";
import { HOUR_MS } from "../../domain/time-units.ts";
import { clockText } from "../answer/words.ts";
import { isDelivery, reportOf, speaksOf } from "./report-words.ts";
import type { Scan } from "./scans.ts";

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
