import type { Readable } from "node:stream";
import type { Clock } from "../runtime/clock.ts";
import { sleep } from "../runtime/clock.ts";
import type { Catalogue } from "../server/catalogue.ts";
import type { Identity } from "../server/sdk1.ts";
import type { Adapter } from "./line-transport.ts";
import { LineTransport } from "./line-transport.ts";
import type { ProtocolOutput } from "./protocol-output.ts";

/** How long open requests may take to be answered once the input has ended (DESIGN 1). */
const DRAIN_MS = 5_000;

export interface StdioOptions {
  readonly input: Readable;
  readonly output: ProtocolOutput;
  readonly clock: Clock;
  readonly identity: Identity;
  readonly catalogue: () => Promise<Catalogue>;
  /** Aborted when the process is asked to end. */
  readonly stop: AbortSignal;
}

/**
 * Serves MCP on stdio until the input ends, the output's reader is gone or `stop` is aborted. Requests read by then
 * are answered, `DRAIN_MS` at most; at once when none is open. Resolves when the process may exit.
 */
export async function serveStdio(options: StdioOptions): Promise<void> {
  const { clock, input, output, stop } = options;
  const transport = new LineTransport(input, output, () => chooseAdapter(options));
  const stopped = new Promise<void>((resolve) => {
    if (stop.aborted) resolve();
    stop.addEventListener("abort", () => resolve(), { once: true });
  });
  await Promise.race([transport.read(), stopped, output.gone]);
  transport.stopReading();
  const timeUp = new AbortController();
  const answered = transport.idle().then(() => output.flush());
  await Promise.race([answered, output.gone, sleep(clock, DRAIN_MS, timeUp.signal)]);
  timeUp.abort();
  await transport.close();
}

/**
 * The one place where a connection's protocol era is chosen (DESIGN 7). SDK 1.x speaks the only era there is so far:
 * MCP 2024-11-05 to 2025-11-25. Only the adapter that is needed is imported.
 */
async function chooseAdapter({ identity, catalogue }: StdioOptions): Promise<Adapter> {
  const { isSdk1Request, serveSdk1 } = await import("../server/sdk1.ts");
  return {
    serve: (transport) => serveSdk1(transport, identity, catalogue),
    answers: isSdk1Request,
  };
}
