import { createApi } from "../../src/api/api.ts";
import { argumentRows } from "../../src/commands/tool-help.ts";
import { loadConfig } from "../../src/config/config.ts";
import { createClock } from "../../src/runtime/clock.ts";
import { createLog } from "../../src/runtime/log.ts";
import { startSandbox } from "../../src/sandbox/sandbox.ts";
import { createCatalogue } from "../../src/server/catalogue.ts";
import { tools } from "../../src/server/tools.ts";
import { code, tableOf } from "./markdown.ts";

/** Monday, 2026-11-23, 08:24 UTC: the examples' answers are the same at each generation. */
const NOW_MS = Date.UTC(2026, 10, 23, 8, 24);

/** Each tool with its description, its arguments, and an example that the simulated service answers. */
export async function toolReference(): Promise<string> {
  const startMs = performance.now();
  const clock = createClock({
    wallMs: () => NOW_MS + performance.now() - startMs,
    monotonicMs: () => performance.now(),
  });
  const sandbox = await startSandbox({ clock });
  const config = loadConfig({ ...sandbox.environment, COLDROUTE_SANDBOX: "1" });
  const surroundings = { config, clock, random: () => 0, log: createLog({ level: "silent", clock }) };
  const api = createApi(surroundings);
  const catalogue = createCatalogue({ ...surroundings, api: async () => api });
  const parts: string[] = [];
  for (const { name, title, description, inputSchema } of catalogue.list()) {
    const { question, args } = tools.find((tool) => tool.name === name)?.example(NOW_MS) ?? { question: "", args: {} };
    const result = await catalogue.call(name, args, { signal: new AbortController().signal });
    if ("noSuchTool" in result || result.isError === true) throw new Error(`the example of ${name} fails`);
    const rows = argumentRows(inputSchema).map((row) => {
      return [`${code(row.name)}${row.isRequired ? ", required" : ""}`, row.type, row.meaning];
    });
    parts.push(
      `## ${title}: ${code(name)}`,
      description,
      tableOf(["argument", "type", "meaning"], rows),
      `*${question}*`,
      `\`\`\`sh\ncoldroute call ${name} '${JSON.stringify(args)}'\n\`\`\``,
      `\`\`\`text\n${result.content[0].text}\n\`\`\``,
    );
  }
  await api.close();
  await sandbox.close();
  return parts.join("\n\n");
}
