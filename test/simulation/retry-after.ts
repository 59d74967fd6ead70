import type { WireAnswer } from "./events.ts";

/**
 * Milliseconds that `Retry-After` asks for (RFC 9110 section 10.2.3), of several the most; `undefined` where none can be
 * read. Read anew here, so that the client's own reading is held against another one.
 */
export function askedMs({ headers }: WireAnswer): number | undefined {
  const sentMs = Date.parse(headers.get("date")?.[0] ?? "");
  const waits = (headers.get("retry-after") ?? []).flatMap((value) => {
    if (/^\d+$/.test(value)) return [Number(value) * 1_000];
    return value.endsWith("GMT") ? [Math.max(0, Date.parse(value) - sentMs)] : [];
  });
  return waits.length === 0 ? undefined : Math.max(...waits);
}
