import { MAX_IDS } from "../domain/package-ids.ts";
import { type Orders, type Prompt, rulesText } from "./prompt.ts";
import { idsOf, PROMPTS } from "./prompts.ts";

/** A completion reads at most this many characters of a text: room for twenty places or numbers. */
const MAX_TYPED_CHARS = 800;

type Arguments = Readonly<Record<string, string>>;

interface Filled {
  readonly description?: string;
  readonly messages: readonly {
    readonly role: "user";
    readonly content: { readonly type: string; readonly text?: string };
  }[];
}

export type Prompts = ReturnType<typeof offeredPrompts>;

/** Offers the prompts whose tools are all in `tools`. No member sends anything or throws. */
export function offeredPrompts(tools: ReadonlySet<string>, orders: Orders) {
  const offered = PROMPTS.filter((prompt) => prompt.tools.every((tool) => tools.has(tool)));
  const named = (name: string): Prompt | undefined => offered.find((prompt) => prompt.name === name);
  return {
    list: () =>
      offered.map(({ name, title, description, arguments: all }) => {
        const shown = all.map(({ values: _, complete: _complete, ...argument }) => argument);
        return { name, title, description, arguments: shown };
      }),
    /** The prompt's message; `refused` says what is wrong with an unknown prompt or its arguments. */
    get: (name: string, given: Arguments): Filled | { readonly refused: string } => {
      const prompt = named(name);
      const names = offered.map((each) => each.name).join(", ");
      if (prompt === undefined) return { refused: `There is no such prompt. On offer: ${names}` };
      const own = prompt.arguments.map((each) => each.name);
      if (Object.keys(given).some((each) => !own.includes(each)))
        return { refused: `${prompt.name} takes ${own.join(", ")} and nothing else` };
      const args = argumentsOf(prompt, given);
      const refused = argumentProblem(prompt, args);
      if (refused !== undefined) return { refused };
      const content = { type: "text", text: `${prompt.text(args)}\n${rulesText(orders)}` };
      return { description: prompt.description, messages: [{ role: "user", content }] };
    },
    /** The candidates for an argument of the prompt, likeliest first. */
    complete: (name: string, argument: string, value: string): readonly string[] => {
      const { values, complete } = named(name)?.arguments.find((each) => each.name === argument) ?? {};
      const typed = value.slice(0, MAX_TYPED_CHARS);
      return values?.filter((each) => each.startsWith(typed.toLowerCase())) ?? complete?.(typed) ?? [];
    },
  };
}

/** The arguments that the prompt knows, without blank ones; those with few values in lower case. */
function argumentsOf(prompt: Prompt, given: Arguments): Arguments {
  const read = prompt.arguments.map(({ name, values }) => {
    const text = given[name]?.trim() ?? "";
    return [name, values === undefined ? text : text.toLowerCase()] as const;
  });
  return Object.fromEntries(read.filter(([, text]) => text !== ""));
}

/** A sentence on missing or wrong arguments; `undefined` if all are right. */
function argumentProblem(prompt: Prompt, args: Arguments): string | undefined {
  const missing = prompt.arguments.filter(({ name, required }) => required === true && args[name] === undefined);
  if (missing.length > 0)
    return `${prompt.name} needs ${missing.map(({ name, description }) => `${name} (${description})`).join(", ")}`;
  for (const { name, values } of prompt.arguments) {
    const value = args[name];
    if (values !== undefined && value !== undefined && !values.includes(value))
      return `${prompt.name} takes as ${name}: ${values.join(", ")}`;
  }
  const count = idsOf(args["ids"]).length;
  return count > MAX_IDS ? `${prompt.name} takes ${MAX_IDS} ids at most, not ${count}` : undefined;
}
