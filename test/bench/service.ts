import { startSandbox } from "../../src/sandbox/sandbox.ts";
import { defaultSettings } from "../../src/sandbox/settings.ts";

/** The simulated service in a process of its own. Takes its settings as JSON, prints its environment, then serves. */
const { latencyMs = 0, ...given } = JSON.parse(process.argv[2] ?? "{}") as { readonly latencyMs?: number };
const settings = { ...defaultSettings(), ...given };
const sandbox = await startSandbox({ settings, disturb: () => ({ processed: true, delayMs: latencyMs }) });
process.stdout.write(`${JSON.stringify(sandbox.environment)}\n`);
process.stdin.resume().once("end", () => process.exit(0));
