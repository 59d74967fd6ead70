import type { CallUsage, UsageReport } from "../../src/api/model/usage.ts";
import type { Result } from "../../src/domain/failure.ts";
import type { Origin } from "../../src/sandbox/settings.ts";
import type { Ask } from "./steps.ts";
import type { Instant } from "./virtual-time.ts";

/** A request as it left the client. */
export interface WireRequest {
  /** From 1, in the order in which they were started. */
  readonly number: number;
  readonly product: Origin;
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** The access token, by the number of its issue; 0 without one. */
  readonly token: number;
  /** `externalShipmentId` of a planning request. */
  readonly reference?: string;
  /** The number under which undici has written this very request before. */
  readonly again?: number;
  readonly startedAt: Instant;
}

/** A status line and its headers by lower-case name, as they reached the client. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, readonly string[]>;
}

/** How the body of an answer came. */
export interface WireBody {
  readonly whole: boolean;
  /** Whole, and of alerts or risk with a list in `data` (service.md 2.1). */
  readonly isReadable: boolean;
  /** A page of alerts that can be read. */
  readonly page?: WirePage | undefined;
}

/** A page of alerts as it came (service.md 2.1 and 4.2). */
export interface WirePage {
  readonly generatedAt: string | undefined;
  readonly hasMore: boolean | undefined;
  readonly total: number | undefined;
  /** Its number, as the service counts. */
  readonly page: number | undefined;
  /** As sent, each as JSON. */
  readonly records: readonly string[];
}

/** One call and what has become of it. */
export interface SimulatedCall {
  readonly number: number;
  readonly ask: Ask;
  readonly startedAt: Instant;
  /** On the client's monotonic clock. */
  readonly deadlineMs: number;
  readonly usage: CallUsage;
  cancelledAt?: Instant;
  ended?: Ended;
}

/** `report` is the usage as told at the end. */
export interface Ended {
  readonly at: Instant;
  readonly outcome: Result<unknown> | { readonly defect: unknown };
  readonly report: UsageReport;
}

/** What the invariants look at, in the order in which it happened. */
export type SimulationEvent = { readonly at: Instant } & (
  | { readonly type: "called" | "cancelled"; readonly call: SimulatedCall }
  | { readonly type: "ended"; readonly call: SimulatedCall; readonly end: Ended }
  /** The client writes a request; its status line arrives; it is over, wholly answered or not. */
  | { readonly type: "started"; readonly request: WireRequest }
  | { readonly type: "answered"; readonly request: WireRequest; readonly answer: WireAnswer }
  | ({
      readonly type: "finished";
      readonly request: WireRequest;
    } & WireBody)
  | { readonly type: "logged"; readonly line: string }
  | { readonly type: "defect"; readonly error: unknown }
  /** Nothing more happens before time moves. */
  | { readonly type: "quiet" }
  /** Something other than a call or a fault happened to client or service. */
  | { readonly type: "trouble"; readonly what: string }
  /** The client's time jumps, until its monotonic clock shows `untilMs`: its process stands still, or its machine sleeps. */
  | { readonly type: "stalled"; readonly untilMs: number }
  /** The client is closed, and again nothing more happens. */
  | { readonly type: "closed" }
);
