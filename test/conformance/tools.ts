import type { JsonSchema } from "../../src/server/arguments/input-schema.ts";
import type { CallContext } from "../../src/server/call-context.ts";
import type { ToolListing } from "../../src/server/listing.ts";
import schema2020 from "./schema-2020-12.json" with { type: "json" };

/** One red pixel. */
export const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";

/** A header and no sound. */
const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

const image = { type: "image", data: PNG, mimeType: "image/png" };

/** The answers of the suite's plain tools, which only need a call. */
const ANSWERS: Readonly<Record<string, readonly object[]>> = {
  test_simple_text: [text("This is a simple text response for testing.")],
  test_image_content: [image],
  test_audio_content: [{ type: "audio", data: WAV, mimeType: "audio/wav" }],
  test_embedded_resource: [resource("test://embedded-resource", "text/plain", "This is an embedded resource content.")],
  test_multiple_content_types: [
    text("Multiple content types test:"),
    image,
    resource("test://mixed-content-resource", "application/json", JSON.stringify({ test: "data", value: 123 })),
  ],
  json_schema_2020_12_tool: [text("The schema is what is looked at.")],
};

const NOTHING: JsonSchema = { type: "object", properties: {} };

/** The tools of the suite that ask their client nothing, as those of coldroute. None has an output schema, since their results hold no structured content. */
export const LISTINGS: readonly Omit<ToolListing, "outputSchema">[] = [
  ...Object.keys(ANSWERS),
  "test_error_handling",
  "test_tool_with_progress",
].map((name) => ({
  name,
  title: name,
  description: `The conformance suite's ${name}`,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  inputSchema: name === "json_schema_2020_12_tool" ? schema2020 : NOTHING,
}));

/** The result of a plain tool; `undefined` for any other. */
export async function answerTool(name: string, { progress }: CallContext): Promise<object | undefined> {
  if (name === "test_error_handling") {
    return { content: [text("This tool intentionally returns an error for testing")], isError: true as const };
  }
  if (name === "test_tool_with_progress") {
    for (const step of [0, 50, 100]) {
      progress?.({ progress: step, total: 100 });
      // The suite expects separate notifications during a call.
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return { content: [text("Done.")] };
  }
  const content = ANSWERS[name];
  return content === undefined ? undefined : { content };
}

export function text(value: string) {
  return { type: "text", text: value } as const;
}

export function resource(uri: string, mimeType: string, value: string) {
  return { type: "resource", resource: { uri, mimeType, text: value } };
}
