import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo, Server, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type SandboxOptions, startSandbox } from "./sandbox.ts";

/** A sandbox that ends with its test. */
export async function sandboxOfTest(options: SandboxOptions = {}) {
  const sandbox = await startSandbox(options);
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** The port of a server on loopback that ends with its test, and so do its connections. */
export async function portOfTest(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket.on("error", () => undefined)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** An empty folder outside the repository, perhaps with a name, removed after its test. */
export function emptyFolder(name: string = ""): string {
  const parent = mkdtempSync(join(tmpdir(), "coldroute-test-"));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const folder = join(parent, name);
  mkdirSync(folder, { recursive: true });
  return folder;
}
