import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { promisify } from "node:util";
import { failed, type Result, success } from "../../domain/failure.ts";
import type { SecretSource } from "../../domain/secret-source.ts";
import { type Clock, sleep, within } from "../../runtime/clock.ts";

/** How long reading may take (G-configuration), and how long a secret may be. */
const TIMEOUT_MS = 10_000;
const MAX_SECRET_BYTES = 64 * 1024;

const PIPE_POLL_MS = 50;

const TOO_LONG = "ERR_CHILD_PROCESS_STDIO_MAXBUFFER";

const VARIABLES = {
  value: "COLDROUTE_CLIENT_SECRET",
  file: "COLDROUTE_CLIENT_SECRET_FILE",
  command: "COLDROUTE_CLIENT_SECRET_COMMAND",
} as const satisfies Record<SecretSource["kind"], string>;

/**
 * Reads the client secret as it is now: file and command anew at each exchange, so that a rotated secret is picked up
 * (G-configuration). A trailing newline is dropped. Failures name the variable and a reason, never what was read.
 */
export class SecretReader {
  readonly #clock: Clock;
  /** A pipe gives its secret once. */
  #fromPipe: (() => string) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Ends after ten seconds, or when `closing` is aborted. */
  async read(source: SecretSource, closing: AbortSignal): Promise<Result<string>> {
    const stop = new AbortController();
    const reading = this.#readRaw(source, stop.signal).then(
      (text) => {
        const secret = text.replace(/\r?\n$/, "");
        return secret === "" ? problem(source, "holds no secret: it is empty") : success(secret);
      },
      (error: unknown) => problem(source, `names a ${source.kind} that ${whyFailed(source, error)}`),
    );
    const deadlineMs = this.#clock.monotonicMs() + TIMEOUT_MS;
    const waited = await within(this.#clock, reading, { deadlineMs, signal: closing });
    stop.abort();
    if (waited.by === "value") return waited.value;
    const why = waited.by === "deadline" ? `took longer than ${TIMEOUT_MS / 1000} s` : "was stopped";
    return problem(source, `names a ${source.kind} that ${why}`);
  }

  async #readRaw(source: SecretSource, signal: AbortSignal): Promise<string> {
    switch (source.kind) {
      case "value":
        return source.reveal();
      case "file":
        return this.#fromPipe?.() ?? (await this.#readFile(source.path, signal));
      case "command":
        return runCommand(source.argv, signal);
    }
  }

  async #readFile(path: string, signal: AbortSignal): Promise<string> {
    // Without waiting: to open a pipe that nobody writes to would hold a thread, and the process, for ever.
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const isPipe = (await file.stat()).isFIFO();
      // No more is read than a secret can have: a device never ends.
      const buffer = Buffer.alloc(MAX_SECRET_BYTES + 1);
      let length = 0;
      for (;;) {
        const bytes = await readNow(file, buffer.subarray(length));
        length += bytes ?? 0;
        if (length > MAX_SECRET_BYTES) throw Object.assign(new RangeError("too long"), { code: TOO_LONG });
        const isEnd = bytes === 0 && !(isPipe && length === 0);
        if (isEnd) break;
        if (!bytes && !(await sleep(this.#clock, PIPE_POLL_MS, signal))) throw new Error("stopped");
      }
      const text = buffer.toString("utf8", 0, length);
      if (isPipe) this.#fromPipe = () => text;
      return text;
    } finally {
      await file.close();
    }
  }
}

/** How many bytes could be read at once: none at the end or before a writer came, `undefined` while a writer has yet to write. */
async function readNow(file: FileHandle, buffer: Buffer): Promise<number | undefined> {
  try {
    return (await file.read(buffer)).bytesRead;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
    return undefined;
  }
}

/** The output of the command, run without a shell and without input. */
async function runCommand([file = "", ...args]: readonly string[], signal: AbortSignal): Promise<string> {
  const options = { signal, killSignal: "SIGKILL", maxBuffer: MAX_SECRET_BYTES, windowsHide: true } as const;
  const running = promisify(execFile)(file, args, options);
  running.child.stdin?.on("error", () => undefined).end();
  return (await running).stdout;
}

function problem({ kind }: SecretSource, message: string): Result<never> {
  return failed({ kind: "configuration", product: "token", problems: [{ variable: VARIABLES[kind], message }] });
}

/** Never the error's own message, which quotes the command. */
function whyFailed({ kind }: SecretSource, error: unknown): string {
  const { code, signal } = error as { readonly code?: unknown; readonly signal?: unknown };
  if (code === TOO_LONG) return "gives too much to be a secret";
  if (typeof code === "number") return `failed (exit ${code})`;
  if (typeof signal === "string") return `failed (${signal})`;
  return `could not be ${kind === "file" ? "read" : "started"} (${String(code)})`;
}
