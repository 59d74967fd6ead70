import type { Fault } from "../support/sandbox.ts";

/** How long a fault lasts: for the first request alone, or for every one. */
export type Lasting = "once" | "for good";

/** When a call is made: while the fault lasts, or after one that it lasted for. */
export type Moment = Lasting | "afterwards";

/**
 * What of a fault reaches the client, which is all that the rules may go by:
 * - `unstarted`: no byte of the request was written. `unanswered`: it was, but no status line came back. `by` tells
 *   whether the connection broke or the time ran out.
 * - `refused`: a status that is no 2xx. `retryAfterMs`: what a readable Retry-After asks.
 * - `success`: a 2xx with a body that is `right` (however odd its headers), `late`, `broken` (never whole, or its
 *   coding damaged), `oversized` (over 32 MiB), `garbled` (whole, but not JSON), `misshapen` (JSON of another shape) or
 *   `lacking` (without `meta`, `expires_in`, or what names the plan or package).
 * - `expired`: the token is no longer taken, a new one is. `stale`: connections die when they are used again.
 */
export type Seen =
  | { readonly is: "unstarted" | "unanswered"; readonly by: "network" | "timeout" }
  | {
      readonly is: "refused";
      readonly status: number;
      readonly retryAfterMs?: number;
      readonly problem: boolean;
      readonly requestId: boolean;
    }
  | {
      readonly is: "success";
      readonly body: "right" | "late" | "broken" | "oversized" | "garbled" | "misshapen" | "lacking";
    }
  | { readonly is: "expired" }
  | { readonly is: "stale" };

/** What stands between the client and the service, for faults below HTTP (fronts.ts). */
export type FrontKind = "closed" | "unnamed" | "stalled" | "tlsReset" | "untrusted" | "diesOnReuse";

/** How a fault is made: by the sandbox, by what stands before it, or by making its tokens invalid. */
export type Made =
  | { readonly by: "sandbox"; readonly fault: Omit<Fault, "product" | "times"> }
  | { readonly by: "front"; readonly front: FrontKind }
  | { readonly by: "revocation" };

/** Whether the fault can be over in the life of a process; certificates and names do not change for one. */
export function canEnd({ made }: FaultRow): boolean {
  return made.by === "sandbox" || (made.by === "front" && (made.front === "closed" || made.front === "stalled"));
}

/** One row of the matrix. */
export interface FaultRow {
  readonly name: string;
  readonly seen: Seen;
  readonly made: Made;
  readonly lasts: readonly Lasting[];
  /** The fault is one of time, which is made to pass. */
  readonly timed?: boolean;
  /** Costs so much of the processor that it would make others late. */
  readonly heavy?: boolean;
}
