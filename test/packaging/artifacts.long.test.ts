import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { NOTICES_FILE } from "../../scripts/bundle/third-party-notices.ts";
import { VARIABLES } from "../../src/config/variables.ts";
import { TOOL_NAMES } from "../support/contract.ts";
import { emptyFolder } from "../support/per-test.ts";
import { MAIN_FILE, startProcess } from "../support/server-process.ts";
import { executeDockerfile } from "./image.ts";

const SANDBOX = { COLDROUTE_SANDBOX: "1", COLDROUTE_LOG_LEVEL: "silent" };
const packageJson = JSON.parse(readFileSync("package.json", "utf8")) as {
  readonly name: string;
  readonly version: string;
  readonly mcpName: string;
};

let out: string;
const tarball = (): string => join(out, `${packageJson.name}-${packageJson.version}.tgz`);
beforeAll(() => {
  out = mkdtempSync(join(tmpdir(), "coldroute-artifacts-"));
  execFileSync(process.execPath, ["scripts/run.mjs", "package", out], { stdio: "pipe" });
});
afterAll(() => rmSync(out, { recursive: true }));

function json<T>(...path: readonly string[]): T {
  return JSON.parse(readFileSync(join(out, ...path), "utf8")) as T;
}

/** Starts a server as a host does, lists its tools, and asks for a package. */
async function ask(command: string, args: readonly string[], cwd: string, env: Readonly<Record<string, string>>) {
  const client = new Client({ name: "host", version: "1" });
  await client.connect(new StdioClientTransport({ command, args: [...args], cwd, env: { ...env }, stderr: "ignore" }));
  onTestFinished(() => client.close());
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(TOOL_NAMES);
  const { content } = await client.callTool({ name: "track_package", arguments: { ids: ["10045"] } });
  return (content as readonly { readonly text: string }[])[0]?.text ?? "";
}

/** Fills in settings as hosts do: a setting that a person left out becomes empty text. */
function filledIn(env: Readonly<Record<string, string>>, settings: Readonly<Record<string, string>>) {
  const fill = (text: string): string =>
    text.replace(/\$\{(?:user_config\.)?(\w+)\}/, (_, name: string) => settings[name] ?? "");
  return Object.fromEntries(Object.entries(env).map(([name, text]) => [name, fill(text)]));
}

describe("npm", { timeout: 120_000 }, () => {
  const quiet = ["--offline", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];

  test("the tarball holds the bundle with its data, the documents and the licences, and nothing else", () => {
    const listed = execFileSync("tar", ["-tzf", tarball()], { encoding: "utf8" }).trim().split("\n");
    const paths = listed.map((path) => path.replace(/^package\//, ""));
    const others = paths.filter(
      (path) => !/^dist\/[\w.-]+\.cjs$|^dist\/client\/\w+\.mjs$|^docs\/[\w-]+\.md$/.test(path),
    );
    expect(others.toSorted()).toEqual([
      "LICENSE",
      "NOTICE",
      "README.md",
      "dist/Inter_400Regular.ttf",
      "dist/Inter_600SemiBold.ttf",
      `dist/${NOTICES_FILE}`,
      "dist/client/client.cjs",
      "dist/client/client.d.mts",
      "dist/client/node-check.cjs",
      "dist/coldroute.cdx.json",
      "dist/drawing.css",
      "dist/us-places.txt",
      "dist/view.html",
      "package.json",
    ]);
    expect(paths).toEqual(expect.arrayContaining(["dist/main.cjs", "docs/known-limits.md"]));
  });

  test("npx starts the tarball in a folder with some blanks", async () => {
    const folder = emptyFolder("with some blanks");
    const environment = { ...SANDBOX, npm_config_offline: "true", npm_config_cache: join(folder, "npm cache") };
    const wanted = `${packageJson.name}@file:${tarball()}`;
    expect(await ask("npx", ["-y", wanted], folder, environment)).toContain("10045");
  });

  test("installs without its optional package and without scripts, and then draws no picture", () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, "package.json"), "{}");
    execFileSync("npm", ["install", "--omit=optional", ...quiet, tarball()], { cwd: folder });
    expect(readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith("."))).toEqual(["coldroute"]);
    const installed = readFileSync(join(folder, "node_modules/coldroute/package.json"), "utf8");
    expect(JSON.parse(installed), "nothing runs at the installation").not.toHaveProperty("scripts");
    const run = (...args: readonly string[]) =>
      spawnSync(join(folder, "node_modules/.bin/coldroute"), args, {
        cwd: folder,
        encoding: "utf8",
        env: { ...process.env, COLDROUTE_PICTURES: "1" },
      });
    expect(run("--version").stdout).toContain(packageJson.version);
    const drawn = run("--sandbox", "call", "track_package", '{"ids":["10045"]}', "--png", "out.png");
    expect(drawn).toMatchObject({ status: 2, stdout: "", stderr: expect.stringContaining("nothing was asked") });
    const told = run("--sandbox", "call", "track_package", '{"ids":["10045"],"picture":true}').stdout;
    expect(told).toMatch(/10045.*No picture: the optional package @resvg\/resvg-js cannot be loaded\./s);
  });
});

