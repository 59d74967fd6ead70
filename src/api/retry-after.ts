import type { ResponseHeaders } from "./transport.ts";

/** Every form of an HTTP-date begins with the day's name (RFC 9110 section 5.6.7). */
const DAY_NAME = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i;

/**
 * Milliseconds that a response's `Retry-After` asks to wait (RFC 9110 section 10.2.3; service.md 8.2): never less than
 * asked,
 * `undefined` when it is missing or unreadable. Of several values the longest counts. A date is held against the response's
 * own `Date`, so that a wrong local clock does no harm.
 */
export function retryAfterMs(headers: ResponseHeaders, nowMs: number): number | undefined {
  const sentMs = httpDateMs(firstHeader(headers, "date") ?? "") ?? nowMs;
  const lines = [headers["retry-after"] ?? []].flat();
  // Proxies join repeated headers with commas; a date holds one of its own.
  const values = lines.flatMap((line) => (/[a-z]/i.test(line) ? [line] : line.split(",")));
  const waits = values.map((value) => waitMs(value.trim(), sentMs)).filter((wait) => wait !== undefined);
  return waits.length === 0 ? undefined : Math.max(...waits);
}

/** A header's first value. */
export function firstHeader(headers: ResponseHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "object" ? value[0] : value;
}

function waitMs(value: string, sentMs: number): number | undefined {
  // RFC 9110 has whole seconds; a fraction is read too and rounded up.
  if (/^\d+(\.\d+)?$/.test(value)) return Math.min(Math.ceil(Number(value) * 1000), Number.MAX_SAFE_INTEGER);
  const untilMs = httpDateMs(value);
  return untilMs === undefined ? undefined : Math.max(0, untilMs - sentMs);
}

/** Epoch milliseconds of an HTTP-date. The asctime form names no zone, and means GMT. */
function httpDateMs(text: string): number | undefined {
  if (!DAY_NAME.test(text)) return undefined;
  const epochMs = Date.parse(/GMT$/i.test(text) ? text : `${text} GMT`);
  return Number.isNaN(epochMs) ? undefined : epochMs;
}
