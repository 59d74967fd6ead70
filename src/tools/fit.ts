import { sizeOf } from "./rows.ts";
import { FILL_TOKENS } from "./tokens.ts";
import type { Answer } from "./tool.ts";

/** An answer, the step that made it fit, and the tokens still free in its fuller channel. */
export interface Fitting<Step, Structured> {
  readonly step: Step;
  readonly answer: Answer<Structured>;
  readonly roomTokens: number;
}

/** How far rows fill an answer, widest first: what is only known once they are chosen may take more than was kept for it. */
export const FILLS: readonly [number, ...number[]] = [FILL_TOKENS, 1500, 1200, 900, 600, 300, 0];

/** Makes the answer in ever smaller steps until both channels keep the budget; the last step stands in any case. */
export function firstThatFits<Step, Structured>(
  steps: readonly [Step, ...Step[]],
  make: (step: Step) => Answer<Structured>,
): Fitting<Step, Structured> {
  const [first, ...smaller] = steps;
  let fitting = measured(first, make(first));
  for (const step of smaller) {
    if (fitting.roomTokens >= 0) break;
    fitting = measured(step, make(step));
  }
  return fitting;
}

/** The last of ever larger answers that keeps the budget; what `fitting` has where not even the first does. */
export function lastThatFits<Step, Structured>(
  { answer, roomTokens }: Fitting<unknown, Structured>,
  steps: Iterable<Step>,
  make: (step: Step) => Answer<Structured>,
): Answer<Structured> {
  if (roomTokens < 0) return answer;
  let last = answer;
  for (const step of steps) {
    const next = measured(step, make(step));
    if (next.roomTokens < 0) break;
    last = next.answer;
  }
  return last;
}

/** A cut that saves less than a tenth only leaves out what was asked for. */
const LEAST_SAVED = 0.1;

/** The short answer, or the full one where it is hardly longer. */
export function worthCutting<Step, Structured>(
  short: Fitting<Step, Structured>,
  full: Fitting<Step, Structured>,
): Fitting<Step, Structured> {
  const [shortTokens, fullTokens] = [FILL_TOKENS - short.roomTokens, FILL_TOKENS - full.roomTokens];
  return shortTokens > fullTokens * (1 - LEAST_SAVED) ? full : short;
}

function measured<Step, Structured>(step: Step, answer: Answer<Structured>): Fitting<Step, Structured> {
  const { lines, structured, notes, structuredNotes = [] } = answer;
  const { text, json } = sizeOf([...lines, ...notes], { ...structured, notes: [...structuredNotes, ...notes] });
  return { step, answer, roomTokens: FILL_TOKENS - Math.max(text, json) };
}
