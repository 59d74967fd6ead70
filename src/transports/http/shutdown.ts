import { once } from "node:events";
import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { isDoneWithin, sleep } from "../../runtime/waiting.ts";
import { OpenCalls } from "../../server/open-calls.ts";
import type { HttpOptions } from "./options.ts";

/** Counted from the end of listening. */
const OPEN_CALLS_MS = 25_000;
/** How long the server then answers on open connections. A proxy that closes unused ones earlier loses no request. */
const KEPT_CONNECTIONS_MS = 3_000;
const MAX_ACCEPT_MS = 1_000;
const LAST_ANSWERS_MS = 500;

/** The state that a shutdown changes. */
export class ServerState {
  isReady = true;
  /** Clients may keep their connections. */
  isListening = true;
  /** MCP requests are answered. */
  isOpen = true;
  /** Answers wait for the last connections to be accepted: a client that has its answer would connect anew. */
  allAccepted: Promise<unknown> = Promise.resolve();
  /** MCP requests, and calls that may outlast them. */
  readonly calls = new OpenCalls();
}

/**
 * Ends the server (G-http), in steps:
 *
 *     drainMs             /readyz answers 503, all requests are served
 *     1 s at most         accepts the connections that the system keeps waiting
 *     3 s at most         takes no new connections, serves requests on open ones
 *     25 s from there on  refuses MCP requests, while open calls may end
 *     maxWaitMs at most   gives up open calls, except a plan that is being sent
 *     0.5 s at most       sends the last answers, then closes all connections
 */
export async function shutDown(server: Server, state: ServerState, options: HttpOptions): Promise<void> {
  const { clock, config, maxWaitMs } = options;
  state.isReady = false;
  // Meanwhile a proxy learns to send its requests elsewhere.
  await sleep(clock, config.drainMs);

  state.allAccepted = isDoneWithin(clock, MAX_ACCEPT_MS, allAccepted(server));
  await state.allAccepted;
  const disconnected = once(server, "close");
  stopListening(server);
  state.isListening = false;
  const stoppedMs = clock.monotonicMs();
  await isDoneWithin(clock, KEPT_CONNECTIONS_MS, disconnected);

  state.isOpen = false;
  server.closeIdleConnections();
  await isDoneWithin(clock, stoppedMs + OPEN_CALLS_MS - clock.monotonicMs(), state.calls.idle());

  state.calls.giveUp();
  // A plan that is being sent is not given up: it has its own deadline.
  await isDoneWithin(clock, maxWaitMs, state.calls.idle());

  server.close();
  await isDoneWithin(clock, LAST_ANSWERS_MS, disconnected);
  server.closeAllConnections();
}

/**
 * Resolves once the server has accepted the connections that the system keeps waiting for it, which would be reset when it
 * stops listening. Node accepts one in a turn of the event loop; five turns without one also read the last ones' requests.
 */
async function allAccepted(server: Server): Promise<void> {
  let quietTurns = 0;
  const onConnection = (): void => {
    quietTurns = 0;
  };
  server.on("connection", onConnection);
  while (quietTurns < 5) {
    quietTurns += 1;
    await nextTurn();
  }
  server.off("connection", onConnection);
}

/** Keeps all connections. The close of node:http would also close unused ones, on which a request may be under way. */
function stopListening(server: Server): void {
  NetServer.prototype.close.call(server);
}
