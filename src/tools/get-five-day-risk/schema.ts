import { z } from "zod";
import { limitSchema, row, text } from "../answer/schema-parts.ts";
import { locationsSchema } from "../areas/location.ts";
import { asWritten, dateSchema, levelSchema } from "../parameter.ts";

export const input = z.strictObject({
  locations: locationsSchema("'Miami, FL', '33101', prefix '331' or state; a road by its cities; none = everywhere"),
  date: dateSchema.meta({ holds: "forecast date" }).optional().describe("first day, yyyy-MM-dd; default tomorrow UTC"),
  days: z.int().min(1).max(5).default(1).describe("consecutive days, 1 to 5, default 1"),
  granularity: z
    .string()
    .trim()
    .min(1)
    .max(20)
    .transform((name) => asWritten(name, ["zip3", "zip5"]))
    .default("zip3")
    .describe("zip3 (default, also for a ZIP) or zip5 (finer)"),
  limit: limitSchema,
});

/** The input where an order of levels is configured. */
export function rankedInput(order: readonly string[]) {
  return input.extend({
    minRisk: levelSchema(order)
      .optional()
      .describe("list only places or areas at or above it on any day; count the others"),
  });
}

export const output = z.object({
  places: z.array(
    row({
      asked: z.string(),
      place: text,
      problem: z.string(),
      state: text,
      largerThanPlace: z.boolean(),
      area: text,
      areas: z.number(),
      days: z.array(row({ date: z.string(), by: z.looseObject({}) })),
    }),
  ),
  counts: z.array(row({}).describe("by")).optional(),
  groups: z.array(row({ risk: z.string(), places: z.array(z.string()) })).optional(),
  below: z.looseObject({}).optional(),
  riskField: text,
  unavailable: z.array(row({ date: z.string(), reason: z.string() })),
  uncovered: z.array(z.string()),
  horizon: z.unknown(),
  granularity: z.string().nullable(),
  complete: z.boolean(),
});

export type Arguments = z.output<typeof input> & { readonly minRisk?: string | undefined };
export type Structured = z.input<typeof output>;
