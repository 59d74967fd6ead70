export type ZipOrRefusal =
  | { readonly ok: true; readonly zip: string }
  /** `message` continues a sentence that begins with the text. */
  | { readonly ok: false; readonly message: string };

/** Shortens a hyphenated ZIP+4 to five digits. Only trims any other text. */
export function shortZip(text: string): string {
  return /^(\d{5})-\d{4}$/.exec(text.trim())?.[1] ?? text.trim();
}

/** Five digits, or a hyphenated ZIP+4 (G-arguments). */
export function readZip(text: string): ZipOrRefusal {
  const zip = shortZip(text);
  return /^\d{5}$/.test(zip) ? { ok: true, zip } : { ok: false, message: objectionTo(zip) };
}

/** Says what a text is instead of a ZIP, and then what to write. */
function objectionTo(text: string): string {
  if (/^\d{9}$/.test(text)) return `has nine digits; write ZIP+4 as ${withHyphen(text)}, or ${text.slice(0, 5)}`;
  if (/^\d{6,}$/.test(text)) return `has ${text.length} digits; a US ZIP has five`;
  if (/^\d{4}$/.test(text))
    return `has four digits and a ZIP five: write ${withZeros(text)} if its leading zero was lost`;
  if (!/^\d{1,3}$/.test(text)) return "is not a five-digit ZIP code";
  // The ZIPs of Puerto Rico and the Virgin Islands begin with 006 to 009.
  const lost = /[6-9]\d\d/.test(text) ? ` (${withZeros(text)} if leading zeros were lost)` : "";
  return `is only a ZIP prefix; all five digits are needed here${lost}`;
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
  for (const zip of new Set(zips.toSorted())) {
    const run = runs.at(-1);
    if (run !== undefined && isNext(run.last, zip)) run.last = zip;
    else runs.push({ first: zip, last: zip });
  }
  return runs.map(({ first, last }) => (first === last ? first : `${first}–${last}`)).join(", ");
}

function isNext(zip: string, next: string): boolean {
  return /^\d+$/.test(next) && next.length === zip.length && Number(next) === Number(zip) + 1;
}
