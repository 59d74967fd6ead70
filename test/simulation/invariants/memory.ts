import { STALE_MS } from "../../support/contract.ts";
import type { SimulatedCall } from "../events.ts";
import type { Ask } from "../steps.ts";
import { elapsedMs, type Instant } from "../virtual-time.ts";
import type { Invariant } from "./invariant.ts";
import { Known } from "./known.ts";
import { Sources } from "./sources.ts";
import { workOf, workOfRequest } from "./work.ts";

const isKept = (ask: Ask): boolean => ask.kind === "alerts" || ask.kind === "risk";

export const memoryIsFresh: Invariant = {
  name: "what comes from memory is within its TTL, or called stale and within an hour",
  clause: "G-memory: kept for their TTL; the last whole answer up to an hour old; a TTL of 0 keeps nothing",
  watch: (run) => {
    const answeredAt = new Map<string, Instant>();
    return (event) => {
      if (event.type === "answered" && event.answer.status === 200) {
        const work = workOfRequest(event.request);
        if (work !== undefined) answeredAt.set(work, event.at);
      }
      if (event.type !== "ended" || !("ok" in event.end.outcome) || !event.end.outcome.ok) return undefined;
      const { cached, stale, requests } = event.end.report;
      if (!isKept(event.call.ask) || (!cached && !stale) || (requests > 0 && !stale)) return undefined;
      const since = answeredAt.get(workOf(event.call.ask));
      if (joinsAReading(event.call, run.calls)) return undefined;
      if (since === undefined) return `call ${event.call.number} is answered from a memory of nothing`;
      const { alertsTtlMs, riskTtlMs } = run.config;
      const ttlMs = event.call.ask.kind === "alerts" ? alertsTtlMs : riskTtlMs;
      // The age counts at the look-up, which is never before the call's start.
      const ageMs = elapsedMs(since, event.call.startedAt);
      const mostMs = ttlMs === 0 ? 0 : stale ? Math.max(STALE_MS, ttlMs) : ttlMs;
      return ageMs >= mostMs && ageMs > 0
        ? `call ${event.call.number} is answered with what is ${ageMs} ms old, ${mostMs} at most`
        : undefined;
    };
  },
};

/** Whether others waited for the same alerts when `call` came. A call joins a running reading of any age. */
function joinsAReading(call: SimulatedCall, calls: readonly SimulatedCall[]): boolean {
  const came = call.startedAt.monotonicMs;
  const isOpen = ({ ended }: SimulatedCall): boolean => ended === undefined || ended.at.monotonicMs >= came;
  const others = calls.slice(0, calls.indexOf(call));
  return call.ask.kind === "alerts" && others.some((other) => workOf(other.ask) === workOf(call.ask) && isOpen(other));
}

export const memoryIsKept: Invariant = {
  name: "what is in memory is not asked for again, were it answered when nobody waited any more",
  clause: "G-memory: kept for their TTL; an attempt on the wire ends by itself and is kept",
  watch: (run) => {
    const { alertsTtlMs, riskTtlMs } = run.config;
    const alerts = new Known("alerts", alertsTtlMs);
    const sources = new Sources();
    return (event) => {
      alerts.note(event);
      sources.note(event);
      if (event.type !== "started") return undefined;
      const { product, number } = event.request;
      const work = workOfRequest(event.request) ?? "";
      const day = product === "risk" ? sources.newest(work) : undefined;
      const isDayKept = day !== undefined && day.arrivals.get("")?.isDoubtful === false;
      const dayAgeMs = isDayKept ? elapsedMs(day.sentAt, event.at) : undefined;
      const ageMs = product === "alerts" ? alerts.ageMs(work, event.at) : dayAgeMs;
      return ageMs !== undefined && ageMs < (product === "alerts" ? alertsTtlMs : riskTtlMs)
        ? `request ${number} asks for what is ${ageMs} ms old`
        : undefined;
    };
  },
};
