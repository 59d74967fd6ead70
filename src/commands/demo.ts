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

/** A question as a person would ask it, and the call that an assistant would make of it. */
interface Question {
  readonly words: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

interface Asked {
  readonly billed: number;
  readonly tookMs: number;
  readonly failed: boolean;
}

/** `coldroute demo`: a real MCP client asks a real server process the four questions, against the sandbox. */
export const command: Command = {
  usage: `coldroute demo: the four tools at work, against a simulated service

Usage
  coldroute demo

It starts the sandbox and a server process, connects an MCP client, asks the four questions, and holds what the
answers say was billed against the sandbox's own ledger. Exit code 1 when a question fails or the two disagree.`,
  options: {},
  maxPositionals: 0,
  run: async ({ environment, mainFile }) => {
    const style = styleFor(environment);
    const sandbox = await startSandbox();
    try {
      const server = await connectToProcess({
        file: process.execPath,
        args: [mainFile],
        environment: { ...sandbox.environment, COLDROUTE_LOG_LEVEL: "error" },
      });
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
  const asked: Asked[] = [];
  for (const [index, question] of questions(systemClock).entries()) {
    asked.push(await ask(server, question, index + 1, style));
  }
  return tellTotals(asked, sandbox, style);
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

async function ask(server: ServerProcess, question: Question, number: number, style: Style): Promise<Asked> {
  const { words, tool, args } = question;
  const [first = "", ...rest] = wrap(words, COLUMNS - INDENT.length);
  print(`\n${style("bold", `${number}  ${first}`)}`);
  for (const line of rest) print(INDENT + style("bold", line));
  for (const line of wrap(`${tool} ${JSON.stringify(args).replaceAll(/,(?! )/g, ", ")}`, COLUMNS - INDENT.length)) {
    print(INDENT + style("dim", line));
  }
  print();
  const startMs = systemClock.monotonicMs();
  const { text, isError, meta } = await server.call(tool, args);
  const tookMs = systemClock.monotonicMs() - startMs;
  for (const line of wrap(text, COLUMNS - INDENT.length)) print(`${INDENT}${line}`.trimEnd());
  const billed = billedIn(meta);
  print(
    `\n${INDENT}${style(isError ? "red" : "cyan", `${isError ? "failed, " : ""}billed ${billed}, ${Math.round(tookMs)} ms`)}`,
  );
  return { billed, tookMs, failed: isError };
}

function billedIn(meta: Readonly<Record<string, unknown>>): number {
  const usage = meta["coldroute/usage"];
  const billed =
    typeof usage === "object" && usage !== null && "billableRequests" in usage ? usage.billableRequests : 0;
  return typeof billed === "number" ? billed : 0;
}

/** Totals beside what the service itself wrote down. */
function tellTotals(asked: readonly Asked[], sandbox: Sandbox, style: Style): number {
  const billed = asked.reduce((sum, one) => sum + one.billed, 0);
  const tookMs = asked.reduce((sum, one) => sum + one.tookMs, 0);
  const failures = asked.filter((one) => one.failed).length;
  const exchanges = sandbox.requestsOf("token").length;
  const ledger = Object.entries(sandbox.ledger.byProduct()).map(([product, count]) => `${product} ${count}`);
  const agrees = billed === sandbox.ledger.billed();
  print(`\n${style("bold", "In all")}`);
  print(
    `${INDENT}${asked.length} questions, ${billed} billable requests, ${Math.round(tookMs)} ms, token exchanges: ${exchanges}`,
  );
  print(`${INDENT}The service's own ledger: ${sandbox.ledger.billed()} (${ledger.join(", ")})`);
  const verdict = agrees ? "Both agree." : "They do not agree.";
  print(
    `${INDENT}${style(agrees && failures === 0 ? "green" : "red", failures === 0 ? verdict : `${verdict} Questions that failed: ${failures}.`)}`,
  );
  return agrees && failures === 0 ? 0 : 1;
}
