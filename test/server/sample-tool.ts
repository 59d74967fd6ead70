import { z } from "zod";
import { success } from "../../src/domain/failure.ts";
import type { ToolEntry } from "../../src/domain/tool-list.ts";
import type { ToolDefinition } from "../../src/tools/tool.ts";

const input = z.strictObject({
  ids: z.array(z.string().min(1)).min(1).max(3),
  parcel: z.strictObject({ weight: z.number().positive(), note: z.string().optional() }).optional(),
  place: z.union([z.string().length(5), z.strictObject({ state: z.string().length(2) })]).optional(),
  limit: z.int().min(1).max(200).optional(),
  fast: z.boolean().optional(),
});
const output = z.object({ ids: z.array(z.string()), extra: z.looseObject({}).optional() });
export type SampleRun = ToolDefinition<typeof input, typeof output>["run"];

/** The sample tool's default work: answers with its own ids. */
export const answerIds: SampleRun = async ({ ids }) =>
  success({
    headline: `${ids.length} asked`,
    lines: [`ids ${ids.join(" ")}`],
    structured: { ids },
    notes: ["A note."],
    dataOf: "2026-11-23T08:03:00Z",
  });

/** A tool with every kind of parameter, under the name of a real one, so that a configuration can offer it. */
export function sampleTool(run: SampleRun = answerIds) {
  return {
    name: "track_package",
    product: "tracking",
    creates: false,
    title: "Sample",
    description: "Sample tool",
    input,
    output,
    example: () => ({ question: "Where is it?", args: { ids: ["1"] } }),
    aliases: { id: "ids", orderNumber: "ids" },
    run,
  } satisfies ToolEntry & ToolDefinition<typeof input, typeof output>;
}
