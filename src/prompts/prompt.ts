import { MAX_BILLABLE_PER_CALL } from "../config/config.ts";
import type { ToolName } from "../config/tool-list.ts";
import { cleanText } from "../domain/clean.ts";
import { compact } from "../domain/compact.ts";
import type { LevelOrder } from "../domain/level-order.ts";

/** An argument of a prompt: a text that the user gives. */
export interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required?: true;
  /** The only values allowed, if they are few. `get` refuses any other value; it never becomes the default. */
  readonly values?: readonly string[];
  /** The objection to a value; undefined if the value is right. */
  problem?(given: string): string | undefined;
  /** Values that complete `typed`, likeliest first. Sends nothing. `today` is the date in UTC. */
  complete?(typed: string, today: string): readonly string[];
}

/** A task that a user starts by name. The host gives its text to the model. */
export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The server offers the prompt only if it offers all of these tools. */
  readonly tools: readonly ToolName[];
  readonly arguments: readonly PromptArgument[];
  /**
   * The text for `args`, which hold every required argument; `rulesText` follows it. `quotedOr` cleans and bounds free
   * texts.
   */
  text(args: Readonly<Record<string, string>>): string;
}

/** The one of `values` (all in lower case) that equals `given`, in any case and with blanks around it. */
export function matchingValue(given: string | undefined, values: readonly string[]): string | undefined {
  const text = given?.trim().toLowerCase();
  return values.find((value) => value === text);
}

export function startingWith(typed: string, values: readonly string[]): readonly string[] {
  return values.filter((value) => value.toLowerCase().startsWith(typed.toLowerCase()));
}

/** The configured orders of levels, least severe first. */
export interface Orders {
  readonly alertLevels: LevelOrder;
  readonly riskLevels: LevelOrder;
}

/** The last lines of every prompt: the model must not claim more than the tools do (G-wording). */
export function rulesText({ alertLevels, riskLevels }: Orders): string {
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

/** States how many requests one call may bill by default, however many pages it reads. */
export const BILL_LIMIT_TEXT = `${MAX_BILLABLE_PER_CALL} billable requests a call at most unless COLDROUTE_MAX_BILLABLE_PER_CALL is set`;

/** Room for twenty places. */
const MAX_PROMPT_ARGUMENT_CHARS = 800;

/** An argument inside a prompt: cleaned, bounded and in quotation marks; `absent` if the user gave none. */
export function quotedOr(
  value: string | undefined,
  absent: string,
  maxChars: number = MAX_PROMPT_ARGUMENT_CHARS,
): string {
  const text = cleanText(value ?? "", maxChars).replaceAll('"', "'");
  return text === "" ? absent : `"${text}"`;
}
