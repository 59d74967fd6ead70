import { readFileSync } from "node:fs";
import { symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { describe, expect, onTestFinished, test } from "vitest";
import { TOOL_NAMES } from "../../src/config/tool-list.ts";
import { VARIABLES } from "../../src/config/variables.ts";
import { emptyFolder } from "../support/per-test.ts";
import { MAIN_FILE } from "../support/server-process.ts";

/** A server as a host's configuration file names it. */
interface HostServer {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const guide = ["README.md", "docs/hosts.md"].map((file) => readFileSync(file, "utf8")).join("\n");

/** Every JSON snippet of the README and of docs/hosts.md. */
const snippets = [...guide.matchAll(/```json\n(.*?)```/gs)].map(([, json]) => JSON.parse(json ?? "") as object);

function server(member: "mcpServers" | "servers"): HostServer {
  for (const snippet of snippets) {
    const servers = (snippet as Record<string, Record<string, HostServer> | undefined>)[member];
    if (servers?.["coldroute"] !== undefined) return servers["coldroute"];
  }
  throw new Error(`no snippet has ${member}.coldroute`);
}

/** A link to the clone in a temporary folder, to replace the snippets' `/path/to/coldroute`. */
async function clone(): Promise<string> {
  const folder = emptyFolder();
  await symlink(dirname(dirname(MAIN_FILE)), join(folder, "coldroute"));
  return join(folder, "coldroute");
}

async function toolsOf(command: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  const client = new Client({ name: "host", version: "1" });
  await client.connect(new StdioClientTransport({ command, args: [...args], env: { ...env }, stderr: "ignore" }));
  onTestFinished(() => client.close());
  const { tools } = await client.listTools();
  const result = await client.callTool({ name: "track_package", arguments: { ids: ["10045"] } });
  return { names: tools.map(({ name }) => name), isError: result.isError };
}

describe("set-up for hosts, as the README and docs/hosts.md give it", () => {
  test.each([
    ["Claude Desktop and Cursor", server("mcpServers")],
    ["VS Code", server("servers")],
  ])("%s: the set-up names known variables and starts a server that answers", async (_, host: HostServer) => {
    const known: readonly string[] = Object.keys(VARIABLES);
    expect(Object.keys(host.env ?? {}).filter((name) => !known.includes(name))).toEqual([]);
    const path = await clone();
    const placed = host.args.map((arg) => arg.replace("/path/to/coldroute", path));
    expect(placed).not.toEqual(host.args);
    const env = { COLDROUTE_SANDBOX: "1", COLDROUTE_LOG_LEVEL: "silent" };
    const { names, isError } = await toolsOf(host.command, placed, env);
    expect(names).toEqual(TOOL_NAMES);
    expect(isError).toBeUndefined();
  });

  test("VS Code: inputs and their uses match", () => {
    const snippet = snippets.find((each) => "inputs" in each) as { inputs: { id: string }[] } | undefined;
    const used = [...JSON.stringify(server("servers").env).matchAll(/\$\{input:([\w-]+)\}/g)].map(([, id]) => id);
    expect(snippet?.inputs.map(({ id }) => id)).toEqual(used);
  });

  test("the links start the published package in this version, with known variables", () => {
    const { name, version } = JSON.parse(readFileSync("package.json", "utf8")) as Record<string, string>;
    const links = [...guide.matchAll(/\((https:\/\/(?:vscode\.dev|cursor\.com)\/[^)]+)\)/g)].map(
      ([, url = ""]) => new URL(url),
    );
    const decoded = links.map(({ host, searchParams }) => {
      const config = searchParams.get("config") ?? "";
      expect(searchParams.get("name")).toBe(name);
      return JSON.parse(host === "cursor.com" ? Buffer.from(config, "base64").toString() : config) as HostServer;
    });
    expect(decoded).toHaveLength(4);
    const [one, sandboxed] = decoded;
    expect(one).toEqual({ type: "stdio", command: "npx", args: ["-y", `${name}@${version}`] });
    expect(sandboxed).toEqual({ ...one, env: { COLDROUTE_SANDBOX: "1" } });
    const { type: _, ...plain } = one as HostServer & { readonly type?: string };
    expect(decoded.slice(2)).toEqual([plain, { ...plain, env: { COLDROUTE_SANDBOX: "1" } }]);
  });
});

test.each(["@ai-sdk/mcp", "@langchain/mcp-adapters", "@openai/agents"])(
  "the table of clients names the version of %s that test/hosts runs",
  (name) => {
    const { dependencies } = JSON.parse(readFileSync("test/hosts/clients/package.json", "utf8")) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    const row = guide.split("\n").find((line) => line.startsWith("|") && line.includes(`\`${name}\``));
    expect(row?.split("|")[2]?.trim()).toBe(dependencies[name]);
  },
);
