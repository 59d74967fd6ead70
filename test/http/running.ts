import { connect as connectSocket } from "node:net";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { onTestFinished } from "vitest";
import { loadConfig } from "../../src/config/config.ts";
import { byProduct, PRODUCT_NAMES } from "../../src/domain/product.ts";
import { createLog } from "../../src/runtime/log.ts";
import type { Catalogue } from "../../src/server/catalogue.ts";
import type { ToolListing } from "../../src/server/listing.ts";
import type { ToolResult } from "../../src/server/result.ts";
import { createMetrics } from "../../src/transports/http/metrics.ts";
import { startHttp } from "../../src/transports/http/server.ts";
import { ShiftedClock } from "../support/shifted-clock.ts";

export type Run = (args: unknown, signal: AbortSignal) => Promise<string>;

/** A catalogue of `look`, which only reads, and `make`, each with a prompt. */
function fixtureCatalogue(run: Run = async () => "done", names: readonly string[] = ["look", "make"]): Catalogue {
  const tools = names.map((name): ToolListing => {
    const readOnlyHint = name === "look";
    return {
      name,
      title: name,
      description: name,
      annotations: { readOnlyHint, destructiveHint: false, idempotentHint: readOnlyHint, openWorldHint: true },
      inputSchema: { type: "object" },
      outputSchema: { type: "object" },
    };
  });
  return {
    prompts: {
      list: () => names.map((name) => ({ name: `${name} around`, title: name, description: name, arguments: [] })),
      get: (name) => ({ messages: [{ role: "user", content: { type: "text", text: name } }] }),
      complete: (name) => [name],
    },
    resources: { list: () => [], templates: () => [], find: () => undefined, complete: async () => [] },
    list: () => tools,
    call: async (name, args, { signal, progress }): Promise<ToolResult | { noSuchTool: string }> => {
      if (!names.includes(name)) return { noSuchTool: `no such tool; there is ${names.join(", ")}` };
      progress?.({ progress: 1, total: 2 });
      const text = await run(args, signal);
      return { content: [{ type: "text", text }], structuredContent: {}, _meta: {} };
    },
    readOnly: () => fixtureCatalogue(run, ["look"]),
  };
}

export interface Settings {
  readonly run?: Run;
  readonly environment?: Readonly<Record<string, string>>;
  /** The catalogue loads only after this resolves. */
  readonly loaded?: Promise<unknown>;
}

/** The HTTP transport in this process, over the fixture's catalogue. Closed after the test. */
export async function startServer({ run, environment = {}, loaded }: Settings = {}) {
  // The tests' authorization servers date tokens by the machine's clock.
  const clock = new ShiftedClock(Date.now());
  const lines: Record<string, unknown>[] = [];
  const log = createLog({ level: "trace", clock, write: (line) => lines.push(JSON.parse(line)) });
  const catalogue = fixtureCatalogue(run);
  const metrics = createMetrics();
  const server = await startHttp({
    host: "127.0.0.1",
    port: 0,
    config: loadConfig({ COLDROUTE_HTTP_DRAIN_S: "0", ...environment }).http,
    catalogue: async () => {
      await loaded;
      return catalogue;
    },
    clock,
    log,
    maxWaitMs: MAX_WAIT_MS,
    observer: metrics.observer,
    metrics: () => metrics.expose(IDLE),
  });
  onTestFinished(async () => {
    const closed = server.close().then(() => true);
    const pause = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 10));
    // An open call must not delay the test's end.
    while (!(await Promise.race([closed, pause()]))) clock.advance(MAX_WAIT_MS);
  });
  const at = (path: string): string => new URL(path, server.url).href;
  return { ...server, at, clock, log, lines };
}

/** The state of an API client that has sent nothing. */
const IDLE = { coolDownSeconds: byProduct(PRODUCT_NAMES, () => 0), drift: new Map<string, number>() };

/** The longest that a call of the fixture may take. */
const MAX_WAIT_MS = 60_000;

/** An official client of SDK 1.x, connected. Closed after the test. */
export async function connect(url: string, token?: string) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, transport };
}

const HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };

/** A POST like a client's. Sends a string body unchanged, any other body as JSON. */
export function post(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  signal?: AbortSignal,
): Promise<Response> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const leaving = signal === undefined ? {} : { signal };
  return fetch(url, { method: "POST", body: text, headers: { ...HEADERS, ...headers }, ...leaving });
}

/** What else a raw client does: it sends more later, or leaves at once. */
interface RawOptions {
  readonly later?: Promise<string>;
  readonly leave?: boolean;
}

/** Sends raw bytes. Resolves with everything received until the connection closes. */
export function raw(url: string, bytes: string, { later, leave = false }: RawOptions = {}): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connectSocket(Number(port), hostname);
    let answer = "";
    socket.setEncoding("utf8").on("data", (text: string) => {
      answer += text;
    });
    // The server may reset a connection after its answer. Either way it closes.
    socket.on("close", () => resolve(answer)).on("error", () => undefined);
    socket.write(bytes, () => {
      if (leave) socket.destroy();
    });
    void later?.then((more) => socket.write(more));
  });
}

export function callOf(id: number | string, name = "look", args: unknown = {}) {
  return { jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } };
}

const VERSION = "2026-07-28";

interface ModernRequest {
  readonly id?: string | number;
  readonly method: string;
  readonly params?: { readonly name?: string; readonly [member: string]: unknown };
}

/** The body and headers of a request of MCP 2026-07-28. */
function modern(request: ModernRequest) {
  const { method, params = {} } = request;
  const meta = { "io.modelcontextprotocol/protocolVersion": VERSION, "io.modelcontextprotocol/clientCapabilities": {} };
  const named = params.name === undefined ? {} : { "mcp-name": params.name };
  const headers = { "mcp-protocol-version": VERSION, "mcp-method": method, ...named };
  return { body: { jsonrpc: "2.0", ...request, params: { ...params, _meta: meta } }, headers };
}

/** Sends a request of MCP 2026-07-28. */
export function postModern(
  url: string,
  request: ModernRequest,
  more: Readonly<Record<string, string>> = {},
  signal?: AbortSignal,
): Promise<Response> {
  const { body, headers } = modern(request);
  return post(url, body, { ...headers, ...more }, signal);
}

/** The JSON-RPC error of a refusal; fails for anything else. */
export async function errorOf(response: Response): Promise<{ code: number; message: string }> {
  if (response.headers.get("content-type") !== "application/json") throw new Error("no JSON");
  const body = (await response.json()) as { jsonrpc?: string; id?: unknown; error: { code: number; message: string } };
  if (body.jsonrpc !== "2.0" || body.id !== null) throw new Error("no JSON-RPC");
  return body.error;
}

/** A promise with its `resolve`. */
export function deferred() {
  let resolve: (text: string) => void = () => undefined;
  const promise = new Promise<string>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
