import { cleanText } from "./clean.ts";
import { foreignCountry } from "./country.ts";
import { type JsonRecord, textOf } from "./record.ts";

export type ZipReading = { readonly ok: true; readonly zip: string } | { readonly ok: false; readonly message: string };

/** Shortens a hyphenated ZIP+4 to five digits. Only trims any other text. */
export function shortZip(text: string): string {
  return /^(\d{5})-\d{4}$/.exec(text.trim())?.[1] ?? text.trim();
}

/** Five digits, or a hyphenated ZIP+4 (G-arguments). */
export function readZip(text: string): ZipReading {
  const zip = shortZip(text);
  return /^\d{5}$/.test(zip) ? { ok: true, zip } : { ok: false, message: objectionTo(zip) };
}

function objectionTo(text: string): string {
  const zip4 = withHyphen(text);
  if (zip4 !== text) return `has nine digits: write ZIP+4 as ${zip4}, or ${shortZip(zip4)}`;
  if (/^\d{4}$/.test(text))
    return `has four digits and a ZIP five: write ${withZeros(text)} if its leading zero was lost`;
  if (/^\d{6,}$/.test(text)) return `has ${text.length} digits; a US ZIP has five`;
  if (!/^\d{1,3}$/.test(text)) return "is not a five-digit ZIP code";
  const meant = /[6-9]\d\d/.test(text) ? ` (${withZeros(text)} if leading zeros were lost)` : "";
  return `is only a ZIP prefix; all five digits are needed here${meant}`;
}

/** Writes nine digits as a ZIP+4: `850011234` → `85001-1234`. */
export function withHyphen(text: string): string {
  return text.replace(/^(\d{5})(\d{4})$/, "$1-$2");
}

/** Restores the zeros that spreadsheets and numbers lose: `2108` → `02108`; `601` → `00601`, a ZIP of Puerto Rico. */
export function withZeros(text: string): string {
  return /^\d{3,4}$/.test(text) ? text.padStart(5, "0") : text;
}

/** ZIPs or areas in order, with runs as ranges: `85001–85005, 85201`. */
export function zipRanges(zips: readonly string[]): string {
  const runs: { first: string; last: string }[] = [];
  for (const zip of zips.toSorted()) {
    const run = runs.at(-1);
    const isNext =
      run !== undefined && /^\d+$/.test(zip) && zip.length === run.last.length && Number(zip) === Number(run.last) + 1;
    if (isNext) run.last = zip;
    else if (run?.last !== zip) runs.push({ first: zip, last: zip });
  }
  return runs.map(({ first, last }) => (first === last ? first : `${first}–${last}`)).join(", ");
}

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
 * is foreign or a ZIP shows its zero, three and four digits are something else, and `zipOf` reads them no more.
 */
export function withLostZeros(records: readonly JsonRecord[], granularity: string | null): readonly JsonRecord[] {
  if (granularity !== "zip5" || !records.some(isShort)) return records;
  const hasLostZeros = !records.some(
    (record) => textOf(record["zip"]).startsWith("0") || foreignCountry(record) !== undefined,
  );
  return records.map((record) => {
    if (!isShort(record)) return record;
    const digits = textOf(record["zip"]);
    return { ...record, zip: hasLostZeros ? withZeros(digits) : Number(digits) };
  });
}

function isShort({ zip }: JsonRecord): boolean {
  if (typeof zip === "number") return Number.isInteger(zip) && zip >= 100 && zip <= 9_999;
  return typeof zip === "string" && (zip.length === 3 || zip.length === 4) && DIGITS.test(zip);
}
