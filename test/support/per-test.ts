import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type SandboxOptions, startSandbox } from "./sandbox.ts";

/** A sandbox that ends with its test. */
export async function sandboxOfTest(options: SandboxOptions = {}) {
  const sandbox = await startSandbox(options);
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** An empty folder outside the repository, perhaps with a name, removed after its test. */
export function emptyFolder(name: string = ""): string {
  const parent = mkdtempSync(join(tmpdir(), "coldroute-test-"));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const folder = join(parent, name);
  mkdirSync(folder, { recursive: true });
  return folder;
}
