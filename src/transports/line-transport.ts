import type { Readable } from "node:stream";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import type { ErrorAnswer, Incoming, Notification, Request, RequestId, Response } from "./json-rpc.ts";
import { invalidRequest, readMessages } from "./json-rpc.ts";
import type { Line } from "./lines.ts";
import { LineCutter } from "./lines.ts";
import type { ProtocolOutput } from "./protocol-output.ts";

/** The longest message read; the largest arguments of a tool are a few kilobytes. */
const MAX_LINE_BYTES = 8 * 1024 * 1024;

/** What a line may hold. */
export type Message = Request | Notification | Response;

/** The adapter of one protocol era, as the transport sees it. */
export interface Adapter {
  /** Sets the transport's `onmessage` and starts it. */
  serve(transport: Transport): Promise<void>;
  /** The error that a request is answered with instead of being given to the adapter, if any. */
  objection(request: Request): ErrorAnswer["error"] | undefined;
}

/**
 * JSON-RPC messages as lines (MCP, stdio transport). Differs from the SDK's transport in that it notices the input's end,
 * answers what is no message, bounds a line, and knows how many requests are still open.
 */
export class LineTransport implements Transport {
  onmessage?: NonNullable<Transport["onmessage"]>;
  onclose?: () => void;
  onerror?: (error: Error) => void;

  readonly #input: Readable;
  readonly #output: ProtocolOutput;
  readonly #chooseAdapter: (first: Message) => Promise<Adapter>;
  readonly #cutter = new LineCutter(MAX_LINE_BYTES);
  /** Open requests by id; a client may use an id twice, against the rules. */
  readonly #open = new Map<RequestId, number>();
  #adapter: Promise<Adapter> | undefined;
  #delivering: Promise<void> = Promise.resolve();
  #stopped = false;
  #onIdle: (() => void) | undefined;

  constructor(input: Readable, output: ProtocolOutput, chooseAdapter: (first: Message) => Promise<Adapter>) {
    this.#input = input;
    this.#output = output;
    this.#chooseAdapter = chooseAdapter;
  }

  /** Reads until the input ends (or breaks), then resolves; what was read is then counted, though perhaps not answered. */
  read(): Promise<void> {
    return new Promise((resolve) => {
      this.#input.on("data", (chunk: Buffer) => this.#takeLines(this.#cutter.push(chunk)));
      const end = (): void => {
        this.#takeLines(this.#cutter.end());
        resolve();
      };
      this.#input.once("end", end);
      this.#input.once("error", end);
      this.#input.once("close", end);
    });
  }

  /** Reads no further; what is under way goes on. */
  stopReading(): void {
    this.#stopped = true;
    this.#input.removeAllListeners("data");
    this.#input.pause();
  }

  /** Resolves once no request is open. */
  idle(): Promise<void> {
    if (this.#open.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onIdle = resolve;
    });
  }

  /** Called by the adapter once `onmessage` is set. The first message has been read by then, so there is nothing to do. */
  start(): Promise<void> {
    return Promise.resolve();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const written = this.#write(message);
    const answered = answeredBy(message);
    if (answered !== undefined) this.#settled(answered);
    await written;
  }

  async close(): Promise<void> {
    this.stopReading();
    this.onclose?.();
  }

  async #write(message: object): Promise<void> {
    const written = this.#output.write(`${JSON.stringify(message)}\n`);
    // A client that does not read its answers is not read either.
    if (this.#output.full) {
      this.#input.pause();
      await written;
      if (!this.#stopped) this.#input.resume();
    }
    await written;
  }

  #takeLines(lines: readonly Line[]): void {
    for (const line of lines) {
      if ("tooLong" in line) {
        void this.#write(invalidRequest(null, `longer than ${MAX_LINE_BYTES} bytes`));
      } else if (line.text.trim() !== "") {
        for (const incoming of readMessages(line.text)) this.#take(incoming);
      }
    }
  }

  #take(incoming: Incoming): void {
    if (incoming.kind === "refused") {
      void this.#write(incoming.answer);
      return;
    }
    if (incoming.kind === "request")
      this.#open.set(incoming.message.id, (this.#open.get(incoming.message.id) ?? 0) + 1);
    // One after the other: the first message waits for its adapter to be loaded, and none may overtake it.
    this.#delivering = this.#delivering.then(() => this.#deliver(incoming));
  }

  async #deliver(incoming: Exclude<Incoming, { kind: "refused" }>): Promise<void> {
    try {
      this.#adapter ??= this.#connect(incoming.message);
      const adapter = await this.#adapter;
      const error = incoming.kind === "request" ? adapter.objection(incoming.message) : undefined;
      if (incoming.kind === "request" && error !== undefined) {
        this.#settled(incoming.message.id);
        await this.#write({ jsonrpc: "2.0", id: incoming.message.id, error } satisfies ErrorAnswer);
        return;
      }
      this.onmessage?.(incoming.message as JSONRPCMessage);
      if (incoming.kind === "notification") this.#noteCancelled(incoming.message);
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error("a message could not be delivered"));
      if (incoming.kind === "request") this.#settled(incoming.message.id);
    }
  }

  async #connect(first: Message): Promise<Adapter> {
    const adapter = await this.#chooseAdapter(first);
    await adapter.serve(this);
    return adapter;
  }

  /** A cancelled request gets no answer (MCP, cancellation), so nothing waits for one. What is not as MCP defines it cancels nothing. */
  #noteCancelled({ method, params = {} }: Notification): void {
    const { requestId: id, reason, _meta: meta } = params;
    const isProper = (reason === undefined || typeof reason === "string") && (meta === undefined || isObject(meta));
    if (method === "notifications/cancelled" && isProper && (typeof id === "string" || typeof id === "number")) {
      this.#settled(id);
    }
  }

  #settled(id: RequestId): void {
    const count = this.#open.get(id);
    if (count === undefined) return;
    if (count > 1) this.#open.set(id, count - 1);
    else this.#open.delete(id);
    if (this.#open.size === 0) this.#onIdle?.();
  }
}

/** The id of the request that `message` answers. A subscription stays open, but is answered once it is acknowledged. */
function answeredBy(message: JSONRPCMessage): RequestId | undefined {
  if (!("method" in message)) return message.id;
  if (message.method !== "notifications/subscriptions/acknowledged") return undefined;
  const id = message.params?._meta?.["io.modelcontextprotocol/subscriptionId"];
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
