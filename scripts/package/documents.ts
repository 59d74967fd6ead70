import { readdirSync } from "node:fs";
import { inputSchema } from "../../src/server/arguments/input-schema.ts";
import { tools } from "../../src/server/tools.ts";
import { sentencesOf } from "../docs/tables.ts";
import { environmentVariables, NPX, RELEASE, SETTINGS, settingsEnvironment, variableOf } from "./release.ts";

const { name, version, license, keywords, repository, description, author } = RELEASE;

/** The bundle's icon, at the same path in the repository and in the bundle. */
export const ICON = "packaging/icon.png";

const LONG_DESCRIPTION =
  "Ask in plain words whether it is dangerously hot where a shipment is going, what the next five days look like, how " +
  "to ship it, and where it is now. All tools share one authenticated client of a shipping-risk service. Each answer " +
  "says how old its data is and what it billed.";

/** `manifest.json` of the desktop bundle (MCPB 0.3). */
export function manifest(): object {
  return {
    manifest_version: "0.3",
    name,
    display_name: name,
    version,
    description,
    long_description: LONG_DESCRIPTION,
    author: { name: author },
    repository: { type: "git", url: repository },
    license,
    keywords,
    icon: ICON,
    privacy_policies: [RELEASE.privacyPolicy],
    server: {
      type: "node",
      entry_point: RELEASE.bin,
      mcp_config: {
        command: "node",
        args: [`\${__dirname}/${RELEASE.bin}`],
        env: settingsEnvironment((setting) => `\${user_config.${setting}}`),
      },
    },
    tools: tools.map((tool) => ({ name: tool.name, description: sentencesOf(tool)[0] })),
    user_config: SETTINGS,
    compatibility: { platforms: ["darwin", "win32", "linux"], runtimes: { node: RELEASE.node } },
  };
}

/** `server.json` of the MCP registry; without `bundleSha256`, the digest of a release's bundle, it names no bundle. */
export function serverJson(bundleSha256?: string): object {
  const stdio = { transport: { type: "stdio" }, environmentVariables: environmentVariables(false) };
  const bundle = { registryType: "mcpb", identifier: `${repository}/releases/download/v${version}/${name}.mcpb` };
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name: RELEASE.mcpName,
    title: name,
    description: "Heat alerts, five-day heat risk, plans and tracking for shippers of heat-sensitive goods.",
    repository: { url: repository, source: "github" },
    version,
    packages: [
      { registryType: "npm", identifier: name, version, runtimeHint: "npx", ...stdio },
      { registryType: "oci", identifier: RELEASE.image, runtimeHint: "docker", ...stdio },
      {
        registryType: "oci",
        identifier: RELEASE.image,
        runtimeHint: "docker",
        transport: { type: "streamable-http", url: "http://127.0.0.1:3000/mcp" },
        runtimeArguments: [{ type: "named", name: "--publish", value: "127.0.0.1:3000:3000" }],
        packageArguments: [
          { type: "positional", value: "http" },
          { type: "named", name: "--host", value: "0.0.0.0" },
        ],
        environmentVariables: environmentVariables(true),
      },
      ...(bundleSha256 === undefined ? [] : [{ ...bundle, fileSha256: bundleSha256, ...stdio }]),
    ],
  };
}

/** `tools.json` of Docker's catalogue, which lists tools without starting the server. */
export function toolsJson(): object {
  return tools.map((tool) => {
    const { properties = {}, required } = inputSchema(tool.input);
    const needed = new Set(required);
    const described = Object.entries(properties).map(([parameter, { type = "string", description: desc = "" }]) => {
      return { name: parameter, type, desc, ...(needed.has(parameter) ? {} : { optional: true }) };
    });
    return { name: tool.name, description: tool.description, arguments: described };
  });
}

const ABOUT = { name, version, description };
const WRITTEN_BY = { author: { name: author }, homepage: repository, repository, license, keywords };
const SKILLS = "./skills/";
/** Not `.mcp.json`: that asks everyone who opens a clone to approve it. */
const CODEX_SERVERS = ".codex-plugin/mcp.json";
const MARKET = `${name}-plugins`;

/** The files that hosts and registries read at the root of the repository, by path. Plugins share `skills/`. */
export const ROOT_FILES: Readonly<Record<string, object>> = {
  "manifest.json": manifest(),
  "server.json": serverJson(),
  // The plugin is the folder of skills. If it were the whole repository, Claude Code would install all that it needs to build.
  ".claude-plugin/marketplace.json": {
    name: MARKET,
    description,
    owner: { name: author },
    plugins: [
      {
        ...ABOUT,
        ...WRITTEN_BY,
        source: SKILLS,
        strict: false,
        skills: readdirSync(SKILLS).map((skill) => `./${skill}`),
        mcpServers: { [name]: { ...NPX, env: settingsEnvironment((setting) => `\${user_config.${setting}}`) } },
        userConfig: SETTINGS,
      },
    ],
  },
  ".codex-plugin/plugin.json": {
    ...ABOUT,
    ...WRITTEN_BY,
    mcpServers: `./${CODEX_SERVERS}`,
    skills: SKILLS,
    interface: {
      displayName: name,
      shortDescription: description,
      longDescription: LONG_DESCRIPTION,
      category: "Productivity",
      websiteURL: repository,
    },
  },
  // Codex passes a server only those variables of its own environment that are listed here.
  [CODEX_SERVERS]: { mcpServers: { [name]: { ...NPX, env_vars: Object.keys(SETTINGS).map(variableOf) } } },
  ".agents/plugins/marketplace.json": {
    name: MARKET,
    interface: { displayName: name },
    owner: { name: author },
    plugins: [
      {
        ...ABOUT,
        source: { source: "local", path: "./" },
        policy: { installation: "AVAILABLE", authentication: "ON_INSTALL" },
        category: "Productivity",
      },
    ],
  },
  ".cursor-plugin/plugin.json": {
    ...ABOUT,
    ...WRITTEN_BY,
    displayName: name,
    skills: SKILLS,
    variables: { type: "object", properties: cursorVariables() },
    mcpServers: {
      [name]: { ...NPX, env: settingsEnvironment((setting) => `\${${variableOf(setting)}}`) },
    },
  },
  "gemini-extension.json": {
    ...ABOUT,
    mcpServers: { [name]: NPX },
    // Gemini CLI cleans the server's environment: every variable must be listed here.
    settings: Object.entries(SETTINGS).map(([setting, { title, description: does, sensitive = false }]) => {
      return { name: title, description: does, envVar: variableOf(setting), sensitive };
    }),
  },
};

/** A file of JSON as it is committed. */
export function jsonText(content: object): string {
  return `${JSON.stringify(content, null, 2)}\n`;
}

function cursorVariables(): Readonly<Record<string, object>> {
  const properties = Object.entries(SETTINGS).map(([setting, { type, title, description: does, default: initial }]) => {
    return [variableOf(setting), { type, title, description: does, default: initial }] as const;
  });
  return Object.fromEntries(properties);
}
