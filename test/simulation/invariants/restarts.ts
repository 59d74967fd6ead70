import type { AlertSet } from "../../../src/api/api.ts";
import type { Run } from "../driver.ts";
import type { Instant } from "../virtual-time.ts";
import type { Invariant } from "./invariant.ts";
import { pageOf, workBehind, workOf } from "./work.ts";

/** Calls about the same alerts that overlap, and what of their pages came. */
interface Readings {
  open: number;
  /** A reading, and another for each call that may go on when it is left off for the sake of another one. */
  most: number;
  firstPages: number;
  /** Went on with pages that were there before. */
  isResumed: boolean;
}

/** Of one reading: from the start, and anew. */
const MOST_FIRST_PAGES = 2;

/** No reading has so many pages that a call which may be billed as much has no room left for the next one. */
const SOON_SPENT = 60;

export const startsOverOnce: Invariant = {
  name: "alerts that change amid their pages are read anew, once",
  clause: "4, paging: if generatedAt changes between pages, start over once",
  watch: (run) => {
    const readings = new Map<string, Readings>();
    return (event) => {
      if (event.type === "called" && event.call.ask.kind === "alerts") {
        const work = workOf(event.call.ask);
        const reading = readings.get(work) ?? { open: 0, most: 1, firstPages: 0, isResumed: false };
        const mayGoOn = event.call.ask.zips !== undefined || run.config.maxBillablePerCall < SOON_SPENT;
        readings.set(work, { ...reading, open: reading.open + 1, most: reading.most + (mayGoOn ? 1 : 0) });
      }
      if (event.type === "finished" && event.page !== undefined) {
        const reading = readings.get(workBehind(event.request) ?? "");
        if (reading === undefined) return undefined;
        if (pageOf(event.request) === undefined) reading.firstPages += 1;
        else if (reading.firstPages === 0) reading.isResumed = true;
        // … and by its size where every page is the first one.
        const mostPages = MOST_FIRST_PAGES + (ignoresPages(run, event.at) ? 1 : 0);
        return reading.firstPages > mostPages * reading.most
          ? `${reading.most} readings at most have asked for the first page ${reading.firstPages} times`
          : undefined;
      }
      if (event.type !== "ended" || event.call.ask.kind !== "alerts") return undefined;
      const work = workOf(event.call.ask);
      const reading = readings.get(work);
      if (reading === undefined) return undefined;
      reading.open -= 1;
      if (reading.open === 0) readings.delete(work);
      const { outcome, report } = event.end;
      // What memory tells, or lets stand in, may have ended so in an earlier call.
      if ("defect" in outcome || !outcome.ok || report.requests === 0 || report.stale) return undefined;
      const { incomplete } = outcome.value as AlertSet;
      const isAnew = reading.firstPages > (reading.isResumed ? 0 : 1);
      return incomplete?.reason === "changed" && !isAnew
        ? `call ${event.call.number} gives up at the first change`
        : undefined;
    };
  },
};

/** Whether the service may have answered with the first page, whatever page is asked. */
export function ignoresPages({ schedule }: Run, { trueMs }: Instant): boolean {
  return (
    schedule.settings.pageParameter === "ignored" ||
    schedule.steps.some(
      ({ action, atMs }) =>
        atMs <= trueMs &&
        ((action.act === "fault" && action.fault.kind === "body") ||
          (action.act === "settings" && action.change.pageParameter === "ignored")),
    )
  );
}
