import { createClient, RESP_TYPES } from "@redis/client";
import { type Clock, isDoneWithin } from "../../runtime/clock.ts";
import type { Log } from "../../runtime/log.ts";
import { SCRIPTS } from "./scripts.ts";

/** Stores the state of an account. */
export interface Store {
  /** Runs a script and gives its reply, less the time. `undefined`: none came in time, and the script may run later. */
  run(script: keyof typeof SCRIPTS, keys: readonly string[], args: readonly Argument[]): Promise<Reply | undefined>;
  /** Why the store is lost, if it is: a code such as ECONNREFUSED or TIMEOUT, or the first word of an error. */
  readonly lost: string | undefined;
  /** The store's time (epoch), never behind its own clock. Before the first reply, the time of this machine. */
  nowMs(): number;
  close(): void;
}
export type Argument = string | Buffer;
export type Reply = readonly (number | Buffer)[];

/** How long a process waits for a command. A longer wait would cost a call more than sharing saves. */
const COMMAND_MS = 50;
/** How long a process sends no command after one that failed. */
const PAUSE_MS = 500;
/** How long `connectStore` waits for its first connection, and the pause between two attempts to connect. */
const CONNECT_MS = 2_000;
const RECONNECT_MS = 500;
/** How long commands fail before the process logs it: on a busy machine, a single one may be late. */
const LOSS_LOG_MS = 1_000;
/** With more commands waiting, new ones fail at once. */
const MAX_WAITING = 2_000;

/** Connects to the Redis or Valkey at `url`. A lost store costs a command 50 ms. The log tells loss and return once. */
export async function connectStore(url: string, clock: Clock, log: Log): Promise<Store> {
  const client = createClient({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    commandsQueueMaxLength: MAX_WAITING,
    maintNotifications: "disabled",
    socket: { connectTimeout: 5_000, reconnectStrategy: RECONNECT_MS },
  });
  let lost: string | undefined;
  let lostMs = 0;
  let isLossLogged = false;
  let aheadMs = clock.nowMs() - clock.monotonicMs();
  let pausedUntilMs = Number.NEGATIVE_INFINITY;
  const lose = (cause: string): undefined => {
    const nowMs = clock.monotonicMs();
    if (lost === undefined) lostMs = nowMs;
    lost = cause;
    pausedUntilMs = nowMs + PAUSE_MS;
    if (isLossLogged || nowMs - lostMs < LOSS_LOG_MS) return;
    isLossLogged = true;
    log.warn({ cause }, "shared state lost: this process goes by what it knows itself");
  };
  const run: Store["run"] = async (script, keys, args) => {
    const sentMs = clock.monotonicMs();
    if (!client.isReady || sentMs < pausedUntilMs) return undefined;
    // The first command after a failure goes alone.
    if (lost !== undefined) pausedUntilMs = sentMs + PAUSE_MS;
    let reply: unknown;
    let cause = "TIMEOUT";
    const command = ["EVAL", SCRIPTS[script], String(keys.length), ...keys, ...args];
    const answered = client.sendCommand<unknown>(command, { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } }).then(
      (value) => {
        reply = value;
        cause = "NONSENSE";
      },
      (error: unknown) => {
        cause = causeOf(error);
      },
    );
    // Wait in two halves: if this process was busy, its own work may have used up the first.
    const isDone = await isDoneWithin(clock, COMMAND_MS / 2, answered);
    if (!isDone) await isDoneWithin(clock, COMMAND_MS / 2, answered);
    if (!isReply(reply)) return lose(cause);
    if (isLossLogged) log.info({}, "shared state is back");
    isLossLogged = false;
    lost = undefined;
    pausedUntilMs = Number.NEGATIVE_INFINITY;
    const [atMs, ...rest] = reply;
    aheadMs = Number(atMs) - sentMs;
    return rest;
  };
  const begun = new Promise<void>((resolve) => {
    client.once("ready", resolve);
    // Without a listener, the first error would end reconnecting.
    client.on("error", (error) => resolve(lose(causeOf(error))));
  });
  // Not awaited: `connect` settles only once there is a connection.
  client.connect().catch(() => undefined);
  await isDoneWithin(clock, CONNECT_MS, begun);
  return {
    run,
    get lost() {
      return client.isReady ? lost : (lost ?? "CONNECTING");
    },
    nowMs: () => clock.monotonicMs() + aheadMs,
    // `close` would wait for a Redis that hangs.
    close: () => client.destroy(),
  };
}

function isReply(value: unknown): value is Reply {
  return Array.isArray(value) && value.every((each) => Number.isSafeInteger(each) || Buffer.isBuffer(each));
}

/** Error messages change between versions; their first word, or a system code, does not. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return "UNKNOWN";
  if ("code" in error && typeof error.code === "string") return error.code;
  return /^[A-Z]+(?= )/.exec(error.message)?.[0] ?? error.name;
}
