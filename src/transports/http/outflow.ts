import type { HttpLimits } from "./limits.ts";

/**
 * What is written to clients and not read by them yet. The SDKs write to a stream whether anyone reads it or not; here it
 * is counted, and a client that falls too far behind loses its connection instead of holding the server's memory.
 */
export class Outflow {
  readonly #limits: Pick<HttpLimits, "maxUnreadBytes" | "maxUnreadBytesInAll">;
  #unreadBytes = 0;

  constructor(limits: Pick<HttpLimits, "maxUnreadBytes" | "maxUnreadBytesInAll">) {
    this.#limits = limits;
  }

  /** Bytes that wait to be read, over all clients. */
  get unreadBytes(): number {
    return this.#unreadBytes;
  }

  /** The same response, its body counted. `cut` ends the connection of a client that does not keep up. */
  watch(response: Response, cut: () => void): Response {
    if (response.body === null) return response;
    const { status, headers } = response;
    return new Response(this.#watched(response.body.getReader(), cut), { status, headers });
  }

  #watched(reader: ReadableStreamDefaultReader<Uint8Array>, cut: () => void): ReadableStream<Uint8Array> {
    const { maxUnreadBytes, maxUnreadBytesInAll } = this.#limits;
    const queue: Uint8Array[] = [];
    let bytes = 0;
    let isOver = false;
    let wake: () => void = () => undefined;
    const count = (change: number): void => {
      bytes += change;
      this.#unreadBytes += change;
    };
    const finish = (): void => {
      isOver = true;
      wake();
    };
    const pump = async (): Promise<void> => {
      for (;;) {
        const { done, value } = await reader.read();
        if (done || isOver) return finish();
        // A single message is let through: what counts is that the one before it has been read.
        const isBehind = bytes > 0;
        queue.push(value);
        count(value.byteLength);
        wake();
        if (isBehind && (bytes > maxUnreadBytes || this.#unreadBytes > maxUnreadBytesInAll)) cut();
      }
    };
    let handedOver = 0;
    return new ReadableStream<Uint8Array>(
      {
        start: () => void pump().catch(finish),
        // Asked for more: what was handed over before has been read.
        pull: async (controller) => {
          count(-handedOver);
          handedOver = 0;
          if (queue.length === 0 && !isOver) {
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
          }
          const next = queue.shift();
          handedOver = next?.byteLength ?? 0;
          if (next !== undefined) controller.enqueue(next);
          else controller.close();
        },
        cancel: async (reason) => {
          isOver = true;
          count(-bytes);
          queue.length = 0;
          await reader.cancel(reason);
        },
      },
      { highWaterMark: 0 },
    );
  }
}
