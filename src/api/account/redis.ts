import { createHash } from "node:crypto";
import { createClient, RESP_TYPES } from "@redis/client";
import { defined } from "../../domain/record.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Log } from "../../runtime/log.ts";
import { isDoneWithin, limitsAfter, waitWithin } from "../../runtime/waiting.ts";
import type { AccountStatus } from "../model/status.ts";

export type Commands = readonly (readonly (string | Buffer)[])[];
/** Texts are buffers, but for a simple `OK`. Whoever can write to Redis decides what comes. */
type Replies = readonly unknown[];
/** `lost`: Redis may have executed the commands, but no reply will come. */
export type CommandsEnd = Replies | "lost" | "unsent";

export interface Redis {
  /** `undefined` if Redis is lost, refuses a command, or is later than `waitMs` (default: 50). `onEnd` waits longer. */
  run(commands: Commands, waitMs?: number, onEnd?: (end: CommandsEnd) => void): Promise<Replies | undefined>;
  status(): Omit<AccountStatus, "billedToday">;
  /** Waits up to 50 ms for the replies to earlier commands. */
  close(): Promise<void>;
}

/** How long a process waits for replies. A longer wait would cost a call more than sharing saves. */
export const REPLY_MS = 50;
/** How long it waits for what it would otherwise have to make, such as a token. */
export const PATIENCE_MS = 1_000;
/** How long a process sends nothing after a failure, and how long after it connects again. */
const PAUSE_MS = 500;
const FIRST_CONNECTION_MS = 2_000;

export async function connectRedis(url: string, clock: Clock, log: Log): Promise<Redis> {
  const socket = { reconnectStrategy: PAUSE_MS };
  const client = createClient({ url, RESP: 2, disableOfflineQueue: true, maintNotifications: "disabled", socket });
  const typeMapping = { [RESP_TYPES.BLOB_STRING]: Buffer };
  let lost: string | undefined;
  let lostMs = Number.NEGATIVE_INFINITY;
  let eviction: string | undefined;
  const noteLost = (cause: string): void => {
    if (lost === undefined) log.warn({ cause }, "shared state lost: this process goes by what it knows itself");
    lost = cause;
    lostMs = clock.monotonicMs();
  };
  const noteBack = (): void => {
    if (lost !== undefined) log.info({}, "shared state is back");
    lost = undefined;
  };
  const run: Redis["run"] = async (commands, waitMs = REPLY_MS, onEnd) => {
    const sentMs = clock.monotonicMs();
    if (!client.isReady || sentMs < lostMs + PAUSE_MS) {
      onEnd?.("unsent");
      return undefined;
    }
    const sent = commands.map((command) => client.sendCommand<unknown>([...command], { typeMapping }));
    const ended = Promise.all(sent).catch(causeOf);
    void ended.then((end) => onEnd?.(typeof end === "string" ? "lost" : end));
    // A lost Redis gets `REPLY_MS` at most. In two halves: a process that was busy finds the first one already over.
    const halfMs = (lost === undefined ? waitMs : REPLY_MS) / 2;
    let waited = await waitWithin(clock, ended, limitsAfter(clock, halfMs));
    if (waited.by !== "value") waited = await waitWithin(clock, ended, limitsAfter(clock, halfMs));
    const end = waited.by === "value" ? waited.value : "TIMEOUT";
    const isFromBeforeLoss = sentMs <= lostMs;
    if (!isFromBeforeLoss && typeof end === "string") noteLost(end);
    if (!isFromBeforeLoss && typeof end !== "string") noteBack();
    return typeof end === "string" ? undefined : end;
  };
  /** A Redis that drops keys when it is full may drop the bill. Not every Redis tells. */
  const askEviction = async (): Promise<void> => {
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
      noteBack();
      void askEviction().then(resolve);
    });
    // Without a listener, the first error would end reconnecting.
    client.on("error", (error) => noteLost(causeOf(error)));
    client.once("error", () => resolve());
  });
  // Not awaited: `connect` settles only once there is a connection.
  client.connect().catch(() => undefined);
  if (!(await isDoneWithin(clock, FIRST_CONNECTION_MS, begun))) noteLost("TIMEOUT");
  return {
    run,
    status: () => ({ state: lost === undefined ? "shared" : "alone", ...defined({ cause: lost, eviction }) }),
    async close() {
      const closed = client.close().catch(() => undefined);
      await isDoneWithin(clock, REPLY_MS, closed);
      client.destroy();
    },
  };
}

/** Error messages change between versions; their first word, or a system code, does not. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return "UNKNOWN";
  if ("code" in error && typeof error.code === "string") return error.code;
  return /^[A-Z]+(?= )/.exec(error.message)?.[0] ?? error.name;
}

export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
