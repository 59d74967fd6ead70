import type { IncomingMessage } from "node:http";
import type { Clock } from "../../runtime/clock.ts";
import type { Exchange } from "./exchange.ts";
import type { HttpLimits } from "./limits.ts";

type LingerLimits = Pick<HttpLimits, "lingerMs" | "lingerBytes">;

/**
 * The answer to a request that has not arrived whole: it closes the connection, is written at once and ended a moment later,
 * for whoever still sends into a closed one hears of that instead of the answer (RFC 9112, 9.6). One without a body is
 * written that moment later.
 */
export async function lingering(
  response: Response,
  exchange: Exchange,
  { limits, clock }: { readonly limits: LingerLimits; readonly clock: Clock },
): Promise<Response> {
  const { incoming } = exchange;
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  if (incoming.complete || isStream) return response;
  if (response.body === null) await readOff(incoming, limits, clock);
  // A body that came with the headers is taken in by then.
  else await new Promise((resolve) => setImmediate(resolve));
  if (incoming.complete) return response;
  const { status, headers } = response;
  headers.set("connection", "close");
  if (response.body === null) return response;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(bytes),
      pull: async (controller) => {
        exchange.isSaid = true;
        await readOff(incoming, limits, clock);
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  headers.set("content-length", `${bytes.length}`);
  return new Response(body, { status, headers });
}

/**
 * Reads on, for nothing: some clients look for an answer only once they have sent everything. Resolves when that is so, and
 * otherwise when there has been time enough for the others to find it; of too much the rest is left unread.
 */
function readOff(incoming: IncomingMessage, { lingerMs, lingerBytes }: LingerLimits, clock: Clock): Promise<void> {
  if (incoming.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let bytes = 0;
    const count = (part: Buffer): void => {
      bytes += part.length;
      if (bytes > lingerBytes) incoming.pause();
    };
    const finish = (): void => {
      cancel();
      incoming.off("data", count);
      resolve();
    };
    const cancel = clock.after(lingerMs, finish);
    for (const event of ["end", "error", "close"]) incoming.once(event, finish);
    incoming.on("data", count).resume();
  });
}
