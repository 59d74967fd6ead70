import type { Clock } from "../runtime/clock.ts";
import { systemClock } from "../runtime/clock.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { startSandbox } from "../sandbox/sandbox.ts";
import type { ServerProcess } from "../transports/client.ts";
import { connectToProcess } from "../transports/client.ts";
import type { Command } from "./command.ts";
import type { Style } from "./terminal.ts";
import { print, styleFor, wrap } from "./terminal.ts";

const COLUMNS = 100;
const INDENT = "   ";
const DAY_MS = 86_400_000;

/** A person's question, and the tool call of an assistant for it. */
interface Question {
  readonly words: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** `coldroute demo`: a real MCP client asks a real server process the four questions, against the sandbox. */
export const command: Command = {
  usage: `coldroute demo: the four tools at work, against a simulated service

Usage
  coldroute demo

It starts the sandbox and a server process, connects an MCP client and asks the four questions. What each cost is what
the sandbox billed. Exit code 1 when a question fails.`,
  options: {},
  maxPositionals: 0,
  run: async ({ environment, mainFile }) => {
    const style = styleFor(environment);
    const sandbox = await startSandbox();
    try {
      const variables = { ...sandbox.environment, COLDROUTE_LOG_LEVEL: "error" };
      const server = await connectToProcess(process.execPath, [mainFile], variables);
      try {
        return await tell(server, sandbox, style);
      } finally {
        await server.close();
      }
    } finally {
      await sandbox.close();
    }
  },
};

async function tell(server: ServerProcess, sandbox: Sandbox, style: Style): Promise<number> {
  print(style("bold", "coldroute: shipping what must stay cold"));
  print(style("dim", "A real MCP client and server process. Sandbox data, not the real service; no bill is real."));
  let failures = 0;
  for (const [index, question] of questions(systemClock).entries()) {
    if (!(await ask(server, sandbox, question, index + 1, style))) failures += 1;
  }
  tellTotals(sandbox, failures, style);
  return failures === 0 ? 0 : 1;
}

/** The four questions. Dates follow the clock, as the sandbox's world does. */
function questions(clock: Clock): readonly Question[] {
  const day = (offset: number): string => new Date(clock.nowMs() + offset * DAY_MS).toISOString().slice(0, 10);
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

/** Asks a question and prints it with its answer. Resolves to false when the call failed. */
async function ask(
  server: ServerProcess,
  sandbox: Sandbox,
  question: Question,
  number: number,
  style: Style,
): Promise<boolean> {
  const { words, tool, args } = question;
  const [first = "", ...rest] = wrap(words, COLUMNS - INDENT.length);
  print(`\n${style("bold", `${number}  ${first}`)}`);
  for (const line of rest) print(INDENT + style("bold", line));
  for (const line of wrap(`${tool} ${JSON.stringify(args).replaceAll(/,(?! )/g, ", ")}`, COLUMNS - INDENT.length)) {
    print(INDENT + style("dim", line));
  }
  print();
  const billedBefore = sandbox.ledger.billed();
  const startMs = systemClock.monotonicMs();
  const { text, isError } = await server.call(tool, args);
  const tookMs = Math.round(systemClock.monotonicMs() - startMs);
  const billed = sandbox.ledger.billed() - billedBefore;
  for (const line of wrap(text, COLUMNS - INDENT.length)) print(`${INDENT}${line}`.trimEnd());
  print(`\n${INDENT}${style(isError ? "red" : "cyan", `${isError ? "failed, " : ""}billed ${billed}, ${tookMs} ms`)}`);
  return !isError;
}

function tellTotals(sandbox: Sandbox, failures: number, style: Style): void {
  const { ledger } = sandbox;
  const each = Object.entries(ledger.byProduct()).map(([product, count]) => `${product} ${count}`);
  print(`\n${style("bold", "In all")}`);
  print(
    `${INDENT}billed ${ledger.billed()} (${each.join(", ")}), token exchanges: ${sandbox.requestsOf("token").length}`,
  );
  if (failures > 0) print(`${INDENT}${style("red", `Questions that failed: ${failures}.`)}`);
}
