import { MAX_BILLABLE_PER_CALL } from "../config/variables.ts";
import { cleanText } from "../domain/clean.ts";
import { compact } from "../domain/collections.ts";
import type { LevelOrder } from "../domain/level-order.ts";
import type { ToolName } from "../domain/tool-list.ts";

/** An argument of a prompt: a text that the user gives. */
export interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required?: true;
  /** The only values allowed, in lower case, if they are few. Any other is refused; it never becomes the default. */
  readonly values?: readonly string[];
  /** Values that complete `typed`, likeliest first. Sends nothing. */
  readonly complete?: (typed: string) => readonly string[];
}

/** A task that a user starts by name. The host gives its text to the model. */
export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The server offers the prompt only if it offers all of these tools. */
  readonly tools: readonly ToolName[];
  readonly arguments: readonly PromptArgument[];
  /** The text for right arguments, before `rulesText`. `quotedOr` cleans and bounds free texts. */
  text(args: Readonly<Record<string, string>>): string;
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
export function quotedOr(value: string | undefined, absent: string): string {
  const text = cleanText(value ?? "", MAX_PROMPT_ARGUMENT_CHARS).replaceAll('"', "'");
  return text === "" ? absent : `"${text}"`;
}
