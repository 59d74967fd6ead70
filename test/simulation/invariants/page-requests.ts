import type { AlertSet } from "../../../src/api/api.ts";
import type { WireRequest } from "../events.ts";
import { elapsedMs, type Instant } from "../virtual-time.ts";
import type { Invariant } from "./invariant.ts";
import { sizeOf } from "./page-sizes.ts";
import { pageOf, workBehind, workOf } from "./work.ts";

const HOUR_MS = 3_600_000;

const isOfAlerts = ({ product }: WireRequest): boolean => product === "alerts";

export const pagesKeepTheirSize: Invariant = {
  name: "later pages are asked for with the size of their reading's first one",
  clause: "4, paging: all pages, no record twice: where a page begins depends on the size",
  watch: () => {
    /** With which each reading's first page came. */
    const sizes = new Map<string, number>();
    return (event) => {
      if (event.type === "finished" && event.page !== undefined && pageOf(event.request) === undefined) {
        sizes.set(workBehind(event.request) ?? "", sizeOf(event.request));
      }
      if (event.type !== "started" || !isOfAlerts(event.request)) return undefined;
      const page = pageOf(event.request);
      const size = sizes.get(workBehind(event.request) ?? "");
      return page === undefined || size === undefined || size === sizeOf(event.request)
        ? undefined
        : `request ${event.request.number} asks for page ${page} by ${sizeOf(event.request)}, the first was by ${size}`;
    };
  },
};

export const secondFollowsFirst: Invariant = {
  name: "the second page is asked for by the number that follows what the service calls the first",
  clause: "4, paging: all pages; 2.1 of the specification: meta.page",
  watch: () => {
    /** Of readings of which no second page was asked for yet. */
    const seconds = new Map<string, number>();
    return (event) => {
      if ((event.type !== "finished" && event.type !== "started") || !isOfAlerts(event.request)) return undefined;
      const work = workBehind(event.request) ?? "";
      const page = pageOf(event.request);
      if (event.type === "finished") {
        if (event.page !== undefined && page === undefined) seconds.set(work, event.page.page === 0 ? 1 : 2);
        return undefined;
      }
      const second = seconds.get(work);
      if (page === undefined || second === undefined) return undefined;
      seconds.delete(work);
      return Number(page) === second
        ? undefined
        : `request ${event.request.number} asks for page ${page}, and ${second} is the second one`;
    };
  },
};

/** One reading's pages after the first, and who waits for them. */
interface LaterPages {
  open: number;
  came: number;
  lastAskedAt?: Instant | undefined;
  /** Was under way when it was learned that `page` is ignored. */
  isEarlier: boolean;
}

export const pageIgnoredIsRemembered: Invariant = {
  name: "no page is asked for by its number within an hour of learning that numbers are ignored",
  clause: "4, paging: if the service answers the same page again, … stop, … and remember",
  watch: () => {
    const readings = new Map<string, LaterPages>();
    const of = (work: string): LaterPages => {
      const reading = readings.get(work) ?? { open: 0, came: 0, isEarlier: false };
      readings.set(work, reading);
      return reading;
    };
    let learnedAt: Instant | undefined;
    const isKnown = (now: Instant): boolean => learnedAt !== undefined && elapsedMs(learnedAt, now) < HOUR_MS;
    return (event) => {
      if (event.type === "called" && event.call.ask.kind === "alerts") {
        const reading = of(workOf(event.call.ask));
        if (reading.open === 0) reading.lastAskedAt = undefined;
        reading.open += 1;
      }
      if (event.type === "ended" && event.call.ask.kind === "alerts") {
        const reading = of(workOf(event.call.ask));
        reading.open -= 1;
        if (reading.open === 0) reading.isEarlier = false;
        const { outcome, report } = event.end;
        if ("defect" in outcome || !outcome.ok || report.cached || report.stale) return undefined;
        const { incomplete } = outcome.value as AlertSet;
        const isLearned = incomplete?.reason === "page_ignored" && incomplete.pagesRead === 1;
        // Nothing was learned where no page was asked for: it was known.
        if (!isLearned || reading.lastAskedAt === undefined || isKnown(event.at)) return undefined;
        learnedAt = reading.lastAskedAt;
        for (const other of readings.values()) other.isEarlier = other !== reading && other.open > 0;
        return undefined;
      }
      if ((event.type !== "finished" && event.type !== "started") || !isOfAlerts(event.request)) return undefined;
      const reading = of(workBehind(event.request) ?? "");
      const page = pageOf(event.request);
      if (event.type === "finished") {
        if (event.page === undefined) return undefined;
        reading.came = page === undefined ? 0 : reading.came + 1;
        return undefined;
      }
      if (page !== undefined) reading.lastAskedAt = event.at;
      // Pages after the first that came are gone on with: their numbers were honoured.
      return page === undefined || reading.isEarlier || reading.came > 0 || !isKnown(event.at)
        ? undefined
        : `request ${event.request.number} asks for page ${page}, and numbers are known to be ignored`;
    };
  },
};

/** What came of a reading whose pages do not say whether there is more. */
interface Silent {
  readonly generatedAt: string | undefined;
  readonly records: Set<string>;
  readonly asked: Set<string>;
  total: number;
  isSilent: boolean;
}

export const totalIsTheEnd: Invariant = {
  name: "nothing is asked for when all that was announced has come, unless a page says that there is more",
  clause: "4, paging: pages cost money; 2.1 of the specification: meta.total",
  watch: () => {
    const readings = new Map<string, Silent>();
    return (event) => {
      if ((event.type !== "finished" && event.type !== "started") || !isOfAlerts(event.request)) return undefined;
      const work = workBehind(event.request) ?? "";
      const page = pageOf(event.request);
      let reading = readings.get(work);
      if (event.type === "started") {
        if (page === undefined || reading === undefined || reading.asked.has(page)) return undefined;
        reading.asked.add(page);
        return reading.isSilent && reading.records.size >= reading.total
          ? `request ${event.request.number} asks for page ${page}, and all ${reading.total} records have come`
          : undefined;
      }
      if (event.page === undefined) return undefined;
      const { generatedAt, total, hasMore, records } = event.page;
      if (page === undefined || reading === undefined) {
        reading = { generatedAt, records: new Set(), asked: new Set(), total: Number.NaN, isSilent: true };
        readings.set(work, reading);
      }
      if (reading.generatedAt !== generatedAt) return undefined;
      reading.isSilent &&= hasMore === undefined;
      if (total !== undefined) reading.total = Math.max(total, Number.isNaN(reading.total) ? 0 : reading.total);
      for (const record of records) reading.records.add(record);
      return undefined;
    };
  },
};
