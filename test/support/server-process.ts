import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { onTestFinished } from "vitest";

const MAIN = new URL("../../dist/main.cjs", import.meta.url).pathname;

/** The built executable. */
export const MAIN_FILE = MAIN;

/** The variables that everything needs (G-configuration). */
export const REQUIRED_VARIABLES = [
  "COLDROUTE_CLIENT_ID",
  "COLDROUTE_CLIENT_SECRET",
  "COLDROUTE_AUDIENCE",
  "COLDROUTE_AUTH_URL",
  "COLDROUTE_RISK_URL",
  "COLDROUTE_PLANNING_URL",
  "COLDROUTE_TRACKING_URL",
] as const;

/** The members of a JSON-RPC message that tests look at. */
export interface Message {
  readonly id?: string | number | null;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** The built executable as a process. Killed after the test if it still runs. */
export function startProcess(...how: Parameters<typeof spawnProcess>) {
  const started = spawnProcess(...how);
  onTestFinished(() => {
    started.child.kill("SIGKILL");
  });
  return started;
}

/** The built executable as a process with raw lines. The caller ends it. Standard error is a pipe, a file or closed. */
export function spawnProcess(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  main: string = MAIN,
  stderrTo: "pipe" | "closed" | number = "pipe",
) {
  const run = [process.execPath, main, ...args];
  const [command = "", ...words] = stderrTo === "closed" ? ["/bin/sh", "-c", 'exec "$0" "$@" 2>&-', ...run] : run;
  const child = spawn(command, words, {
    env: { PATH: process.env["PATH"] ?? "", ...environment },
    stdio: ["pipe", "pipe", stderrTo === "closed" ? "ignore" : stderrTo],
  }) as ChildProcessByStdio<Writable, Readable, Readable | null>;
  // A write to an ended process fails. The exit code tells why it ended.
  child.stdin.on("error", () => undefined);
  let stderr = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const lines: string[] = [];
  const waiting: (() => void)[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on("line", (line) => {
    lines.push(line);
    for (const wake of waiting.splice(0)) wake();
  });
  const readAll = once(reader, "close");
  const exit = once(child, "close").then(([code]) => code as number | null);
  let next = 0;
  return {
    child,
    /** The exit code, once every line has been read. */
    exited: async () => {
      const code = await exit;
      await readAll;
      return code;
    },
    send: (...messages: readonly (string | object)[]) => {
      for (const message of messages) {
        child.stdin.write(
          `${typeof message === "string" ? message : JSON.stringify({ jsonrpc: "2.0", ...message })}\n`,
        );
      }
    },
    /** The next line on standard output. */
    line: async (): Promise<string> => {
      while (next >= lines.length) {
        await Promise.race([
          new Promise<void>((resolve) => waiting.push(resolve)),
          exit.then((code) => {
            if (next >= lines.length) throw new Error(`the process ended with ${code}: ${stderr}`);
          }),
        ]);
      }
      next += 1;
      return lines[next - 1] ?? "";
    },
    lines,
    stderr: () => stderr,
  };
}

/** Everything the process prints, and its exit code. Its input is empty. */
export async function runProcess(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  input: string = "",
) {
  const started = startProcess(args, environment);
  started.child.stdin.end(input);
  const code = await started.exited();
  return { code, stdout: started.lines.join("\n"), stderr: started.stderr() };
}

export const INITIALIZE = {
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};
export const INITIALIZED = { method: "notifications/initialized" };

export function parse(line: string): Message {
  return JSON.parse(line);
}
