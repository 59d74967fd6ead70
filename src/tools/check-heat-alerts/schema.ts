import { z } from "zod";
import { limitSchema, row, text } from "../answer/schema-parts.ts";
import { locationsSchema } from "../areas/location.ts";
import { asWritten } from "../parameter.ts";

export const input = z.strictObject({
  locations: locationsSchema(
    "'Phoenix, AZ', '85001', prefix '850' or state name; a road by its states; none = everywhere",
  ),
  minLevel: z
    .string()
    .trim()
    .min(1)
    .max(100)
    // The only level that is documented (service.md 2.2). Others are passed on as they are.
    .transform((level) => asWritten(level, ["SevereHot"]))
    .optional()
    .describe("this level and above, e.g. SevereHot; leave out unless the user names one"),
  limit: limitSchema,
});

const counts = z.looseObject({});

export const output = z.object({
  places: z.array(
    row({
      asked: z.string(),
      place: text,
      problem: z.string(),
      zips: z.number(),
      matched: z.number(),
      byLevel: counts,
    }),
  ),
  alerts: z.array(row({ zip: z.unknown(), temperatureLevel: z.unknown(), place: text })),
  matched: z.number(),
  listed: z.number(),
  total: z.number().nullable().describe("all"),
  byLevel: counts,
  byState: counts,
  minLevel: z.string().optional(),
  complete: z.boolean(),
  windowHours: z.number().nullable(),
  granularity: z.string().nullable(),
});

export type Arguments = z.output<typeof input>;
export type Structured = z.input<typeof output>;
