import { createClient, RESP_TYPES } from "@redis/client";
import { type Clock, isDoneWithin } from "../../runtime/clock.ts";
import type { Log } from "../../runtime/log.ts";

export type Redis = Awaited<ReturnType<typeof connectRedis>>;
type Command = readonly (string | Buffer)[];
/** Texts are buffers, but for a simple `OK`. Whoever can write to Redis decides what comes. */
type Replies = readonly unknown[];

/** How long a process waits for replies. A longer wait would cost a call more than sharing saves. */
const REPLY_MS = 50;
/** How long a process sends nothing after a failure. */
const PAUSE_MS = 500;
/** How long `connectRedis` waits for its first connection, and the pause between two attempts to connect. */
const CONNECT_MS = 2_000;
const RECONNECT_MS = 500;

/** Connects to the Redis or Valkey at `url`, which may be lost at any time. The log tells loss and return once. */
export async function connectRedis(url: string, clock: Clock, log: Log) {
  const socket = { reconnectStrategy: RECONNECT_MS };
  const client = createClient({ url, RESP: 2, disableOfflineQueue: true, maintNotifications: "disabled", socket });
  let lost: string | undefined = "CONNECTING";
  let isLossLogged = false;
  let pausedUntilMs = Number.NEGATIVE_INFINITY;
  const lose = (cause: string): void => {
    // On a busy machine, a single command may be late.
    if (lost !== undefined && !isLossLogged) {
      isLossLogged = true;
      log.warn({ cause }, "shared state lost: this process goes by what it knows itself");
    }
    lost = cause;
    pausedUntilMs = clock.monotonicMs() + PAUSE_MS;
  };
  const find = (): void => {
    if (isLossLogged) log.info({}, "shared state is back");
    isLossLogged = false;
    lost = undefined;
    pausedUntilMs = Number.NEGATIVE_INFINITY;
  };
  /**
   * Sends commands together and gives their replies; `undefined` if Redis is lost, is late or refuses one. `onEnd`
   * runs once: with the replies, however late they come, or with `undefined` if none will come.
   */
  async function run(commands: readonly Command[], onEnd?: (replies?: Replies) => void): Promise<Replies | undefined> {
    if (!client.isReady || clock.monotonicMs() < pausedUntilMs) {
      onEnd?.();
      return undefined;
    }
    // The first commands after a failure go alone.
    const isTrial = lost !== undefined;
    if (isTrial) pausedUntilMs = clock.monotonicMs() + PAUSE_MS;
    const options = { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } };
    const sent = commands.map((command) => client.sendCommand<unknown>([...command], options));
    let replies: Replies | undefined;
    let cause = "TIMEOUT";
    const ended = Promise.all(sent).then(
      (all) => {
        replies = all;
        onEnd?.(all);
      },
      (error: unknown) => {
        cause = causeOf(error);
        onEnd?.();
      },
    );
    // The client's own time-out ends once it has written a command. Wait in two halves: if this process was busy, its
    // own work may have used up the first.
    if (!(await isDoneWithin(clock, REPLY_MS / 2, ended))) await isDoneWithin(clock, REPLY_MS / 2, ended);
    if (replies !== undefined && isTrial) find();
    // Commands sent before a loss say no more about it.
    if (replies === undefined && (isTrial || lost === undefined)) lose(cause);
    return replies;
  }
  const begun = new Promise<void>((resolve) => {
    client.once("ready", () => resolve(find()));
    // Without a listener, the first error would end reconnecting.
    client.on("error", (error) => resolve(lose(causeOf(error))));
  });
  // Not awaited: `connect` settles only once there is a connection.
  client.connect().catch(() => undefined);
  await isDoneWithin(clock, CONNECT_MS, begun);
  return {
    run,
    /** Why Redis is lost, if it is: a code such as ECONNREFUSED or TIMEOUT, or the first word of an error. */
    lost: () => lost,
    // `close` would wait for a Redis that hangs.
    close: () => client.destroy(),
  };
}

/** Error messages change between versions; their first word, or a system code, does not. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return "UNKNOWN";
  if ("code" in error && typeof error.code === "string") return error.code;
  return /^[A-Z]+(?= )/.exec(error.message)?.[0] ?? error.name;
}
