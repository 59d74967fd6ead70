import { z } from "zod";
import { EVERYDAY_FAULTS, type Fault, type FaultKind } from "./faults.ts";
import { ORIGINS } from "./settings.ts";

const count = z.int().min(0);
const KINDS = Object.keys(EVERYDAY_FAULTS) as [FaultKind, ...FaultKind[]];

const FAULTS = z.array(
  z.strictObject({
    product: z.enum([...ORIGINS, "any"]),
    kind: z.enum(KINDS),
    times: z.union([count, z.literal("always")]).exactOptional(),
    delayMs: count.exactOptional(),
    processed: z.boolean().exactOptional(),
    status: z.int().min(200).max(599).exactOptional(),
    headers: z.record(z.string(), z.string()).exactOptional(),
    detail: z.string().exactOptional(),
    retryAfterS: count.exactOptional(),
  }),
);

/** Reads `--faults`, a JSON array of faults. Gives the faults or the first mistake. */
export function readFaultScript(text: string): { readonly faults: readonly Fault[] } | { readonly wrong: string } {
  let script: unknown;
  try {
    script = JSON.parse(text);
  } catch {
    return { wrong: "the fault script is not JSON" };
  }
  const read = FAULTS.safeParse(script);
  if (read.success) return { faults: read.data };
  const { path = [], message = "" } = read.error.issues[0] ?? {};
  const [index, ...field] = path.map(String);
  const place = index === undefined ? "the fault script" : `fault ${index}`;
  return { wrong: [place, ...(field.length > 0 ? [field.join(".")] : []), message].join(": ") };
}
