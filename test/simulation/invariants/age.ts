import type { SimulationEvent } from "../events.ts";
import { elapsedMs, type Instant } from "../virtual-time.ts";
import type { Invariant } from "./invariant.ts";
import { type Source, Sources } from "./sources.ts";
import { workOf } from "./work.ts";

/** What came so long before a call asked is older than its question. */
const OLDER_MS = 1_000;

export const ageIsTold: Invariant = {
  name: "the age that is told is the time since the oldest part was asked for",
  clause:
    "3, _meta: ageSeconds is the oldest part's; 4, token: counted from when it was sent; time: token and answer age by the larger of wall and monotonic time",
  watch: () => {
    const sources = new Sources();
    return (event) => {
      const problem = event.type === "ended" ? wrongAge(event, sources) : undefined;
      sources.note(event);
      return problem;
    };
  },
};

function wrongAge(
  { call, end, at }: Extract<SimulationEvent, { type: "ended" }>,
  sources: Sources,
): string | undefined {
  const { outcome, report } = end;
  if ("defect" in outcome || !outcome.ok) return undefined;
  const { cached, stale, ageSeconds } = report;
  const told = `call ${call.number} is told an age of ${ageSeconds} s`;
  const { generatedAt } = outcome.value as { generatedAt?: unknown };
  const isOfIt = (source: Source): boolean =>
    call.ask.kind !== "alerts" || source.generatedAt === (generatedAt ?? undefined);
  const origins = sources.of(workOf(call.ask)).filter(isOfIt);
  const ages = origins.flatMap(({ sentAt, begunAt }) => [begunAt, sentAt]).map((sentAt) => secondsBetween(sentAt, at));
  if ((cached || stale || ageSeconds > 0) && !ages.includes(ageSeconds)) {
    return `${told} of what was asked for ${ages.join(" or ")} s ago`;
  }
  const newest = origins.at(-1);
  if (cached || stale || newest === undefined || ageSeconds >= secondsBetween(newest.sentAt, at)) return undefined;
  const cameAt = newest.arrivals.get(undefined)?.cameAt ?? at;
  const isOlder =
    elapsedMs(cameAt, call.startedAt) >= OLDER_MS && elapsedMs(cameAt, at) >= elapsedMs(call.startedAt, at) + OLDER_MS;
  return isOlder ? `${told} of what came ${elapsedMs(cameAt, at)} ms ago` : undefined;
}

/** Whole seconds since then, by the larger of wall and monotonic time. */
export function secondsBetween(since: Instant, now: Instant): number {
  return Math.floor(Math.max(0, elapsedMs(since, now)) / 1_000);
}
