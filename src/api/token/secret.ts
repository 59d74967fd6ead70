import { type ExecFileException, execFile } from "node:child_process";
import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { promisify } from "node:util";
import { cleanText, quote } from "../../domain/clean.ts";
import { byItsName, type NameOf, type SecretSource } from "../../domain/configuration.ts";
import { failed, type Result, success } from "../../domain/failure.ts";
import type { Clock } from "../../runtime/clock.ts";
import { limitsAfter, waitWithin } from "../../runtime/waiting.ts";

/** The longest time for one read (docs/configuration.md), and the largest secret. */
const TIMEOUT_MS = 10_000;
const MAX_SECRET_BYTES = 64 * 1024;
const TOO_LONG = "gives too much to be a secret";

const SECRET_VARIABLES = {
  value: "COLDROUTE_CLIENT_SECRET",
  file: "COLDROUTE_CLIENT_SECRET_FILE",
  command: "COLDROUTE_CLIENT_SECRET_COMMAND",
} as const satisfies Record<SecretSource["kind"], string>;

/** The message completes `names a file that …`. */
class NoSecret extends Error {}

const execute = promisify(execFile);

/**
 * Reads the client secret at each exchange, so that a rotated one takes effect. Strips a trailing newline and, from a
 * file or command, a byte order mark. Failures never quote it (G-configuration). Ends after 10 s or on `closing`.
 */
export async function readSecret(
  source: SecretSource,
  clock: Clock,
  closing: AbortSignal,
  nameOf: NameOf = byItsName,
): Promise<Result<string>> {
  const unreadable = (message: string): Result<never> => {
    const problems = [{ variable: nameOf(SECRET_VARIABLES[source.kind]), message }];
    return failed({ kind: "configuration", product: "token", problems });
  };
  const ending = new AbortController();
  const reading = read(source, ending.signal, nameOf).then(
    (text) => {
      const secret = text.replace(/\r?\n$/, "");
      if (secret.trim() !== "") return success(secret);
      return unreadable(`holds no secret: it ${secret === "" ? "is empty" : "holds blanks alone"}`);
    },
    (error: unknown) => unreadable(`names a ${inWords(source)} that ${whyFailed(source, error)}`),
  );
  const waited = await waitWithin(clock, reading, limitsAfter(clock, TIMEOUT_MS, closing));
  ending.abort();
  if (waited.by === "value") return waited.value;
  const why = waited.by === "deadline" ? `took longer than ${TIMEOUT_MS / 1000} s` : "was stopped";
  return unreadable(`names a ${inWords(source)} that ${why}`);
}

async function read(source: SecretSource, signal: AbortSignal, nameOf: NameOf): Promise<string> {
  switch (source.kind) {
    case "value":
      return source.reveal();
    case "file":
      return decodedSecret(await readSmallFile(source.path, nameOf));
    case "command":
      return decodedSecret(await runCommand(source.argv, signal));
  }
}

/** Refuses pipes and devices. A read of one may never end, and opening a pipe without a writer blocks. */
async function readSmallFile(path: string, nameOf: NameOf): Promise<Buffer> {
  const file = await stat(path);
  const instead = nameOf(SECRET_VARIABLES.command);
  if (!file.isFile()) throw new NoSecret(`is not a regular file; for anything else set ${instead}`);
  if (file.size > MAX_SECRET_BYTES) throw new NoSecret(TOO_LONG);
  return readFile(path);
}

/** Runs the command without a shell or input, until it closes its output. */
async function runCommand([file = "", ...args]: readonly string[], signal: AbortSignal): Promise<Buffer> {
  try {
    const options = { signal, windowsHide: true, encoding: "buffer", maxBuffer: MAX_SECRET_BYTES } as const;
    const running = execute(file, args, options);
    running.child.stdin?.end();
    return (await running).stdout;
  } catch (error) {
    const { code, signal: killedBy, stderr } = error as ExecFileException & { readonly stderr?: Buffer };
    if (code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER") throw new NoSecret(TOO_LONG);
    // Node names with a text why it could not start the command.
    if (typeof code === "string") throw error;
    throw new NoSecret(`failed (${typeof code === "number" ? `exit ${code}` : killedBy})${firstLine(String(stderr))}`);
  }
}

/** A zero byte suggests UTF-16; no secret contains one. */
function decodedSecret(bytes: Buffer): string {
  if (bytes.includes(0)) throw new NoSecret("gives no text in UTF-8; is it UTF-16?");
  return new TextDecoder().decode(bytes);
}

/** `file` or `command (op)`. A command's arguments may tell where a secret lies, so they are left out. */
function inWords(source: SecretSource): string {
  const name = source.kind === "command" ? cleanText(basename(source.argv[0] ?? ""), 40) : "";
  return name === "" ? source.kind : `command (${name})`;
}

function firstLine(text: string): string {
  const line = text.split("\n").find((part) => part.trim() !== "");
  return line === undefined ? "" : `: ${quote(line)}`;
}

/** Omits the messages of Node's own errors, which quote the command. */
function whyFailed({ kind }: SecretSource, error: unknown): string {
  if (error instanceof NoSecret) return error.message;
  const { code } = error as { readonly code?: unknown };
  return `could not be ${kind === "file" ? "read" : "started"} (${String(code)})`;
}

/** Signs of a wrongly pasted secret, each with words that follow "The client secret". */
const oddities = (nameOf: NameOf): readonly (readonly [RegExp, string])[] => [
  [/[\r\n]/, "holds a line break"],
  [/^\s|\s$/, "begins or ends with a blank"],
  [/^(["'`]).*\1$/s, "stands in quotation marks"],
  [
    /^[a-z]+:\/\//i,
    `looks like the reference of a secret store: set ${nameOf(SECRET_VARIABLES.command)} to resolve it`,
  ],
  [
    /^(?:<.*>|\[.*\]|%\w+%|\$\w+|\$?\{.*\}|[.…*x]+|your.*|change.?me|(?:my|the|replace|insert|enter)[ _-].*|secret|todo)$/i,
    "looks like a placeholder",
  ],
];

/** The first sign of a wrongly pasted secret, without a quote of it. */
export function oddSecret(secret: string, nameOf: NameOf = byItsName): string | undefined {
  return oddities(nameOf).find(([shape]) => shape.test(secret))?.[1];
}
