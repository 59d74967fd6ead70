import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { IdleSet } from "../server/idle-set.ts";

type RequestId = string | number;

/** The requests of one connection that are not answered yet. The SDKs know them too, and tell nobody. */
export class OpenRequests {
  readonly #ids = new IdleSet<RequestId>();
  /** Resolves when the SDK closes the connection, as it does after a line that is far too long. */
  readonly closed: Promise<void>;
  #close: () => void = () => undefined;

  constructor() {
    this.closed = new Promise((resolve) => {
      this.#close = resolve;
    });
  }

  /** The same transport, watched. `onUnreadable` hears of input that is no message. */
  watch(wire: Transport, onUnreadable: () => void): Transport {
    const watched: Transport = {
      start: () => {
        wire.onmessage = (message, extra) => {
          this.#came(message);
          watched.onmessage?.(message, extra);
        };
        wire.onerror = (error) => {
          onUnreadable();
          watched.onerror?.(error);
        };
        wire.onclose = () => {
          this.#close();
          watched.onclose?.();
        };
        return wire.start();
      },
      send: async (message, options) => {
        const sent = wire.send(message, options);
        this.#answered(message);
        await sent;
      },
      close: () => wire.close(),
    };
    return watched;
  }

  /** Resolves once no request is open. */
  idle(): Promise<void> {
    return this.#ids.idle();
  }

  #came(message: JSONRPCMessage): void {
    if (!("method" in message)) return;
    if ("id" in message) this.#ids.add(message.id);
    // A cancelled request gets no answer (MCP, cancellation).
    else if (message.method === "notifications/cancelled") this.#settled(message.params?.["requestId"]);
  }

  #answered(message: JSONRPCMessage): void {
    if (!("method" in message)) this.#settled(message.id);
    // A subscription is open as long as its client likes: its acknowledgement is all that is waited for.
    else if (message.method === "notifications/subscriptions/acknowledged")
      this.#settled(message.params?._meta?.["io.modelcontextprotocol/subscriptionId"]);
  }

  #settled(id: unknown): void {
    this.#ids.delete(id as RequestId);
  }
}
