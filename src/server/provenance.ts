import type { Failure } from "../api/failure.ts";
import type { UsageReport } from "../api/usage.ts";
import { cleanText } from "../domain/clean.ts";
import { staleReason } from "../tools/failure-text.ts";
import type { Answer } from "../tools/tool.ts";

/** Said with every answer while the sandbox stands in for the service (DESIGN 1). */
export const SANDBOX_NOTE = "Sandbox data, not the real service.";

/** Characters for why the service could not answer. */
const MAX_REASON_CHARS = 60;

/**
 * The opening of an answer that the service could not give now (DESIGN 4, memory), but for what of it is `live`: why, and
 * when to come back.
 */
export function staleOpening(usage: UsageReport, failure: Failure, live?: string): string {
  const age = ageText(usage.ageSeconds);
  const why = `(${staleReason(failure, MAX_REASON_CHARS)})`;
  return live === undefined
    ? `STALE: the service could not answer just now ${why}; what follows was read up to ${age} ago.`
    : `STALE: part of what follows is from memory, read up to ${age} ago, since the service could not answer it just now ${why}; ${live}.`;
}

/**
 * The last line of an answer (DESIGN 3): `Live | Cached 40 s ago | STALE`, when the data was produced (`dataOf`, an
 * ISO timestamp as sent, in UTC by spec 2.1), and what was billed. `live`: as above.
 */
export function provenanceLine(usage: UsageReport, { dataOf, live }: Pick<Answer<unknown>, "dataOf" | "live">): string {
  const parts = [
    freshness(usage, live),
    ...(dataOf === undefined ? [] : [`data of ${timeText(dataOf)}`]),
    billText(usage),
  ];
  return `${parts.join(" · ")}.`;
}

function freshness(usage: UsageReport, live: string | undefined): string {
  if (usage.stale) return live === undefined ? "STALE" : "Live, in part STALE";
  if (usage.cached) return `Cached ${ageText(usage.ageSeconds)} ago`;
  return usage.ageSeconds > 0 ? `Live, in part cached ${ageText(usage.ageSeconds)} ago` : "Live";
}

/** What was billed, and what may have been. */
export function billText(usage: UsageReport): string {
  const billed = `${usage.billableRequests} billable ${usage.billableRequests === 1 ? "request" : "requests"}`;
  return usage.maybeBilled === 0 ? billed : `${billed}, ${usage.maybeBilled} more may have been billed`;
}

function ageText(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7200) return `${Math.floor(seconds / 60)} min`;
  return `${Math.floor(seconds / 3600)} h`;
}

/** `2026-07-09 12:03Z`; what is no timestamp stands as sent. */
function timeText(timestamp: string): string {
  const zoned = /(?:Z|[+-]\d\d:?\d\d)$/i.test(timestamp) ? timestamp : `${timestamp}Z`;
  const ms = /^\d{4}-\d\d-\d\dT/.test(timestamp) ? Date.parse(zoned) : Number.NaN;
  if (Number.isNaN(ms)) return cleanText(timestamp, 40);
  return `${new Date(ms).toISOString().slice(0, 16).replace("T", " ")}Z`;
}
