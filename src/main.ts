import { parseArgs } from "node:util";
import type { Command } from "./commands/command.ts";

/** The commands by name; only the one that runs is loaded. Without a name it is the server. */
const COMMANDS: Readonly<Record<string, () => Promise<{ readonly command: Command }>>> = {
  call: () => import("./commands/call.ts"),
  demo: () => import("./commands/demo.ts"),
  doctor: () => import("./commands/doctor.ts"),
  http: () => import("./commands/http.ts"),
  sandbox: () => import("./commands/sandbox.ts"),
};

const COMMON_OPTIONS = {
  help: { type: "boolean", short: "h" },
  sandbox: { type: "boolean" },
  version: { type: "boolean", short: "V" },
} as const;

const USAGE_ERROR = 2;

/** Reads the arguments, runs the command, and resolves with the exit code. */
async function main(argv: readonly string[]): Promise<number> {
  const name = argv.find((argument) => !argument.startsWith("-"));
  const load = name === undefined ? () => import("./commands/stdio.ts") : ownMember(COMMANDS, name);
  if (load === undefined) return refuse("there is no such command");
  const { command } = await load();
  const rest = name === undefined ? argv : argv.toSpliced(argv.indexOf(name), 1);
  const parsed = parse(rest, command);
  if (typeof parsed === "string") return refuse(parsed, name);
  const { help, version, sandbox, ...options } = parsed.values;
  if (help === true || version === true) {
    process.stdout.write(`${help === true ? command.usage : (await import("./identity.ts")).IDENTITY.version}\n`);
    return 0;
  }
  if (parsed.positionals.length > command.maxPositionals) return refuse("too many arguments", name);
  try {
    return await command.run({
      environment: process.env,
      mainFile: process.argv[1] ?? "",
      sandbox: sandbox === true,
      options,
      positionals: parsed.positionals,
    });
  } catch (error) {
    const { UsageError } = await import("./commands/command.ts");
    if (error instanceof UsageError) return refuse(error.message, name);
    throw error;
  }
}

function ownMember<T>(members: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

interface Parsed {
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly positionals: readonly string[];
}

/** The arguments, or in one line what is wrong with them. */
function parse(args: readonly string[], command: Command): Parsed | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...command.options, ...COMMON_OPTIONS },
      allowPositionals: true,
    });
    return { values, positionals };
  } catch (error) {
    return error instanceof Error ? (error.message.split(/[.\n]/)[0] ?? "") : "the options are not understood";
  }
}

function refuse(why: string, name?: string): number {
  process.stderr.write(`coldroute: ${why}\nTry: coldroute ${name === undefined ? "" : `${name} `}--help\n`);
  return USAGE_ERROR;
}

/** What nobody expected: a name and frames on standard error, never a message, which could quote a secret or an address. */
async function crash(error: unknown): Promise<never> {
  const { defectFields } = await import("./runtime/defect.ts");
  process.stderr.write(
    `${JSON.stringify({ level: "fatal", msg: "coldroute ends on a defect", ...defectFields(error) })}\n`,
  );
  process.exit(1);
}

process.on("uncaughtException", (error) => void crash(error));
process.on("unhandledRejection", (error) => void crash(error));
// A reader that has gone (`coldroute demo | head`) ends the process, quietly.
process.stdout.on("error", () => process.exit(0));

// Not exited before what is printed has left.
void main(process.argv.slice(2)).then((code) => process.stdout.write("", () => process.exit(code)));
