import { sizeOf } from "./rows.ts";
import { FILL_TOKENS } from "./tokens.ts";
import type { Answer } from "./tool.ts";

/** Makes the answer in ever smaller steps until both channels keep the budget; the last step stands in any case. */
export function firstThatFits<Step, Structured>(
  steps: readonly [Step, ...Step[]],
  make: (step: Step) => Answer<Structured>,
): Answer<Structured> {
  const [first, ...smaller] = steps;
  let answer = make(first);
  for (const step of smaller) {
    const { text, json } = sizeOf([...answer.lines, ...answer.notes], [answer.structured, answer.notes]);
    if (Math.max(text, json) <= FILL_TOKENS) break;
    answer = make(step);
  }
  return answer;
}
