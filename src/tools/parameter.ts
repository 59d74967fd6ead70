import { z } from "zod";
import { dateToUtcMs } from "../domain/calendar.ts";
import { recordOf } from "../domain/record.ts";

/** A date. `format` says how a refused value is corrected (server/arguments/corrections.ts); it is not advertised. */
export const dateSchema = z
  .string()
  .refine((text) => dateToUtcMs(text) !== undefined, "should be a date written yyyy-MM-dd")
  .meta({ format: "date" });

/** The parameter `detail`. `full` says what it adds; "brief" is the default, for callers that fill in everything. */
export function detailSchema(full: string) {
  return z.enum(["brief", "full"]).optional().describe(`brief (default) or full, which ${full}`);
}

/** Lets a check of a whole object run beside refused members, so that a refusal reports all problems at once. */
export const evenIfRefused = { when: ({ value }: { readonly value: unknown }) => recordOf(value) !== undefined };
