import { z } from "zod";
import { recordOf } from "../domain/record.ts";
import type { ChartName } from "../domain/tool-list.ts";
import { defectFields } from "../runtime/log.ts";
import type { Tool } from "../tools/tool.ts";
import type { ToolResult } from "./result.ts";
import type { Surroundings } from "./tool-call.ts";

/** The catalogue acts on the parameter `picture`, not the tool. */
export function withPictureParameter(tool: Tool): Tool {
  const picture = z.boolean().optional().describe("true to get the answer as a PNG too");
  return {
    ...tool,
    input: tool.input.extend({ picture }),
    run: ({ picture: _, ...args }, context) => tool.run(args, context),
  };
}

export function asksForPicture(args: unknown): boolean {
  const picture = recordOf(args)?.["picture"];
  return picture === true || picture === "true";
}

/** Adds a picture, or the reason why there is none, to a result that is no error. Never rejects. */
export async function withPicture(
  chart: ChartName,
  result: ToolResult,
  { log, draw }: Pick<Surroundings, "log" | "draw">,
): Promise<ToolResult> {
  if (result.isError === true) return result;
  const drawHere = draw ?? (await import("../views/picture.ts")).pictureOf;
  const picture = await drawHere(chart, result.structuredContent, result._meta);
  if ("error" in picture && picture.error !== undefined) log.error(defectFields(picture.error), "defect in a picture");
  const part =
    "png" in picture
      ? ({ type: "image", mimeType: "image/png", data: Buffer.from(picture.png).toString("base64") } as const)
      : ({ type: "text", text: `No picture: ${picture.none}.` } as const);
  return { ...result, content: [...result.content, part] };
}
