import { compact } from "../domain/collections.ts";
import type { LevelOrder } from "../domain/level-order.ts";
import { MAX_IDS } from "../domain/package-ids.ts";
import { idsOf, PROMPTS, type Prompt } from "./prompts.ts";

/** A completion reads at most this many characters of a text: room for twenty places or numbers. */
const MAX_TYPED_CHARS = 800;

type Arguments = Readonly<Record<string, string>>;

interface Orders {
  readonly alertLevels: LevelOrder;
  readonly riskLevels: LevelOrder;
}

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
  const promptOf = (name: string): Prompt | undefined => offered.find((prompt) => prompt.name === name);
  return {
    list: () =>
      offered.map(({ name, title, description, arguments: all }) => {
        const shown = all.map(({ values: _, complete: __, ...argument }) => argument);
        return { name, title, description, arguments: shown };
      }),
    /** `refused` says what is wrong with the name or the arguments. */
    get: (name: string, given: Arguments): Filled | { readonly refused: string } => {
      const prompt = promptOf(name);
      if (prompt === undefined)
        return { refused: `There is no such prompt. Available: ${offered.map((known) => known.name).join(", ")}` };
      const args = argumentsOf(prompt, given);
      const refused = argumentProblem(prompt, given, args);
      if (refused !== undefined) return { refused };
      const content = { type: "text", text: `${prompt.text(args)}\n${rulesText(orders)}` };
      return { description: prompt.description, messages: [{ role: "user", content }] };
    },
    complete: (name: string, argument: string, value: string): readonly string[] => {
      const { values, complete } = promptOf(name)?.arguments.find((one) => one.name === argument) ?? {};
      const typed = value.slice(0, MAX_TYPED_CHARS);
      return values?.filter((text) => text.startsWith(typed.toLowerCase())) ?? complete?.(typed) ?? [];
    },
  };
}

/** The arguments without blank ones; those with few values in lower case. */
function argumentsOf(prompt: Prompt, given: Arguments): Arguments {
  const read = prompt.arguments.map(({ name, values }) => {
    const text = given[name]?.trim() ?? "";
    return [name, values === undefined ? text : text.toLowerCase()] as const;
  });
  return Object.fromEntries(read.filter(([, text]) => text !== ""));
}

function argumentProblem(prompt: Prompt, given: Arguments, args: Arguments): string | undefined {
  const names = prompt.arguments.map(({ name }) => name);
  if (Object.keys(given).some((name) => !names.includes(name)))
    return `${prompt.name} takes ${names.join(", ")} and nothing else`;
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

/** The last lines of every prompt: the model must not claim more than the tools do (G-wording). */
function rulesText({ alertLevels, riskLevels }: Orders): string {
  const ordered = compact(
    alertLevels && `alert levels rank ${alertLevels.join(", ")}`,
    riskLevels && `levels of risk rank ${riskLevels.join(", ")}`,
  );
  const ranks =
    ordered.length === 0
      ? "Do not rank the service's levels or risk names: it defines only SevereHot."
      : `From least to most severe, as configured, ${ordered.join("; ")}. Rank no other level or risk name.`;
  return (
    `Say only what the answers say. No alert does not mean that temperatures are safe, and an estimate is no promise. ${ranks} ` +
    "Do not judge whether the goods are still good. End with the age of the data and what was billed."
  );
}
