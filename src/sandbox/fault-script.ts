import { z } from "zod";
import { parseJson } from "../domain/record.ts";
import { EVERYDAY_FAULTS, type Fault, type FaultKind } from "./faults.ts";
import { ORIGINS } from "./settings.ts";

const count = z.int().min(0);
const FAULTS = z.array(
  z.strictObject({
    product: z.enum([...ORIGINS, "any"]),
    kind: z.enum(Object.keys(EVERYDAY_FAULTS) as FaultKind[]),
    times: z.union([count, z.literal("always")], 'expected a whole number, or "always"').exactOptional(),
    delayMs: count.exactOptional(),
    processed: z.boolean().exactOptional(),
    status: z.int().min(200).max(599).exactOptional(),
    headers: z.record(z.string(), z.string()).exactOptional(),
    detail: z.string().exactOptional(),
    retryAfterS: count.exactOptional(),
  }),
);

/** Reads `--faults`, a JSON array of faults. Returns the faults, or the first mistake in zod's words. */
export function readFaultScript(script: string): { readonly faults: readonly Fault[] } | { readonly wrong: string } {
  const given = parseJson(script);
  if (given === undefined) return { wrong: "the fault script is not JSON" };
  const read = FAULTS.safeParse(given);
  if (read.success) return { faults: read.data };
  const { path = [], message = "" } = read.error.issues[0] ?? {};
  const [index, ...field] = path;
  const place = index === undefined ? "the fault script" : [`fault ${Number(index) + 1}`, ...field].join(", ");
  return { wrong: `${place}: ${message}` };
}
