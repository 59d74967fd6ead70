import { execFile } from "node:child_process";
import { readFile, stat } from "node:fs/promises";
import { promisify } from "node:util";
import { failed, type Result, success } from "../../domain/failure.ts";
import type { SecretSource } from "../../domain/secret-source.ts";
import { type Clock, limitsAfter, within } from "../../runtime/clock.ts";

/** How long reading may take (G-configuration), and how long a secret may be. */
const TIMEOUT_MS = 10_000;
const MAX_SECRET_BYTES = 64 * 1024;

/** Codes of errors, the first one Node's own for a command. */
const TOO_LONG = "ERR_CHILD_PROCESS_STDIO_MAXBUFFER";
const NOT_A_FILE = "NOT_A_FILE";

const VARIABLES = {
  value: "COLDROUTE_CLIENT_SECRET",
  file: "COLDROUTE_CLIENT_SECRET_FILE",
  command: "COLDROUTE_CLIENT_SECRET_COMMAND",
} as const satisfies Record<SecretSource["kind"], string>;

/**
 * Reads the client secret as it is now: file and command anew at each exchange, so that a rotated secret is picked up
 * (G-configuration). A trailing newline is dropped. Failures name the variable and a reason, never what was read. Ends after
 * ten seconds, or when `closing` is aborted.
 */
export async function readSecret(source: SecretSource, clock: Clock, closing: AbortSignal): Promise<Result<string>> {
  const stop = new AbortController();
  const reading = read(source, stop.signal).then(
    (text) => {
      const secret = text.replace(/\r?\n$/, "");
      return secret === "" ? problem(source, "holds no secret: it is empty") : success(secret);
    },
    (error: unknown) => problem(source, `names a ${source.kind} that ${whyFailed(source, error)}`),
  );
  const waited = await within(clock, reading, limitsAfter(clock, TIMEOUT_MS, closing));
  stop.abort();
  if (waited.by === "value") return waited.value;
  const why = waited.by === "deadline" ? `took longer than ${TIMEOUT_MS / 1000} s` : "was stopped";
  return problem(source, `names a ${source.kind} that ${why}`);
}

async function read(source: SecretSource, signal: AbortSignal): Promise<string> {
  switch (source.kind) {
    case "value":
      return source.reveal();
    case "file":
      return readSmallFile(source.path);
    case "command":
      return runCommand(source.argv, signal);
  }
}

/** A pipe or a device might never end, and to open a pipe that nobody writes to would hold the process for ever. */
async function readSmallFile(path: string): Promise<string> {
  const file = await stat(path);
  if (!file.isFile()) throw Object.assign(new TypeError("not a file"), { code: NOT_A_FILE });
  if (file.size > MAX_SECRET_BYTES) throw Object.assign(new RangeError("too long"), { code: TOO_LONG });
  return readFile(path, "utf8");
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
  if (code === NOT_A_FILE) return `is not a regular file; for anything else set ${VARIABLES.command}`;
  if (typeof code === "number") return `failed (exit ${code})`;
  if (typeof signal === "string") return `failed (${signal})`;
  return `could not be ${kind === "file" ? "read" : "started"} (${String(code)})`;
}
