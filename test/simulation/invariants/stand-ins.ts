import type { AlertSet } from "../../../src/api/api.ts";
import { secondsBetween } from "./age.ts";
import type { Invariant } from "./invariant.ts";
import { type Source, Sources } from "./sources.ts";
import { workOf } from "./work.ts";

export const standInsAreStale: Invariant = {
  name: "alerts that stand in for a reading that failed are told as stale",
  clause: "4, memory: after a failure an answer up to one hour old is given and opens with STALE",
  watch: (run) => {
    const sources = new Sources();
    return (event) => {
      sources.note(event);
      if (event.type !== "ended" || event.call.ask.kind !== "alerts") return undefined;
      const { outcome, report } = event.end;
      if ("defect" in outcome || !outcome.ok || report.stale) return undefined;
      const { later, incomplete } = outcome.value as AlertSet;
      // Of what is said to be in part, what came when its data changed is told as well.
      if (incomplete !== undefined) return undefined;
      const { number, ask, startedAt } = event.call;
      if (later !== undefined) return `call ${number} is told as live what stands in for a later reading`;
      const { alertsTtlMs: ttlMs } = run.config;
      if (ttlMs === 0 || report.ageSeconds * 1_000 < ttlMs) return undefined;
      // A reading that was gone on with until now may have become that old meanwhile.
      const origins = sources
        .of(workOf(ask))
        .filter(({ sentAt, begunAt }) =>
          [sentAt, begunAt].some((since) => secondsBetween(since, event.at) === report.ageSeconds),
        );
      return origins.every((source) => lastCameMs(source) < startedAt.trueMs)
        ? `call ${number} is told as live what is ${report.ageSeconds} s old`
        : undefined;
    };
  },
};

/** When the latest of a source's pages came. */
function lastCameMs({ arrivals }: Source): number {
  return Math.max(...[...arrivals.values()].map(({ cameAt }) => cameAt.trueMs));
}
