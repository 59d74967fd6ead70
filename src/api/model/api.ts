import type { ConfigProblem, NameOf, SecretSource } from "../../domain/configuration.ts";
import type { Failure, Result } from "../../domain/failure.ts";
import type { LevelOrder } from "../../domain/level-order.ts";
import type { DataProduct, DayProduct, Product } from "../../domain/product.ts";
import type { JsonRecord } from "../../domain/record.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Log } from "../../runtime/log.ts";
import type { Account } from "./account.ts";
import type { ApiStatus } from "./status.ts";
import type { CallUsage } from "./usage.ts";

/** One call of a tool or of `coldroute/client`, as the API client sees it. `usage` counts the requests it pays for. */
export interface Call {
  /** Ends the caller's wait, but neither a shared request nor a plan on the wire. */
  readonly signal: AbortSignal;
  /** On the clock's `monotonicMs`. */
  readonly deadlineMs: number;
  readonly usage: CallUsage;
  /** Called when a page of alerts arrives or fails while the call waits. `pagesTotal` is null while unknown. */
  readonly onPage?: ((pagesRead: number, pagesTotal: number | null) => void) | undefined;
}

export type IncompleteReason =
  /** The service ignores `page`: it answers with the same page again (service.md 4.2 shows no such parameter). */
  | "page_ignored"
  /** The limit of the call, of the day or of an HTTP caller. */
  | "billing_limit"
  | "time"
  | "failure"
  /** The data changed twice during the call, or the service went back to older data. */
  | "changed"
  /** The service ended the set with fewer records than it announced, or an empty page that announced more. */
  | "short";

/** How far an incomplete reading came: `pagesRead` of `pagesTotal` (null if unknown). */
export interface Incomplete {
  readonly reason: IncompleteReason;
  readonly pagesRead: number;
  readonly pagesTotal: number | null;
  /** The failure that ended the reading, for `billing_limit`, `time` and `failure`. */
  readonly failure?: Failure;
}

/** Records of a data API, indexed by ZIP prefix so that a look-up need not scan them all. */
export interface RecordSet<Each extends JsonRecord = JsonRecord> {
  /** Each as sent, in page order. */
  readonly records: readonly Each[];
  /**
   * The records for any of `locations` (ZIPs and ZIP prefixes), each once. A record matches if its `zip` begins with a
   * location, or if a location begins with its `zip` (an area that contains the location).
   */
  at(...locations: readonly string[]): readonly Each[];
  /** The number of records without a readable ZIP. They may concern any place. */
  readonly unplaced: number;
  readonly generatedAt: string | null;
  readonly granularity: string | null;
}

/** Temperature alerts (service.md 4.2), each once. */
export interface AlertSet<Each extends JsonRecord = JsonRecord> extends RecordSet<Each> {
  /** `meta.total`, if sent and not below the records read; else the number read if complete, else null. */
  readonly total: number | null;
  readonly incomplete?: Incomplete;
  readonly windowHours: number | null;
}

/** Five-day risk of one day (service.md 4.3). */
export interface RiskDay<Each extends JsonRecord = JsonRecord> extends RecordSet<Each> {
  /** As sent: the specification does not show its shape. `undefined` if absent. */
  readonly horizon: unknown;
  /** False if `meta.hasMore` or `meta.total` announces more records. service.md 4.3 shows no way to ask for them. */
  readonly complete: boolean;
}

/** `date` is explicit (`yyyy-MM-dd`): an answer for "tomorrow" would outlive UTC midnight. */
export type DayQuery = { readonly granularity: string; readonly date: string };
export type ReadDay = (query: DayQuery, call: Call) => Promise<Result<RiskDay>>;

/** The answer to `doctor`'s free request, which the product must reject (G-doctor). */
export type Probe =
  | { readonly ok: true; readonly status: number; readonly requestId: string }
  | { readonly ok: false; readonly finding: ProbeFinding };
export type ProbeFinding =
  | { readonly kind: "billed"; readonly status: number; readonly requestId?: string }
  | { readonly kind: "no_request_id"; readonly status: number }
  /** A 404 that does not say that a package is unknown. */
  | { readonly kind: "no_such_path" }
  | { readonly kind: "failed"; readonly failure: Failure };

/** docs/guarantees.md tells its guarantees. A failure is a value; only a defect rejects. */
export interface Api extends Readonly<Record<DayProduct, ReadDay>> {
  /** Alerts at or above `minLevel`; all without one. */
  alerts(query: { readonly minLevel?: string }, call: Call): Promise<Result<AlertSet>>;
  /** Creates a plan (service.md 4.4). Sent again only after a refusal, or if it was never begun (G-plan-once). */
  plan(shipment: JsonRecord, call: Call): Promise<Result<JsonRecord>>;
  /** One package by order or tracking number (service.md 4.5). An unknown one is the failure `not_found`. */
  package(id: string, call: Call): Promise<Result<JsonRecord>>;
  /** Gets a token, then sends `product` a request that it must reject. A conforming service bills nothing. */
  probe(product: Product, call: Call): Promise<Probe>;
  status(): ApiStatus;
  /** Ends requests on the wire. Callers first abort their calls by their own signals. */
  close(): Promise<void>;
}

/** The HTTP status of the answer, or why none came. */
export type AttemptEnd = number | "lost" | "timeout" | "cancelled";

/** Observes the API client's requests as they happen, for metrics. Must not throw. */
export interface ApiObserver {
  /** `tookMs` includes the attempt's wait at the gate. */
  attempted(product: Product, end: AttemptEnd, tookMs: number): void;
  /** If not `certain`, the request may have been billed. */
  billed(product: Product, certain: boolean): void;
  exchanged(ok: boolean): void;
}

export interface ApiConfig {
  readonly clientId: string | undefined;
  /** Names an account that has several client ids. */
  readonly accountName: string | undefined;
  readonly clientSecret: SecretSource | undefined;
  /** `urn:<service>:public-api`. Tracking needs none (service.md 5.5). */
  readonly audience: string | undefined;
  /** Without a trailing slash, like `productUrls`. */
  readonly authUrl: string | undefined;
  readonly productUrls: Readonly<Record<Product, string | undefined>>;
  /** Of one attempt. */
  readonly timeoutMs: number;
  /** 0 keeps no answer. */
  readonly ttlMs: Readonly<Record<DataProduct, number>>;
  /** Least severe first, if configured: they tell which field is the risk. */
  readonly riskLevels?: LevelOrder;
  /** In a UTC day. */
  readonly billableLimit: number | undefined;
  readonly nameOf: NameOf;
  /** The reasons in the failure of a call without credentials. */
  readonly problems: readonly ConfigProblem[];
}

export interface ApiOptions {
  readonly config: ApiConfig;
  readonly clock: Clock;
  /** 0 ≤ x < 1. */
  readonly random: () => number;
  readonly log: Log;
  readonly observer?: ApiObserver | undefined;
  /** Without it, this client shares nothing. */
  readonly account?: Account | undefined;
}
