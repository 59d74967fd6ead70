import { utcDate } from "../domain/calendar.ts";
import { heatBriefing } from "./heat-briefing.ts";
import { planSafeShipment } from "./plan-safe-shipment.ts";
import { matchingValue, type Orders, type Prompt, rulesText, startingWith } from "./prompt.ts";
import { delayTriage, whereIsMyPackage } from "./tracking-prompts.ts";

/** Every prompt, in listed order. */
export const PROMPTS: readonly Prompt[] = [heatBriefing, planSafeShipment, whereIsMyPackage, delayTriage];

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
export function offeredPrompts(tools: ReadonlySet<string>, nowMs: () => number, orders: Orders) {
  const offered = PROMPTS.filter((prompt) => prompt.tools.every((tool) => tools.has(tool)));
  const named = (name: string): Prompt | undefined => offered.find((prompt) => prompt.name === name);
  return {
    list: () => offered.map(listing),
    /** The prompt's message; `refused` says what is wrong with an unknown prompt or its arguments. */
    get: (name: string, args: Arguments): Filled | { readonly refused: string } => {
      const prompt = named(name);
      const names = offered.map((each) => each.name).join(", ");
      if (prompt === undefined) return { refused: `There is no such prompt. On offer: ${names}` };
      const refused = argumentProblem(prompt, args);
      if (refused !== undefined) return { refused };
      const content = { type: "text", text: `${prompt.text(args)}\n${rulesText(orders)}` };
      return { description: prompt.description, messages: [{ role: "user", content }] };
    },
    /** The candidates for an argument of the prompt, likeliest first. */
    complete: (name: string, argument: string, value: string): readonly string[] => {
      const found = named(name)?.arguments.find((each) => each.name === argument);
      const typed = value.slice(0, MAX_TYPED_CHARS);
      if (found?.values !== undefined) return startingWith(typed, found.values);
      return found?.complete?.(typed, utcDate(nowMs())) ?? [];
    },
  };
}

function listing({ name, title, description, arguments: all }: Prompt) {
  const shown = all.map(({ values: _, problem: _problem, complete: _complete, ...argument }) => argument);
  return { name, title, description, arguments: shown };
}

/** A sentence on missing, unknown or wrong arguments; `undefined` if all are right. */
function argumentProblem(prompt: Prompt, args: Arguments): string | undefined {
  const missing = prompt.arguments.filter(({ name, required }) => required === true && !args[name]?.trim());
  if (missing.length > 0) {
    return `${prompt.name} needs ${missing.map(({ name, description }) => `${name} (${description})`).join(", ")}`;
  }
  const known = prompt.arguments.map(({ name }) => name);
  if (Object.keys(args).some((name) => !known.includes(name))) {
    return `${prompt.name} takes ${known.join(", ")} and nothing else`;
  }
  const problems = prompt.arguments.flatMap(({ name, values, problem }) => {
    const text = args[name] ?? "";
    const isWrong = values !== undefined && text.trim() !== "" && matchingValue(text, values) === undefined;
    return isWrong ? `as ${name}: ${values.join(", ")}` : (problem?.(text) ?? []);
  });
  return problems.length === 0 ? undefined : `${prompt.name} takes ${problems.join("; ")}`;
}
