import { styleText } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { addDays, utcDate } from "../domain/calendar.ts";
import { systemClock } from "../runtime/clock.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { startSandbox } from "../sandbox/sandbox.ts";
import type { Command } from "./command.ts";
import { print, wrap } from "./terminal.ts";

const INDENT = "   ";

/** `coldroute demo`: a real MCP client asks a real server process the four questions, against the sandbox. */
export const command: Command = {
  usage: `coldroute demo: the four tools at work, against a simulated service

Usage
  coldroute demo

It starts the sandbox and a server process, connects an MCP client and asks the four questions. What each cost is what
the sandbox billed. Exit code 1 when a question fails.`,
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
        return await askFourQuestions(client, sandbox);
      } finally {
        // Ends the server as a host does, by closing its input.
        await client.close();
      }
    } finally {
      await sandbox.close();
    }
  },
};

/** Asks the questions. Resolves with the exit code. */
async function askFourQuestions(client: Client, sandbox: Sandbox): Promise<number> {
  print(styleText("bold", "coldroute: shipping what must stay cold"));
  print(styleText("dim", "A real MCP client and server process. Sandbox data, not the real service; no bill is real."));
  let code = 0;
  for (const [index, question] of questions().entries()) {
    print(`\n${styleText("bold", `${index + 1}  ${question.words}`)}`);
    if (!(await ask(client, sandbox, question))) code = 1;
  }
  print(`\n${styleText("bold", "In all")}`);
  print(`${INDENT}billed ${sandbox.ledger.summary()}, token exchanges: ${sandbox.requestsOf("token").length}`);
  return code;
}

type Question = ReturnType<typeof questions>[number];

/** A person's questions, each with an assistant's tool call. Dates follow the clock, like the sandbox's data. */
function questions() {
  const day = (offset: number): string => addDays(utcDate(systemClock.nowMs()), offset);
  return [
    {
      words: "Is it dangerously hot in Phoenix or Denver at the moment?",
      tool: "check_heat_alerts",
      args: { locations: ["Phoenix, AZ", "Denver, CO"] },
    },
    {
      words: "Is Phoenix dangerous this week?",
      tool: "get_five_day_risk",
      args: { locations: ["Phoenix, AZ"], days: 5 },
    },
    {
      words: "When should I ship this 5 lb box of insulin from Memphis to Miami so that it doesn't cook?",
      tool: "plan_shipment",
      args: {
        origin: { zipCode: "38118", city: "Memphis", state: "TN" },
        destination: { zipCode: "33101", city: "Miami", state: "FL" },
        parcel: { length: 12, width: 10, height: 8, weight: 5 },
        shipDates: [day(1), day(2), day(3)],
        isRefrigerated: true,
        checkHeat: true,
      },
    },
    {
      words: "Where are these six orders, and is one of them sitting in the heat?",
      tool: "track_package",
      args: { ids: ["10043", "10045", "10046", "10050", "10051", "99999"], checkHeat: true },
    },
  ];
}

/** Asks a question, and prints the call and its answer. Resolves with false if the call failed. */
async function ask(client: Client, sandbox: Sandbox, { tool, args }: Question): Promise<boolean> {
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
  const lines = wrap(text, INDENT.length).map((line) => `${INDENT}${line}`.trimEnd());
  return lines.join("\n");
}
