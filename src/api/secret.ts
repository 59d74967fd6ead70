import { type ChildProcessByStdio, spawn } from "node:child_process";
import { constants } from "node:fs";
import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import type { SecretSource } from "../config.ts";
import { type Clock, sleep } from "../runtime/clock.ts";
import { failed, type Result, success } from "./failure.ts";
import { systemCode } from "./system-code.ts";

/** How long a secret command may run (DESIGN 2) and how much it may print. */
const COMMAND_TIMEOUT_MS = 10_000;
const MAX_SECRET_BYTES = 64 * 1024;

/** How long what a command has printed may take to arrive once it has ended. */
const OUTPUT_GRACE_MS = 100;

const VARIABLES = {
  value: "COLDROUTE_CLIENT_SECRET",
  file: "COLDROUTE_CLIENT_SECRET_FILE",
  command: "COLDROUTE_CLIENT_SECRET_COMMAND",
} as const satisfies Record<SecretSource["kind"], string>;

/**
 * The client secret as it is now: file and command are read anew at each exchange, so that a rotated secret is picked
 * up (DESIGN 2). A trailing newline is dropped. Failures name the variable and a reason, never what was read.
 */
export async function readSecret(source: SecretSource, clock: Clock, signal: AbortSignal): Promise<Result<string>> {
  const read = await readRaw(source, clock, signal);
  if (!read.ok) return problem(source, read.why);
  const secret = read.text.replace(/\r?\n$/, "");
  return secret === "" ? problem(source, "holds no secret: it is empty") : success(secret);
}

function problem(source: SecretSource, message: string): Result<never> {
  return failed({ kind: "configuration", product: "token", problems: [{ variable: VARIABLES[source.kind], message }] });
}

type Read = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly why: string };

async function readRaw(source: SecretSource, clock: Clock, signal: AbortSignal): Promise<Read> {
  switch (source.kind) {
    case "value":
      return { ok: true, text: source.reveal() };
    case "file":
      try {
        return await readSecretFile(source.path);
      } catch (error) {
        return { ok: false, why: `names a file that could not be read (${systemCode(error)})` };
      }
    case "command":
      return runCommand(source.argv, clock, signal);
  }
}

/** No more of a file is read than a secret can have: a device never ends. */
async function readSecretFile(path: string): Promise<Read> {
  // Without waiting: a named pipe that nobody writes to would hold the exchange, and the process, for ever.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(MAX_SECRET_BYTES + 1));
      if (bytesRead === 0) return { ok: true, text: Buffer.concat(chunks).toString("utf8") };
      bytes += bytesRead;
      if (bytes > MAX_SECRET_BYTES) return { ok: false, why: "names a file too large to be a secret" };
      chunks.push(buffer.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}

/** Runs the command without a shell, in a process group of its own, so that nothing it starts outlives it. */
async function runCommand(argv: readonly string[], clock: Clock, signal: AbortSignal): Promise<Read> {
  const [file = "", ...args] = argv;
  const isGroup = process.platform !== "win32";
  let child: ChildProcessByStdio<null, Readable, null>;
  try {
    child = spawn(file, args, { stdio: ["ignore", "pipe", "ignore"], detached: isGroup, windowsHide: true });
  } catch (error) {
    return notStarted(error);
  }
  const kill = (): void => killAll(child, isGroup);
  const stop = new AbortController();
  const onAbort = (): void => stop.abort();
  process.once("exit", kill);
  signal.addEventListener("abort", onAbort);
  if (signal.aborted) stop.abort();
  const timedOut = sleep(clock, COMMAND_TIMEOUT_MS, stop.signal).then((slept): Read => {
    const why = slept
      ? `names a command that took longer than ${COMMAND_TIMEOUT_MS / 1000} s`
      : "names a command that was stopped";
    return { ok: false, why };
  });
  const read = await Promise.race([output(child, clock), timedOut]);
  // Also what a command that has ended left running in its group; an agent that is to stay makes a group of its own.
  kill();
  stop.abort();
  process.off("exit", kill);
  signal.removeEventListener("abort", onAbort);
  return read;
}

/** What the command prints until it ends. */
function output(child: ChildProcessByStdio<null, Readable, null>, clock: Clock): Promise<Read> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    child.once("error", (error) => resolve(notStarted(error)));
    child.stdout.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= MAX_SECRET_BYTES) chunks.push(chunk);
    });
    const finish = (): void => {
      child.stdout.destroy();
      const { exitCode, signalCode } = child;
      if (bytes > MAX_SECRET_BYTES) resolve({ ok: false, why: "names a command that printed too much to be a secret" });
      else if (exitCode !== 0)
        resolve({ ok: false, why: `names a command that failed (exit ${exitCode ?? signalCode})` });
      else resolve({ ok: true, text: Buffer.concat(chunks).toString("utf8") });
    };
    child.once("close", finish);
    // Its exit counts: what it leaves running, an agent say, may hold its output open for ever.
    child.once("exit", () => clock.after(OUTPUT_GRACE_MS, finish));
  });
}

function killAll(child: ChildProcessByStdio<null, Readable, null>, isGroup: boolean): void {
  try {
    if (isGroup && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    else child.kill("SIGKILL");
  } catch {
    // It has ended already.
  }
}

function notStarted(error: unknown): Read {
  return { ok: false, why: `names a command that did not start (${systemCode(error)})` };
}
