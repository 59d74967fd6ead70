import type { CallUsage, UsageReport } from "../../src/api/model/usage.ts";
import type { Result } from "../../src/domain/failure.ts";
import type { Origin } from "../../src/sandbox/settings.ts";
import type { Ask } from "./steps.ts";
import type { Instant } from "./virtual-time.ts";

/** A request as it leaves the client. */
export interface WireRequest {
  /** Counts from 1, in the order of starting. */
  readonly number: number;
  readonly product: Origin;
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** The number of the access token, counted from 1 as the service issued them. 0 without one. */
  readonly token: number;
  /** The reference of the plan that a planning request is for. */
  readonly plan?: string;
  /** The number under which undici wrote the same request before. */
  readonly again?: number;
  readonly startedAt: Instant;
}

/** A status line and its headers by lower-case name, as they reached the client. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, readonly string[]>;
}

/** How the body of an answer arrived. */
export interface WireBody {
  readonly whole: boolean;
  /** The page, if the request was for alerts and the body is readable. */
  readonly page?: WirePage | undefined;
}

/** A page of alerts as it arrived (service.md 2.1 and 4.2). */
export interface WirePage {
  readonly generatedAt: string | undefined;
  readonly hasMore: boolean | undefined;
  readonly total: number | undefined;
  /** The page number that the service sent. */
  readonly page: number | undefined;
  /** The records as sent, each as JSON text. */
  readonly records: readonly string[];
}

/** One call and its outcome. */
export interface SimulatedCall {
  readonly number: number;
  readonly ask: Ask;
  readonly startedAt: Instant;
  /** A reading of the client's monotonic clock. */
  readonly deadlineMs: number;
  readonly usage: CallUsage;
  cancelledAt?: Instant;
  ended?: Ended;
}

/** The end of a call. `report` is its usage at that moment. */
export interface Ended {
  readonly at: Instant;
  readonly outcome: Result<unknown> | { readonly defect: unknown };
  readonly report: UsageReport;
}

/** One event of a run. Invariants see all of them in order. */
export type SimulationEvent = { readonly at: Instant } & (
  | { readonly type: "called" | "cancelled"; readonly call: SimulatedCall }
  | { readonly type: "ended"; readonly call: SimulatedCall; readonly end: Ended }
  /** The client writes a request, its status line arrives, and it ends, wholly answered or not. */
  | { readonly type: "started"; readonly request: WireRequest }
  | { readonly type: "answered"; readonly request: WireRequest; readonly answer: WireAnswer }
  | ({
      readonly type: "finished";
      readonly request: WireRequest;
    } & WireBody)
  | { readonly type: "logged"; readonly line: string }
  | { readonly type: "defect"; readonly error: unknown }
  /** Nothing more happens until time moves. */
  | { readonly type: "quiet" }
  /** The driver takes a step other than a call, a cancellation or a stall. */
  | { readonly type: "trouble"; readonly what: string }
  /** The process stands still, the machine sleeps or the clock is set. The monotonic clock jumps to `untilMs`. */
  | { readonly type: "stalled"; readonly untilMs: number }
  /** The client is closed, and nothing more happens. */
  | { readonly type: "closed" }
);
