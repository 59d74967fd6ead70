import { z } from "zod";
import { parseJson } from "../domain/json.ts";
import { EVERYDAY_FAULTS, type Fault, type FaultKind } from "./faults.ts";
import { ORIGINS } from "./settings.ts";

const FAULT_TARGETS = [...ORIGINS, "any"] as const;
const FAULT_KINDS = Object.keys(EVERYDAY_FAULTS) as [FaultKind, ...FaultKind[]];
const COUNT = "should be a whole number, 0 or more";
const NOT_A_STATUS = "should be a status from 200 to 599";

const count = z.int(COUNT).min(0, COUNT);
const text = z.string("should be a text");
const FIELDS = {
  product: z.enum(FAULT_TARGETS, `should be one of ${FAULT_TARGETS.join(", ")}`),
  kind: z.enum(FAULT_KINDS, `should be one of ${FAULT_KINDS.join(", ")}`),
  times: z.union([count, z.literal("always")], `${COUNT}, or "always"`).exactOptional(),
  delayMs: count.exactOptional(),
  processed: z.boolean("should be true or false").exactOptional(),
  status: z.int(NOT_A_STATUS).min(200, NOT_A_STATUS).max(599, NOT_A_STATUS).exactOptional(),
  headers: z.record(z.string(), text, "should be an object").exactOptional(),
  detail: text.exactOptional(),
  retryAfterS: count.exactOptional(),
};
const NAMES = Object.keys(FIELDS).join(", ");
const FAULT = z.strictObject(FIELDS, {
  error: (issue) =>
    issue.code === "unrecognized_keys"
      ? `has no ${issue.keys.join(", ")}, but ${NAMES}`
      : `should be an object of ${NAMES}`,
});
const FAULTS = z.array(FAULT, "should be a list of faults");

/** Reads `--faults`, a JSON array of faults. Gives the faults or the first mistake, in words for a person. */
export function readFaultScript(script: string): { readonly faults: readonly Fault[] } | { readonly wrong: string } {
  const given = parseJson(script);
  if (given === undefined) return { wrong: "the fault script is not JSON" };
  const read = FAULTS.safeParse(given);
  if (read.success) return { faults: read.data };
  const { path = [], message = "" } = read.error.issues[0] ?? {};
  const [index, ...field] = path;
  const place = index === undefined ? "the fault script" : [`fault ${Number(index) + 1}`, ...field].join(", ");
  return { wrong: `${place} ${message}` };
}
