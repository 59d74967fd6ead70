import type { Server } from "node:http";
import type { Socket } from "node:net";
import { type Clock, sleep } from "../../runtime/clock.ts";
import type { HttpLimits } from "./limits.ts";

/** What reaches a server: connections, and bytes on them. */
export class Arrivals {
  readonly #open = new Set<Socket>();
  #connections = 0;
  #bytesOfClosed = 0;

  constructor(server: Server) {
    server.on("connection", (socket: Socket) => {
      this.#connections += 1;
      this.#open.add(socket);
      socket.once("close", () => {
        this.#open.delete(socket);
        this.#bytesOfClosed += socket.bytesRead;
      });
    });
  }

  /**
   * Resolves once everything has been taken in that had been sent before: connections wait in the system's queue, and bytes
   * in its buffers, for as long as this process is busy. Then a turn of the event loop brings nothing new.
   */
  async settled({ settleMs, maxSettleMs }: Pick<HttpLimits, "settleMs" | "maxSettleMs">, clock: Clock): Promise<void> {
    const endMs = clock.monotonicMs() + maxSettleMs;
    await sleep(clock, settleMs);
    let before: number;
    do {
      before = this.#count();
      await new Promise((resolve) => setImmediate(resolve));
    } while (this.#count() > before && clock.monotonicMs() < endMs);
  }

  #count(): number {
    let count = this.#connections + this.#bytesOfClosed;
    for (const { bytesRead } of this.#open) count += bytesRead;
    return count;
  }
}
