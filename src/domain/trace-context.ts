/** The position of a request in a distributed trace (W3C Trace Context, 3.2). */
export interface TraceContext {
  /** 32 lower-case hexadecimal digits, not all zero. */
  readonly traceId: string;
  readonly sampled: boolean;
}

const PARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SAMPLED = 1;

/** Reads a `traceparent`; `undefined` for one that is absent or not valid, which counts as absent (3.2.2). */
export function readTraceparent(value: unknown): TraceContext | undefined {
  const text = typeof value === "string" ? value : "";
  const [, version, traceId = "", parentId = "", flags = "", more] = PARENT.exec(text) ?? [];
  if (version === undefined || version === "ff") return undefined;
  // Version 00 ends with its flags; a later one may go on after a dash.
  if (version === "00" && more !== undefined) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(parentId)) return undefined;
  return { traceId, sampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}

/**
 * The `traceparent` of a request made on behalf of `trace`: the same trace under a parent id of its own (3.4).
 *
 * @param random 0 ≤ x < 1.
 */
export function childTraceparent(trace: TraceContext, random: () => number): string {
  const half = (): number => Math.floor(random() * 2 ** 32);
  const digits = (number: number): string => number.toString(16).padStart(8, "0");
  // A parent id of zeros would be none.
  const parentId = `${digits(half())}${digits(half() || 1)}`;
  return `00-${trace.traceId}-${parentId}-${trace.sampled ? "01" : "00"}`;
}
