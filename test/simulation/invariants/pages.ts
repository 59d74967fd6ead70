import type { AlertSet } from "../../../src/api/model/api.ts";
import type { SimulatedCall } from "../events.ts";
import type { Invariant } from "./invariant.ts";
import { type Source, Sources } from "./sources.ts";
import { workOf, workOfRequest } from "./work.ts";

/** The alerts that a call ended with. */
function alertsTold({ ask, ended }: SimulatedCall): AlertSet | undefined {
  if (ask.kind !== "alerts" || ended === undefined || "defect" in ended.outcome) return undefined;
  return ended.outcome.ok ? (ended.outcome.value as AlertSet) : undefined;
}

const isOfTime = ({ generatedAt }: AlertSet, source: Source): boolean =>
  [generatedAt ?? undefined, undefined].includes(source.generatedAt);

/** The number of a source's pages whose records are all in the set. */
function pagesTold({ records }: AlertSet, { pages }: Source): number {
  const told = new Set(records.map((record) => JSON.stringify(record)));
  return [...pages.values()].filter((records) => records.every((record) => told.has(record))).length;
}

export const wholeIsWhole: Invariant = {
  name: "G-paging: alerts pass for whole only where every page of their time is told, one was the last, and all announced came",
  watch: () => {
    const sources = new Sources();
    return (event) => {
      sources.note(event);
      const set = event.type === "ended" ? alertsTold(event.call) : undefined;
      if (event.type !== "ended" || set === undefined || set.incomplete !== undefined) return undefined;
      const isWhole = sources
        .of(workOf(event.call.ask))
        .some(
          (source) =>
            isOfTime(set, source) &&
            source.hasEnd &&
            source.announced <= [...source.pages.values()].flat().length &&
            pagesTold(set, source) === source.pages.size,
        );
      return isWhole ? undefined : `call ${event.call.number} is told as whole what no reading brought`;
    };
  },
};

export const recordsAreOfTheirTime: Invariant = {
  name: "G-memory: every record that is told came with a page of the time that is told",
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
