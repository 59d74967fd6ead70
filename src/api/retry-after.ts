/**
 * Reading of `Retry-After` (RFC 9110 section 10.2.3; spec 8.2). A pure function, so that every form can be tried.
 */

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH = `(?<month>${MONTHS.join("|")})`;
const TIME = "(?<hour>\\d{2}):(?<minute>\\d{2}):(?<second>\\d{2})";

/** The three forms of an HTTP-date (RFC 9110 section 5.6.7). `Date.parse` would take the third for local time. */
const HTTP_DATES = [
  new RegExp(`^[a-z]{3}, (?<day>\\d{2}) ${MONTH} (?<year>\\d{4}) ${TIME} GMT$`, "i"),
  new RegExp(`^[a-z]{6,9}, (?<day>\\d{2})-${MONTH}-(?<year>\\d{2}) ${TIME} GMT$`, "i"),
  new RegExp(`^[a-z]{3} ${MONTH} (?<day>[ \\d]\\d) ${TIME} (?<year>\\d{4})$`, "i"),
];

/**
 * Epoch milliseconds of an HTTP-date in any of its three forms, or `undefined` when it is none. A two-digit year more
 * than 50 years ahead of `nowMs` belongs to the past century (RFC 9110 section 5.6.7).
 */
export function parseHttpDate(text: string, nowMs: number): number | undefined {
  for (const form of HTTP_DATES) {
    const parts = form.exec(text.trim())?.groups;
    if (parts === undefined) continue;
    const field = (name: string): number => Number(parts[name]);
    let year = field("year");
    if (parts["year"]?.length === 2) {
      const thisYear = new Date(nowMs).getUTCFullYear();
      year += thisYear - (thisYear % 100);
      if (year > thisYear + 50) year -= 100;
    }
    const month = MONTHS.indexOf((parts["month"] ?? "").toLowerCase());
    const day = field("day");
    const epochMs = Date.UTC(year, month, day, field("hour"), field("minute"), field("second"));
    // 31 February would roll over into March: not a date.
    const real = new Date(epochMs).getUTCDate() === day && field("minute") < 60;
    return real ? epochMs : undefined;
  }
  return undefined;
}

/**
 * Milliseconds that a `Retry-After` asks to wait: never negative, never less than asked; `undefined` when it is missing
 * or unreadable. Dates are held against the response's own `Date`, so that a wrong local clock does no harm; of
 * several values the longest counts.
 */
export function retryAfterMs(
  retryAfter: string | readonly string[] | undefined,
  responseDate: string | undefined,
  nowMs: number,
): number | undefined {
  const headers = typeof retryAfter === "string" ? [retryAfter] : (retryAfter ?? []);
  // Proxies join repeated headers with commas; a date holds one of its own, so only numbers are taken apart.
  const values = headers.flatMap((header) => (/^[\d\s.,]+$/.test(header) ? header.split(",") : [header]));
  const waits = values
    .map((value) => oneWaitMs(value.trim(), responseDate, nowMs))
    .filter((wait) => wait !== undefined);
  return waits.length === 0 ? undefined : Math.max(...waits);
}

function oneWaitMs(value: string, responseDate: string | undefined, nowMs: number): number | undefined {
  // RFC 9110 has whole seconds; a fraction is read too and rounded up, never down.
  if (/^\d+(\.\d+)?$/.test(value)) return Math.min(Math.ceil(Number(value) * 1000), Number.MAX_SAFE_INTEGER);
  const untilMs = parseHttpDate(value, nowMs);
  if (untilMs === undefined) return undefined;
  const sentMs = responseDate === undefined ? undefined : parseHttpDate(responseDate, nowMs);
  return Math.max(0, untilMs - (sentMs ?? nowMs));
}
