import type { Readable, Writable } from "node:stream";
import type { Clock } from "../runtime/clock.ts";
import type { Log } from "../runtime/log.ts";
import { within } from "../runtime/within.ts";
import { Calls, withCalls } from "../server/calls.ts";
import type { Catalogue } from "../server/catalogue.ts";
import type { Identity } from "../server/identity.ts";
import type { StdioParts } from "../server/sdk1.ts";
import { HeldInput } from "./held-input.ts";
import { OpenRequests } from "./open-requests.ts";

/** How long open requests may take once the input has ended: 5 s in all (DESIGN 1), giving up included. */
const DRAIN_MS = 4_700;

/** How long they may take once the process is asked to end: hosts follow with a kill after two seconds. */
const STOP_DRAIN_MS = 1_000;

/** How long the answers of calls that were given up may take. */
const GIVE_UP_MS = 250;

/** Each request of MCP 2026-07-28 has this key in its `_meta`. */
const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";

export interface StdioOptions {
  readonly input: Readable;
  /** Closes when nobody reads any more. */
  readonly output: Writable;
  readonly clock: Clock;
  readonly log: Log;
  readonly identity: Identity;
  readonly catalogue: () => Promise<Catalogue>;
  /** Aborted when the process is asked to end. */
  readonly stop: AbortSignal;
}

/**
 * Serves MCP on stdio until the input ends, the output's reader is gone or `stop` is aborted. Requests read by then are
 * answered, within 5 s or, when asked to stop, about one. What is open then is given up and says so; a plan that is being
 * sent is finished. Resolves when the process may exit.
 */
export async function serveStdio(options: StdioOptions): Promise<void> {
  const { clock, output, stop } = options;
  const input = new HeldInput(options.input);
  const calls = new Calls();
  const requests = new OpenRequests();
  const gone = new Promise<void>((resolve) => output.once("close", resolve));
  const stopped = new Promise<void>((resolve) => {
    if (stop.aborted) resolve();
    stop.addEventListener("abort", () => resolve(), { once: true });
  });
  const connected = input.first.then((first) => connect(first, options, input.stream, requests, calls));

  await Promise.race([input.end, stopped, gone, requests.closed]);
  input.stop();
  const answered = connected.then(() => input.drained()).then(() => requests.idle());
  const over = Promise.race([answered, gone]);
  const isOver = await Promise.race([
    within(clock, DRAIN_MS, over),
    stopped.then(() => within(clock, STOP_DRAIN_MS, over)),
  ]);
  calls.giveUp();
  if (!isOver) await within(clock, GIVE_UP_MS, over);
  await calls.idle();
  await Promise.race([new Promise<void>((resolve) => output.end(resolve)), gone]);
}

/**
 * The one place that chooses a connection's era (DESIGN 7): MCP 2026-07-28 where the first message names its version, else
 * 2024-11-05 to 2025-11-25. Only the SDK that is needed is loaded.
 */
async function connect(
  first: object | undefined,
  { output, identity, catalogue, log }: StdioOptions,
  input: Readable,
  requests: OpenRequests,
  calls: Calls,
): Promise<void> {
  if (first === undefined) return;
  const parts: StdioParts = {
    input,
    output,
    watch: (wire) =>
      requests.watch(wire, () => log.warn({}, "coldroute dropped a line of its input that is no message of MCP")),
    identity,
    catalogue: async () => withCalls(await catalogue(), calls.run),
  };
  if (namesVersion(first)) await (await import("../server/sdk2.ts")).serveSdk2(parts);
  else await (await import("../server/sdk1.ts")).serveSdk1(parts);
}

function namesVersion(message: object): boolean {
  const { params } = message as {
    readonly params?: { readonly _meta?: Readonly<Record<string, unknown>> | null } | null;
  };
  return params?._meta?.[VERSION_KEY] !== undefined;
}
