import type { WireAnswer } from "./events.ts";

/**
 * The milliseconds that `Retry-After` asks for (RFC 9110 section 10.2.3), the most of several. `undefined` if none is
 * readable. Written apart from the client's own parser, so that the two check each other.
 */
export function askedMs({ headers }: WireAnswer): number | undefined {
  const sentMs = Date.parse(headers.get("date")?.[0] ?? "");
  const waits = (headers.get("retry-after") ?? []).flatMap((value) => {
    if (/^\d+$/.test(value)) return [Number(value) * 1_000];
    return value.endsWith("GMT") ? [Math.max(0, Date.parse(value) - sentMs)] : [];
  });
  return waits.length === 0 ? undefined : Math.max(...waits);
}
