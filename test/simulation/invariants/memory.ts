import type { Ask } from "../schedule.ts";
import { elapsedMs, type Instant } from "../virtual-time.ts";
import type { Invariant } from "./invariant.ts";
import { Known, STALE_MS } from "./known.ts";
import { workBehind, workOf } from "./work.ts";

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
  clause: "4, memory: alerts and risk are kept for their TTL",
  watch: (run) => {
    const { alertsTtlMs, riskTtlMs } = run.config;
    const memories = [
      { product: "alerts", ttlMs: alertsTtlMs, known: new Known("alerts", alertsTtlMs) },
      { product: "risk", ttlMs: riskTtlMs, known: new Known("risk", riskTtlMs) },
    ];
    return (event) => {
      for (const { known } of memories) known.note(event);
      if (event.type !== "started") return undefined;
      const { product, number } = event.request;
      const memory = memories.find((each) => each.product === product);
      const ageMs = memory?.known.ageMs(workBehind(event.request) ?? "", event.at);
      return memory !== undefined && ageMs !== undefined && ageMs < memory.ttlMs
        ? `request ${number} asks for what is ${ageMs} ms old`
        : undefined;
    };
  },
};
