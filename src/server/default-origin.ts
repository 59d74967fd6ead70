import { addressSchema } from "../tools/areas/address.ts";
import { readParameter } from "./arguments.ts";

/** A default origin, or why it is none. */
export type OriginReading =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly why: string };

/** COLDROUTE_DEFAULT_ORIGIN (DESIGN 2), a ZIP or an Address: forgiven and checked as the parameter `origin` of a call. */
export function readDefaultOrigin(given: unknown): OriginReading {
  const reading = readParameter("origin", addressSchema, given);
  if (reading.ok) return { ok: true, value: { ...(reading.value as object) } };
  const { failure } = reading;
  const problems = failure.kind === "invalid_arguments" ? failure.problems : [];
  return { ok: false, why: problems.map(({ parameter, message }) => `${parameter} ${message}`).join("; ") };
}
