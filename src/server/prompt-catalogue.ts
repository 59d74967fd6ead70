import { utcDate } from "../domain/calendar.ts";
import { prompts } from "../prompts/index.ts";
import type { Prompt } from "../prompts/prompt.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Prompts } from "./catalogue.ts";
import type { PromptListing } from "./content.ts";

/** What is looked at of a text to complete: twenty places, or numbers. */
const MAX_TYPED_CHARS = 800;

/** The prompts whose tools are all on offer. They send nothing. */
export function createPrompts(clock: Clock, tools: ReadonlySet<string>): Prompts {
  const offered = prompts.filter((prompt) => prompt.tools.every((tool) => tools.has(tool)));
  const named = (name: string): Prompt | undefined => offered.find((prompt) => prompt.name === name);
  return {
    list: async () => offered.map(listing),
    toolsOf: (name) => named(name)?.tools ?? [],
    get: async (name, args) => {
      const prompt = named(name);
      if (prompt === undefined) return undefined;
      const problem = problemOf(prompt, args);
      if (problem !== undefined) return { refused: problem };
      const content = { type: "text", text: prompt.text(args) } as const;
      return { description: prompt.description, messages: [{ role: "user", content }] };
    },
    complete: async (name, { name: argument, value }) => {
      const found = named(name)?.arguments.find((each) => each.name === argument);
      return found?.complete?.(value.slice(0, MAX_TYPED_CHARS), utcDate(clock.nowMs())) ?? [];
    },
  };
}

function listing({ name, title, description, arguments: all }: Prompt): PromptListing {
  const shown = all.map(({ name: argument, description: holds, required }) => ({
    name: argument,
    description: holds,
    ...(required === undefined ? {} : { required }),
  }));
  return { name, title, description, arguments: shown };
}

/** Names every argument that is missing or not known; `undefined` where none is. */
function problemOf(prompt: Prompt, args: Readonly<Record<string, string>>): string | undefined {
  const missing = prompt.arguments.filter(
    ({ name, required }) => required === true && (args[name] ?? "").trim() === "",
  );
  const known = prompt.arguments.map(({ name }) => name);
  const isStrange = Object.keys(args).some((name) => !known.includes(name));
  if (missing.length === 0 && !isStrange) return undefined;
  const needs = missing.map(({ name, description }) => `${name} (${description})`).join(", ");
  return `${prompt.name} ${missing.length > 0 ? `needs ${needs}` : `takes ${known.join(", ")} and nothing else`}`;
}
