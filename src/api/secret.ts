import { type ChildProcessByStdio, spawn } from "node:child_process";
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { Readable } from "node:stream";
import type { SecretSource } from "../config.ts";
import { type Clock, sleep } from "../runtime/clock.ts";
import { failed, type Result, success } from "./failure.ts";
import { systemCode } from "./system-code.ts";

/** How long a command may run or a pipe may be silent (DESIGN 2), and how long a secret may be. */
const TIMEOUT_MS = 10_000;
const MAX_SECRET_BYTES = 64 * 1024;

const PIPE_POLL_MS = 50;

/** How long what a command has printed may take to arrive once it has ended. */
const OUTPUT_GRACE_MS = 100;

const VARIABLES = {
  value: "COLDROUTE_CLIENT_SECRET",
  file: "COLDROUTE_CLIENT_SECRET_FILE",
  command: "COLDROUTE_CLIENT_SECRET_COMMAND",
} as const satisfies Record<SecretSource["kind"], string>;

type Read = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly why: string };

/**
 * Reads the client secret as it is now: file and command anew at each exchange, so that a rotated secret is picked up (DESIGN
 * 2). A trailing newline is dropped. Failures name the variable and a reason, never what was read.
 */
export class SecretReader {
  readonly #clock: Clock;
  /** A pipe gives its secret once. */
  #fromPipe: (() => string) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async read(source: SecretSource, signal: AbortSignal): Promise<Result<string>> {
    const read = await this.#readRaw(source, signal);
    const secret = read.ok ? read.text.replace(/\r?\n$/, "") : "";
    if (secret !== "") return success(secret);
    const variable = VARIABLES[source.kind];
    const message = read.ok ? "holds no secret: it is empty" : read.why;
    return failed({ kind: "configuration", product: "token", problems: [{ variable, message }] });
  }

  async #readRaw(source: SecretSource, signal: AbortSignal): Promise<Read> {
    switch (source.kind) {
      case "value":
        return { ok: true, text: source.reveal() };
      case "file":
        try {
          return await this.#readFile(source.path, signal);
        } catch (error) {
          return { ok: false, why: `names a file that could not be read (${systemCode(error)})` };
        }
      case "command":
        return runCommand(source.argv, this.#clock, signal);
    }
  }

  async #readFile(path: string, signal: AbortSignal): Promise<Read> {
    if (this.#fromPipe !== undefined) return { ok: true, text: this.#fromPipe() };
    // Without waiting: to open a pipe that nobody writes to would hold a thread, and the process, for ever.
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const isPipe = (await file.stat()).isFIFO();
      const read = await readToEnd(file, isPipe, this.#clock, signal);
      if (isPipe && read.ok && read.text !== "") this.#fromPipe = () => read.text;
      return read;
    } finally {
      await file.close();
    }
  }
}

/** No more is read than a secret can have: a device never ends. A pipe ends when what was written to it has been read. */
async function readToEnd(file: FileHandle, isPipe: boolean, clock: Clock, signal: AbortSignal): Promise<Read> {
  const printed = new Printed();
  for (let waitedMs = 0; ; ) {
    const { bytesRead, buffer } = await readNow(file);
    printed.add(buffer.subarray(0, bytesRead));
    if (printed.isTooLong) return { ok: false, why: "names a file too large to be a secret" };
    const isEnd = bytesRead === 0 && !(isPipe && printed.isEmpty);
    if (isEnd) return printed.read();
    if (bytesRead > 0) continue;
    if (waitedMs >= TIMEOUT_MS)
      return { ok: false, why: `names a pipe that nobody wrote to for ${TIMEOUT_MS / 1000} s` };
    waitedMs += PIPE_POLL_MS;
    if (!(await sleep(clock, PIPE_POLL_MS, signal))) return { ok: false, why: "names a pipe that was not written to" };
  }
}

/** What can be read without waiting; nothing where a writer has yet to write. */
async function readNow(file: FileHandle): Promise<{ readonly bytesRead: number; readonly buffer: Buffer }> {
  const buffer = Buffer.alloc(MAX_SECRET_BYTES + 1);
  try {
    return await file.read(buffer);
  } catch (error) {
    if (systemCode(error) !== "EAGAIN") throw error;
    return { bytesRead: 0, buffer };
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
  process.once("exit", kill);
  try {
    return await inTime(output(child, clock), clock, signal);
  } finally {
    // Also what a command that has ended left running in its group; an agent that is to stay makes a group of its own.
    kill();
    process.off("exit", kill);
  }
}

/** What `read` brings, unless it takes too long or the client closes. */
async function inTime(read: Promise<Read>, clock: Clock, signal: AbortSignal): Promise<Read> {
  const over = new AbortController();
  const end = (): void => over.abort();
  signal.addEventListener("abort", end);
  if (signal.aborted) end();
  const late = sleep(clock, TIMEOUT_MS, over.signal).then((slept): Read => {
    const why = slept ? `took longer than ${TIMEOUT_MS / 1000} s` : "was stopped";
    return { ok: false, why: `names a command that ${why}` };
  });
  try {
    return await Promise.race([read, late]);
  } finally {
    end();
    signal.removeEventListener("abort", end);
  }
}

/** What the command prints until it ends. */
function output(child: ChildProcessByStdio<null, Readable, null>, clock: Clock): Promise<Read> {
  return new Promise((resolve) => {
    const printed = new Printed();
    child.once("error", (error) => resolve(notStarted(error)));
    child.stdout.on("data", (chunk: Buffer) => printed.add(chunk));
    const finish = (): void => {
      child.stdout.destroy();
      const { exitCode, signalCode } = child;
      if (printed.isTooLong) resolve({ ok: false, why: "names a command that printed too much to be a secret" });
      else if (exitCode === 0) resolve(printed.read());
      else resolve({ ok: false, why: `names a command that failed (exit ${exitCode ?? signalCode})` });
    };
    child.once("close", finish);
    // Its exit counts: what it leaves running, an agent say, may hold its output open for ever.
    child.once("exit", () => clock.after(OUTPUT_GRACE_MS, finish));
  });
}

/** What came so far, as far as a secret can be long. */
class Printed {
  readonly #chunks: Buffer[] = [];
  #bytes = 0;

  add(chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (!this.isTooLong) this.#chunks.push(chunk);
  }

  get isTooLong(): boolean {
    return this.#bytes > MAX_SECRET_BYTES;
  }

  get isEmpty(): boolean {
    return this.#bytes === 0;
  }

  read(): Read {
    return { ok: true, text: Buffer.concat(this.#chunks).toString("utf8") };
  }
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
