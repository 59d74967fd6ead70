import { MAX_BILLABLE_PER_CALL } from "../config/config.ts";
import type { ToolName } from "../config/tool-list.ts";
import { cleanText } from "../domain/clean.ts";

/** An argument of a prompt: a text that the user gives. */
export interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required?: true;
  /** The values that it may have, if they are few. Another value is refused; it never becomes the default. */
  readonly values?: readonly string[];
  /** The objection to a value; undefined where there is none. */
  problem?(given: string): string | undefined;
  /** Values that complete `typed`, likeliest first. Sends nothing. `today` is the date in UTC. */
  complete?(typed: string, today: string): readonly string[];
}

/** A task that a user starts by name. The host gives its text to the model. */
export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** It is offered where all of these are. */
  readonly tools: readonly ToolName[];
  readonly arguments: readonly PromptArgument[];
  /** The text for `args`, which hold every required argument. `quotedOr` cleans and bounds each. */
  text(args: Readonly<Record<string, string>>): string;
}

/** The one of `values` that was given, in upper or lower case. */
export function valueGiven(given: string | undefined, values: readonly string[]): string | undefined {
  const text = given?.trim().toLowerCase();
  return values.find((value) => value === text);
}

/** The values that begin as typed. */
export function startingWith(typed: string, values: readonly string[]): readonly string[] {
  return values.filter((value) => value.toLowerCase().startsWith(typed.toLowerCase()));
}

/** The rules of every prompt: the model must not claim more than the tools do (G-wording). */
export const HONESTY =
  "Say only what the answers say. No alert does not mean that temperatures are safe, and an estimate is no promise. Do " +
  "not rank the service's levels or risk names: it defines only SevereHot. Do not judge whether the goods are still " +
  "good. End with the age of the data and what was billed.";

/** The limit on the requests that one call may bill, however many pages there are. */
export const MOST_BILLED = `${MAX_BILLABLE_PER_CALL} billable requests a call at most unless COLDROUTE_MAX_BILLABLE_PER_CALL is set`;

/** Room for twenty places. */
const MAX_PROMPT_ARGUMENT_CHARS = 800;

/** An argument inside a prompt: cleaned, bounded and in quotation marks; `absent` where none was given. */
export function quotedOr(
  value: string | undefined,
  absent: string,
  maxChars: number = MAX_PROMPT_ARGUMENT_CHARS,
): string {
  const text = cleanText(value ?? "", maxChars).replaceAll('"', "'");
  return text === "" ? absent : `"${text}"`;
}
