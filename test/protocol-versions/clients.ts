import type { Transport as Transport2 } from "@modelcontextprotocol/client";
import { Client as Client2, StreamableHTTPClientTransport as Http2 } from "@modelcontextprotocol/client";
import { StdioClientTransport as Stdio2 } from "@modelcontextprotocol/client/stdio";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as Stdio1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as Http1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport as Transport1 } from "@modelcontextprotocol/sdk/shared/transport.js";
import { MAIN_FILE, spawnProcess } from "../support/server-process.ts";

/** The official clients that most hosts use: SDK 1.x, and SDK 2.x with each way to choose its protocol version. */
export const CLIENT_NAMES = ["1.x", "2.x legacy", "2.x auto", "2.x pinned"] as const;
export type ClientName = (typeof CLIENT_NAMES)[number];

const MODES = { "2.x legacy": "legacy", "2.x auto": "auto", "2.x pinned": { pin: "2026-07-28" } } as const;
const IDENTITY = { name: "test", version: "1" };

/** Progress and cancellation of one call. */
interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: { readonly progress: number; readonly total?: number | undefined }) => void;
}

/** A connected client, with the requests that both SDKs offer. */
export interface Connected {
  /** The negotiated version. Undefined for SDK 1.x, which hides it and supports 2025-11-25 at most. */
  readonly version: string | undefined;
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  /** The resources, their templates and the prompts on offer. */
  listTheRest(): Promise<unknown>;
  readResource(uri: string): Promise<unknown>;
  getPrompt(name: string, args: Record<string, string>): Promise<unknown>;
  completePrompt(name: string, argument: { readonly name: string; readonly value: string }): Promise<unknown>;
  callTool(name: string, args: Record<string, unknown>, options?: CallOptions): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

/** Starts the built executable and connects to it, like a host on the same machine. */
export function connectOverStdio(name: ClientName, environment: Readonly<Record<string, string>>): Promise<Connected> {
  const command = { command: process.execPath, args: [MAIN_FILE], env: { ...environment } };
  return connect(
    name,
    () => new Stdio1({ ...command, stderr: "ignore" }),
    () => new Stdio2({ ...command, stderr: "ignore" }),
  );
}

/** Starts the built executable as an HTTP server and connects to it. */
export async function connectOverHttp(
  name: ClientName,
  environment: Readonly<Record<string, string>>,
): Promise<Connected> {
  const server = await startHttpServer(environment);
  const connected = await connectToServer(name, server.url);
  const close = async (): Promise<void> => {
    await connected.close();
    await server.stop();
  };
  return { ...connected, close };
}

/** The built executable as an HTTP server. The caller stops it. */
export async function startHttpServer(environment: Readonly<Record<string, string>>) {
  const server = spawnProcess(["http", "--port", "0"], { ...environment, COLDROUTE_HTTP_DRAIN_S: "0" });
  const url = new URL((await server.line()).replace("coldroute listens on ", ""));
  const stop = async (): Promise<void> => {
    server.child.kill("SIGTERM");
    await server.exited();
  };
  return { url, stop };
}

/** Connects to an HTTP server, with a bearer token if it wants one. */
export function connectToServer(name: ClientName, url: URL, token?: string): Promise<Connected> {
  const requestInit = token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } };
  return connect(
    name,
    () => new Http1(url, { requestInit }),
    () => new Http2(url, { requestInit }),
  );
}

/** A client of that kind, connected over the transport of its own SDK. */
async function connect(
  name: ClientName,
  transport1: () => Transport1,
  transport2: () => Transport2,
): Promise<Connected> {
  if (name === "1.x") {
    const client = new Client1(IDENTITY);
    await client.connect(transport1());
    return {
      version: undefined,
      listTools: () => client.listTools(),
      ...beyondTools(client),
      callTool: (tool, args, options) => client.callTool({ name: tool, arguments: args }, undefined, options),
      close: () => client.close(),
    };
  }
  const client = new Client2(IDENTITY, { versionNegotiation: { mode: MODES[name] } });
  await client.connect(transport2());
  return {
    version: client.getNegotiatedProtocolVersion(),
    listTools: () => client.listTools(),
    ...beyondTools(client),
    callTool: (tool, args, options) => client.callTool({ name: tool, arguments: args }, options),
    close: () => client.close(),
  };
}

/** The requests with the same signature in both SDKs. */
function beyondTools(client: Client1 | Client2) {
  return {
    listTheRest: async () => [
      await client.listResources(),
      await client.listResourceTemplates(),
      await client.listPrompts(),
    ],
    readResource: (uri: string): Promise<unknown> => client.readResource({ uri }),
    getPrompt: (name: string, args: Record<string, string>): Promise<unknown> =>
      client.getPrompt({ name, arguments: args }),
    completePrompt: (name: string, argument: { readonly name: string; readonly value: string }): Promise<unknown> =>
      client.complete({ ref: { type: "ref/prompt", name }, argument: { ...argument } }),
  };
}
