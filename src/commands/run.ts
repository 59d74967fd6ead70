import { parseArgs } from "node:util";
import { errorWritten, writeError } from "../runtime/standard-error.ts";
import { type Command, type Invocation, UsageError } from "./command.ts";

/** The commands by name, each loaded only if it runs. Without a name, coldroute runs the stdio server. */
const COMMANDS = new Map<string, () => Promise<{ readonly command: Command }>>([
  ["call", () => import("./call.ts")],
  ["demo", () => import("./demo.ts")],
  ["doctor", () => import("./doctor.ts")],
  ["http", () => import("./http.ts")],
  ["sandbox", () => import("./sandbox.ts")],
]);

const COMMON_OPTIONS = {
  help: { type: "boolean", short: "h" },
  sandbox: { type: "boolean" },
  version: { type: "boolean", short: "V" },
} as const;

const USAGE_ERROR = 2;

/** Reads the arguments, runs the command, and ends the process with its exit code. */
export async function run(argv: readonly string[]): Promise<never> {
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
    const { help, version, sandbox, ...options } = values;
    if (help === true || version === true) {
      process.stdout.write(
        `${help === true ? command.usage : (await import("../config/identity.ts")).IDENTITY.version}\n`,
      );
      return 0;
    }
    if (positionals.length > command.maxPositionals)
      throw new UsageError(name === undefined ? "there is no such command" : "too many arguments");
    const environment = process.env;
    const mainFile = process.argv[1] ?? "";
    return await command.run({ environment, mainFile, sandbox: sandbox === true, options, positionals });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const hint = name === undefined ? "coldroute --help" : `coldroute ${name} --help`;
    writeError(`coldroute: ${error.message}\nTry: ${hint}`);
    return USAGE_ERROR;
  }
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
