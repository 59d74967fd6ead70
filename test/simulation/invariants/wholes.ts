import type { AlertSet } from "../../../src/api/api.ts";
import type { SimulatedCall, SimulationEvent } from "../events.ts";
import type { Invariant } from "./invariant.ts";
import { type Reading, Readings } from "./readings.ts";
import { workBehind, workOf } from "./work.ts";

/** What is wrong with alerts that pass for whole, just read, by what came of the reading. */
type Flaw = (set: AlertSet, reading: Reading) => string | undefined;

/** Holds every whole that is told to the reading that it is of. */
function watchWholes(flawOf: Flaw): Invariant["watch"] {
  return () => {
    const readings = new Readings();
    return (event) => {
      readings.note(event);
      const set = event.type === "ended" ? alertsTold(event.call) : undefined;
      if (event.type !== "ended" || set === undefined || set.incomplete !== undefined) return undefined;
      const { cached, stale } = event.end.report;
      const reading = readings.of(workOf(event.call.ask));
      const flaw = cached || stale || reading === undefined ? undefined : flawOf(set, reading);
      return flaw && `call ${event.call.number} is told of a whole, and ${flaw}`;
    };
  };
}

/** The alerts that a call ended with. */
function alertsTold({ ask, ended }: SimulatedCall): AlertSet | undefined {
  if (ask.kind !== "alerts" || ended === undefined || "defect" in ended.outcome) return undefined;
  return ended.outcome.ok ? (ended.outcome.value as AlertSet) : undefined;
}

export const wholeHasAnEnd: Invariant = {
  name: "alerts pass for whole only where a page said that there is no more",
  clause: "4, paging: all pages, until hasMore is false",
  watch: watchWholes((_, { hasEnd }) => (hasEnd ? undefined : "every page said that there is more")),
};

export const wholeIsAllAnnounced: Invariant = {
  name: "alerts pass for whole only where as many are told as any of their pages announced",
  clause: "4, paging: keep what is certain, complete: false; 2.1 of the specification: meta.total",
  watch: watchWholes(({ records }, { announced = 0 }) =>
    records.length < announced ? `${records.length} of ${announced} announced records came` : undefined,
  ),
};

export const wholeHasEachPage: Invariant = {
  name: "alerts pass for whole only where no other page came in place of one, unless all that was announced is there",
  clause: "4, paging: all pages; 2.1 of the specification: meta.page, meta.total",
  watch: watchWholes(({ records }, { announced = Number.POSITIVE_INFINITY, missing }) =>
    missing.size > 0 && records.length < announced ? `in place of page ${[...missing].join()} came another` : undefined,
  ),
};

export const recordsAreOfTheirTime: Invariant = {
  name: "every record that is told came with a page of the time that is told",
  clause: "4, paging: if generatedAt changes between pages, start over once; keep what is certain",
  watch: () => {
    const times = new Map<string, Set<string | undefined>>();
    return (event) => {
      if (event.type === "finished" && event.page !== undefined) noteTimes(times, event);
      const set = event.type === "ended" ? alertsTold(event.call) : undefined;
      if (event.type !== "ended" || set === undefined) return undefined;
      const work = workOf(event.call.ask);
      const others = ofOtherTimes(set, (record, time) => {
        const known = times.get(`${work} ${record}`);
        return known?.has(time) === true || known?.has(undefined) === true;
      });
      return others.length > 0
        ? `call ${event.call.number} is told ${others.length} records that did not come with those of ${set.generatedAt}`
        : undefined;
    };
  },
};

/** The records that are not of the time of their reading; those of a later one are held to that. */
function ofOtherTimes(
  { records, generatedAt, later }: AlertSet,
  isOf: (record: string, time: string) => boolean,
): readonly string[] {
  const written = (all: AlertSet["records"]) => all.map((record) => JSON.stringify(record));
  const laterOnes = new Set(written(later?.records ?? []));
  const own = written(records).filter((record) => !laterOnes.has(record));
  return [
    ...(generatedAt === null ? [] : own.filter((record) => !isOf(record, generatedAt))),
    ...(later === undefined ? [] : ofOtherTimes(later, isOf)),
  ];
}

/** Enters the time of every record of a page; none where the page does not tell it. */
function noteTimes(
  times: Map<string, Set<string | undefined>>,
  { request, page }: Extract<SimulationEvent, { type: "finished" }>,
): void {
  for (const record of page?.records ?? []) {
    const key = `${workBehind(request)} ${record}`;
    times.set(key, (times.get(key) ?? new Set()).add(page?.generatedAt));
  }
}
