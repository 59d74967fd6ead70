/** Where a request stands in a distributed trace (W3C Trace Context, 3.2). */
export interface TraceContext {
  /** 32 lower-case hexadecimal digits, not all zero. */
  readonly traceId: string;
  readonly sampled: boolean;
}

const PARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SAMPLED = 1;

/** Reads a `traceparent` header; `undefined` for one that is absent or not valid, which counts as absent (3.2.2). */
export function readTraceparent(header: string | undefined): TraceContext | undefined {
  const [, version, traceId = "", parentId = "", flags = "", more] = PARENT.exec(header ?? "") ?? [];
  if (version === undefined || version === "ff") return undefined;
  // Version 00 ends with its flags; a later one may go on after a dash.
  if (version === "00" && more !== undefined) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(parentId)) return undefined;
  return { traceId, sampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}
