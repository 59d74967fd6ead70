import { existsSync, statSync } from "node:fs";
import * as files from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, resolve } from "node:path";
import { loadConfig, PROXIES } from "../config/config.ts";
import { type Environment, variableText } from "../config/environment.ts";
import { IDENTITY } from "../config/identity.ts";
import { isHttpVariable, VARIABLE_ROWS } from "../config/variables.ts";
import { writeError } from "../runtime/standard-error.ts";
import { type Command, noSuch, UsageError } from "./command.ts";
import { withMember } from "./host-file.ts";
import { type FileHost, HOSTS, hostFile, type ServerEntry } from "./hosts.ts";
import { print } from "./terminal.ts";

/** `coldroute setup HOST`: the host's configuration for this machine. */
export const command: Command = {
  usage: `coldroute setup: the configuration of a chat host for this machine

Usage
  coldroute setup HOST [--write | --remove] [--write-secrets] [--sandbox]

  HOST             ${Object.keys(HOSTS).join(", ")}
  --write          put it into the host's file, beside what stands there; a copy from before coldroute lies beside it
  --write-secrets  also write secrets that are set; without it they are left out and named
  --remove         take it out again
  --sandbox        let the host look around with the simulated service; no variable is needed

It takes the variables that are set, and names those that are missing. For a host with a command of its own it prints
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
    if (isWritten && isRemoved) throw new UsageError("--write and --remove exclude each other");
    const config = sandbox ? { COLDROUTE_SANDBOX: "1" } : environment;
    const { env, secrets } = variablesOf(config, options["write-secrets"] === true && "file" in host);
    const entry = { ...startOf(mainFile), env };
    if ("file" in host) {
      const file = hostFile(host, { platform: process.platform, home: homedir(), environment });
      const written = { ...host.more, ...entry };
      if (!isWritten && !isRemoved) print(instructions(host, file, written));
      else if (!(await changeFile(host, file, isRemoved ? undefined : written))) return 1;
      if (isWritten && options["write-secrets"] === true && isOpenToOthers(file))
        print(`It holds secrets, and other users of this machine can read it: chmod 600 ${file}`);
    } else {
      if (isWritten || isRemoved) print(`Nothing was changed: coldroute edits no configuration of ${host.title}.`);
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

/** How this copy of coldroute is started. A copy in npx's cache may vanish, so the host asks npx for it again. */
function startOf(mainFile: string): Pick<ServerEntry, "command" | "args"> {
  if (!/[\\/]_npx[\\/]/.test(mainFile)) return { command: process.execPath, args: [resolve(mainFile)] };
  const npx = ["npx", "-y", `${IDENTITY.name}@${IDENTITY.version}`];
  const [command = "", ...args] = process.platform === "win32" ? ["cmd", "/c", ...npx] : npx;
  return { command, args };
}

/** Variables of the surroundings that hosts do not pass on. */
const SURROUNDINGS = [...PROXIES, "NO_PROXY", "no_proxy", "NODE_EXTRA_CA_CERTS"];
const PATHS = ["COLDROUTE_CLIENT_SECRET_FILE", "NODE_EXTRA_CA_CERTS"];

/** The variables that are set, paths made absolute, and the names of secrets that are left out. */
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
  return `${title} reads ${file}. This belongs into it:\n\n${json}\n\nTo put it there, run this command again with --write.`;
}

/** Prints what the host's configuration lacks. */
function printGaps(config: Environment, secrets: readonly string[]): void {
  const { problems, sandbox } = loadConfig(config);
  const missing = sandbox ? [] : problems.map(({ variable, message }) => `- ${variable} ${message}`);
  const kept = secrets.map((name) => `- ${name} is left out: it holds a secret`);
  if (missing.length + kept.length > 0) print(["\nStill to do:", ...missing, ...kept].join("\n"));
  if (missing.length > 0)
    print("Set them, perhaps in a file for --env-file, and run this again. Without an account, use --sandbox.");
  if (kept.length > 0)
    print("COLDROUTE_CLIENT_SECRET_FILE or _COMMAND keeps a secret out of the file; --write-secrets writes it there.");
}

/** Puts the entry into the host's file, or takes it out. Resolves with false if the file cannot be read or written. */
async function changeFile({ title, list }: FileHost, file: string, entry: object | undefined): Promise<boolean> {
  const backup = `${file}.coldroute-backup`;
  try {
    const isThere = existsSync(file);
    const before = isThere ? await files.readFile(file, "utf8") : "{}\n";
    const after = withMember(before, list, "coldroute", entry);
    if (typeof after !== "string") {
      writeError(`coldroute: ${file} is not the JSON that ${title} reads (line ${after.line}); it was not changed`);
      return false;
    }
    if (after === before) {
      print(`${file} needs no change.`);
      return true;
    }
    await files.mkdir(dirname(file), { recursive: true });
    // A file with our entry never replaces the copy of the user's own.
    const hasEntry = withMember(before, list, "coldroute") !== before;
    const isCopied = isThere && !(hasEntry && existsSync(backup));
    if (isCopied) await files.copyFile(file, backup);
    if (isThere) await replaceFile(await files.realpath(file), after);
    else await files.writeFile(file, after, { mode: 0o600 });
    print(`${entry === undefined ? "Taken out of" : "Written to"} ${file}. Restart ${title}.`);
    if (isCopied) print(`The file before${hasEntry ? ", with any secret in it" : ""}: ${backup}`);
    else if (isThere) print(`The copy made earlier stays: ${backup}`);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    writeError(`coldroute: ${file} cannot be changed (${code})`);
    return false;
  }
}

/** Replaces a file in one step: a full disk cannot cut it. Keeps its mode, and its owner where the system allows it. */
async function replaceFile(file: string, text: string): Promise<void> {
  await files.access(file, files.constants.W_OK);
  const { mode, uid, gid } = await files.stat(file);
  const next = `${file}.coldroute-new`;
  try {
    await files.writeFile(next, text, { mode });
    await files.chmod(next, mode);
    await files.chown(next, uid, gid).catch(() => undefined);
    await files.rename(next, file);
  } finally {
    await files.rm(next, { force: true });
  }
}

/** True if other users can read the file. Windows has no such mode: its folders of users are closed. */
function isOpenToOthers(file: string): boolean {
  return process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0;
}
