import { z } from "zod";

/** A member of a row in an output schema: null means that the service did not send it, or that it is uncertain. */
export const text = z.string().nullable();
export const number = z.number().nullable();
export const flag = z.boolean().nullable();

/** The row of an answer, open to further members. A row has the members that it needs. */
export function row<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.looseObject(shape).partial();
}
