import type { AlertSet, IncompleteReason } from "../../../src/api/model/api.ts";
import type { Run } from "../driver.ts";
import type { SimulatedCall, SimulationEvent } from "../events.ts";
import type { Instant } from "../virtual-time.ts";
import type { Invariant } from "./invariant.ts";
import { type Source, Sources } from "./sources.ts";
import { workOf, workOfRequest } from "./work.ts";

const HOUR_MS = 3_600_000;

/** The alerts that a call ended with. */
export function alertsTold({ ask, ended }: SimulatedCall): AlertSet | undefined {
  if (ask.kind !== "alerts" || ended === undefined || "defect" in ended.outcome) return undefined;
  return ended.outcome.ok ? (ended.outcome.value as AlertSet) : undefined;
}

/** Compares the alerts that calls get with the pages that arrived. */
function watchTold(flawOf: (set: AlertSet, sources: readonly Source[], call: SimulatedCall) => string | undefined) {
  return () => {
    const sources = new Sources();
    return (event: SimulationEvent): string | undefined => {
      sources.note(event);
      const set = event.type === "ended" ? alertsTold(event.call) : undefined;
      if (event.type !== "ended" || set === undefined) return undefined;
      const flaw = flawOf(set, sources.of(workOf(event.call.ask)), event.call);
      return flaw && `call ${event.call.number} ${flaw}`;
    };
  };
}

const isOfTime = ({ generatedAt }: AlertSet, source: Source): boolean =>
  [generatedAt ?? undefined, undefined].includes(source.generatedAt);

/** The number of a source's pages whose records are all in the set. */
function pagesTold({ records }: AlertSet, { arrivals }: Source): number {
  const told = new Set(records.map((record) => JSON.stringify(record)));
  return [...arrivals.values()].filter((page) => page.records.every((record) => told.has(record))).length;
}

export const wholeIsWhole: Invariant = {
  name: "alerts pass for whole only where every page of their time is told, one was the last, and all announced came",
  clause:
    "G-paging: newer data replaces them; no record twice; G-memory: the last whole answer, never a mixture of two",
  watch: watchTold((set, sources) => {
    if (set.incomplete !== undefined) return undefined;
    const isWhole = sources.some(
      (source) =>
        isOfTime(set, source) &&
        source.hasEnd &&
        source.announced <= set.records.length &&
        pagesTold(set, source) === source.arrivals.size,
    );
    return isWhole ? undefined : "is told as whole what no reading brought";
  }),
};

export const recordsAreOfTheirTime: Invariant = {
  name: "every record that is told came with a page of the time that is told",
  clause: "G-memory: never a mixture of two",
  watch: () => {
    const times = new Map<string, Set<string | undefined>>();
    return (event) => {
      if (event.type === "finished") {
        for (const record of event.page?.records ?? []) {
          const key = `${workOfRequest(event.request)} ${record}`;
          times.set(key, (times.get(key) ?? new Set()).add(event.page?.generatedAt));
        }
      }
      const set = event.type === "ended" ? alertsTold(event.call) : undefined;
      if (event.type !== "ended" || set === undefined || set.generatedAt === null) return undefined;
      const work = workOf(event.call.ask);
      const isOf = (record: unknown): boolean => {
        const known = times.get(`${work} ${JSON.stringify(record)}`);
        return known?.has(set.generatedAt ?? undefined) === true || known?.has(undefined) === true;
      };
      const others = set.records.filter((record) => !isOf(record));
      return others.length > 0
        ? `call ${event.call.number} is told ${others.length} records that did not come with those of ${set.generatedAt}`
        : undefined;
    };
  },
};

export const incompletenessIsTrue: Invariant = {
  name: "alerts are said to be incomplete only for a reason that there is",
  clause: "G-paging: page ignored, data changed twice, budget or time at its end, a page that failed",
  watch: (run) => (event) => {
    const { incomplete } = (event.type === "ended" ? alertsTold(event.call) : undefined) ?? {};
    if (event.type !== "ended" || incomplete === undefined) return undefined;
    // The service has new data each hour, after which pages need not fit together.
    const isNew = event.at.trueMs >= HOUR_MS / 2 || new Date(run.schedule.startWallMs).getUTCHours() === 23;
    const isTrue = isNew || hasReason(incomplete.reason, run, event.at);
    return isTrue ? undefined : `call ${event.call.number}: ${incomplete.reason}`;
  },
};

function hasReason(reason: IncompleteReason, { schedule, config }: Run, { trueMs }: Instant): boolean {
  const actions = schedule.steps.filter(({ atMs }) => atMs <= trueMs).map(({ action }) => action);
  const isMade = actions.some((action) => action.act === "fault" && action.fault.kind === "body");
  const changes = actions.flatMap((action) => (action.act === "settings" ? [action.change] : []));
  switch (reason) {
    case "short":
      return isMade;
    case "page_ignored":
      return isMade || [schedule.settings, ...changes].some(({ pageParameter }) => pageParameter === "ignored");
    case "changed":
      return (
        changes.some(({ newData }) => newData !== undefined) ||
        actions.some((action) => action.act === "fault" && action.fault.kind === "newData")
      );
    case "billing_limit":
      return config.billableLimit !== undefined || config.maxBillablePerCall < 60;
    case "time":
    case "failure":
      return true;
  }
}

export const oneChangeIsFollowed: Invariant = {
  name: "a call follows one replacement of its data, and gives up at the second",
  clause:
    "G-paging: newer data replaces them, each call follows one replacement, a second one or an older page ends its wait",
  watch: () => {
    const times = new Map<SimulatedCall, (string | undefined)[]>();
    const last = new Map<string, string | undefined>();
    /** The newest time of each work. A page of older data ends the wait at once. */
    const newestOf = new Map<string, string>();
    return (event) => {
      if (event.type === "called" && event.call.ask.kind === "alerts") {
        times.set(event.call, [last.get(workOf(event.call.ask))]);
      }
      if (event.type === "finished" && event.page !== undefined) {
        const work = workOfRequest(event.request) ?? "";
        const { generatedAt } = event.page;
        if (generatedAt === undefined) return undefined;
        last.set(work, generatedAt);
        if (generatedAt > (newestOf.get(work) ?? "")) newestOf.set(work, generatedAt);
        for (const [{ ask }, seen] of times)
          if (workOf(ask) === work && seen.at(-1) !== generatedAt) seen.push(generatedAt);
      }
      if (event.type !== "ended") return undefined;
      const seen = times.get(event.call)?.filter((time) => time !== undefined) ?? [];
      times.delete(event.call);
      const set = alertsTold(event.call);
      const newest = newestOf.get(workOf(event.call.ask)) ?? "";
      return set?.incomplete?.reason === "changed" && seen.length < 3 && seen.every((time) => time >= newest)
        ? `call ${event.call.number} gives up at the first change`
        : undefined;
    };
  },
};
