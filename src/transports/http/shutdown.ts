import type { Server } from "node:http";
import { type Clock, sleep } from "../../runtime/clock.ts";
import type { Arrivals } from "./arrivals.ts";
import type { CallsInFlight } from "./calls-in-flight.ts";
import type { Exchanges } from "./exchange.ts";
import type { HttpLimits } from "./limits.ts";
import type { McpEndpoint } from "./mcp-endpoint.ts";

export interface ShutdownParts {
  readonly server: Server;
  readonly arrivals: Arrivals;
  readonly exchanges: Exchanges;
  readonly calls: CallsInFlight;
  readonly endpoint: McpEndpoint;
  readonly limits: HttpLimits;
  readonly clock: Clock;
  /** Ends what is under way upstream, so that open calls are answered now. */
  readonly giveUp?: () => Promise<void>;
}

/** How long the answers of calls that were given up may take, all in all: a plan's says that its outcome is unknown. */
const GIVE_UP_MS = 500;

/** How long connections may take to close once all is said. */
const CLOSE_MS = 500;

/**
 * Ends a server: it says that it is not ready, takes in what had been sent by then, answers that within the grace time, and
 * closes streams and connections. It listens until the last is answered: what is under way may still be cancelled, or its
 * stream resumed.
 */
export async function shutDown(parts: ShutdownParts): Promise<void> {
  const { server, arrivals, exchanges, calls, endpoint, limits, clock, giveUp } = parts;
  const endMs = clock.monotonicMs() + limits.drainMs;
  endpoint.announceEnd();
  await arrivals.settled(limits, clock);
  exchanges.close();
  endpoint.drain();
  const isWithin = (ms: number, done: Promise<unknown>): Promise<boolean> =>
    Promise.race([done.then(() => true), sleep(clock, ms).then(() => false)]);
  const idle = Promise.all([calls.idle(), exchanges.answered()]);
  const givenUp = (await isWithin(endMs - clock.monotonicMs(), idle)) ? undefined : giveUp?.();
  // A call may be over before its answer is on the stream by which it was resumed.
  await isWithin(GIVE_UP_MS, Promise.all([givenUp, idle, endpoint.answered()]));
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  await endpoint.close();
  await isWithin(CLOSE_MS, closed);
  server.closeAllConnections();
  await closed;
}
