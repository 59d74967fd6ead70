import { onTestFinished } from "vitest";
import type { Sandbox, SandboxOptions } from "../support/sandbox.ts";
import { startSandbox } from "../support/sandbox.ts";
import { ShiftedClock } from "../support/shifted-clock.ts";
import { type Client, startClient } from "./client.ts";

/** A sandbox on a fixed day, closed after the test, and a client with a token. */
export async function running(options: SandboxOptions = {}): Promise<{ sandbox: Sandbox; client: Client }> {
  const sandbox = await startSandbox({ clock: new ShiftedClock(), ...options });
  onTestFinished(() => sandbox.close());
  return { sandbox, client: await startClient(sandbox) };
}
