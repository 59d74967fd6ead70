import { createClient, RESP_TYPES } from "@redis/client";
import { defined } from "../../domain/record.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Log } from "../../runtime/log.ts";
import { isDoneWithin } from "../../runtime/waiting.ts";
import type { AccountStatus } from "../model/status.ts";

export type Redis = Awaited<ReturnType<typeof connectRedis>>;
export type Commands = readonly (readonly (string | Buffer)[])[];
/** Texts are buffers, but for a simple `OK`. Whoever can write to Redis decides what comes. */
type Replies = readonly unknown[];

/** How long a process waits for replies. A longer wait would cost a call more than sharing saves. */
export const REPLY_MS = 50;
/** How long it waits for what it would otherwise have to make, such as a token. */
export const PATIENCE_MS = 1_000;
/** How long a process sends nothing after a failure, and the pause before it reconnects. */
const PAUSE_MS = 500;
const FIRST_CONNECTION_MS = 2_000;

/** Waits for the first connection or the first error, two seconds at most. */
export async function connectRedis(url: string, clock: Clock, log: Log) {
  const socket = { reconnectStrategy: PAUSE_MS };
  const client = createClient({ url, RESP: 2, disableOfflineQueue: true, maintNotifications: "disabled", socket });
  const typeMapping = { [RESP_TYPES.BLOB_STRING]: Buffer };
  const link = linkState(clock, log);
  let eviction: string | undefined;
  /** A Redis that drops keys when it is full may drop the bill. Not every Redis tells. */
  const checkEviction = async (): Promise<void> => {
    const info = await client.sendCommand<unknown>(["INFO", "memory"]).catch(() => "");
    const policy = /^maxmemory_policy:(\S+)/m.exec(String(info))?.[1];
    eviction = policy === "noeviction" ? undefined : policy;
    const advice = "Redis drops keys when it is full, the bill among them: set its maxmemory-policy to noeviction";
    if (eviction !== undefined) log.warn({ eviction }, advice);
  };
  // At each connection, because the log forgets a secret after eight newer ones.
  client.on("connect", () => log.conceal(decodeURIComponent(new URL(url).password)));
  const begun = new Promise<void>((resolve) => {
    client.on("ready", () => {
      link.replied();
      void checkEviction().then(resolve);
    });
    // Without a listener, the first error would end reconnecting.
    client.on("error", (error) => link.lost(causeOf(error)));
    client.once("error", () => resolve());
  });
  // Not awaited: `connect` settles only once there is a connection.
  client.connect().catch(() => undefined);
  if (!(await isDoneWithin(clock, FIRST_CONNECTION_MS, begun))) link.lost("TIMEOUT");
  return {
    /** `undefined` if it sends nothing: Redis is away, or failed just now. A lost reply is `undefined`, too. */
    send(commands: Commands): Promise<Replies | undefined> | undefined {
      const sentMs = clock.monotonicMs();
      if (!client.isReady || sentMs < link.lastLostMs() + PAUSE_MS) return undefined;
      const replies = Promise.all(commands.map((command) => client.sendCommand([...command], { typeMapping })));
      replies.then(
        () => link.replied(sentMs),
        (error: unknown) => client.isOpen && link.lost(causeOf(error), sentMs),
      );
      return replies.catch(() => undefined);
    },
    /** `undefined` if the reply is late. Call it in the tick of `send`: it counts from now. */
    async inTime<T>(reply: Promise<T>, waitMs: number): Promise<T | undefined> {
      const sentMs = clock.monotonicMs();
      // A lost Redis gets `REPLY_MS` at most. In two halves: a process that was busy finds the first one already over.
      const halfMs = (link.cause() === undefined ? waitMs : REPLY_MS) / 2;
      if ((await isDoneWithin(clock, halfMs, reply)) || (await isDoneWithin(clock, halfMs, reply))) return reply;
      if (client.isOpen) link.lost("TIMEOUT", sentMs);
      return undefined;
    },
    async run(commands: Commands, waitMs = REPLY_MS): Promise<Replies | undefined> {
      const replies = this.send(commands);
      return replies && this.inTime(replies, waitMs);
    },
    status(): Omit<AccountStatus, "billedToday"> {
      return { state: link.cause() === undefined ? "shared" : "alone", ...defined({ cause: link.cause(), eviction }) };
    },
    /** Waits up to 50 ms for the replies to earlier commands. Those that come later are no loss. */
    async close(): Promise<void> {
      const closed = client.close().catch(() => undefined);
      await isDoneWithin(clock, REPLY_MS, closed);
      client.destroy();
    },
  };
}

/** Lost from a failure or a late reply until Redis replies or accepts a connection. Meanwhile, it has a `cause`. */
function linkState(clock: Clock, log: Log) {
  let cause: string | undefined;
  let lastLostMs = Number.NEGATIVE_INFINITY;
  return {
    cause: () => cause,
    lastLostMs: () => lastLostMs,
    /** `evidenceMs`: when the command was sent. One sent before the last loss proves nothing. Default: now. */
    lost(newCause: string, evidenceMs = Number.POSITIVE_INFINITY): void {
      if (evidenceMs <= lastLostMs) return;
      const message = "shared state lost: this process goes by what it knows itself";
      if (cause === undefined) log.warn({ cause: newCause }, message);
      cause = newCause;
      lastLostMs = clock.monotonicMs();
    },
    replied(evidenceMs = Number.POSITIVE_INFINITY): void {
      if (evidenceMs <= lastLostMs) return;
      if (cause !== undefined) log.info({}, "shared state is back");
      cause = undefined;
    },
  };
}

/** Error messages change between versions; their first word, or a system code, does not. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return "UNKNOWN";
  if ("code" in error && typeof error.code === "string") return error.code;
  return /^[A-Z]+(?= )/.exec(error.message)?.[0] ?? error.name;
}
