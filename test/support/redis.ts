import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@redis/client";
import { onTestFinished } from "vitest";
import { portOfTest } from "./per-test.ts";

const SERVER = ["/usr/bin/redis-server", "/usr/local/bin/redis-server", "/usr/bin/valkey-server"].find(existsSync);

/** Whether a Redis is installed. If not, says how to get one. In CI it is always true, so tests without Redis fail. */
export function hasRedis(what: string): boolean {
  if (SERVER !== undefined || process.env["CI"] !== undefined) return true;
  process.stderr.write(`Skipped: ${what}, which needs Redis (apt-get update && apt-get install redis-server)\n`);
  return false;
}

/** A real Redis on a free port. It keeps nothing on disk. Killed after the test. */
export async function startRedis() {
  const folder = mkdtempSync(join(tmpdir(), "coldroute-redis-"));
  const port = await freePort();
  let server = await serve(port, folder);
  const client = createClient({ url: `redis://127.0.0.1:${port}`, RESP: 2 });
  client.on("error", () => undefined);
  await client.connect();
  const kill = async (): Promise<void> => {
    const gone = once(server, "exit");
    server.kill("SIGKILL");
    if (server.exitCode === null && server.signalCode === null) await gone;
  };
  onTestFinished(async () => {
    client.destroy();
    await kill();
    rmSync(folder, { recursive: true, force: true });
  });
  const send = (...args: readonly string[]): Promise<unknown> => client.sendCommand([...args]);
  return {
    url: `redis://127.0.0.1:${port}`,
    send,
    /** Suspends the server. `resume` lets it go on. */
    stop: () => server.kill("SIGSTOP"),
    resume: () => server.kill("SIGCONT"),
    kill,
    /** Starts the server again. */
    start: async () => {
      server = await serve(port, folder);
      while (!client.isReady) await new Promise((resolve) => setTimeout(resolve, 10));
    },
    /** The number at the first key that matches `pattern`. */
    number: async (pattern: string): Promise<number> => {
      const [key] = await client.keys(pattern);
      return Number(key === undefined ? 0 : await client.get(key));
    },
    client,
  };
}

/** A listener that is not Redis. Without `answer` it says nothing. Closed after the test. */
export async function startFalseRedis(answer: (socket: Socket) => unknown = () => undefined) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.resume());
    answer(socket);
  });
  return { url: `redis://127.0.0.1:${await portOfTest(server)}`, sockets };
}

async function serve(port: number, folder: string): Promise<ChildProcess> {
  const options = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--save", "", "--daemonize", "no"];
  const server = spawn(SERVER ?? "redis-server", options, { stdio: ["ignore", "pipe", "inherit"] });
  for await (const chunk of server.stdout) if (String(chunk).includes("Ready to accept connections")) break;
  server.stdout.resume();
  return server;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
