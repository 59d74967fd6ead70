import { styleText } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { systemClock } from "../runtime/clock.ts";
import { type Sandbox, startSandbox } from "../sandbox/sandbox.ts";
import { tools } from "../server/tools.ts";
import type { Example } from "../tools/tool.ts";
import type { Command } from "./command.ts";
import { print, wrap } from "./terminal.ts";

const INDENT = "   ";

export const command: Command = {
  usage: `coldroute demo: the tools at work, against a simulated service

Usage
  coldroute demo

It starts the sandbox and a server process, connects an MCP client and asks a question of each tool. What each cost is
what the sandbox billed. Exit code 1 when a question fails.`,
  options: {},
  maxPositionals: 0,
  run: async ({ mainFile }) => {
    const sandbox = await startSandbox();
    try {
      // Besides these, the SDK passes on only a few variables, such as PATH and HOME.
      const env = { ...sandbox.environment, COLDROUTE_LOG_LEVEL: "error" };
      const client = new Client({ name: "coldroute-demo", version: "1" });
      await client.connect(
        new StdioClientTransport({ command: process.execPath, args: [mainFile], env, stderr: "inherit" }),
      );
      try {
        return await askQuestions(client, sandbox);
      } finally {
        // Ends the server as a host does, by closing its input.
        await client.close();
      }
    } finally {
      await sandbox.close();
    }
  },
};

async function askQuestions(client: Client, sandbox: Sandbox): Promise<number> {
  print(styleText("bold", "coldroute: shipping what must stay cold"));
  print(styleText("dim", "A real MCP client and server process. Sandbox data, not the real service; no bill is real."));
  let code = 0;
  for (const [index, { name, example }] of tools.entries()) {
    const { question, args } = example(systemClock.nowMs());
    print(`\n${styleText("bold", `${index + 1}  ${question}`)}`);
    if (!(await ask(client, sandbox, name, args))) code = 1;
  }
  print(`\n${styleText("bold", "In all")}`);
  print(`${INDENT}billed ${sandbox.ledger.summary()}, token exchanges: ${sandbox.requestsOf("token").length}`);
  return code;
}

/** Resolves with false if the call failed. */
async function ask(client: Client, sandbox: Sandbox, tool: string, args: Example["args"]): Promise<boolean> {
  print(`${styleText("dim", indented(`${tool} ${JSON.stringify(args).replaceAll(/,(?! )/g, ", ")}`))}\n`);
  const billedBefore = sandbox.ledger.billed();
  const startMs = systemClock.monotonicMs();
  const { content, isError = false } = await client.callTool({ name: tool, arguments: args });
  const tookMs = Math.round(systemClock.monotonicMs() - startMs);
  const billed = sandbox.ledger.billed() - billedBefore;
  print(indented((content as readonly { readonly text?: string }[]).map(({ text = "" }) => text).join("\n")));
  const cost = `${isError ? "failed, " : ""}billed ${billed}, ${tookMs} ms`;
  print(`\n${INDENT}${styleText(isError ? "red" : "cyan", cost)}`);
  return !isError;
}

function indented(text: string): string {
  return wrap(text, INDENT.length)
    .map((line) => `${INDENT}${line}`.trimEnd())
    .join("\n");
}
