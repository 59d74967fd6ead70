import type { Socket } from "node:net";
import type { Clock } from "../../runtime/clock.ts";
import type { Exchange } from "./exchange.ts";
import type { HttpLimits } from "./limits.ts";

/**
 * The exchanges of one connection, one after the other: the next request is served once the response before it has been
 * read, so that nobody has the server work, or hold answers, for what they do not read.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #limits: Pick<HttpLimits, "maxPipelined" | "lingerMs">;
  readonly #clock: Clock;
  readonly #waiting: { readonly exchange: Exchange; readonly serve: () => void }[] = [];
  #current: Exchange | undefined;
  #stayOpen: () => void = () => undefined;

  constructor(socket: Socket, limits: Pick<HttpLimits, "maxPipelined" | "lingerMs">, clock: Clock) {
    this.#socket = socket;
    this.#limits = limits;
    this.#clock = clock;
    socket.once("close", () => {
      this.#stayOpen();
      this.#current?.end();
      this.#next();
    });
  }

  /** Calls `serve` when it is this exchange's turn. */
  take(exchange: Exchange, serve: () => void): void {
    // Whatever came before it has arrived whole.
    this.#stayOpen();
    this.#waiting.push({ exchange, serve });
    if (this.#waiting.length > this.#limits.maxPipelined) this.#socket.destroy();
    else if (this.#current === undefined) this.#next();
  }

  #next(): void {
    // Node does not tell those whose turn had not come.
    if (this.#socket.destroyed) for (const { exchange } of this.#waiting.splice(0)) exchange.end();
    const next = this.#waiting.shift();
    this.#current = next?.exchange;
    if (next === undefined) return;
    next.exchange.whenOver(() => {
      if (!next.exchange.incoming.complete) this.#closeSoon(next.exchange);
      this.#next();
    });
    next.exchange.isServed = true;
    next.serve();
  }

  /** Closes the connection of a client that goes on sending what has been answered. */
  #closeSoon({ incoming }: Exchange): void {
    this.#stayOpen = this.#clock.after(this.#limits.lingerMs, () => {
      if (!incoming.complete) this.#socket.destroy();
    });
  }
}
