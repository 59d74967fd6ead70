import { join } from "node:path";
import { quoted } from "./terminal.ts";

export interface ServerEntry {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** A host that reads a JSON file for all of the user's projects. */
export interface FileHost {
  readonly title: string;
  /** The folder where the file's path begins, and that path. */
  readonly file: readonly [folder: "home" | "settings" | "xdg", path: string];
  /** The object in the file that holds servers. */
  readonly list: string;
  /** Members of an entry beside command, args and env. */
  readonly more?: Readonly<Record<string, string>>;
}

/** A host for which a person runs a command, or pastes a text. */
interface TextHost {
  readonly title: string;
  readonly how: string;
  added(entry: ServerEntry, platform: NodeJS.Platform): string;
  readonly removed: string;
}

export const HOSTS: Readonly<Record<string, FileHost | TextHost>> = {
  "claude-desktop": {
    title: "Claude Desktop",
    file: ["settings", "Claude/claude_desktop_config.json"],
    list: "mcpServers",
  },
  "claude-code": ownCommand("Claude Code", "claude", " --scope user"),
  cursor: { title: "Cursor", file: ["home", ".cursor/mcp.json"], list: "mcpServers" },
  vscode: { title: "VS Code", file: ["settings", "Code/User/mcp.json"], list: "servers", more: { type: "stdio" } },
  windsurf: { title: "Windsurf", file: ["home", ".codeium/windsurf/mcp_config.json"], list: "mcpServers" },
  gemini: { title: "Gemini CLI", file: ["home", ".gemini/settings.json"], list: "mcpServers" },
  zed: { title: "Zed", file: ["xdg", "zed/settings.json"], list: "context_servers", more: { source: "custom" } },
  codex: ownCommand("Codex", "codex"),
  goose: {
    title: "goose",
    how: "Add this under `extensions:` in goose's config.yaml (`goose info -v` names the file):",
    added: ({ command, args, env }) => {
      const start = { cmd: command, args, envs: env };
      const extension = { type: "stdio", name: "coldroute", enabled: true, timeout: 300, ...start };
      // YAML takes JSON as it is.
      return `  coldroute: ${JSON.stringify(extension, null, 2).replaceAll("\n", "\n  ")}`;
    },
    removed: "Take `coldroute:` out of `extensions:` in goose's config.yaml.",
  },
};

export function hostFile({ file: [folder, path] }: FileHost, { platform, home, environment }: Machine): string {
  if (folder === "home") return join(home, path);
  if (platform === "win32") return join(environment["APPDATA"] ?? join(home, "AppData", "Roaming"), path);
  if (platform === "darwin" && folder === "settings") return join(home, "Library", "Application Support", path);
  return join(environment["XDG_CONFIG_HOME"] || join(home, ".config"), path);
}

function ownCommand(title: string, program: string, options: string = ""): TextHost {
  return {
    title,
    how: "Run this:",
    added: ({ command, args, env }, platform) => {
      const variables = Object.entries(env).map(([name, value]) => ` --env ${quoted(`${name}=${value}`, platform)}`);
      const start = [command, ...args].map((word) => quoted(word, platform));
      return `${program} mcp add coldroute${options}${variables.join("")} -- ${start.join(" ")}`;
    },
    removed: `${program} mcp remove coldroute`,
  };
}