describe("the desktop bundle", { timeout: 60_000 }, () => {
  interface Manifest {
    readonly server: {
      readonly mcp_config: { readonly args: readonly string[]; readonly env: Record<string, string> };
    };
    readonly user_config: Readonly<Record<string, object>>;
  }

  /** Unpacks the bundle and starts it with these settings, all others empty. */
  async function start(settings: Readonly<Record<string, string>>) {
    const folder = emptyFolder("an unpacked bundle");
    execFileSync("node_modules/.bin/mcpb", ["unpack", join(out, "coldroute.mcpb"), folder], { stdio: "pipe" });
    const { server } = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as Manifest;
    const { args, env } = server.mcp_config;
    const placed = args.map((arg) => arg.replace(/\$\{__dirname\}/, folder));
    expect(readdirSync(folder, { recursive: true }).filter((file) => String(file).endsWith(".node"))).toEqual([]);
    return ask(process.execPath, placed, folder, filledIn(env, settings));
  }

  test("answers from the sandbox with all optional settings empty", async () => {
    expect(await start({ sandbox: "true", read_only: "false" })).toContain("10045");
  });

  test("names what is missing if no setting was filled in", async () => {
    expect(await start({})).toContain("COLDROUTE_CLIENT_ID");
  });
});

describe("the image", { timeout: 120_000 }, () => {
  test("starts the server after its steps have run, in order, in a scratch folder", async () => {
    const image = executeDockerfile("Dockerfile", emptyFolder("image"));
    expect(image.user).toBe("node");
    expect(image.labels).toBe(`io.modelcontextprotocol.server.name="${packageJson.mcpName}"`);
    const [, ...args] = image.entrypoint;
    expect(await ask(process.execPath, args, image.root, SANDBOX)).toContain("10045");
    const [, ...check] = image.healthcheck;
    expect(spawnSync(process.execPath, check).status, "nothing listens on stdio").toBe(0);

    const server = startProcess(["http", "--port", "0", "--sandbox"], {}, args[0]);
    const [, port = ""] = /:(\d+)\//.exec(await server.line()) ?? [];
    const checkAt = (path: string): number | null =>
      spawnSync(
        process.execPath,
        check.map((word) => word.replace("3000/healthz", `${port}${path}`)),
      ).status;
    expect([checkAt("/healthz"), checkAt("/no-such-path")]).toEqual([0, 1]);
  });

  test("pins its base by digest", () => {
    const bases = [...readFileSync("Dockerfile", "utf8").matchAll(/^FROM .*?(node:\S+)/gm)].map(
      ([, base = ""]) => base,
    );
    expect(bases).toHaveLength(2);
    for (const base of bases) expect(base).toMatch(/^node:\d+-bookworm-slim@sha256:[0-9a-f]{64}$/);
  });
});

