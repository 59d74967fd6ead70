import type { ServiceRecord } from "../api/schema.ts";

/** What of a recipient's address is always shown (DESIGN 2, COLDROUTE_SHOW_RECIPIENT). */
const SHOWN = new Set(["city", "state", "zip", "zipCode"]);

/** Told where something was withheld. */
const WITHHELD_NOTE = "Recipient: city, state, ZIP only (COLDROUTE_SHOW_RECIPIENT).";

/** A record whose recipient's address in `field` is reduced to city, state and ZIP, unless it may be shown. */
export function withoutRecipient(
  record: ServiceRecord,
  field: string,
  showRecipient: boolean,
): { readonly record: ServiceRecord; readonly notes: readonly string[] } {
  const address = record[field];
  if (showRecipient || address === undefined || address === null) return { record, notes: [] };
  // Text where an object should be may be a whole address: none of it is shown.
  const fields = typeof address === "object" && !Array.isArray(address) ? Object.entries(address) : [];
  const kept = Object.fromEntries(fields.filter(([name]) => SHOWN.has(name)));
  const isWhole = fields.length > 0 && fields.every(([name, value]) => SHOWN.has(name) || tellsNothing(name, value));
  return { record: { ...record, [field]: kept }, notes: isWhole ? [] : [WITHHELD_NOTE] };
}

/** `US` is what a country is where none is named (spec 2.3). */
function tellsNothing(name: string, value: unknown): boolean {
  return value === null || (name === "country" && value === "US");
}
