import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

/** The suite's packages have a folder and a lockfile of their own. */
const FOLDER = resolve("test/conformance/suite");
const expectedFailures = (version: string): readonly string[] => [
  "--expected-failures",
  resolve(`test/conformance/expected-failures.${version}.yaml`),
];
const SERVER = resolve("node_modules/.conformance/server.js");

/** The oldest version of Node on which the suite runs. */
const SUITE_NODE_MAJOR = 22;

/** The runs of the suite, each against a server of its own. */
const RUNS = [
  { title: "0.1.16, all active scenarios", suite: "conformance-0.1", args: expectedFailures("2025-11-25") },
  {
    title: "0.2.0-alpha.12, what MCP 2025-11-25 requires",
    suite: "conformance-0.2",
    args: ["--requirements", "2025-11-25", ...expectedFailures("2025-11-25")],
  },
  {
    title: "0.2.0-alpha.12, what MCP 2026-07-28 requires",
    suite: "conformance-0.2",
    args: ["--requirements", "2026-07-28", ...expectedFailures("2026-07-28")],
  },
] as const;

/**
 * Runs the official conformance suite against coldroute's HTTP transport and adapter, over the fixtures that the suite
 * expects. Exits with 1 for an unexpected failure, and for an unexpected success.
 */
async function main(): Promise<number> {
  await install();
  const node = suiteNode();
  let failed = 0;
  for (const { title, suite, args } of RUNS) {
    process.stdout.write(`\nConformance ${title}\n`);
    const { server, url } = await startServer();
    const cli = join(FOLDER, "node_modules", suite, "dist", "index.js");
    const { code, output } = await run(node, [cli, "server", "--url", url, ...args]);
    server.kill("SIGTERM");
    await once(server, "exit");
    // The summary names the passed checks. The details matter only after a failure.
    process.stdout.write(code === 0 ? output.slice(Math.max(output.indexOf("=== SUMMARY ==="), 0)) : output);
    if (code !== 0) failed += 1;
  }
  process.stdout.write(`\nConformance: ${RUNS.length - failed} of ${RUNS.length} runs as expected\n`);
  return failed === 0 ? 0 : 1;
}

/** Installs the suite, unless the installed one matches its lockfile. No install script is needed or run. */
async function install(): Promise<void> {
  const installed = join(FOLDER, "node_modules", ".package-lock.json");
  const lockfile = join(FOLDER, "package-lock.json");
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lockfile).mtimeMs) return;
  process.stdout.write("Installing the conformance suite\n");
  const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const { code, output } = await run("npm", args, FOLDER);
  if (code !== 0) throw new Error(`npm ci failed:\n${output}`);
}

/** A Node that is new enough: this one, or the one among the suite's packages for this platform. */
function suiteNode(): string {
  if (Number(process.versions.node.split(".")[0]) >= SUITE_NODE_MAJOR) return process.execPath;
  const { platform, arch } = process;
  const system = platform === "win32" ? "win" : platform;
  const name = `${platform === "darwin" && arch === "arm64" ? "node-bin" : "node"}-${system}-${arch}`;
  try {
    const manifest = createRequire(join(FOLDER, "package.json")).resolve(`${name}/package.json`);
    return join(manifest, "..", "bin", platform === "win32" ? "node.exe" : "node");
  } catch {
    throw new Error(`the suite needs Node ${SUITE_NODE_MAJOR} or later, and there is no package ${name} to bring it`);
  }
}

/** The server with the fixtures, listening at `url`. */
async function startServer(): Promise<{ readonly server: ChildProcess; readonly url: string }> {
  const server = spawn(process.execPath, [SERVER], { stdio: ["ignore", "pipe", "inherit"] });
  const [url] = (await once(createInterface({ input: server.stdout }), "line")) as [string];
  return { server, url };
}

async function run(command: string, args: readonly string[], folder: string = process.cwd()) {
  const child = spawn(command, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output };
}

process.exitCode = await main();
