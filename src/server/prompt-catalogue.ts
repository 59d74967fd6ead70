import { utcDate } from "../domain/calendar.ts";
import { prompts } from "../prompts/index.ts";
import { type Prompt, startingWith, valueGiven } from "../prompts/prompt.ts";
import type { Clock } from "../runtime/clock.ts";
import type { PromptListing, Prompts } from "./content.ts";

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
      const refused = problemOf(prompt, args);
      if (refused !== undefined) return { refused };
      const content = { type: "text", text: prompt.text(args) } as const;
      return { description: prompt.description, messages: [{ role: "user", content }] };
    },
    complete: async (name, { name: argument, value }) => {
      const found = named(name)?.arguments.find((each) => each.name === argument);
      const typed = value.slice(0, MAX_TYPED_CHARS);
      if (found?.values !== undefined) return startingWith(typed, found.values);
      return found?.complete?.(typed, utcDate(clock.nowMs())) ?? [];
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

/** Names every argument that is missing or not known, or says what it cannot; `undefined` where none is. */
function problemOf(prompt: Prompt, args: Readonly<Record<string, string>>): string | undefined {
  const missing = prompt.arguments.filter(
    ({ name, required }) => required === true && (args[name] ?? "").trim() === "",
  );
  const known = prompt.arguments.map(({ name }) => name);
  if (missing.length > 0) {
    return `${prompt.name} needs ${missing.map(({ name, description }) => `${name} (${description})`).join(", ")}`;
  }
  if (Object.keys(args).some((name) => !known.includes(name))) {
    return `${prompt.name} takes ${known.join(", ")} and nothing else`;
  }
  const wrong = prompt.arguments.find(({ name, values }) => {
    const text = args[name] ?? "";
    return values !== undefined && text.trim() !== "" && valueGiven(text, values) === undefined;
  });
  if (wrong !== undefined) return `${prompt.name} takes as ${wrong.name}: ${wrong.values?.join(", ")}`;
  const problems = prompt.arguments.flatMap(({ name, problem }) => problem?.(args[name] ?? "") ?? []);
  return problems.length === 0 ? undefined : `${prompt.name} takes ${problems.join(", ")}`;
}
