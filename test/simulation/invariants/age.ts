import type { SimulationEvent } from "../events.ts";
import { elapsedMs, type Instant } from "../virtual-time.ts";
import type { Invariant } from "./invariant.ts";
import { Sources } from "./sources.ts";
import { workOf } from "./work.ts";

/** A request sent this long before a call began is older than the call's question. */
const REPORTED_AGE_MS = 1_000;

export const ageIsTold: Invariant = {
  name: "the age that is told is the time since the oldest part was asked for",
  clause: "G-errors: ageSeconds is the oldest part's; G-time: monotonic time plus forward jumps of the wall clock",
  watch: (run) => {
    const sources = new Sources(run.config.alertsTtlMs);
    return (event) => {
      sources.note(event);
      return event.type === "ended" ? wrongAge(event, sources) : undefined;
    };
  },
};

function wrongAge(
  { call, end, at }: Extract<SimulationEvent, { type: "ended" }>,
  sources: Sources,
): string | undefined {
  const { outcome, report } = end;
  // The client keeps no plans or packages, so it reports no age for them.
  if (call.ask.kind === "plan" || call.ask.kind === "package") return undefined;
  if ("defect" in outcome || !outcome.ok) return undefined;
  const { cached, stale, ageSeconds } = report;
  const { generatedAt } = outcome.value as { generatedAt?: unknown };
  const isOfIt = (source: { generatedAt: unknown }): boolean =>
    call.ask.kind !== "alerts" || source.generatedAt === (generatedAt ?? undefined);
  const origins = sources.of(workOf(call.ask)).filter(isOfIt);
  const ages = origins.map(({ sentAt }) => secondsBetween(sentAt, at));
  if ((cached || stale || ageSeconds > 0) && !ages.includes(ageSeconds)) {
    return `call ${call.number} is told an age of ${ageSeconds} s of what was asked for ${ages.join(" or ")} s ago`;
  }
  const newest = origins.at(-1);
  if (cached || stale || newest === undefined || ageSeconds >= secondsBetween(newest.sentAt, at)) return undefined;
  return elapsedMs(newest.sentAt, call.startedAt) >= REPORTED_AGE_MS
    ? `call ${call.number} is told an age of ${ageSeconds} s of what is ${secondsBetween(newest.sentAt, at)} s old`
    : undefined;
}

function secondsBetween(since: Instant, now: Instant): number {
  return Math.floor(Math.max(0, elapsedMs(since, now)) / 1_000);
}
