import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { OPENAPI } from "./openapi.ts";
import type { ServiceProcess } from "./service-process.ts";
import { StdioServer } from "./stdio-server.ts";

const FOLDER = "node_modules/.bridge";
const PACKAGE = "@ivotoby/openapi-mcp-server";
const VERSION = "1.16.1";
const MAIN = `${FOLDER}/node_modules/${PACKAGE}/bin/mcp-server.js`;
const DOCUMENT = `${FOLDER}/openapi.json`;

export const BRIDGE = `the bridge (${PACKAGE} ${VERSION})`;

/**
 * Installs the bridge once, in a folder of its own, and writes the OpenAPI document for it. If the installation fails,
 * prints a line to standard error and returns false.
 */
export function installBridge(): boolean {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(DOCUMENT, JSON.stringify(OPENAPI));
  if (existsSync(MAIN)) return true;
  writeFileSync(`${FOLDER}/package.json`, '{ "private": true }');
  const options = ["--save-exact", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", FOLDER];
  try {
    execFileSync("npm", ["install", ...options, `${PACKAGE}@${VERSION}`], { stdio: ["ignore", "ignore", "inherit"] });
    return true;
  } catch {
    process.stderr.write(`${BRIDGE} cannot be installed: its rows are left out\n`);
    return false;
  }
}

/** The generic bridge from OpenAPI to MCP, with the token of the service. */
export function startBridge(service: ServiceProcess): StdioServer {
  const origin = new URL(service.url("TRACKING", "")).origin;
  const options = ["--api-base-url", origin, "--openapi-spec", DOCUMENT, "--verbose", "false"];
  return new StdioServer([MAIN, ...options, "--headers", `Authorization:${service.authorization}`]);
}
