import type { ConfigProblem, Failure, Result } from "../../domain/failure.ts";
import type { Product } from "../../domain/product.ts";
import type { JsonRecord } from "../../domain/record.ts";
import type { SecretSource } from "../../domain/secret-source.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Log } from "../../runtime/log.ts";
import type { Account } from "./account.ts";
import type { ApiStatus } from "./status.ts";
import type { CallUsage } from "./usage.ts";

/** One tool call as the API client sees it. Every request made on its behalf is charged to it. */
export interface Call {
  /** Aborted when the caller cancels; ends only this caller's wait, never a request that is shared and on the wire. */
  readonly signal: AbortSignal;
  /** When the call's total time ends, on the injected clock's `monotonicMs`. */
  readonly deadlineMs: number;
  readonly usage: CallUsage;
  /** Called for each page of alerts that arrives while the call waits; the total is null while it is not known. */
  readonly onPage?: ((pagesRead: number, pagesTotal: number | null) => void) | undefined;
}

/** Why an alert set is not the whole truth. */
export type IncompleteReason =
  /** The service answers with the same page, whichever is requested (service.md 4.2 shows no `page` parameter). */
  | "page_ignored"
  /** The limit of one call or of the day was reached. */
  | "billing_limit"
  /** The call's time ran out. */
  | "time"
  /** A later page failed. */
  | "failure"
  /** The data changed between pages twice in a row. */
  | "changed"
  /** The service says that there is no more, but sent fewer records than it announced, or an empty page. */
  | "short";

/** How far an incomplete reading came: `pagesRead` of `pagesTotal` (null where the service gives no total). */
export interface Incomplete {
  readonly reason: IncompleteReason;
  readonly pagesRead: number;
  readonly pagesTotal: number | null;
  /** The cause that stopped the reading, for `billing_limit`, `time` and `failure`. */
  readonly failure?: Failure;
}

/** Temperature alerts (service.md 4.2), indexed by ZIP prefix so that a look-up does not walk them all. */
export interface AlertSet {
  /** Every record as sent, in the order sent, none twice. */
  readonly records: readonly JsonRecord[];
  /**
   * The records that speak for any of `locations` (ZIPs and ZIP prefixes), each once: those whose `zip` begins with one,
   * and those whose shorter `zip` one begins with (an area that contains it).
   */
  at(...locations: readonly string[]): readonly JsonRecord[];
  /** How many records name no ZIP that can be read: they may concern any place. */
  readonly unplaced: number;
  /** `meta.total` where sent, else the number read when complete, else null. */
  readonly total: number | null;
  readonly incomplete?: Incomplete;
  readonly generatedAt: string | null;
  readonly granularity: string | null;
  readonly windowHours: number | null;
}

/** Five-day risk of one day (service.md 4.3). */
export interface RiskDay {
  readonly records: readonly JsonRecord[];
  /** As for alerts. */
  at(...locations: readonly string[]): readonly JsonRecord[];
  readonly generatedAt: string | null;
  readonly granularity: string | null;
  /** As sent: its shape is not shown. `undefined` when absent. */
  readonly horizon: unknown;
  /**
   * False when the service says that there is more (`meta.hasMore` or `total`), which service.md 4.3 shows no way to ask
   * for.
   */
  readonly complete: boolean;
}

/** How a product answers a request that it must reject; what `doctor` reads. */
export type Probe =
  | { readonly ok: true; readonly status: number; readonly requestId: string }
  | { readonly ok: false; readonly finding: ProbeFinding };
export type ProbeFinding =
  | { readonly kind: "billed"; readonly status: number; readonly requestId?: string }
  | { readonly kind: "no_request_id"; readonly status: number }
  | { readonly kind: "failed"; readonly failure: Failure };

/** The client of the service, with its guarantees (docs/guarantees.md). A failure is a value; only a defect rejects. */
export interface Api {
  /** Alerts at or above `minLevel`; all without one. */
  alerts(query: { readonly minLevel?: string }, call: Call): Promise<Result<AlertSet>>;
  /** Risk of one day, `date` as yyyy-MM-dd. */
  risk(query: { readonly granularity: string; readonly date: string }, call: Call): Promise<Result<RiskDay>>;
  /** Creates a plan (service.md 4.4). Never repeated unless the service provably refused it. */
  plan(shipment: JsonRecord, call: Call): Promise<Result<JsonRecord>>;
  /** One package by order or tracking number (service.md 4.5). An unknown one is the failure `not_found`. */
  package(id: string, call: Call): Promise<Result<JsonRecord>>;
  /** Sends each product one request that must be rejected, and asks for a token first. Bills nothing on a conforming service. */
  probe(product: Product, call: Call): Promise<Probe>;
  /** Token, cool-downs, memory, bill and contract drift as they stand. Sends nothing. */
  status(): ApiStatus;
  /** Ends requests on the wire and closes every connection. Callers end their calls first, by their own signals. */
  close(): Promise<void>;
}

/** How an attempt ended: the status of its answer, or what became of it where none came. */
export type AttemptEnd = number | "lost" | "timeout" | "cancelled";

/** Hears of the API client's requests as they happen, for metrics. Must not throw. */
export interface ApiObserver {
  /** One attempt is over. `tookMs` includes the wait for a place. */
  attempted(product: Product, end: AttemptEnd, tookMs: number): void;
  /** A request was billed, or may have been (`certain`: false). */
  billed(product: Product, certain: boolean): void;
  /** The client credentials were exchanged for a token, or not. */
  exchanged(ok: boolean): void;
}

/** The account, the addresses of the service, and the limits of the client. A missing value has a problem. */
export interface ApiConfig {
  readonly clientId: string | undefined;
  /** The account's name where several client ids belong to it. */
  readonly account: string | undefined;
  readonly clientSecret: SecretSource | undefined;
  /** `urn:<service>:public-api`; tracking does without (service.md 5.5). */
  readonly audience: string | undefined;
  /** Base URLs without a trailing slash. */
  readonly authUrl: string | undefined;
  readonly productUrls: Readonly<Record<Product, string | undefined>>;
  /** The longest attempt. */
  readonly timeoutMs: number;
  /** How long answers may come from memory; 0 keeps none. */
  readonly alertsTtlMs: number;
  readonly riskTtlMs: number;
  /** The most billable requests in a UTC day; undefined for any number. */
  readonly billableLimit: number | undefined;
  /** Given as the reason where credentials are missing. */
  readonly problems: readonly ConfigProblem[];
}

/** The parts of the client; clock, randomness (0 ≤ x < 1) and log are injected. */
export interface ApiOptions {
  readonly config: ApiConfig;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  readonly observer?: ApiObserver | undefined;
  /** The state that the processes of the account share; without it this client is alone. */
  readonly account?: Account | undefined;
}
