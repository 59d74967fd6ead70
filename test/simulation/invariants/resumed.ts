import type { AlertSet } from "../../../src/api/api.ts";
import type { WireRequest } from "../events.ts";
import { elapsedMs, type Instant } from "../virtual-time.ts";
import type { Invariant } from "./invariant.ts";
import { workBehind, workOf } from "./work.ts";

const isFirstPage = ({ product, path }: WireRequest): boolean =>
  product === "alerts" && !new URL(path, "http://service.test").searchParams.has("page");

/** Equal calls of alerts that overlap. */
interface Overlap {
  open: number;
  /** Whether any of them has asked for the first page: else all of it is older than they are. */
  isBegunAnew: boolean;
}

export const resumedPartsAreAged: Invariant = {
  name: "who goes on with pages of an earlier call is told how old they are",
  clause: "3, _meta: ageSeconds is the oldest part's; 4, time: answer age by the larger of wall and monotonic time",
  watch: (run) => {
    // Who does not know when a clock was set back cannot tell what is the larger.
    if (run.schedule.steps.some(({ action }) => action.act === "setWall" && action.ms < 0)) return () => undefined;
    const askedAt = new Map<string, Instant>();
    const overlaps = new Map<string, Overlap>();
    return (event) => {
      if (event.type === "started" && isFirstPage(event.request)) {
        const overlap = overlaps.get(workBehind(event.request) ?? "");
        if (overlap !== undefined) overlap.isBegunAnew = true;
      }
      if (event.type === "answered" && event.answer.status === 200 && isFirstPage(event.request)) {
        askedAt.set(workBehind(event.request) ?? "", event.request.startedAt);
      }
      if ((event.type !== "called" && event.type !== "ended") || event.call.ask.kind !== "alerts") return undefined;
      const { call } = event;
      const work = workOf(call.ask);
      const overlap = overlaps.get(work) ?? { open: 0, isBegunAnew: false };
      overlaps.set(work, overlap);
      overlap.open += event.type === "called" ? 1 : -1;
      if (overlap.open === 0) overlaps.delete(work);
      if (event.type !== "ended" || overlap.isBegunAnew) return undefined;
      const { outcome, report } = event.end;
      const since = askedAt.get(work);
      if ("defect" in outcome || !outcome.ok || since === undefined) return undefined;
      const leastMs = elapsedMs(since, call.startedAt);
      const { records } = outcome.value as AlertSet;
      return records.length > 0 && report.ageSeconds < Math.floor(leastMs / 1_000)
        ? `call ${call.number} is told an age of ${report.ageSeconds} s of pages that are ${leastMs} ms old`
        : undefined;
    };
  },
};
