import type { JsonRecord } from "../../domain/record.ts";
import { wholeRecord } from "../../domain/shown-record.ts";

const ALWAYS_SHOWN = new Set(["city", "state", "zip", "zipCode", "country"]);

/** A whole record, cleaned. Without `showRecipient`, the address in `field` keeps city, state, ZIP and country. */
export function withoutRecipient(record: JsonRecord, field: string, showRecipient: boolean) {
  const address = record[field];
  if (showRecipient || address === undefined || address === null) return wholeRecord(record);
  // A text or a list instead of an object may hold a whole address, so no part of it is shown.
  const fields = typeof address === "object" && !Array.isArray(address) ? Object.entries(address) : [];
  return wholeRecord({ ...record, [field]: Object.fromEntries(fields.filter(([name]) => ALWAYS_SHOWN.has(name))) });
}
