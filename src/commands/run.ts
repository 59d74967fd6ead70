import { parseArgs } from "node:util";
import { TOOL_NAMES } from "../domain/tool-list.ts";
import { errorWritten, writeError } from "../runtime/standard-error.ts";
import { type Command, type Invocation, noSuch, UsageError } from "./command.ts";

type Load = () => Promise<{ readonly command: Command }>;

const call: Load = () => import("./call.ts");

/** The commands by name, each loaded only if it runs. Without a name, coldroute runs the stdio server. */
const COMMANDS = new Map<string, Load>([
  ["call", call],
  ["demo", () => import("./demo.ts")],
  ["doctor", () => import("./doctor.ts")],
  ["http", () => import("./http.ts")],
  ["sandbox", () => import("./sandbox.ts")],
  ["setup", () => import("./setup.ts")],
  // The name of a tool alone is a call of it.
  ...TOOL_NAMES.map((name) => [name, call] as const),
]);

const COMMON_OPTIONS = {
  "env-file": { type: "string" },
  help: { type: "boolean", short: "h" },
  sandbox: { type: "boolean" },
  version: { type: "boolean", short: "v" },
} as const;

const USAGE_ERROR = 2;

/** Reads the arguments, runs the command, and ends the process with its exit code. */
export async function run(args: readonly string[]): Promise<never> {
  // Options may precede the command, and only the command knows which of them take a value.
  const first = args.find((word) => word === "help" || COMMANDS.has(word));
  const argv = first === "help" ? args.map((word) => (word === "help" ? "--help" : word)) : args;
  const name = argv.find((word) => COMMANDS.has(word));
  const { command } = await (COMMANDS.get(name ?? "") ?? (() => import("./stdio.ts")))();
  const { isServer = false } = command;
  process.stdout.on("error", isServer ? () => undefined : outputLost);
  const code = await execute(name, command, argv);
  if (!isServer) await new Promise((resolve) => process.stdout.write("", resolve));
  await errorWritten();
  process.exit(code);
}

async function execute(name: string | undefined, command: Command, argv: readonly string[]): Promise<number> {
  try {
    // The name of a tool stays: it is the first argument of `call`.
    const isCommand = name !== undefined && !TOOL_NAMES.some((tool) => tool === name);
    const { values, positionals } = parse(isCommand ? argv.toSpliced(argv.indexOf(name), 1) : argv, command);
    const { help, version, sandbox, "env-file": envFile, ...options } = values;
    if (version === true) {
      process.stdout.write(`${(await import("../config/identity.ts")).IDENTITY.version}\n`);
      return 0;
    }
    const [word] = positionals;
    if (name === undefined && word !== undefined) throw noSuch("command", word, [...COMMANDS.keys(), "help"]);
    if (typeof envFile === "string") loadVariables(envFile);
    const environment = process.env;
    const mainFile = process.argv[1] ?? "";
    const invocation = { environment, mainFile, sandbox: sandbox === true, options, positionals };
    if (help === true) {
      process.stdout.write(`${(await command.help?.(invocation)) ?? command.usage}\n`);
      return 0;
    }
    if (positionals.length > command.maxPositionals) throw new UsageError("too many arguments");
    return await command.run(invocation);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const hint = name === undefined ? "coldroute --help" : `coldroute ${name} --help`;
    writeError(`coldroute: ${error.message}\nTry: ${hint}`);
    return USAGE_ERROR;
  }
}

/** The environment's own variables stay, as with `node --env-file`. */
function loadVariables(file: string): void {
  try {
    process.loadEnvFile(file);
  } catch {
    throw new UsageError(`--env-file: ${file} could not be read`);
  }
}

function parse(args: readonly string[], command: Command) {
  const options: Command["options"] = { ...command.options, ...COMMON_OPTIONS };
  const names = Object.keys(options).map((name) => `--${name}`);
  const parsed = parseArgs({ args: [...args], options, allowPositionals: true, strict: false, tokens: true });
  for (const token of parsed.tokens) {
    if (token.kind !== "option") continue;
    if (!Object.hasOwn(options, token.name)) throw noSuch("option", token.rawName, names);
    const takesValue = options[token.name]?.type === "string";
    const hasValue = token.value !== undefined && (token.inlineValue === true || !token.value.startsWith("-"));
    if (takesValue !== hasValue) throw new UsageError(`${token.rawName} takes ${takesValue ? "a" : "no"} value`);
  }
  // No option is declared `multiple`, so no value is a list.
  return { positionals: parsed.positionals, values: parsed.values as Invocation["options"] };
}

/** Says nothing if the reader has gone (`coldroute demo | head`). */
function outputLost({ code }: NodeJS.ErrnoException): void {
  if (code !== "EPIPE") writeError(`coldroute: the output could not be written (${code})`);
  process.exit(1);
}

async function crash(error: unknown): Promise<never> {
  const { defectFields } = await import("../runtime/log.ts");
  writeError(JSON.stringify({ level: "fatal", msg: "coldroute ends on a defect", ...defectFields(error) }));
  process.exit(1);
}

process.on("uncaughtException", (error) => void crash(error));
process.on("unhandledRejection", (error) => void crash(error));
