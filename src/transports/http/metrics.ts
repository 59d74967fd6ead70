import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Api } from "../../api/api.ts";
import type { ApiObserver } from "../../api/observer.ts";
import type { CallObserver } from "../../server/boundary.ts";

/** Seconds; a call may take as long as COLDROUTE_MAX_WAIT_MS. */
const DURATIONS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 60];

const HTTP_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "DELETE", "OPTIONS"]);

/** Told of every HTTP request once it is over. Must not throw. */
export interface HttpObserver {
  /** `tookMs` is absent where the client only listened. */
  requested(route: string, method: string, status: number, tookMs: number | undefined): void;
}

/** What `/metrics` answers. */
export interface Exposition {
  readonly contentType: string;
  readonly text: string;
}

/** Numbers for Prometheus, and who is told of what they count. */
export interface Metrics {
  readonly observer: ApiObserver & CallObserver & HttpObserver;
  /** @param api The client, once there is one: asked for what is measured and not counted. */
  expose(api: Api | undefined): Promise<Exposition>;
}

/** A registry of its own. Labels name tools, products, statuses and our own words: nothing of a caller's or a customer's. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const measured = measurements(registry);
  return {
    observer: { ...callObserver(registry), ...apiObserver(registry), ...httpObserver(registry) },
    expose: async (api) => {
      if (api !== undefined) measured.read(api);
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}

function callObserver(registry: Registry): CallObserver {
  const registers = [registry];
  const calls = new Counter({
    name: "coldroute_tool_calls_total",
    help: "Tool calls by outcome: answered, or the kind of failure",
    labelNames: ["tool", "outcome"],
    registers,
  });
  const durations = new Histogram({
    name: "coldroute_tool_call_duration_seconds",
    help: "How long tool calls took",
    labelNames: ["tool"],
    buckets: DURATIONS_S,
    registers,
  });
  const memory = new Counter({
    name: "coldroute_memory_hits_total",
    help: "Tool calls answered from memory, in part at least; stale where the service could not be reached",
    labelNames: ["tool", "state"],
    registers,
  });
  return {
    called: (tool, outcome, tookMs, fromMemory) => {
      calls.inc({ tool, outcome });
      durations.observe({ tool }, tookMs / 1000);
      if (fromMemory !== undefined) memory.inc({ tool, state: fromMemory });
    },
  };
}

function apiObserver(registry: Registry): ApiObserver {
  const registers = [registry];
  const requests = new Counter({
    name: "coldroute_upstream_requests_total",
    help: "Requests to the service by status, or what became of them where no answer came",
    labelNames: ["product", "status"],
    registers,
  });
  const durations = new Histogram({
    name: "coldroute_upstream_request_duration_seconds",
    help: "How long requests to the service took, waits for a place and a token included",
    labelNames: ["product"],
    buckets: DURATIONS_S,
    registers,
  });
  const billable = new Counter({
    name: "coldroute_billable_requests_total",
    help: "Requests that were billed, for certain or perhaps",
    labelNames: ["product", "certainty"],
    registers,
  });
  const refreshes = new Counter({
    name: "coldroute_token_refreshes_total",
    help: "Exchanges of the client credentials for an access token",
    labelNames: ["outcome"],
    registers,
  });
  return {
    attempted: (product, end, tookMs) => {
      requests.inc({ product, status: String(end) });
      durations.observe({ product }, tookMs / 1000);
    },
    billed: (product, certain) => billable.inc({ product, certainty: certain ? "certain" : "perhaps" }),
    exchanged: (ok) => refreshes.inc({ outcome: ok ? "issued" : "failed" }),
  };
}

function httpObserver(registry: Registry): HttpObserver {
  const registers = [registry];
  const requests = new Counter({
    name: "coldroute_http_requests_total",
    help: "HTTP requests of callers",
    labelNames: ["route", "method", "status"],
    registers,
  });
  const durations = new Histogram({
    name: "coldroute_http_request_duration_seconds",
    help: "How long HTTP requests took, but those that only listen",
    labelNames: ["route"],
    buckets: DURATIONS_S,
    registers,
  });
  return {
    requested: (route, method, status, tookMs) => {
      requests.inc({ route, method: HTTP_METHODS.has(method) ? method : "other", status: String(status) });
      if (tookMs !== undefined) durations.observe({ route }, tookMs / 1000);
    },
  };
}

/** What is read off the client when it is asked for. */
function measurements(registry: Registry): { read(api: Api): void } {
  const registers = [registry];
  const cooldowns = new Gauge({
    name: "coldroute_cooldown_seconds",
    help: "How long the service holds a product back from now on; 0 when it does not",
    labelNames: ["product"],
    registers,
  });
  const drift = new Counter({
    name: "coldroute_contract_drift_total",
    help: "Departures of the service's answers from its interface specification",
    registers,
  });
  return {
    read: (api) => {
      for (const [product, seconds] of Object.entries(api.status().coolDownSeconds))
        cooldowns.set({ product }, seconds);
      drift.reset();
      drift.inc([...api.drift().values()].reduce((sum, count) => sum + count, 0));
    },
  };
}
