import { z } from "zod";
import { recordOf } from "../domain/record.ts";
import type { ChartName } from "../domain/tool-entry.ts";
import { defectFields } from "../runtime/defect.ts";
import type { Log } from "../runtime/log.ts";
import type { Tool } from "../tools/tool.ts";
import type { ToolResult } from "./result.ts";

const PARAMETER = { picture: z.boolean().optional().describe("true to get the answer as a PNG too") };

/** Adds the parameter `picture` to a tool. The catalogue acts on it, not the tool. */
export function withPictureParameter(tool: Tool): Tool {
  return { ...tool, input: tool.input.extend(PARAMETER) };
}

/** True if the arguments hold `picture` as `true` or "true". */
export function asksForPicture(args: unknown): boolean {
  const picture = recordOf(args)?.["picture"];
  return picture === true || picture === "true";
}

/** Adds a picture to the result, or the reason why there is none. Errors stay unchanged. Never rejects. */
export async function withPicture(chart: ChartName, result: ToolResult, log: Log): Promise<ToolResult> {
  if (result.isError === true) return result;
  const { pictureOf } = await import("../views/picture.ts");
  const picture = await pictureOf(chart, result.structuredContent, result._meta);
  if ("error" in picture) log.error(defectFields(picture.error), "defect in a picture");
  const part =
    "png" in picture
      ? ({ type: "image", mimeType: "image/png", data: picture.png.toString("base64") } as const)
      : ({ type: "text", text: `No picture: ${picture.none}.` } as const);
  return { ...result, content: [...result.content, part] };
}
