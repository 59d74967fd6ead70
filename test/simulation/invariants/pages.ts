import type { AlertSet, Incomplete } from "../../../src/api/api.ts";
import type { Run } from "../driver.ts";
import type { SimulatedCall } from "../events.ts";
import type { Instant } from "../virtual-time.ts";
import { Arrivals } from "./arrivals.ts";
import { failureOf } from "./calls.ts";
import type { Invariant } from "./invariant.ts";
import { ignoresPages } from "./restarts.ts";
import { Sources } from "./sources.ts";
import { workBehind, workOf } from "./work.ts";

const HOUR_MS = 3_600_000;

export const incompletenessIsTrue: Invariant = {
  name: "alerts are said to be incomplete only for a reason that there is",
  clause: "4, paging: all pages, until hasMore is false; page ignored, data changed, budget or time at its end",
  watch: (run) => (event) => {
    if (event.type !== "ended" || event.call.ask.kind !== "alerts") return undefined;
    const { outcome } = event.end;
    if ("defect" in outcome || !outcome.ok) return undefined;
    const { incomplete } = outcome.value as AlertSet;
    // New data comes each hour; where it came, the pages need not fit together.
    const isNew = event.at.trueMs >= HOUR_MS / 2 || new Date(run.schedule.startWallMs).getUTCHours() === 23;
    if (incomplete === undefined || isNew) return undefined;
    return hasReason(incomplete.reason, run, event.at) ? undefined : `call ${event.call.number}: ${incomplete.reason}`;
  },
};

export const pagesAreOfOneTime: Invariant = {
  name: "alerts that pass for whole are all of the time of their last page",
  clause: "4, paging: if generatedAt changes between pages, start over once",
  watch: () => {
    const lastPages = new Map<string, string>();
    return (event) => {
      if (event.type === "finished" && event.page?.generatedAt !== undefined) {
        lastPages.set(workBehind(event.request) ?? "", event.page.generatedAt);
      }
      if (event.type !== "ended" || event.call.ask.kind !== "alerts") return undefined;
      const { outcome, report } = event.end;
      if ("defect" in outcome || !outcome.ok || report.cached || report.stale) return undefined;
      const { incomplete, generatedAt } = outcome.value as AlertSet;
      const last = lastPages.get(workOf(event.call.ask));
      return incomplete !== undefined || generatedAt === last
        ? undefined
        : `call ${event.call.number} is told of ${generatedAt}, and its last page was of ${last}`;
    };
  },
};

function hasReason(reason: Incomplete["reason"], run: Run, now: Instant): boolean {
  const { schedule, config } = run;
  const steps = schedule.steps.filter(({ atMs }) => atMs <= now.trueMs);
  switch (reason) {
    case "short":
      return steps.some(({ action }) => action.act === "fault" && action.fault.kind === "body");
    case "page_ignored":
      return ignoresPages(run, now);
    case "changed":
      return steps.some(
        ({ action }) =>
          (action.act === "fault" && action.fault.kind === "newData") ||
          (action.act === "settings" && action.change.newData !== undefined),
      );
    case "billing_limit":
      return config.billableLimit !== undefined || config.maxBillablePerCall < 60;
    case "answered":
    case "time":
    case "failure":
      return true;
  }
}

export const nothingReadIsLost: Invariant = {
  name: "every record that came for a call is told to it",
  clause: "4, paging: at the billing limit, or when time runs out, what arrived is returned; api: a later page failed",
  watch: () => {
    const arrivals = new Arrivals();
    const calledAt = new Map<SimulatedCall, number>();
    return (event) => {
      arrivals.note(event);
      if (event.type === "called") calledAt.set(event.call, arrivals.place);
      if (event.type !== "ended" || event.call.ask.kind !== "alerts") return undefined;
      const { outcome, report } = event.end;
      if ("defect" in outcome || report.cached || failureOf(event.end)?.kind === "cancelled") {
        return undefined;
      }
      const set = outcome.ok ? (outcome.value as AlertSet) : undefined;
      const told = new Set(set?.records.map((record) => JSON.stringify(record)));
      const isAll = set !== undefined && set.incomplete === undefined;
      const calledPlace = calledAt.get(event.call) ?? 0;
      const lost = arrivals.of(workOf(event.call.ask)).filter(({ record, generatedAt, atMs, place }) => {
        // A whole takes the place of what is of another time, unless it is old itself; what comes in the moment in which
        // time ends may be late.
        const isReplaced = isAll && !report.stale && (generatedAt ?? null) !== set.generatedAt;
        return place > calledPlace && atMs < event.at.trueMs && !isReplaced && !told.has(record);
      });
      return lost.length > 0
        ? `call ${event.call.number} is not told of ${lost.length} records that came for it`
        : undefined;
    };
  },
};

export const pagesReadAreTold: Invariant = {
  name: "as many pages are told whole as are said to have been read",
  clause: "4, paging: at the billing limit, or when time runs out, what arrived is returned",
  watch: () => {
    const sources = new Sources();
    return (event) => {
      sources.note(event);
      if (event.type !== "ended" || event.call.ask.kind !== "alerts") return undefined;
      const { outcome } = event.end;
      if ("defect" in outcome || !outcome.ok) return undefined;
      const { incomplete, records, generatedAt, later } = outcome.value as AlertSet;
      if (incomplete === undefined) return undefined;
      const told = new Set(records.map((record) => JSON.stringify(record)));
      const isTold = (sent: readonly string[]): boolean => sent.every((record) => told.has(record));
      const origins = sources
        .of(workOf(event.call.ask))
        // Beside what came later the pages of that are counted, and older records told.
        .filter((source) => later !== undefined || (source.generatedAt ?? null) === generatedAt);
      // Of what was asked for at once after some pages, those are counted still.
      if (origins.some(({ sentAt, begunAt }) => sentAt !== begunAt)) return undefined;
      const counts = origins.map(
        ({ arrivals }) => [...arrivals.values()].filter((page) => isTold(page.records)).length,
      );
      const pagesTold = Math.max(0, ...counts);
      return pagesTold < incomplete.pagesRead
        ? `call ${event.call.number} is told ${pagesTold} of ${incomplete.pagesRead} pages`
        : undefined;
    };
  },
};
