import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { ApiObserver } from "../../api/model/api.ts";
import type { ApiStatus } from "../../api/model/status.ts";
import type { CallObserver } from "../../server/call-context.ts";

/** Histogram bounds in seconds. A call may take COLDROUTE_MAX_WAIT_MS. */
const DURATIONS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 60];

const HTTP_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "DELETE", "OPTIONS"]);

/** Receives every finished HTTP request. Must not throw. */
export interface HttpObserver {
  requested(route: string, method: string, status: number, tookMs: number): void;
}

export type Metrics = ReturnType<typeof createMetrics>;

/** Metrics for Prometheus. Labels hold known words, statuses and the operator's names, but no caller's data. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const count = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name: `coldroute_${name}_total`, help, labelNames, registers });
  const time = (name: string, help: string, label: string) =>
    new Histogram({ name: `coldroute_${name}_seconds`, help, labelNames: [label], buckets: DURATIONS_S, registers });

  const calls = count("tool_calls", "Tool calls by outcome: answered, or the kind of failure", "tool", "outcome");
  const callTimes = time("tool_call_duration", "How long tool calls took", "tool");
  const memory = count("memory_hits", "Tool calls answered from memory, in part at least", "tool", "state");
  const upstream = count("upstream_requests", "Requests to the service by status or outcome", "product", "status");
  const upstreamTimes = time(
    "upstream_request_duration",
    "How long requests to the service took, with waits",
    "product",
  );
  const billable = count("billable_requests", "Requests billed, for certain or perhaps", "product", "certainty");
  const spending = count(
    "principal_billable_requests",
    "Requests billed, for certain or perhaps, by caller",
    "principal",
  );
  const refreshes = count("token_refreshes", "Exchanges of the client credentials for an access token", "outcome");
  const requests = count("http_requests", "HTTP requests of callers", "route", "method", "status");
  const requestTimes = time("http_request_duration", "How long HTTP requests took", "route");
  const drift = count("contract_drift", "Departures of the service's answers from its interface specification");
  const measure = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name: `coldroute_${name}`, help, labelNames, registers });
  const cooldowns = measure("cooldown_seconds", "How long the service still holds a product back", "product");
  const observer: ApiObserver & CallObserver & HttpObserver = {
    called: (tool, outcome, tookMs, { stale, cached, billableRequests, maybeBilled }, payer) => {
      calls.inc({ tool, outcome });
      callTimes.observe({ tool }, tookMs / 1000);
      if (stale || cached) memory.inc({ tool, state: stale ? "stale" : "fresh" });
      if (payer !== undefined) spending.inc({ principal: payer }, billableRequests + maybeBilled);
    },
    attempted: (product, end, tookMs) => {
      upstream.inc({ product, status: String(end) });
      upstreamTimes.observe({ product }, tookMs / 1000);
    },
    billed: (product, certain) => billable.inc({ product, certainty: certain ? "certain" : "perhaps" }),
    exchanged: (ok) => refreshes.inc({ outcome: ok ? "issued" : "failed" }),
    requested: (route, method, status, tookMs) => {
      requests.inc({ route, method: HTTP_METHODS.has(method) ? method : "other", status: String(status) });
      requestTimes.observe({ route }, tookMs / 1000);
    },
  };
  // A gauge with a label stays absent until it is set. Without Redis it must stay absent.
  const shared = measure("shared_state", "1 for the present state of sharing: shared, or alone", "state");
  const ofAll = measure("account_billable_requests", "Requests billed today by all processes", "certainty");
  return {
    observer,
    expose: async (status: Pick<ApiStatus, "coolDownSeconds" | "drift" | "account">) => {
      for (const [product, seconds] of Object.entries(status.coolDownSeconds)) cooldowns.set({ product }, seconds);
      if (status.account !== undefined) {
        for (const state of ["shared", "alone"]) shared.set({ state }, state === status.account.state ? 1 : 0);
        // Yesterday's bill must not stay.
        ofAll.reset();
        if (status.account.billedToday !== null) ofAll.set({ certainty: "any" }, status.account.billedToday);
      }
      drift.reset();
      drift.inc([...status.drift.values()].reduce((sum, departures) => sum + departures, 0));
      return new Response(await registry.metrics(), { headers: { "content-type": registry.contentType } });
    },
  };
}
