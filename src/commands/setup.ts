import { statSync } from "node:fs";
import { homedir } from "node:os";
import { resolve } from "node:path";
import { loadConfig, PROXIES } from "../config/config.ts";
import { type Environment, variableText } from "../config/environment.ts";
import { IDENTITY } from "../config/identity.ts";
import { isHttpVariable, VARIABLE_ROWS } from "../config/variables.ts";
import { type Command, noSuch, UsageError } from "./command.ts";
import { changeFile } from "./host-file.ts";
import { type FileHost, HOSTS, hostFile, type ServerEntry } from "./hosts.ts";
import { print } from "./terminal.ts";

export const command: Command = {
  usage: `coldroute setup: the configuration of a chat host for this machine

Usage
  coldroute setup HOST [--write | --remove] [--write-secrets] [--sandbox]

  HOST             ${Object.keys(HOSTS).join(", ")}
  --write          write it into the host's file; all else there stays, and a copy of the original is kept beside it
  --write-secrets  also write secrets that are set; otherwise they are left out and named
  --remove         remove it again
  --sandbox        try coldroute with the simulated service; no variable is needed

It uses the variables that are set, and names those that are missing. For a host with a command of its own it prints
the command, without secrets.

Examples
  coldroute setup cursor
  coldroute setup claude-desktop --sandbox --write
  coldroute --env-file coldroute.env setup vscode --write`,
  options: { write: { type: "boolean" }, remove: { type: "boolean" }, "write-secrets": { type: "boolean" } },
  maxPositionals: 1,
  run: async ({ environment, mainFile, sandbox, options, positionals }) => {
    const host = readHost(positionals[0]);
    const isWritten = options["write"] === true;
    const isRemoved = options["remove"] === true;
    const withSecrets = options["write-secrets"] === true;
    if (isWritten && isRemoved) throw new UsageError("--write and --remove exclude each other");
    const config = sandbox ? { COLDROUTE_SANDBOX: "1" } : environment;
    const { env, secrets } = variablesOf(config, withSecrets && "file" in host);
    const entry = { ...startOf(mainFile), env };
    if ("file" in host) {
      const file = hostFile(host, { platform: process.platform, home: homedir(), environment });
      const fileEntry = { ...host.more, ...entry };
      if (!isWritten && !isRemoved) print(instructions(host, file, fileEntry));
      else if (!(await changeFile(host, file, isRemoved ? undefined : fileEntry))) return 1;
      if (isWritten && withSecrets && isOpenToOthers(file))
        print(`It holds secrets, and other users of this machine can read it: chmod 600 ${file}`);
    } else {
      if (isWritten || isRemoved)
        print(`Nothing was changed: coldroute does not edit the configuration of ${host.title}.`);
      print(isRemoved ? host.removed : `${host.how}\n\n${host.added(entry, process.platform)}\n`);
    }
    if (!isRemoved) printGaps(config, secrets);
    return 0;
  },
};

function readHost(name: string | undefined) {
  const names = Object.keys(HOSTS);
  if (name === undefined) throw new UsageError(`setup needs the name of a host: ${names.join(", ")}`);
  const host = Object.hasOwn(HOSTS, name) ? HOSTS[name] : undefined;
  if (host === undefined) throw noSuch("host", name, names);
  return host;
}

/** A copy in npx's cache may vanish, so the host asks npx for it again. */
function startOf(mainFile: string): Pick<ServerEntry, "command" | "args"> {
  if (!/[\\/]_npx[\\/]/.test(mainFile)) return { command: process.execPath, args: [resolve(mainFile)] };
  const npx = ["npx", "-y", `${IDENTITY.name}@${IDENTITY.version}`];
  const [command = "", ...args] = process.platform === "win32" ? ["cmd", "/c", ...npx] : npx;
  return { command, args };
}

/** Hosts do not pass them on. */
const SURROUNDINGS = [...PROXIES, "NO_PROXY", "no_proxy", "NODE_EXTRA_CA_CERTS"];
const PATHS = ["COLDROUTE_CLIENT_SECRET_FILE", "NODE_EXTRA_CA_CERTS"];

/** The variables that are set, with absolute paths, and the names of secrets that are left out. */
function variablesOf(environment: Environment, withSecrets: boolean) {
  const ours = VARIABLE_ROWS.filter(([name]) => !isHttpVariable(name));
  const env: Record<string, string> = {};
  const secrets: string[] = [];
  for (const name of [...ours.map(([variable]) => variable), ...SURROUNDINGS]) {
    const text = variableText(environment, name);
    if (text === undefined) continue;
    const isSecret = ours.some(([variable, row]) => variable === name && row.isSecret);
    // The URL of a proxy may hold a password.
    if (!withSecrets && (isSecret || (PROXIES.includes(name) && text.includes("@")))) secrets.push(name);
    else env[name] = PATHS.includes(name) ? resolve(text) : text;
  }
  return { env, secrets };
}

function instructions({ title, list }: FileHost, file: string, entry: object): string {
  const json = JSON.stringify({ [list]: { coldroute: entry } }, null, 2);
  return `${title} reads ${file}. Add this to it:\n\n${json}\n\nTo write it there, run this command again with --write.`;
}

function printGaps(config: Environment, secrets: readonly string[]): void {
  const { problems, sandbox } = loadConfig(config);
  const missing = sandbox ? [] : problems.map(({ variable, message }) => `- ${variable} ${message}`);
  const omitted = secrets.map((name) => `- ${name} is left out: it holds a secret`);
  if (missing.length + omitted.length > 0) print(["\nStill to do:", ...missing, ...omitted].join("\n"));
  if (missing.length > 0)
    print("Set them, for example in a file for --env-file, and run this again. If you have no account, use --sandbox.");
  if (omitted.length > 0)
    print("COLDROUTE_CLIENT_SECRET_FILE or _COMMAND keeps a secret out of the file; --write-secrets writes it there.");
}

/** Windows has no such mode: its folders of users are closed. */
function isOpenToOthers(file: string): boolean {
  return process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0;
}
