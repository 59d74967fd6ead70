import { z } from "zod";
import { cleanText } from "../../domain/clean.ts";

/** Longer than any order or tracking number (service.md 8.5 bounds the caller's own ids at 50). */
const MAX_ID_CHARS = 100;
const MAX_IDS = 20;

/** The numbers of a pasted list: commas, semicolons and line breaks part them, and a leading `#` goes. */
function split(text: string): readonly string[] {
  return text
    .split(/[,;\n\r]+/)
    .map((part) => part.trim().replace(/^#\s*/, ""))
    .filter((part) => part !== "");
}

const ids = z
  .array(z.string())
  .min(1)
  .transform((texts, context) => {
    const numbers = texts.flatMap(split);
    const refuse = (message: string): void => context.addIssue({ code: "custom", message });
    if (numbers.length === 0) refuse("should hold a number");
    if (numbers.length > MAX_IDS)
      refuse(`should hold at most ${MAX_IDS} numbers, not ${numbers.length}: ask for the others in another call`);
    for (const number of numbers) {
      const isText = number.isWellFormed() && cleanText(number) === number.replace(/ {2,}/g, " ");
      if (number.length > MAX_ID_CHARS) refuse(`should hold numbers of at most ${MAX_ID_CHARS} characters`);
      else if (/^\.+$/.test(number) || !isText) refuse(`"${cleanText(number)}" is not an order or tracking number`);
    }
    return [...new Set(numbers)];
  });

export const input = z.strictObject({
  ids: ids.describe("order or tracking numbers, one per item, 20 at most"),
  checkHeat: z.boolean().optional().describe("also alerts at last place and destination of undelivered packages"),
  detail: z.literal("full").optional().describe("adds the whole record and all scans"),
});

export const output = z.object({ attention: z.array(z.looseObject({})), packages: z.array(z.looseObject({})) });

export type Structured = z.input<typeof output>;
