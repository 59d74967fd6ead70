import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

/** A tool and its arguments. */
export interface Asked {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
}

/** The call of number `number`. */
export type Ask = (number: number) => Asked;

/** Starts a script in a process of its own. Its first line is `… listens on URL`. */
export async function startServer(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const settings = { COLDROUTE_LOG_LEVEL: "error", COLDROUTE_HTTP_DRAIN_S: "0" };
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env["PATH"] ?? "", ...settings, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const stop = async (): Promise<void> => {
    const exit = once(child, "exit");
    child.kill("SIGTERM");
    await exit;
  };
  return { url: new URL(line.slice(line.indexOf("http"))), stop };
}

export async function connect(url: URL, token?: string): Promise<Client> {
  const client = new Client({ name: "load", version: "1" });
  const requestInit = token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  return client;
}

/** Each client makes one call after another, until all have made `count` calls together. The times are in ascending order. */
export async function load(clients: readonly Client[], count: number, ask: Ask) {
  const tookMs: number[] = [];
  let next = 0;
  let failures = 0;
  const startedMs = performance.now();
  const work = async (client: Client): Promise<void> => {
    while (next < count) {
      next += 1;
      const callMs = performance.now();
      const result = await client.callTool(ask(next)).catch(() => undefined);
      tookMs.push(performance.now() - callMs);
      if (result === undefined || result.isError === true) failures += 1;
    }
  };
  await Promise.all(clients.map(work));
  return { failures, tookMs: tookMs.toSorted((a, b) => a - b), seconds: (performance.now() - startedMs) / 1000 };
}

const HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };

/** Makes a call as a bare client does, and drops the answer unread. */
export async function send(url: URL, { name, arguments: args }: Asked, token: string): Promise<void> {
  const headers = { ...HEADERS, authorization: `Bearer ${token}` };
  const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  await response.arrayBuffer();
}
