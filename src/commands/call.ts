import { writeFile } from "node:fs/promises";
import { text as textOfStream } from "node:stream/consumers";
import { createApp } from "../app.ts";
import { TOOL_NAMES } from "../config/tool-list.ts";
import { parseJson, recordOf } from "../domain/record.ts";
import { writeError } from "../runtime/standard-error.ts";
import type { ToolResult } from "../server/result.ts";
import type { Command } from "./command.ts";
import { UsageError } from "./command.ts";
import { print, untilSignalled } from "./terminal.ts";

/** `coldroute call TOOL [JSON]`: one tool call from the shell. */
export const command: Command = {
  usage: `coldroute call: one tool call from the shell

Usage
  coldroute call TOOL [JSON] [--json] [--png FILE] [--sandbox]

  TOOL    ${TOOL_NAMES.join(", ")}
  JSON    the tool's arguments as one JSON object; default {}
  -       the JSON comes from standard input; for track_package, so may package numbers, one a line
  --json  print the whole result instead of its text
  --png   also write the answer as a picture into this file

Exit code 1 when the tool failed.

Examples
  coldroute call check_heat_alerts '{"locations":["85001","80202"]}'
  coldroute --sandbox call get_five_day_risk '{"locations":["331"],"days":3}'
  coldroute --sandbox call track_package '{"ids":["10045","10046"]}' --json
  coldroute call track_package - < numbers.txt`,
  options: { json: { type: "boolean" }, png: { type: "string" } },
  maxPositionals: 2,
  run: async ({ environment, sandbox, options, positionals }) => {
    const [name, json] = positionals;
    if (name === undefined) throw new UsageError(`call needs the name of a tool: ${TOOL_NAMES.join(", ")}`);
    const args = json === "-" ? readInput(name, await textOfStream(process.stdin)) : parseArguments(json);
    const { png } = options;
    const app = await createApp({ environment, sandbox, quiet: true });
    for (const { variable, message } of app.config.unknownVariables) writeError(`coldroute: ${variable} ${message}`);
    try {
      const result = await (await app.catalogue()).call(name, args, {
        signal: untilSignalled(),
        drawsViews: png !== undefined,
      });
      if ("noSuchTool" in result) throw new UsageError(result.noSuchTool);
      const text = options["json"] === true ? JSON.stringify(result, null, 2) : resultText(result);
      // A lost text may hold the only copy of a plan's number.
      print(text, () => writeError(text));
      if (result.isError === true) return 1;
      return typeof png === "string" ? await writePicture(png, result) : 0;
    } finally {
      await app.close();
    }
  },
};

/** Reads standard input as a JSON object or, for `track_package`, as plain package numbers. */
function readInput(tool: string, input: string): unknown {
  const isPlain = tool === "track_package" && !input.trimStart().startsWith("{");
  return isPlain ? { ids: input } : parseArguments(input.trim());
}

function parseArguments(json = "{}"): unknown {
  const args = recordOf(parseJson(json));
  if (args !== undefined) return args;
  throw new UsageError('the arguments of the tool should be one JSON object, quoted as in \'{"ids":["10045"]}\'');
}

/** Writes the picture. Resolves with the exit code: 0, or 1 with the reason on standard error. */
async function writePicture(file: string, { structuredContent, _meta }: ToolResult): Promise<number> {
  const picture = await (await import("../views/picture.ts")).pictureOf(structuredContent, _meta);
  const cannot = (error: NodeJS.ErrnoException): string => `${file} cannot be written (${error.code})`;
  const problem = "png" in picture ? await writeFile(file, picture.png).catch(cannot) : `no picture: ${picture.none}`;
  if (problem !== undefined) writeError(`coldroute: ${problem}`);
  return problem === undefined ? 0 : 1;
}

function resultText(result: ToolResult): string {
  return result.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}
