import type { ToolContext } from "./tool.ts";

/** Asks for each of `parts` at once, in the order given; the caller is told after each answer how many have come. */
export function sideBySide<Part, Answer>(
  parts: readonly Part[],
  ask: (part: Part) => Promise<Answer>,
  progress: ToolContext["progress"],
): Promise<Answer[]> {
  let answered = 0;
  return Promise.all(
    parts.map(async (part) => {
      const answer = await ask(part);
      answered += 1;
      progress?.({ progress: answered, total: parts.length });
      return answer;
    }),
  );
}
