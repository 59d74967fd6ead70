import { access, constants, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { text as textOfStream } from "node:stream/consumers";
import { createApp } from "../app.ts";
import { parseJson, recordOf } from "../domain/record.ts";
import { TOOL_LIST, TOOL_NAMES, type ToolName } from "../domain/tool-list.ts";
import { writeError } from "../runtime/standard-error.ts";
import type { ToolResult } from "../server/result.ts";
import { tools } from "../server/tools.ts";
import { type Command, type Invocation, noSuch, UsageError } from "./command.ts";
import { print, untilSignalled } from "./terminal.ts";
import { toolHelp } from "./tool-help.ts";

/** The exit code of an answer without its picture. */
const NO_PICTURE = 3;

export const command: Command = {
  usage: `coldroute call: one tool call from the shell

Usage
  coldroute call TOOL [JSON | WORD…] [--json] [--png FILE] [--sandbox]
  coldroute call TOOL --help

  TOOL    ${TOOL_NAMES.join(", ")}
  JSON    the tool's arguments as one JSON object; default {}
  WORD    a package number for track_package, a place for the tools of heat and risk
  -       read from standard input: the JSON, or numbers or places, one per line
  --json  print the whole result instead of its text
  --png   also write the answer as a picture into this file

Exit code 1 when the tool failed, 3 when it answered and the picture could not be written.

Examples
  coldroute call track_package 10045 10046
  coldroute call check_heat_alerts 85001 "Denver, CO"
  coldroute --sandbox call get_five_day_risk '{"locations":["331"],"days":3}'
  coldroute --sandbox call track_package '{"ids":["10045","10046"]}' --json
  coldroute call track_package - < numbers.txt`,
  options: { json: { type: "boolean" }, png: { type: "string" } },
  maxPositionals: Infinity,
  help: async ({ positionals: [name], ...invocation }) =>
    name === undefined ? undefined : helpOf(readTool(name), invocation),
  run: async ({ environment, sandbox, options, positionals: [word, ...words] }) => {
    if (word === undefined) throw new UsageError(`call needs the name of a tool: ${TOOL_NAMES.join(", ")}`);
    const name = readTool(word);
    const args = readArguments(name, words[0] === "-" ? await inputLines() : words);
    const { png } = options;
    const obstacle = typeof png === "string" && (await obstacleTo(png));
    if (obstacle) throw new UsageError(`--png: ${obstacle}; nothing was asked`);
    const app = await createApp({ environment, sandbox, quiet: true });
    for (const { variable, message } of app.config.unknownVariables) writeError(`coldroute: ${variable} ${message}`);
    try {
      const result = await (await app.catalogue()).call(name, args, {
        signal: untilSignalled(),
        drawsViews: png !== undefined,
      });
      if ("noSuchTool" in result) throw new UsageError(result.noSuchTool);
      const texts = result.content.flatMap((part) => (part.type === "text" ? [part.text] : []));
      const text = options["json"] === true ? JSON.stringify(result, null, 2) : texts.join("\n");
      // A lost text may hold the only copy of a plan's number.
      print(text, () => writeError(text));
      if (result.isError === true) return 1;
      return typeof png === "string" ? await writePicture(png, name, result) : 0;
    } finally {
      await app.close();
    }
  },
};

function readTool(word: string): ToolName {
  const name = TOOL_NAMES.find((tool) => tool === word);
  if (name === undefined) throw noSuch("tool", word, TOOL_NAMES);
  return name;
}

async function helpOf(name: ToolName, { environment, sandbox }: Pick<Invocation, "environment" | "sandbox">) {
  const app = await createApp({ environment, sandbox, quiet: true });
  try {
    const { example } = tools.find((tool) => tool.name === name) ?? {};
    const listing = (await app.catalogue()).list().find((tool) => tool.name === name);
    if (listing === undefined || example === undefined)
      throw new UsageError(`${name} is not offered (COLDROUTE_TOOLS, COLDROUTE_READ_ONLY)`);
    return toolHelp(listing, example(app.clock.nowMs()));
  } finally {
    await app.close();
  }
}

/** `["10045", "10046"]` → `{ ids: ["10045", "10046"] }`; also reads one JSON object or list. */
function readArguments(tool: ToolName, words: readonly string[]): unknown {
  const text = words.length === 0 ? "{}" : words.join("\n").trim();
  const list = TOOL_LIST.find(({ name }) => name === tool)?.words;
  const given = /^[{[]/.test(text) ? parseJson(text) : words;
  if (list !== undefined && Array.isArray(given)) return { [list]: given };
  const args = recordOf(given);
  if (args !== undefined) return args;
  throw new UsageError(
    `the arguments should be one JSON object in quotes; coldroute call ${tool} --help has an example`,
  );
}

async function inputLines(): Promise<readonly string[]> {
  const lines = (await textOfStream(process.stdin)).split("\n").map((line) => line.trim());
  const filled = lines.filter((line) => line !== "");
  if (filled.length === 0) throw new UsageError("standard input is empty");
  return filled;
}

/** Why no picture can be written; checked before the call, because the call bills. */
async function obstacleTo(file: string): Promise<string | undefined> {
  const { loadRenderer, NO_RENDERER } = await import("../views/picture.ts");
  if ((await loadRenderer()) === undefined) return NO_RENDERER;
  const target = await stat(file).catch(() => undefined);
  if (target?.isDirectory()) return `${file} is a folder`;
  const place = target === undefined ? `${dirname(file)}/.` : file;
  return access(place, constants.W_OK).then(() => undefined, unwritable(file));
}

async function writePicture(file: string, tool: ToolName, { structuredContent, _meta }: ToolResult): Promise<number> {
  const { pictureOf } = await import("../views/picture.ts");
  const picture = await pictureOf(TOOL_LIST.find(({ name }) => name === tool)?.chart, structuredContent, _meta);
  const problem = "png" in picture ? await writeFile(file, picture.png).catch(unwritable(file)) : picture.none;
  if (problem === undefined) return 0;
  writeError(`coldroute: no picture: ${problem}`);
  return NO_PICTURE;
}

function unwritable(file: string): (error: NodeJS.ErrnoException) => string {
  return ({ code }) => `${file} cannot be written (${code})`;
}
