import type { Socket } from "node:net";
import type { Exchange } from "./exchange.ts";
import type { HttpLimits } from "./limits.ts";

type ConnectionLimits = Pick<HttpLimits, "maxPipelined" | "maxPipelinedBytes">;

/** How many times what may wait is let in before the connection ends where it is: Node holds all of it until then. */
const MOST_IN_VAIN = 2;

/**
 * The exchanges of one connection, one after the other: the next request is served once the response before it has been
 * read, so that nobody has the server work, or hold answers, for what they do not read. The answer to the last that may wait
 * closes the connection; what its client sent behind that it may send again on another (RFC 9112, 9.3.2).
 */
export class Connection {
  readonly #socket: Socket;
  readonly #limits: ConnectionLimits;
  readonly #waiting: { readonly exchange: Exchange; readonly serve: () => void }[] = [];
  #current: Exchange | undefined;
  /** The answer to one that waits is going to close it. */
  #isClosing = false;

  constructor(socket: Socket, limits: ConnectionLimits) {
    this.#socket = socket;
    this.#limits = limits;
  }

  /** Calls `serve` when it is this exchange's turn. */
  take(exchange: Exchange, serve: () => void): void {
    exchange.before = this.#waiting.at(-1)?.exchange ?? this.#current;
    this.#waiting.push({ exchange, serve });
    if (this.#current === undefined) {
      this.#next();
      return;
    }
    const { maxPipelined } = this.#limits;
    if (this.#isClosing) exchange.incoming.forget();
    else if (this.#isFull()) {
      this.#isClosing = true;
      exchange.outgoing.setHeader("connection", "close");
    }
    if (this.#waiting.length > MOST_IN_VAIN * maxPipelined) this.#socket.destroy();
  }

  #isFull(): boolean {
    const { maxPipelined, maxPipelinedBytes } = this.#limits;
    const heldBytes = this.#waiting.reduce((sum, { exchange }) => sum + exchange.incoming.heldBytes, 0);
    return this.#waiting.length === maxPipelined || heldBytes > maxPipelinedBytes;
  }

  #next(): void {
    // Their client has gone, or was told that nothing more is answered. Node does not tell those whose turn had not come.
    if (!this.#socket.writable) for (const { exchange } of this.#waiting.splice(0)) exchange.end();
    const next = this.#waiting.shift();
    this.#current = next?.exchange;
    if (next === undefined) return;
    next.exchange.whenOver(() => {
      // What its client goes on sending has been answered.
      if (!next.exchange.incoming.complete) this.#socket.destroy();
      this.#next();
    });
    next.exchange.before = undefined;
    next.serve();
  }
}