describe("a plugin", () => {
  interface Plugin {
    readonly mcpServers: Readonly<Record<string, Server>>;
    /** Gemini CLI only: the variables that it passes on, as a person filled them in. */
    readonly settings?: readonly { readonly envVar: string }[];
  }
  interface Server {
    readonly command: string;
    readonly args: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
    /** Codex only: the variables of its own environment that it passes on. */
    readonly env_vars?: readonly string[];
  }

  /** The file of each host's plugin that names the server. */
  const FILES = {
    claude: ".claude-plugin/marketplace.json",
    codex: ".codex-plugin/mcp.json",
    cursor: ".cursor-plugin/plugin.json",
    gemini: "gemini-extension.json",
  };

  test.each(Object.entries(FILES))("for %s starts this version with known variables", async (_host, file) => {
    const content = JSON.parse(readFileSync(file, "utf8")) as Plugin & { readonly plugins?: readonly Plugin[] };
    const { mcpServers, settings = [] } = content.plugins?.[0] ?? content;
    const { command, args, env = {}, env_vars: handedOn = [] } = mcpServers["coldroute"] as Server;
    expect([command, ...args]).toEqual(["npx", "-y", `${packageJson.name}@${packageJson.version}`]);
    const alike = [...handedOn, ...settings.map(({ envVar }) => envVar)].map((name) => [name, `\${${name}}`]);
    const named: Record<string, string> = { ...env, ...Object.fromEntries(alike) };
    expect(Object.keys(named).filter((name) => !Object.hasOwn(VARIABLES, name))).toEqual([]);
    const handed = filledIn(named, { sandbox: "true", COLDROUTE_SANDBOX: "true" });

    expect(await ask(process.execPath, [MAIN_FILE], emptyFolder(), handed)).toContain("10045");
  });

  test("the skill names every tool by its name, and no other", () => {
    const text = readFileSync("skills/heat-sensitive-shipping/SKILL.md", "utf8");
    const named = [...text.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, name = ""]) => name);
    expect([...new Set(named)].filter((name) => name !== "outcome_unknown").toSorted()).toEqual(TOOL_NAMES.toSorted());
  });
});

describe("what registries and hosts read", () => {
  interface Package {
    readonly registryType: string;
    readonly version?: string;
    readonly fileSha256?: string;
    readonly environmentVariables: readonly { readonly name: string; readonly isSecret: boolean }[];
  }

  test("server.json names each variable that may be set, and the bundle by its digest", () => {
    const { name, version, packages } = json<{ name: string; version: string; packages: Package[] }>("server.json");
    expect({ name, version }).toEqual({ name: packageJson.mcpName, version: packageJson.version });
    const [npm, image, http, bundle] = packages;
    expect(npm?.version).toBe(version);
    expect([image, http].map((oci) => oci?.version)).toEqual([undefined, undefined]);
    const sha256 = createHash("sha256")
      .update(readFileSync(join(out, "coldroute.mcpb")))
      .digest("hex");
    expect(bundle?.fileSha256).toBe(sha256);
    const listed = (of: Package | undefined): readonly string[] =>
      of?.environmentVariables.map((each) => each.name) ?? [];
    const mayBeSet = Object.entries(VARIABLES).filter(([, { reader }]) => !reader.should.startsWith("nothing"));
    expect(listed(http)).toEqual(mayBeSet.map(([variable]) => variable));
    expect(listed(npm)).toEqual(listed(http).filter((variable) => !variable.startsWith("COLDROUTE_HTTP_")));
    const secrets = http?.environmentVariables.filter(({ isSecret }) => isSecret).map((each) => each.name);
    expect(secrets).toEqual(expect.arrayContaining(["COLDROUTE_CLIENT_SECRET", "COLDROUTE_HTTP_TOKENS"]));
  });

  test("tools.json lists the tools with their arguments", () => {
    const tools = json<{ name: string; arguments: { name: string; optional?: true }[] }[]>("tools.json");
    expect(tools.map(({ name }) => name)).toEqual(TOOL_NAMES);
    const planning = tools.find(({ name }) => name === "plan_shipment")?.arguments ?? [];
    const needed = planning.filter(({ optional }) => optional === undefined);
    expect(needed.map(({ name }) => name)).toEqual(["destination", "parcel"]);
  });
});
