import { z } from "zod";
import { dateToUtcMs } from "../domain/calendar.ts";

/** A date. With `isFormat`, a refusal suggests a date computed from the text (server/arguments/corrections.ts). */
export const dateSchema = z.string().refine((text) => dateToUtcMs(text) !== undefined, {
  message: "should be a date written yyyy-MM-dd",
  params: { isFormat: true },
});
