import { parseArgs } from "node:util";
import { TOOL_NAMES } from "../config/tool-list.ts";
import { nearest } from "../domain/nearest.ts";
import { errorWritten, writeError } from "../runtime/standard-error.ts";
import { type Command, type Invocation, UsageError } from "./command.ts";

/** The commands by name, each loaded only if it runs. Without a name, coldroute runs the stdio server. */
const COMMANDS = new Map<string, () => Promise<{ readonly command: Command }>>([
  ["call", () => import("./call.ts")],
  ["demo", () => import("./demo.ts")],
  ["doctor", () => import("./doctor.ts")],
  ["http", () => import("./http.ts")],
  ["sandbox", () => import("./sandbox.ts")],
  ["setup", () => import("./setup.ts")],
]);

/** The options of every command. */
const COMMON_OPTIONS = {
  "env-file": { type: "string" },
  help: { type: "boolean", short: "h" },
  sandbox: { type: "boolean" },
  version: { type: "boolean", short: "v" },
} as const;

const USAGE_ERROR = 2;

/** Reads the arguments, runs the command, and ends the process with its exit code. */
export async function run([first = "", ...others]: readonly string[]): Promise<never> {
  const argv = first === "" ? others : [first === "help" ? "--help" : first, ...others];
  // Options may precede the command, and only the command knows which of them take a value.
  const name = argv.find((argument) => COMMANDS.has(argument));
  const { command } = await (COMMANDS.get(name ?? "") ?? (() => import("./stdio.ts")))();
  const { isServer = false } = command;
  process.stdout.on("error", isServer ? () => undefined : outputLost);
  const code = await execute(name, command, argv);
  if (!isServer) await new Promise((resolve) => process.stdout.write("", resolve));
  await errorWritten();
  process.exit(code);
}

/** Resolves with the exit code. */
async function execute(name: string | undefined, command: Command, argv: readonly string[]): Promise<number> {
  try {
    const { values, positionals } = parse(name === undefined ? argv : argv.toSpliced(argv.indexOf(name), 1), command);
    const { help, version, sandbox, "env-file": envFile, ...options } = values;
    if (version === true) {
      process.stdout.write(`${(await import("../config/identity.ts")).IDENTITY.version}\n`);
      return 0;
    }
    if (typeof envFile === "string") loadVariables(envFile);
    const environment = process.env;
    const mainFile = process.argv[1] ?? "";
    const invocation = { environment, mainFile, sandbox: sandbox === true, options, positionals };
    if (help === true) {
      process.stdout.write(`${(await command.help?.(invocation)) ?? command.usage}\n`);
      return 0;
    }
    if (positionals.length > command.maxPositionals)
      throw new UsageError(name === undefined ? unknownCommand(positionals[0] ?? "") : "too many arguments");
    return await command.run(invocation);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const hint = name === undefined ? "coldroute --help" : `coldroute ${name} --help`;
    writeError(`coldroute: ${error.message}\nTry: ${hint}`);
    return USAGE_ERROR;
  }
}

/** Loads variables from a file. The environment's own variables stay, as with `node --env-file`. */
function loadVariables(file: string): void {
  try {
    process.loadEnvFile(file);
  } catch {
    throw new UsageError(`--env-file: ${file} could not be read`);
  }
}

function unknownCommand(word: string): string {
  const tool = nearest(word, TOOL_NAMES);
  const meant = tool === undefined ? nearest(word, [...COMMANDS.keys(), "help"]) : `call ${tool}`;
  return `there is no command ${word}${meant === undefined ? "" : `; did you mean coldroute ${meant}?`}`;
}

function parse(args: readonly string[], { options }: Command) {
  try {
    const parsed = parseArgs({ args: [...args], options: { ...options, ...COMMON_OPTIONS }, allowPositionals: true });
    // No option is declared `multiple`, so no value is a list.
    return { positionals: parsed.positionals, values: parsed.values as Invocation["options"] };
  } catch (error) {
    throw new UsageError((error instanceof Error ? error.message : "").split(/[.\n]/)[0]);
  }
}

/** Fails a command that cannot write its output. Says nothing if the reader has gone (`coldroute demo | head`). */
function outputLost({ code }: NodeJS.ErrnoException): void {
  if (code !== "EPIPE") writeError(`coldroute: the output could not be written (${code})`);
  process.exit(1);
}

/** Reports a defect by name and frames. Its message is not printed: it could quote a secret or an address. */
async function crash(error: unknown): Promise<never> {
  const { defectFields } = await import("../runtime/defect.ts");
  writeError(JSON.stringify({ level: "fatal", msg: "coldroute ends on a defect", ...defectFields(error) }));
  process.exit(1);
}

process.on("uncaughtException", (error) => void crash(error));
process.on("unhandledRejection", (error) => void crash(error));
