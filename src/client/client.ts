import { setMaxListeners } from "node:events";
import { createApi } from "../api/api.ts";
import type { AlertSet, Call, RiskDay } from "../api/model/api.ts";
import type { ApiStatus } from "../api/model/status.ts";
import { CallUsage, type UsageReport } from "../api/model/usage.ts";
import { failed, type Result } from "../domain/failure.ts";
import type { JsonRecord } from "../domain/record.ts";
import { systemClock } from "../runtime/clock.ts";
import type { Log } from "../runtime/log.ts";
import { redaction } from "../runtime/redact.ts";
import { type ClientOptions, readOptions } from "./options.ts";
import type { Alert, Package, RiskRecord, Shipment } from "./records.ts";

export interface CallOptions {
  /** Aborts this call alone, with the failure `cancelled`. A plan on the wire still runs to its end. */
  readonly signal?: AbortSignal;
  /** The longest time of the call in milliseconds, waits and retries included. Default: the client's `maxWaitMs`. */
  readonly maxWaitMs?: number;
}

/** The answer of a call: its `value` if `ok`, else its `failure`. `usage` counts its requests and its bill. */
export type Answer<T> = Result<T> & { readonly usage: UsageReport };

/**
 * The authenticated client of the service. All its calls share one token, memory and bill, and one cool-down for each
 * product. A failure is a value with a stable `kind`. Only a defect rejects.
 */
export interface Client extends AsyncDisposable {
  /** Temperature alerts in force now, at or above `minLevel` if given. Bills one request for each page of data. */
  alerts(query?: { readonly minLevel?: string }, options?: CallOptions): Promise<Answer<AlertSet<Alert>>>;
  /** Temperature risk on `date` (`yyyy-MM-dd`), by areas of `granularity` (default: `zip3`). Bills one request. */
  risk(
    query: { readonly date: string; readonly granularity?: string },
    options?: CallOptions,
  ): Promise<Answer<RiskDay<RiskRecord>>>;
  /**
   * Creates a plan from the fields of service.md 4.4 (inches, pounds). Bills one request. The client sends it again
   * only after 429, after a 502 or 503 with problem details, or if it never began to send it. After
   * `outcome_unknown`, check the account before you plan again.
   */
  plan(shipment: JsonRecord, options?: CallOptions): Promise<Answer<Shipment>>;
  /** One package by order or tracking number, as sent. Bills one request. An unknown number fails with `not_found`. */
  package(id: string, options?: CallOptions): Promise<Answer<Package>>;
  /** The present token, cool-downs, memory and bill. Sends nothing and shows no secret. */
  status(): ApiStatus;
  /** Ends requests on the wire and closes every connection, as does the end of an `await using` block. */
  close(): Promise<void>;
}

/** Empty, or dots alone: it would lead to another path. */
const NO_ID = /^\.{0,2}$/;
const NOT_AN_ID = failed({
  kind: "invalid_arguments",
  problems: [{ parameter: "id", message: "should be an order or tracking number" }],
});

/**
 * Makes a client of the service. It sends nothing before its first call, and needs no environment variable. It honours
 * `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`.
 *
 * @throws TypeError that names every invalid option, without its value.
 */
export function createClient(options: ClientOptions): Client {
  const config = readOptions(options);
  const clock = systemClock;
  const api = createApi({ config, clock, random: Math.random, log: lineLog(options.log) });
  const ask = async <T>(given: CallOptions, work: (call: Call) => Promise<Result<T>>): Promise<Answer<T>> => {
    const { signal = new AbortController().signal } = given;
    // Each request of a call adds a listener. That is no leak, so Node must not warn.
    setMaxListeners(0, signal);
    const usage = new CallUsage(config.maxBillablePerCall);
    const deadlineMs = clock.monotonicMs() + (given.maxWaitMs ?? config.maxWaitMs);
    const result = await work({ signal, deadlineMs, usage });
    return { ...result, usage: usage.report() };
  };
  const close = (): Promise<void> => api.close();
  return {
    alerts: (query = {}, given = {}) => ask(given, (call) => api.alerts(query, call)),
    risk: ({ date, granularity = "zip3" }, given = {}) => ask(given, (call) => api.risk({ date, granularity }, call)),
    plan: (shipment, given = {}) => ask(given, (call) => api.plan(shipment, call)),
    package: (id, given = {}) => ask(given, async (call) => (NO_ID.test(id) ? NOT_AN_ID : api.package(id, call))),
    status: () => api.status(),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function lineLog(write: ClientOptions["log"]): Log {
  const secrets = redaction();
  const lineOf = (level: string) => (fields: Record<string, unknown>, msg: string) => {
    const time = new Date(systemClock.nowMs()).toISOString();
    write?.(secrets.redact(JSON.stringify({ level, time, ...fields, msg })));
  };
  return {
    debug: lineOf("debug"),
    info: lineOf("info"),
    warn: lineOf("warn"),
    error: lineOf("error"),
    ...secrets,
    flush: async () => undefined,
  };
}
