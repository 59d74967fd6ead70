import { startSandbox } from "../../src/sandbox/sandbox.ts";

/** The simulated service in a process of its own. Takes its settings as JSON, prints its environment, then serves. */
const sandbox = await startSandbox({ settings: JSON.parse(process.argv[2] ?? "{}") as object });
process.stdout.write(`${JSON.stringify(sandbox.environment)}\n`);
process.stdin.resume().once("end", () => process.exit(0));
