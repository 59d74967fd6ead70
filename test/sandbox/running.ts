import { sandboxOfTest } from "../support/per-test.ts";
import type { Sandbox, SandboxOptions } from "../support/sandbox.ts";
import { ShiftedClock } from "../support/shifted-clock.ts";
import { type Client, startClient } from "./client.ts";

/** A sandbox on a fixed day, closed after the test, and a client with a token. */
export async function running(options: SandboxOptions = {}): Promise<{ sandbox: Sandbox; client: Client }> {
  const sandbox = await sandboxOfTest({ clock: new ShiftedClock(), ...options });
  return { sandbox, client: await startClient(sandbox) };
}
