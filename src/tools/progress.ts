import type { Call } from "../api/model/api.ts";
import type { Result } from "../domain/failure.ts";
import type { ToolContext } from "./tool.ts";

/** Reports one more finished part of the work. */
export type Step = () => void;

/** The parts of a call that further questions to the service need. */
export type Asker = Pick<ToolContext, "api" | "call" | "clock" | "settings"> & { readonly step: Step };

export function stepsOf(progress: ToolContext["progress"], total?: number): Step {
  let done = 0;
  return () => {
    done += 1;
    progress?.({ progress: done, ...(total === undefined ? {} : { total }) });
  };
}

/** Reports pages as they arrive. A reading that starts over reports nothing until it passes the last reported page. */
export function pageReporter(
  tell: (pagesRead: number, pagesTotal: number | null) => void,
): NonNullable<Call["onPage"]> {
  let most = 0;
  return (pagesRead, pagesTotal) => {
    if (pagesRead > most) tell(pagesRead, pagesTotal);
    most = Math.max(most, pagesRead);
  };
}

/** Asks for all `parts` at once and reports a step after each. Answers and failures keep the order of `parts`. */
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
