import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { promisify } from "node:util";
import type { SecretSource } from "../config.ts";
import { type Clock, sleep } from "../runtime/clock.ts";
import { failed, type Result, success } from "./failure.ts";
import { systemCode } from "./system-code.ts";

/** How long a command may run or a pipe may be silent (DESIGN 2), and how long a secret may be. */
const TIMEOUT_MS = 10_000;
const MAX_SECRET_BYTES = 64 * 1024;

const PIPE_POLL_MS = 50;

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

const execute = promisify(execFile);

/** What the command prints, run without a shell and without input; `signal` or ten seconds end it. */
async function runCommand(argv: readonly string[], clock: Clock, signal: AbortSignal): Promise<Read> {
  const [file = "", ...args] = argv;
  const stop = new AbortController();
  const end = (): void => stop.abort();
  let isLate = false;
  const cancelTimer = clock.after(TIMEOUT_MS, () => {
    isLate = true;
    end();
  });
  signal.addEventListener("abort", end);
  if (signal.aborted) end();
  try {
    const options = { signal: stop.signal, killSignal: "SIGKILL", maxBuffer: MAX_SECRET_BYTES } as const;
    const running = execute(file, args, { ...options, windowsHide: true });
    running.child.stdin?.on("error", () => undefined).end();
    return { ok: true, text: (await running).stdout };
  } catch (error) {
    const why = isLate
      ? `took longer than ${TIMEOUT_MS / 1000} s`
      : stop.signal.aborted
        ? "was stopped"
        : whyFailed(error);
    return { ok: false, why: `names a command that ${why}` };
  } finally {
    cancelTimer();
    signal.removeEventListener("abort", end);
  }
}

/** Never the error's own message, which quotes the command. */
function whyFailed(error: unknown): string {
  const { code, signal } = error as { readonly code?: unknown; readonly signal?: unknown };
  if (code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER") return "printed too much to be a secret";
  if (typeof code === "number") return `failed (exit ${code})`;
  return typeof signal === "string" ? `failed (${signal})` : `did not start (${systemCode(error)})`;
}
