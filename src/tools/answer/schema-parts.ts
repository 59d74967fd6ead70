import { z } from "zod";
import { MAX_ROWS } from "./rows.ts";

export const limitSchema = z.int().min(1).max(MAX_ROWS).default(20).describe(`rows, 1 to ${MAX_ROWS}, default 20`);

/** A member of a row in an output schema: null if the service did not send it, or if it is uncertain. */
export const text = z.string().nullable();
export const number = z.number().nullable();
export const flag = z.boolean().nullable();

/** A row has the members that it needs, and may have others. */
export function row<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.looseObject(shape).partial();
}
