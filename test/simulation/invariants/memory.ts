import type { SimulatedCall } from "../events.ts";
import type { Ask } from "../schedule.ts";
import { elapsedMs, type Instant } from "../virtual-time.ts";
import type { Invariant } from "./invariant.ts";
import { workBehind, workOf } from "./work.ts";

const STALE_MS = 3_600_000;

const isKept = (ask: Ask): boolean => ask.kind === "alerts" || ask.kind === "risk";

export const memoryIsFresh: Invariant = {
  name: "what comes from memory is within its TTL, or called stale and within an hour",
  clause:
    "4, memory: kept for their TTL; an answer up to one hour old is given and opens with STALE (not with a TTL of 0)",
  watch: (run) => {
    const answeredAt = new Map<string, Instant>();
    // A clock that was set back between the asking and the answering hides how long the machine slept since.
    const isSetBack = run.schedule.steps.some(({ action }) => action.act === "setWall" && action.ms < 0);
    return (event) => {
      if (event.type === "answered" && event.answer.status === 200) {
        const work = workBehind(event.request);
        if (work !== undefined) answeredAt.set(work, event.at);
      }
      if (event.type !== "ended" || !("ok" in event.end.outcome) || !event.end.outcome.ok) return undefined;
      const { cached, stale, requests } = event.end.report;
      const key = workOf(event.call.ask);
      if (!isKept(event.call.ask) || (!cached && !stale) || (requests > 0 && !stale)) return undefined;
      const since = answeredAt.get(key);
      if (since === undefined) return `call ${event.call.number} is answered from a memory of nothing`;
      const { alertsTtlMs, riskTtlMs } = run.config;
      const ttlMs = event.call.ask.kind === "alerts" ? alertsTtlMs : riskTtlMs;
      // As old as when it was looked up, which the call's start never precedes.
      const ageMs = isSetBack
        ? event.call.startedAt.monotonicMs - since.monotonicMs
        : elapsedMs(since, event.call.startedAt);
      const mostMs = ttlMs === 0 ? 0 : stale ? Math.max(STALE_MS, ttlMs) : ttlMs;
      return ageMs >= mostMs && ageMs > 0
        ? `call ${event.call.number} is answered with what is ${ageMs} ms old, ${mostMs} at most`
        : undefined;
    };
  },
};

export const memoryIsKept: Invariant = {
  name: "what is in memory is not asked for again",
  clause: "4, memory: risk is kept for its TTL",
  watch: (run) => {
    const open = new Map<string, Set<SimulatedCall>>();
    const begunAt = new Map<string, Instant>();
    const knownSince = new Map<string, Instant>();
    return (event) => {
      if (event.type === "called" || event.type === "ended") {
        if (event.call.ask.kind !== "risk") return undefined;
        const key = workOf(event.call.ask);
        const calls = open.get(key) ?? new Set();
        open.set(key, calls);
        if (event.type !== "ended") {
          if (calls.size === 0) begunAt.set(key, event.at);
          // Too old when it is looked up: a clock that is set back afterwards does not make it known again.
          const known = knownSince.get(key);
          if (known !== undefined && elapsedMs(known, event.at) >= run.config.riskTtlMs) knownSince.delete(key);
          calls.add(event.call);
          return undefined;
        }
        calls.delete(event.call);
        const { outcome, report } = event.end;
        const since = begunAt.get(key);
        // Counted from when the first of the calls that overlap began: never later than the answer's own time.
        if ("ok" in outcome && outcome.ok && report.requests > 0 && !report.stale && since !== undefined) {
          knownSince.set(key, since);
        }
        return undefined;
      }
      if (event.type !== "started" || event.request.product !== "risk") return undefined;
      const since = knownSince.get(workBehind(event.request) ?? "");
      if (since === undefined) return undefined;
      const ageMs = elapsedMs(since, event.at);
      return ageMs < run.config.riskTtlMs
        ? `request ${event.request.number} asks for what is ${ageMs} ms old`
        : undefined;
    };
  },
};
