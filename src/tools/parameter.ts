import { z } from "zod";
import { dateToUtcMs } from "../domain/calendar.ts";
import { severityOf } from "../domain/level-order.ts";
import { recordOf } from "../domain/record.ts";

/** A date. `holds` says how a refused value is corrected (server/arguments/corrections.ts); it is not advertised. */
export const dateSchema = z
  .string()
  .refine((text) => dateToUtcMs(text) !== undefined, { error: ({ input }) => objectionToDate(String(input)) })
  .meta({ holds: "date" });

function objectionToDate(text: string): string {
  const [, month = ""] = /^(\d{4}-\d\d)-(?:29|3[01])$/.exec(text) ?? [];
  const last = ["30", "29", "28"].map((day) => `${month}-${day}`).find((date) => dateToUtcMs(date) !== undefined);
  return last === undefined ? "should be a date written yyyy-MM-dd" : `is not a date: that month ends on ${last}`;
}

/** Words that callers write instead of leaving a value out. */
const PLACEHOLDERS = new Set(["n/a", "na", "null", "nil", "none", "undefined", "unknown", "tbd"]);

/** Also a text without letters and digits. */
export function isPlaceholder(text: string): boolean {
  return PLACEHOLDERS.has(text.trim().toLowerCase()) || !/[\p{L}\p{N}]/u.test(text);
}

/** A text that must say something. `refused` completes the sentence about a placeholder. */
export function tellingText(refused: string) {
  return z.string().refine((text) => text === "" || !isPlaceholder(text), `is a placeholder: ${refused}`);
}

/** The one of `names` that equals `text`, ignoring case, blanks and hyphens; else `text`. */
export function asWritten(text: string, names: readonly string[]): string {
  const plain = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, "");
  return names.find((name) => plain(name) === plain(text)) ?? text;
}

/** Takes a level in any case; the tool gets it as the order spells it. */
export function levelSchema(order: readonly string[]) {
  const listed = (text: string): string | undefined => order[severityOf(text, order) ?? -1];
  return z
    .string()
    .refine((text) => listed(text) !== undefined, `should be one of ${order.join(", ")}`)
    .meta({ enum: order })
    .transform((text) => listed(text) ?? text);
}

/** `full` says what it adds. "brief" is for callers that fill in everything. */
export function detailSchema(full: string) {
  return z.enum(["brief", "full"]).optional().describe(`brief (default) or full, which ${full}`);
}

/** Lets a check of a whole object run beside refused members, so that a refusal reports all problems at once. */
export const evenIfRefused = { when: ({ value }: { readonly value: unknown }) => recordOf(value) !== undefined };
