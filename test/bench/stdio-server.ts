import { type ChildProcessByStdio, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";

interface Message {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** A process that speaks JSON-RPC in lines, without the work of a client library. */
export class StdioServer {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #waiting = new Map<number, (message: Message) => void>();
  #lastId = 0;

  constructor(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
    this.#child = spawn(process.execPath, args, {
      env: { PATH: process.env["PATH"] ?? "", COLDROUTE_LOG_LEVEL: "silent", ...environment },
      stdio: ["pipe", "pipe", "inherit"],
    });
    createInterface({ input: this.#child.stdout }).on("line", (line) => {
      const message = JSON.parse(line) as Message;
      if (message.id !== undefined) this.#waiting.get(message.id)?.(message);
    });
  }

  /** Opens a session of MCP 2025-11-25. */
  async initialize(): Promise<void> {
    const clientInfo = { name: "bench", version: "1" };
    await this.ask("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
    this.#write({ jsonrpc: "2.0", method: "notifications/initialized" });
  }

  /** The result of one request. Rejects if there is none. */
  ask(method: string, params: object = {}): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ result, error }) => {
        this.#waiting.delete(id);
        if (result === undefined) reject(new Error(`${method}: ${JSON.stringify(error)}`));
        else resolve(result);
      });
      this.#write({ jsonrpc: "2.0", id, method, params });
    });
  }

  /** The result of a tool call. Rejects if the tool failed. */
  async call(name: string, args: Readonly<Record<string, unknown>>): Promise<unknown> {
    const result = (await this.ask("tools/call", { name, arguments: args })) as { readonly isError?: boolean };
    if (result.isError === true) throw new Error(`${name} failed: ${JSON.stringify(result)}`);
    return result;
  }

  /** The memory of the process, in MB. */
  residentMb(): number {
    return Number(execFileSync("ps", ["-o", "rss=", "-p", String(this.#child.pid)], { encoding: "utf8" })) / 1024;
  }

  async stop(): Promise<void> {
    const exit = once(this.#child, "exit");
    this.#child.stdin.end();
    await exit;
  }

  #write(message: object): void {
    this.#child.stdin.write(`${JSON.stringify(message)}\n`);
  }
}
