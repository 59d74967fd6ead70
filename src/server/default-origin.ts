import { addressSchema } from "../tools/areas/address.ts";
import { readParameter } from "./arguments.ts";

/** COLDROUTE_DEFAULT_ORIGIN (DESIGN 2) as an Address, coerced and checked as `origin` of a call; or why it is none. */
export function readDefaultOrigin(text: string): Readonly<Record<string, unknown>> | string {
  const reading = readParameter(addressSchema, text);
  if (reading.ok) return { ...reading.value };
  const { failure } = reading;
  const problems = failure.kind === "invalid_arguments" ? failure.problems : [];
  return problems.map(({ parameter, message }) => `${parameter} ${message}`.replace(/^arguments /, "")).join("; ");
}
