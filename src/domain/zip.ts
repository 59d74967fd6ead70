/** A location as asked, read as a five-digit ZIP or a prefix of one to three digits; or why it is neither. */
export type LocationReading =
  | { readonly ok: true; readonly location: string }
  | { readonly ok: false; readonly message: string };

const ZIP_PLUS_4 = /^(\d{5})-\d{4}$/;

/**
 * Reads a ZIP (`85001`), a ZIP+4 with its hyphen (`85001-1234`, shortened to five digits) or a ZIP prefix of one to
 * three digits. Four digits are refused: most are a ZIP whose leading zero was lost, and answering for a prefix
 * instead would be silently wrong (DESIGN 3, arguments).
 */
export function readLocation(text: string): LocationReading {
  const trimmed = shortZip(text);
  if (/^(\d{5}|\d{1,3})$/.test(trimmed)) return { ok: true, location: trimmed };
  return { ok: false, message: zipObjection(trimmed) ?? "is not a ZIP code nor a ZIP prefix of 1 to 3 digits" };
}

/** A ZIP+4 written with its hyphen as its five digits; any other text as it is, without surrounding blanks. */
export function shortZip(text: string): string {
  return ZIP_PLUS_4.exec(text.trim())?.[1] ?? text.trim();
}

/** Reads a whole ZIP: five digits, or ZIP+4 with its hyphen. */
export function readZip(text: string): LocationReading {
  const reading = readLocation(text);
  if (!reading.ok) return { ok: false, message: zipObjection(text.trim()) ?? "is not a five-digit ZIP code" };
  if (reading.location.length === 5) return reading;
  // Puerto Rico's and the Virgin Islands' begin with two zeros, which spreadsheets drop.
  const meant = /[6-9]\d\d/.test(reading.location) ? ` (00${reading.location} if leading zeros were lost)` : "";
  return { ok: false, message: `is only a ZIP prefix; all five digits are needed here${meant}` };
}

/** What is wrong with digits that look like a damaged ZIP, with the likely right one; undefined for anything else. */
export function zipObjection(text: string): string | undefined {
  if (/^\d{4}$/.test(text)) return `has four digits; did you mean 0${text} (a leading zero lost)?`;
  if (/^\d{9}$/.test(text)) return `has nine digits; a ZIP+4 is written ${text.slice(0, 5)}-${text.slice(5)}`;
  // A first part above the second is no range, but a slip in a ZIP+4.
  const isRange = /^(?:\d{3}-\d{3}|\d{5}-\d{5})$/.test(text) && text < text.split("-").toReversed().join("-");
  if (isRange) return "is a range; give each ZIP or ZIP prefix its own entry";
  if (/^\d{6,}$/.test(text)) return "has too many digits for a ZIP code";
  return undefined;
}

/** ZIPs in order, runs as ranges: `85001–85005, 85201`. */
export function zipRanges(zips: readonly string[]): string {
  const runs: { first: string; last: string }[] = [];
  for (const zip of zips.toSorted()) {
    const run = runs.at(-1);
    const isNext = run !== undefined && /^\d{5}$/.test(zip) && Number(zip) === Number(run.last) + 1;
    if (isNext) run.last = zip;
    else if (run?.last !== zip) runs.push({ first: zip, last: zip });
  }
  return runs.map(({ first, last }) => (first === last ? first : `${first}–${last}`)).join(", ");
}
