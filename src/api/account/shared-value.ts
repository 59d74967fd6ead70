import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { gunzip, gzip, type ZlibOptions } from "node:zlib";
import { type Clock, remainingMs, sleep, type WaitLimits } from "../../runtime/clock.ts";
import type { Made, Taken } from "../model/account.ts";
import type { Redis } from "./redis.ts";

/** How long one process may make a value while the others wait for it. Then, as if it fails, the next one may. */
const LOCK_MS = 10_000;
/** How often a process looks for a value that another process makes, and repeats to store its own. */
const POLL_MS = 50;
const REPEAT_MS = 500;
/** How long a call waits for a Redis that may only be late. Without it, every process asks and is billed. */
const PATIENCE_MS = 1_000;

/** Authenticated encryption: whoever can write to Redis can neither read a token nor plant an answer. */
const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
/** A sealed value begins with its nonce and ends with its tag. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const gzipped = promisify<string, ZlibOptions, Buffer>(gzip);
const gunzipped = promisify<Buffer, Buffer>(gunzip);

/** Deletes the lock of one owner: after 10 s, another process may hold it. */
const UNLOCK = "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0";

/** Where a shared value lies, and what opens it. */
interface SharedKey {
  readonly redis: Redis;
  readonly clock: Clock;
  readonly key: string;
  readonly sealing: Uint8Array;
  /** Aborted when the process ends. */
  readonly signal: AbortSignal;
}

/** Derives the sealing key from the client secret (HKDF, RFC 5869). */
export function sealingKey(secret: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", secret, "", "coldroute account 2", KEY_BYTES));
}

/** The value that another process made, or this process's turn to make it. */
export async function takeValue<T extends Made>(
  shared: SharedKey,
  limits: WaitLimits,
  isWanted: (value: T) => boolean,
): Promise<Taken<T>> {
  const { redis, clock, key } = shared;
  const lock = `${key}:lock`;
  const owner = randomUUID();
  const locking = ["SET", lock, owner, "NX", "PX", String(LOCK_MS)];
  const unlocking = ["EVAL", UNLOCK, "1", lock, owner];
  const patientUntilMs = clock.monotonicMs() + (redis.lost() === undefined ? PATIENCE_MS : 0);
  for (;;) {
    // `SET` may have run before, but too late for its reply. The value comes last: whoever made it unlocks after it.
    const replies = await redis.run([locking, ["GET", lock], ["GET", key]]);
    const [, holder, bytes] = replies ?? [];
    const isMine = String(holder) === owner;
    const value = await openValue<T>(shared, bytes);
    if (value !== undefined && isWanted(value)) {
      if (isMine) void redis.run([unlocking]);
      return { value, end: () => undefined };
    }
    const mustWait = replies === undefined ? clock.monotonicMs() < patientUntilMs : Buffer.isBuffer(holder) && !isMine;
    if (!mustWait || remainingMs(clock, limits) === 0 || !(await sleep(clock, POLL_MS, limits.signal))) break;
  }
  let isEnded = false;
  return {
    end: (value, lifeMs = 0) => {
      if (isEnded) return;
      isEnded = true;
      void storeValue(shared, value, lifeMs, unlocking);
    },
  };
}

/** Stores the value, if any, and unlocks it. While Redis is late, the others wait for the lock, so this one repeats. */
async function storeValue(
  shared: SharedKey,
  value: Made | undefined,
  lifeMs: number,
  unlocking: string[],
): Promise<void> {
  const { redis, clock, signal } = shared;
  const commands = [...(value === undefined ? [] : await sealed(shared, value, lifeMs).catch(() => [])), unlocking];
  for (let restMs = LOCK_MS; restMs > 0 && (await redis.run(commands)) === undefined; restMs -= REPEAT_MS) {
    if (!(await sleep(clock, REPEAT_MS, signal))) return;
  }
}

async function sealed({ clock, key, sealing }: SharedKey, value: Made, lifeMs: number): Promise<(string | Buffer)[][]> {
  const ageMs = clock.monotonicMs() - value.sentMs;
  if (ageMs >= lifeMs) return [];
  const packed = await gzipped(JSON.stringify({ value, sentAtMs: clock.nowMs() - ageMs, lifeMs }), { level: 1 });
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, sealing, nonce).setAAD(Buffer.from(key));
  const bytes = Buffer.concat([nonce, cipher.update(packed), cipher.final(), cipher.getAuthTag()]);
  return [["SET", key, bytes, "PX", String(Math.ceil(lifeMs - ageMs))]];
}

/** Opens a value and gives its age. `undefined` if it is too old, or sealed with another secret or for another key. */
async function openValue<T>({ clock, key, sealing }: SharedKey, bytes: unknown): Promise<T | undefined> {
  if (!Buffer.isBuffer(bytes)) return undefined;
  try {
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, sealing, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(key)).setAuthTag(bytes.subarray(-TAG_BYTES));
    const packed = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    const json = (await gunzipped(Buffer.concat([packed, decipher.final()]))).toString();
    const { value, sentAtMs, lifeMs } = JSON.parse(json) as { value: T; sentAtMs: number; lifeMs: number };
    const ageMs = Math.max(0, clock.nowMs() - sentAtMs);
    return ageMs < lifeMs ? { ...value, sentMs: clock.monotonicMs() - ageMs } : undefined;
  } catch {
    return undefined;
  }
}
