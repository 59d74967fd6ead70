import { once } from "node:events";
import { type App, createApp } from "../app.ts";
import { isLoopback } from "../domain/loopback.ts";
import { readPlace } from "../places/read-place.ts";
import { writeError } from "../runtime/standard-error.ts";
import { isAnyAddress } from "../transports/http/host-check.ts";
import { createMetrics, type Metrics } from "../transports/http/metrics.ts";
import { type RunningHttp, startHttp } from "../transports/http/server.ts";
import { readTokens } from "../transports/http/tokens.ts";
import { type Command, MAX_PORT, readNumber, UsageError } from "./command.ts";
import { print, untilSignalled } from "./terminal.ts";

const DEFAULT_HOST = "127.0.0.1";
const DEFAULT_PORT = 3000;

export const command: Command = {
  usage: `coldroute http: the MCP server on Streamable HTTP, for a team

Usage
  coldroute http [--host ADDRESS] [--port N] [--sandbox]

  --host  the address to listen on; default ${DEFAULT_HOST}. Beyond loopback it needs authorization
  --port  default ${DEFAULT_PORT}; 0 is any free port

Paths
  /mcp      POST, for MCP clients of every version
  /healthz  the process is alive; open to all
  /readyz   it takes calls; 503 while it shuts down; open to all
  /metrics  for Prometheus; authorized like /mcp

Callers are authorized by COLDROUTE_HTTP_TOKENS, by the file of COLDROUTE_HTTP_TOKENS_FILE, or by JWT access tokens of
COLDROUTE_HTTP_ISSUER, _AUDIENCE and _JWKS_URL. COLDROUTE_HTTP_ALLOWED_HOSTS names the hosts that clients use.

It does not start with a wrong configuration, and names every problem. After SIGTERM it serves requests for
COLDROUTE_HTTP_DRAIN_S, answers what is open, and ends. docs/http.md has the rest.

Examples
  coldroute http --sandbox --port 8080
  COLDROUTE_HTTP_TOKENS="$(openssl rand -hex 32)" COLDROUTE_HTTP_ALLOWED_HOSTS=mcp.example.com coldroute http --host 0.0.0.0`,
  options: { host: { type: "string" }, port: { type: "string" } },
  maxPositionals: 0,
  isServer: true,
  run: async ({ environment, sandbox, options }) => {
    const host = readHost(options["host"]);
    const port = readNumber("--port", options["port"], DEFAULT_PORT, MAX_PORT);
    let server: RunningHttp | undefined;
    // SIGHUP rereads a token file. Without one, it ends the server.
    const shutdown = untilSignalled(() => server?.reload() === true);
    const metrics = createMetrics();
    const app = await createApp({ environment, sandbox, observer: metrics.observer, drawsBeside: true });
    try {
      const problems = await startProblems(app, host);
      if (problems.length > 0) {
        writeError(`coldroute http does not start:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
        return 1;
      }
      // Loading the catalogue logs misspelt variables, so the operator sees them at the start.
      await app.catalogue();
      // No caller waits for what a process loads once: the client, with Redis, and by an unknown name all places.
      await app.api();
      readPlace("Nowhereville");
      server = await serve(app, metrics, host, port);
      if (server === undefined) return 1;
      print(`coldroute listens on ${server.url}`);
      warnOf(app, host);
      if (!shutdown.aborted) await once(shutdown, "abort");
      writeError(`coldroute ends in ${app.config.http.drainMs / 1000} s; a second signal ends it at once`);
      await server.close();
      return 0;
    } finally {
      await app.close();
    }
  },
};

/** `[::1]` → `::1` */
function readHost(option: string | boolean | undefined): string {
  if (typeof option !== "string") return DEFAULT_HOST;
  const host = option.replace(/^\[(.*)\]$/, "$1").toLowerCase();
  if (!/^[A-Za-z0-9.:_%-]+$/.test(host)) throw new UsageError("--host should be an address or a name to listen on");
  return host;
}

async function startProblems({ config }: App, host: string): Promise<readonly string[]> {
  const { authorization: rules } = config.http;
  const problems = config.problems.map(({ variable, message }) => `${variable} ${message}`);
  if (rules.kind === "none" && !isLoopback(host)) {
    problems.push(
      `--host ${host} lets other machines connect, so callers must be authorized: set COLDROUTE_HTTP_TOKENS or COLDROUTE_HTTP_TOKENS_FILE, ` +
        "or COLDROUTE_HTTP_ISSUER, COLDROUTE_HTTP_AUDIENCE and COLDROUTE_HTTP_JWKS_URL",
    );
  }
  if ("variable" in rules) {
    const read = await readTokens(rules, host);
    if ("problem" in read) problems.push(`${rules.variable} ${read.problem}`);
  }
  return problems;
}

function warnOf({ config, log }: App, host: string): void {
  const { allowedHosts, authorization } = config.http;
  if (isAnyAddress(host) && allowedHosts.length === 0)
    log.warn({ variable: "COLDROUTE_HTTP_ALLOWED_HOSTS" }, "is not set: requests from other machines will be refused");
  if (authorization.kind === "none" && allowedHosts.length > 0)
    log.warn(
      { variable: "COLDROUTE_HTTP_TOKENS" },
      "is not set: every client that reaches this server may do everything",
    );
}

/** Undefined, with the reason on standard error, if it cannot listen on the address. */
async function serve(app: App, metrics: Metrics, host: string, port: number): Promise<RunningHttp | undefined> {
  try {
    return await startHttp({
      ...app,
      host,
      port,
      config: app.config.http,
      maxWaitMs: app.config.maxWaitMs,
      observer: metrics.observer,
      metrics: async () => metrics.expose((await app.api()).status()),
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const other = ["EADDRINUSE", "EACCES"].includes(code) ? "--port" : "--host";
    writeError(`coldroute http does not start: cannot listen on ${host} port ${port} (${code}); try another ${other}`);
    return undefined;
  }
}
