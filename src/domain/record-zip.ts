import { cleanText } from "./clean.ts";
import { foreignCountry } from "./country.ts";
import { type JsonRecord, textOf } from "./record.ts";
import { shortZip, withZeros } from "./zip.ts";

/** A masked ZIP (850xx), which the specification does not define. */
const MASKED_ZIP = /^\d+[*#?xX]+$/;
const DIGITS = /^\d+$/;
/** Longer than any country's postal codes. */
const MAX_ZIP_CHARS = 12;

/** A record's ZIP, prefix or foreign postal code, cleaned. Undefined for four digits, a masked ZIP and the like. */
export function zipOf({ zip }: JsonRecord): string | undefined {
  // A sender may forget the quotes around five digits.
  if (typeof zip === "number" && Number.isInteger(zip) && zip >= 10_000 && zip <= 99_999) return String(zip);
  if (typeof zip !== "string") return undefined;
  // Most ZIPs return here. The steps below are slow for 41,000 records.
  if (zip.length <= MAX_ZIP_CHARS && DIGITS.test(zip)) return zip.length === 4 ? undefined : zip;
  const plain = shortZip(cleanText(zip.slice(0, 1000).normalize("NFKC"), MAX_ZIP_CHARS));
  return plain === "" || MASKED_ZIP.test(plain) || /^\d{4}$/.test(plain) ? undefined : plain;
}

/** How many records have no readable ZIP and name no other country: they may concern any place. */
export function unplacedCount(records: readonly JsonRecord[]): number {
  return records.filter((record) => zipOf(record) === undefined && foreignCountry(record) === undefined).length;
}

/**
 * Restores the zeros that spreadsheets and numbers lose: `2108` becomes `02108` in a set of five-digit ZIPs. If a record
 * is foreign or a ZIP shows its zero, three and four digits may be something else, and `zipOf` then reads none of them.
 */
export function withLostZeros(records: readonly JsonRecord[], granularity: string | null): readonly JsonRecord[] {
  if (granularity !== "zip5" || !records.some(isShort)) return records;
  const isCertain = !records.some(
    (record) => textOf(record["zip"]).startsWith("0") || foreignCountry(record) !== undefined,
  );
  return records.map((record) => {
    if (!isShort(record)) return record;
    const digits = textOf(record["zip"]);
    // `zipOf` reads no number of three or four digits.
    return { ...record, zip: isCertain ? withZeros(digits) : Number(digits) };
  });
}

function isShort({ zip }: JsonRecord): boolean {
  if (typeof zip === "number") return Number.isInteger(zip) && zip >= 100 && zip <= 9_999;
  return typeof zip === "string" && (zip.length === 3 || zip.length === 4) && DIGITS.test(zip);
}
