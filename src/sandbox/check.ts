import type { z } from "zod";
import { problem, type ServiceAnswer } from "./answer.ts";

/** A valid value, or the 400 that names its first bad field. */
export type Checked<T> = { readonly value: T } | { readonly refusal: ServiceAnswer };

/** Checks `value` against `schema`. A refusal uses zod's words. */
export function check<T>(schema: z.ZodType<T>, value: unknown): Checked<T> {
  const read = schema.safeParse(value);
  if (read.success) return { value: read.data };
  const [issue] = read.error.issues;
  const unknown = issue?.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
  const name = [...(issue?.path ?? []), ...unknown].join(".");
  return { refusal: invalid(name || "body", issue?.message ?? "is not valid") };
}

/** A 400 that names the bad parameter or field. */
export function invalid(name: string, message: string): ServiceAnswer {
  return problem(400, "invalid-parameter", `${name}: ${message}`);
}
