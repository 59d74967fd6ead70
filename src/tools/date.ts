import { z } from "zod";
import { dateToUtcMs } from "../domain/calendar.ts";

/** A calendar date. `isFormat` lets the refusal of another text suggest a date computed from it (server/arguments/corrections.ts). */
export const dateSchema = z.string().refine((text) => dateToUtcMs(text) !== undefined, {
  message: "should be a date written yyyy-MM-dd",
  params: { isFormat: true },
});
