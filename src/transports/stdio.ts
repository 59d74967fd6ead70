import type { Readable } from "node:stream";
import type { Clock } from "../runtime/clock.ts";
import { sleep } from "../runtime/clock.ts";
import type { Catalogue } from "../server/catalogue.ts";
import { isModern } from "../server/era.ts";
import type { Identity } from "../server/identity.ts";
import type { Adapter, Message } from "./line-transport.ts";
import { LineTransport } from "./line-transport.ts";
import type { ProtocolOutput } from "./protocol-output.ts";

/** How long open requests may take to be answered once the input has ended: 5 s in all (DESIGN 1), giving up included. */
const DRAIN_MS = 4_700;

/** How long they may take once the process is asked to end: hosts follow with a kill after two seconds. */
const STOP_DRAIN_MS = 1_000;

/** How long the answers of requests that were given up may take: a plan's says that its outcome is unknown. */
const GIVE_UP_MS = 250;

export interface StdioOptions {
  readonly input: Readable;
  readonly output: ProtocolOutput;
  readonly clock: Clock;
  readonly identity: Identity;
  readonly catalogue: () => Promise<Catalogue>;
  /** Aborted when the process is asked to end. */
  readonly stop: AbortSignal;
  /** Ends what is under way upstream, so that open requests are answered now. */
  readonly giveUp: () => Promise<void>;
}

/**
 * Serves MCP on stdio until the input ends, the output's reader is gone or `stop` is aborted. Requests read by then
 * are answered, within 5 s or, when asked to stop, about one; at once when none is open. Those still open then are given
 * up and say so. Resolves when the process may exit.
 */
export async function serveStdio(options: StdioOptions): Promise<void> {
  const { clock, input, output, stop } = options;
  const transport = new LineTransport(input, output, (first) => chooseAdapter(options, first));
  const stopped = new Promise<void>((resolve) => {
    if (stop.aborted) resolve();
    stop.addEventListener("abort", () => resolve(), { once: true });
  });
  await Promise.race([transport.read(), stopped, output.gone]);
  transport.stopReading();
  const answered = transport.idle().then(() => output.flush());
  const done = Promise.race([answered, output.gone]);
  const over = new AbortController();
  const wait = (ms: number): Promise<boolean> =>
    Promise.race([done.then(() => true), sleep(clock, ms, over.signal).then(() => false)]);
  const stopSoon = stopped.then(() => wait(STOP_DRAIN_MS));
  if (!(await Promise.race([wait(DRAIN_MS), stopSoon]))) {
    await Promise.race([options.giveUp(), done]);
    await wait(GIVE_UP_MS);
  }
  over.abort();
  await transport.close();
}

/**
 * The one place where a connection's protocol era is chosen, by its first message (DESIGN 7): MCP 2026-07-28 for one that
 * asks for its discovery or names its version, else 2024-11-05 to 2025-11-25. Only the adapter that is needed is imported.
 */
async function chooseAdapter({ identity, catalogue }: StdioOptions, first: Message): Promise<Adapter> {
  if (isModern(first)) {
    const { createSdk2Connection } = await import("../server/sdk2.ts");
    return createSdk2Connection(identity, catalogue);
  }
  const { sdk1Objection, serveSdk1 } = await import("../server/sdk1.ts");
  return {
    serve: (transport) => serveSdk1(transport, identity, catalogue),
    objection: sdk1Objection,
  };
}
