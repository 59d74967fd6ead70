import type { AlertSet } from "../../../src/api/api.ts";
import type { Invariant } from "./invariant.ts";
import { workBehind, workOf } from "./work.ts";

/** Calls about the same alerts that overlap, and what of their pages came. */
interface Readings {
  open: number;
  calls: number;
  firstPages: number;
  /** Went on with pages that were there before. */
  isResumed: boolean;
}

/** Of one reading: from the start, anew, and by its size where every page is the first one. */
const MOST_FIRST_PAGES = 3;

export const startsOverOnce: Invariant = {
  name: "alerts that change amid their pages are read anew, once",
  clause: "4, paging: if generatedAt changes between pages, start over once",
  watch: () => {
    const readings = new Map<string, Readings>();
    return (event) => {
      if (event.type === "called" && event.call.ask.kind === "alerts") {
        const work = workOf(event.call.ask);
        const reading = readings.get(work) ?? { open: 0, calls: 0, firstPages: 0, isResumed: false };
        readings.set(work, { ...reading, open: reading.open + 1, calls: reading.calls + 1 });
      }
      if (event.type === "finished" && event.page !== undefined) {
        const reading = readings.get(workBehind(event.request) ?? "");
        if (reading === undefined) return undefined;
        if (!new URL(event.request.path, "http://service.test").searchParams.has("page")) reading.firstPages += 1;
        else if (reading.firstPages === 0) reading.isResumed = true;
        return reading.firstPages > MOST_FIRST_PAGES * reading.calls
          ? `${reading.calls} calls have read the first page ${reading.firstPages} times`
          : undefined;
      }
      if (event.type !== "ended" || event.call.ask.kind !== "alerts") return undefined;
      const work = workOf(event.call.ask);
      const reading = readings.get(work);
      if (reading === undefined) return undefined;
      reading.open -= 1;
      if (reading.open === 0) readings.delete(work);
      const { outcome, report } = event.end;
      if ("defect" in outcome || !outcome.ok || report.requests === 0) return undefined;
      const { incomplete } = outcome.value as AlertSet;
      const isAnew = reading.firstPages > (reading.isResumed ? 0 : 1);
      return incomplete?.reason === "changed" && !isAnew
        ? `call ${event.call.number} gives up at the first change`
        : undefined;
    };
  },
};
