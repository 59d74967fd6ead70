import type { ServiceRecord } from "../../api/schema.ts";

/** What of a recipient's address is always shown. */
const SHOWN = new Set(["city", "state", "zip", "zipCode", "country"]);

/** A record whose recipient's address in `field` is reduced to city, state, ZIP and country, unless it may be shown. */
export function withoutRecipient(record: ServiceRecord, field: string, showRecipient: boolean): ServiceRecord {
  const address = record[field];
  if (showRecipient || address === undefined || address === null) return record;
  // Text where an object should be may be a whole address: none of it is shown.
  const fields = typeof address === "object" && !Array.isArray(address) ? Object.entries(address) : [];
  return { ...record, [field]: Object.fromEntries(fields.filter(([name]) => SHOWN.has(name))) };
}
