import type { Call } from "../api/model/api.ts";
import type { Result } from "../domain/failure.ts";
import type { ToolContext } from "./tool.ts";

/** Reports that one more part of the work is done. */
export type Step = () => void;

/** The means to ask the service beside a tool's own question. */
export type Asker = Pick<ToolContext, "api" | "call"> & { readonly step: Step };

/** Counts finished parts; `total` is left out while it is not known. */
export function stepsOf(progress: ToolContext["progress"], total?: number): Step {
  let done = 0;
  return () => {
    done += 1;
    progress?.({ progress: done, ...(total === undefined ? {} : { total }) });
  };
}

/** Reports pages as they arrive. A reading that starts over reports nothing until it is further than before. */
export function pageTeller(tell: (pagesRead: number, pagesTotal: number | null) => void): NonNullable<Call["onPage"]> {
  let told = 0;
  return (pagesRead, pagesTotal) => {
    if (pagesRead > told) tell(pagesRead, pagesTotal);
    told = Math.max(told, pagesRead);
  };
}

/** Asks for all `parts` at once and takes a step after each. Answers and failures stand in the order of the parts. */
export async function askEach<Part, Value>(
  parts: readonly Part[],
  ask: (part: Part) => Promise<Result<Value>>,
  step: Step,
) {
  const results = await Promise.all(
    parts.map(async (part) => {
      const result = await ask(part);
      step();
      return { part, result };
    }),
  );
  return {
    results,
    answered: results.flatMap(({ part, result }) => (result.ok ? [{ part, value: result.value }] : [])),
    failures: results.flatMap(({ part, result }) => (result.ok ? [] : [{ part, failure: result.failure }])),
  };
}
