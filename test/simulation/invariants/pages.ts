import type { AlertSet, Incomplete } from "../../../src/api/api.ts";
import type { Run } from "../driver.ts";
import type { SimulationEvent, WirePage } from "../events.ts";
import { failureOf } from "./calls.ts";
import type { Invariant } from "./invariant.ts";
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
    return hasReason(incomplete.reason, run) ? undefined : `call ${event.call.number}: ${incomplete.reason}`;
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

function hasReason(reason: Incomplete["reason"], { schedule, config }: Run): boolean {
  switch (reason) {
    case "short":
      return schedule.steps.some(({ action }) => action.act === "fault" && action.fault.kind === "body");
    case "page_ignored":
      return schedule.settings.pageParameter === "ignored";
    case "changed":
      return schedule.steps.some(
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

/** What came of the pages of one reading. */
interface Reading {
  readonly generatedAt: WirePage["generatedAt"];
  /** Each record's ZIP with the moment of its arrival (true time). */
  readonly zips: Map<unknown, number>;
  /** A page said that there is no more. */
  hasEnd: boolean;
}

/** The readings of alerts, as their pages came. */
class Readings {
  readonly #latest = new Map<string, Reading>();

  of(work: string): Reading | undefined {
    return this.#latest.get(work);
  }

  note(event: SimulationEvent): void {
    if (event.type !== "finished" || event.page === undefined) return;
    const work = workBehind(event.request) ?? "";
    const { generatedAt, hasMore, zips } = event.page;
    const known = this.#latest.get(work);
    const isFirst = !new URL(event.request.path, "http://service.test").searchParams.has("page");
    // What is of another time than the pages before it puts an end to their reading.
    const isNext = !isFirst && known !== undefined && known.generatedAt === generatedAt;
    const reading = isNext ? known : { generatedAt, zips: new Map<unknown, number>(), hasEnd: false };
    this.#latest.set(work, reading);
    if (!isNext && !isFirst) return;
    reading.hasEnd ||= hasMore !== true;
    for (const zip of zips) reading.zips.set(zip, event.at.trueMs);
  }
}

export const nothingReadIsLost: Invariant = {
  name: "every record that came for a call is told to it",
  clause: "4, paging: at the billing limit, or when time runs out, what arrived is returned; api: a later page failed",
  watch: () => {
    const readings = new Readings();
    return (event) => {
      readings.note(event);
      if (event.type !== "ended" || event.call.ask.kind !== "alerts") return undefined;
      const { outcome, report } = event.end;
      if ("defect" in outcome || report.stale || report.cached || failureOf(event.end)?.kind === "cancelled") {
        return undefined;
      }
      const told = new Set(outcome.ok ? (outcome.value as AlertSet).records.map((record) => record["zip"]) : []);
      const arrived = readings.of(workOf(event.call.ask))?.zips ?? [];
      const { startedAt, number } = event.call;
      // What comes in the very moment in which a call's time ends may come too late.
      const lost = [...arrived].filter(
        ([zip, atMs]) => atMs >= startedAt.trueMs && atMs < event.at.trueMs && !told.has(zip),
      );
      return lost.length > 0 ? `call ${number} is not told of ${lost.length} records that came for it` : undefined;
    };
  },
};

export const wholeHasAnEnd: Invariant = {
  name: "alerts pass for whole only where a page said that there is no more",
  clause: "4, paging: all pages, until hasMore is false",
  watch: () => {
    const readings = new Readings();
    return (event) => {
      readings.note(event);
      if (event.type !== "ended" || event.call.ask.kind !== "alerts") return undefined;
      const { outcome, report } = event.end;
      if ("defect" in outcome || !outcome.ok || report.stale || report.cached) return undefined;
      const isWhole = (outcome.value as AlertSet).incomplete === undefined;
      return isWhole && readings.of(workOf(event.call.ask))?.hasEnd === false
        ? `call ${event.call.number} is told of a whole, and every page said that there is more`
        : undefined;
    };
  },
};
