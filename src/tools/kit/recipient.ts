import type { ServiceRecord } from "../../api/schema.ts";
import { wholeRecord } from "../../domain/record.ts";

/** What of a recipient's address is always shown. */
const SHOWN = new Set(["city", "state", "zip", "zipCode", "country"]);

/** A whole record, cleaned, whose recipient's address in `field` is reduced to city, state, ZIP and country, unless it may be shown. */
export function withoutRecipient(record: ServiceRecord, field: string, showRecipient: boolean) {
  const address = record[field];
  if (showRecipient || address === undefined || address === null) return wholeRecord(record);
  // Text where an object should be may be a whole address: none of it is shown.
  const fields = typeof address === "object" && !Array.isArray(address) ? Object.entries(address) : [];
  return wholeRecord({ ...record, [field]: Object.fromEntries(fields.filter(([name]) => SHOWN.has(name))) });
}
