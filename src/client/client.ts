import { setMaxListeners } from "node:events";
import { createApi } from "../api/client.ts";
import type { AlertSet, Call, RiskDay } from "../api/model/api.ts";
import type { ApiStatus } from "../api/model/status.ts";
import { CallUsage, type UsageReport } from "../api/model/usage.ts";
import { failed, type Result } from "../domain/failure.ts";
import type { JsonRecord } from "../domain/record.ts";
import { systemClock } from "../runtime/clock.ts";
import { lineLog } from "./line-log.ts";
import { type ClientOptions, readOptions } from "./options.ts";

/** The limits of one call. */
export interface CallOptions {
  /** Ends this call alone, with the failure `cancelled`. A plan that is being sent is finished all the same. */
  readonly signal?: AbortSignal;
  /** The longest that the call may take, waits and repetitions included; the client's `maxWaitMs` unless given. */
  readonly maxWaitMs?: number;
}

/** The answer of a call: `ok` and its `value`, or its `failure`; in both cases, what the call sent and what it billed. */
export type Answer<T> = Result<T> & { readonly usage: UsageReport };

/**
 * The authenticated client of the service. All its calls share one token, one cool-down a product, one memory and one
 * bill. Each failure is a value, told apart by its stable `kind`; only a defect rejects.
 */
export interface Client extends AsyncDisposable {
  /** Temperature alerts in force now, at or above `minLevel`; all without one. Bills one request a page of data. */
  alerts(query?: { readonly minLevel?: string }, options?: CallOptions): Promise<Answer<AlertSet>>;
  /** Temperature risk of one `date` (`yyyy-MM-dd`) by areas of `granularity` (`zip3` unless given). Bills one request. */
  risk(
    query: { readonly date: string; readonly granularity?: string },
    options?: CallOptions,
  ): Promise<Answer<RiskDay>>;
  /**
   * Creates a plan: inches and pounds, as service.md 4.4 shows. Bills one request. Never sent again unless the service
   * provably refused it: after `outcome_unknown`, look into the account before you plan again.
   */
  plan(shipment: JsonRecord, options?: CallOptions): Promise<Answer<JsonRecord>>;
  /** One package by order or tracking number, as the service sends it. Bills one request; an unknown one is `not_found`. */
  package(id: string, options?: CallOptions): Promise<Answer<JsonRecord>>;
  /** Token, cool-downs, memory and bill as they stand. Sends nothing, and holds no secret. */
  status(): ApiStatus;
  /** Ends requests on the wire and closes every connection, as does the end of an `await using` block. */
  close(): Promise<void>;
}

/** Dots alone would lead to another path. */
const NO_ID = /^\.{0,2}$/;
const NOT_AN_ID = failed({
  kind: "invalid_arguments",
  problems: [{ parameter: "id", message: "should be an order or tracking number" }],
});

/**
 * A client of the service. It sends nothing before its first call, and needs no environment variable. `HTTPS_PROXY`,
 * `HTTP_PROXY` and `NO_PROXY` are honoured.
 *
 * @throws TypeError that names every option at fault, never with its value.
 */
export function createClient(options: ClientOptions): Client {
  const config = readOptions(options);
  const clock = systemClock;
  const api = createApi({ config, clock, random: Math.random, log: lineLog(clock, options.log) });
  const ask = async <T>(given: CallOptions, work: (call: Call) => Promise<Result<T>>): Promise<Answer<T>> => {
    const { signal = new AbortController().signal } = given;
    // Each request of a call listens. That is no leak, so node must not warn.
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
