import { NPX, RELEASE } from "../package/release.ts";

/** The only setting: a person can look around without an account. */
const SANDBOX = { COLDROUTE_SANDBOX: "1" };

/** Links that install the published package in a host, and the entries for hosts that read a file. */
export function installLinks(): string {
  const look = { ...NPX, env: SANDBOX };
  return [
    "| host | with your account | to look around |",
    "|---|---|---|",
    `| VS Code | [install](${vsCode(NPX)}) | [install](${vsCode(look)}) |`,
    `| Cursor | [install](${cursor(NPX)}) | [install](${cursor(look)}) |`,
  ].join("\n");
}

/** The `mcpServers` entries. On Windows `npx` is a script, so `cmd` has to start it. */
export function npxEntries(): string {
  const windows = { command: "cmd", args: ["/c", NPX.command, ...NPX.args], env: SANDBOX };
  const entry = (title: string, server: object): string =>
    `${title}:\n\n\`\`\`json\n${JSON.stringify({ mcpServers: { [RELEASE.name]: server } }, null, 2)}\n\`\`\``;
  return [entry("macOS and Linux", { ...NPX, env: SANDBOX }), entry("Windows", windows)].join("\n\n");
}

function vsCode(server: object): string {
  const config = encodeURIComponent(JSON.stringify({ type: "stdio", ...server }));
  return `https://vscode.dev/redirect/mcp/install?name=${RELEASE.name}&config=${config}`;
}

function cursor(server: object): string {
  const config = encodeURIComponent(Buffer.from(JSON.stringify(server)).toString("base64"));
  return `https://cursor.com/en/install-mcp?name=${RELEASE.name}&config=${config}`;
}
