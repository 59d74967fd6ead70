import { once } from "node:events";
import { writeError } from "../runtime/standard-error.ts";
import { FAULT_KINDS, readFaultScript, scripted } from "../sandbox/faults.ts";
import { type Sandbox, startSandbox } from "../sandbox/sandbox.ts";
import { ORIGINS } from "../sandbox/settings.ts";
import { type Command, MAX_PORT, readNumber, UsageError } from "./command.ts";
import { print, quoted, untilSignalled } from "./terminal.ts";

const DEFAULT_SEED = 1;

export const command: Command = {
  usage: `coldroute sandbox: the simulated service alone, on loopback, until it is stopped

Usage
  coldroute sandbox [--port N] [--seed N] [--faults JSON]

  --port    default: any free port
  --seed    of its weather and tokens; default ${DEFAULT_SEED}
  --faults  a script of faults as JSON, used in order for each product

A fault is { product, kind, times?, delayMs?, status?, retryAfterS? }
  product  ${[...ORIGINS, "any"].join(", ")}
  kind     ${FAULT_KINDS.join(", ")}
  times    how many requests it hits, or "always"; default 1

It prints the environment that points coldroute at it, and, when it ends, what it billed (on standard error).

Examples
  coldroute sandbox --port 4010 > sandbox.env &   then: . ./sandbox.env && coldroute doctor
  coldroute sandbox --faults '[{"product":"alerts","kind":"rate-limit","retryAfterS":2}]'`,
  options: { port: { type: "string" }, seed: { type: "string" }, faults: { type: "string" } },
  maxPositionals: 0,
  run: async ({ options }) => {
    const port = readNumber("--port", options["port"], 0, MAX_PORT);
    const seed = readNumber("--seed", options["seed"], DEFAULT_SEED, Number.MAX_SAFE_INTEGER);
    const script = readFaultScript(String(options["faults"] ?? "[]"));
    if ("wrong" in script) throw new UsageError(`--faults: ${script.wrong}`);
    const disturb = scripted(script.faults);
    const shutdown = untilSignalled();
    const sandbox = await startSandbox({ port, seed, disturb }).catch((): never => {
      throw new UsageError(`cannot listen on port ${port}; leave --port out for any free one`);
    });
    print(environmentText(sandbox, seed));
    if (!shutdown.aborted) await once(shutdown, "abort");
    writeError(`Billed: ${sandbox.ledger.summary()}; ${sandbox.requests.length} requests in all.`);
    await sandbox.close();
    return 0;
  },
};

/** Lines that a POSIX shell can evaluate. */
function environmentText({ environment }: Sandbox, seed: number): string {
  return [
    `# coldroute sandbox, seed ${seed}: everything it answers is simulated. Ctrl-C ends it.`,
    ...Object.entries(environment).map(([name, value]) => `export ${name}=${quoted(value, "linux")}`),
    "# Packages: 10045 (overdue), 10046 (delivered early), 10044 (delayed), 10051 (out for delivery), 10048 (little known).",
  ].join("\n");
}
