import { createClient, RESP_TYPES } from "@redis/client";
import { type Clock, isDoneWithin } from "../../runtime/clock.ts";
import type { Log } from "../../runtime/log.ts";
import { SCRIPTS } from "./scripts.ts";

/** Holds the state of an account. */
export interface Store {
  /** A script's reply without its time; `undefined` if none came in time, although the script may still run. */
  run(script: keyof typeof SCRIPTS, keys: readonly string[], args: readonly Argument[]): Promise<Reply | undefined>;
  /** Why the store is out of reach: a system code, or the first word of an error; `undefined` if it is not. */
  readonly lost: string | undefined;
  /** The store's time (epoch), never behind it; this machine's time until the first reply. */
  nowMs(): number;
  close(): void;
}
export type Argument = string | Buffer;
export type Reply = readonly (number | Buffer)[];

/** The longest that a command may take. Sharing is not worth a longer wait to a call. */
const COMMAND_MS = 50;
/** How long the process asks nothing after a failed command. */
const PAUSE_MS = 500;
/** How long a first command waits for its connection, and the pause between two attempts to connect. */
const CONNECT_MS = 2_000;
const RECONNECT_MS = 500;
/** How long commands must fail before the log says so: on a busy machine, a single one may be late. */
const TELL_MS = 1_000;
/** With so many commands waiting, further ones fail at once. */
const MAX_WAITING = 2_000;

/** Connects to Redis or Valkey at `url`. A loss costs a call 50 ms. The log has one line on loss and one on return. */
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
  let isTold = false;
  let aheadMs = clock.nowMs() - clock.monotonicMs();
  let pausedUntilMs = Number.NEGATIVE_INFINITY;
  const lose = (cause: string): undefined => {
    const nowMs = clock.monotonicMs();
    if (lost === undefined) lostMs = nowMs;
    lost = cause;
    pausedUntilMs = nowMs + PAUSE_MS;
    if (isTold || nowMs - lostMs < TELL_MS) return;
    isTold = true;
    log.warn({ cause }, "shared state lost: this process goes by what it knows itself");
  };
  const run: Store["run"] = async (script, keys, args) => {
    const sentMs = clock.monotonicMs();
    if (!client.isReady || sentMs < pausedUntilMs) return undefined;
    // After a failure, one command goes alone first.
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
    // Waits in two halves: a process that was busy itself may have used up the first.
    const isDone = await isDoneWithin(clock, COMMAND_MS / 2, answered);
    if (!isDone) await isDoneWithin(clock, COMMAND_MS / 2, answered);
    if (!isReply(reply)) return lose(cause);
    if (isTold) log.info({}, "shared state is back");
    isTold = false;
    lost = undefined;
    pausedUntilMs = Number.NEGATIVE_INFINITY;
    const [atMs, ...rest] = reply;
    aheadMs = Number(atMs) - sentMs;
    return rest;
  };
  const begun = new Promise<void>((resolve) => {
    client.once("ready", resolve);
    // Without this listener, the first failure would end reconnection.
    client.on("error", (error) => resolve(lose(causeOf(error))));
  });
  // The promise settles only after a connection, so nothing awaits it.
  client.connect().catch(() => undefined);
  await isDoneWithin(clock, CONNECT_MS, begun);
  return {
    run,
    get lost() {
      return client.isReady ? lost : (lost ?? "CONNECTING");
    },
    nowMs: () => clock.monotonicMs() + aheadMs,
    // `close` would wait for a stopped Redis.
    close: () => client.destroy(),
  };
}

function isReply(value: unknown): value is Reply {
  return Array.isArray(value) && value.every((each) => Number.isSafeInteger(each) || Buffer.isBuffer(each));
}

/** Error messages change between versions of Redis. A system code or the first word does not. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return "UNKNOWN";
  if ("code" in error && typeof error.code === "string") return error.code;
  return /^[A-Z]+(?= )/.exec(error.message)?.[0] ?? error.name;
}
