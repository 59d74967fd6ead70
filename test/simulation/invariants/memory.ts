import type { SimulatedCall } from "../events.ts";
import type { Ask } from "../schedule.ts";
import { elapsedMs, type Instant } from "../virtual-time.ts";
import type { Invariant } from "./invariant.ts";
import { Known, STALE_MS } from "./known.ts";
import { type Source, Sources } from "./sources.ts";
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

/** Pages that were left off, as they answer questions about a few ZIPs. */
interface LeftOff {
  readonly source: Source;
  readonly zips: ReadonlySet<unknown>;
}

export const leftOffIsEnough: Invariant = {
  name: "pages that are kept answer who asks only for ZIPs that they hold, at once and for nothing",
  clause:
    "4, memory: alerts and risk are kept for their TTL; paging: until what was asked is answered; pages cost money",
  watch: (run) => {
    const sources = new Sources();
    const open = new Map<string, number>();
    const leftOff = new Map<string, LeftOff>();
    const answerable = new Set<SimulatedCall>();
    return (event) => {
      sources.note(event);
      if (event.type === "quiet") {
        for (const [work, calls] of open) {
          if (calls > 0) continue;
          open.delete(work);
          const source = sources.of(work).at(-1);
          if (source !== undefined) leftOff.set(work, { source, zips: zipsOf(source) });
        }
        return undefined;
      }
      if ((event.type !== "called" && event.type !== "ended") || event.call.ask.kind !== "alerts") return undefined;
      const { call, at } = event;
      const work = workOf(call.ask);
      open.set(work, (open.get(work) ?? 0) + (event.type === "called" ? 1 : -1));
      if (event.type === "called") {
        const kept = leftOff.get(work);
        const isNewest = kept !== undefined && kept.source === sources.of(work).at(-1);
        const isFresh = isNewest && elapsedMs(kept.source.sentAt, at) < run.config.alertsTtlMs;
        if (isFresh && event.call.ask.zips?.every((zip) => kept.zips.has(zip)) === true) answerable.add(call);
        return undefined;
      }
      if (!answerable.delete(call) || call.cancelledAt !== undefined) return undefined;
      const isAtOnce = at.trueMs === call.startedAt.trueMs;
      return isAtOnce && event.call.ended?.report.cached === true
        ? undefined
        : `call ${call.number} asks for ZIPs of pages that are kept, and is not answered from them`;
    };
  },
};

/** The ZIPs of the pages that the client has for certain. */
function zipsOf({ arrivals }: Source): ReadonlySet<unknown> {
  const pages = [...arrivals.values()].filter(({ isDoubtful }) => !isDoubtful);
  const isBegun = arrivals.get(undefined)?.isDoubtful === false;
  return new Set(isBegun ? pages.flatMap(({ records }) => records.map(zipIn)) : []);
}

function zipIn(record: string): unknown {
  return (JSON.parse(record) as { zip?: unknown }).zip;
}
