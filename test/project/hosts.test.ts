import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { VARIABLES } from "../../src/config/variables.ts";

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

describe("set-up for hosts, as the README and docs/hosts.md give it", () => {
  test.each([
    ["Claude Desktop and Cursor", server("mcpServers")],
    ["VS Code", server("servers")],
  ])("%s: the set-up starts the built server with known variables", (_, { command, args, env = {} }: HostServer) => {
    expect(Object.keys(env).filter((name) => !Object.hasOwn(VARIABLES, name))).toEqual([]);
    expect([command, ...args].map((word) => word.replace("/path/to/coldroute/", ""))).toEqual([
      "node",
      packageJson.bin.coldroute,
    ]);
  });

  test("VS Code: inputs and their uses match", () => {
    const snippet = snippets.find((each) => "inputs" in each) as { inputs: { id: string }[] } | undefined;
    const used = [...JSON.stringify(server("servers").env).matchAll(/\$\{input:([\w-]+)\}/g)].map(([, id]) => id);
    expect(snippet?.inputs.map(({ id }) => id)).toEqual(used);
  });

  test("the links start the published package in this version, with known variables", () => {
    const { name, version } = packageJson;
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
