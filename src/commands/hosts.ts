import { join } from "node:path";

/** The command line and variables with which a host starts the server. */
export interface ServerEntry {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The machine that a host runs on. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** A host, and how it learns of a server: by a JSON file, or by a text for a person to use. */
export type Host = { readonly title: string } & (
  | {
      /** The host's file for all of the user's projects. */
      file(machine: Machine): string;
      /** The object in that file that holds servers. */
      readonly list: string;
      /** Members of an entry beside command, args and env. */
      readonly more?: Readonly<Record<string, string>>;
    }
  | {
      /** An instruction above the text: `Run this:`. */
      readonly how: string;
      added(entry: ServerEntry, platform: NodeJS.Platform): string;
      readonly removed: string;
    }
);

/** The folder where applications keep their settings. */
function settingsFolder({ platform, home, environment }: Machine): string {
  if (platform === "win32") return environment["APPDATA"] ?? join(home, "AppData", "Roaming");
  if (platform === "darwin") return join(home, "Library", "Application Support");
  return xdgFolder(home, environment);
}

function xdgFolder(home: string, environment: Machine["environment"]): string {
  return environment["XDG_CONFIG_HOME"] || join(home, ".config");
}

const inHome =
  (...path: readonly string[]) =>
  ({ home }: Machine): string =>
    join(home, ...path);

/** The hosts by the name that `coldroute setup` takes. */
export const HOSTS: Readonly<Record<string, Host>> = {
  "claude-desktop": {
    title: "Claude Desktop",
    file: (machine) => join(settingsFolder(machine), "Claude", "claude_desktop_config.json"),
    list: "mcpServers",
  },
  "claude-code": { title: "Claude Code", ...ownCommand("claude", "--scope user ") },
  cursor: { title: "Cursor", file: inHome(".cursor", "mcp.json"), list: "mcpServers" },
  vscode: {
    title: "VS Code",
    file: (machine) => join(settingsFolder(machine), "Code", "User", "mcp.json"),
    list: "servers",
    more: { type: "stdio" },
  },
  windsurf: { title: "Windsurf", file: inHome(".codeium", "windsurf", "mcp_config.json"), list: "mcpServers" },
  gemini: { title: "Gemini CLI", file: inHome(".gemini", "settings.json"), list: "mcpServers" },
  zed: {
    title: "Zed",
    file: (machine) =>
      machine.platform === "win32"
        ? join(settingsFolder(machine), "Zed", "settings.json")
        : join(xdgFolder(machine.home, machine.environment), "zed", "settings.json"),
    list: "context_servers",
    more: { source: "custom" },
  },
  codex: { title: "Codex", ...ownCommand("codex", "") },
  goose: {
    title: "goose",
    how: "Add this under `extensions:` in goose's config.yaml (`goose info -v` names the file):",
    added: ({ command, args, env }) =>
      [
        "  coldroute:",
        "    type: stdio",
        "    name: coldroute",
        "    enabled: true",
        "    timeout: 300",
        `    cmd: ${JSON.stringify(command)}`,
        `    args: ${JSON.stringify(args)}`,
        `    envs: ${JSON.stringify(env)}`,
      ].join("\n"),
    removed: "Take `coldroute:` out of `extensions:` in goose's config.yaml.",
  },
};

/** A host with a command that adds servers. */
function ownCommand(program: string, options: string) {
  return {
    how: "Run this:",
    added: ({ command, args, env }: ServerEntry, platform: NodeJS.Platform) => {
      const variables = Object.entries(env).map(([name, value]) => `--env ${quoted(`${name}=${value}`, platform)} `);
      const start = [command, ...args].map((word) => quoted(word, platform)).join(" ");
      return `${program} mcp add coldroute ${options}${variables.join("")}-- ${start}`;
    },
    removed: `${program} mcp remove coldroute`,
  };
}

/** A word as a shell reads it. */
function quoted(word: string, platform: NodeJS.Platform): string {
  if (/^[\w@%+=:,./\\-]+$/.test(word) && (platform === "win32" || !word.includes("\\"))) return word;
  return platform === "win32" ? `"${word.replaceAll('"', '\\"')}"` : `'${word.replaceAll("'", "'\\''")}'`;
}
