import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { gunzip, gzip, type ZlibOptions } from "node:zlib";
import { type Result, success } from "../../domain/failure.ts";
import type { Clock } from "../../runtime/clock.ts";
import { remainingMs, sleep, type WaitLimits } from "../../runtime/waiting.ts";
import type { Recipe, Timed } from "../model/account.ts";
import { type Commands, PATIENCE_MS, type Redis } from "./redis.ts";

/** How long one process may make a value while the others wait for it. Then, as if it fails, the next one may. */
const LOCK_MS = 10_000;
const POLL_MS = 50;
/** Authenticated encryption: whoever can write to Redis can neither read a token nor plant an answer. */
const CIPHER = "aes-256-gcm";
/** A sealed value begins with its nonce and ends with its tag. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const gzipped = promisify<string, ZlibOptions, Buffer>(gzip);
const gunzipped = promisify<Buffer, Buffer>(gunzip);

interface SealedKey {
  readonly redis: Redis;
  readonly clock: Clock;
  readonly key: string;
  readonly sealingKey: Uint8Array;
}

/**
 * The value that another process made: ordinarily, the first reply has it. Otherwise the process that gets the lock
 * makes it, and the others look again until they find it. While Redis is away, each makes its own.
 */
export async function getOrMakeValue<T extends Timed>(
  shared: SealedKey,
  limits: WaitLimits,
  { make, lifeMs, isWanted = () => true }: Recipe<T>,
): Promise<Result<T>> {
  const { redis, clock, key } = shared;
  const lock = `${key}:lock`;
  // After our lock expires, another process may hold it. So only its owner removes a lock, and only in time.
  let lockEndMs = 0;
  for (;;) {
    const lockCommand = ["SET", lock, "1", "NX", "PX", String(LOCK_MS)];
    const askedMs = clock.monotonicMs();
    // The value comes last: whoever made it unlocks after it.
    const replies = await redis.run([lockCommand, ["GET", key]], PATIENCE_MS);
    const isOwner = replies?.[0] === "OK";
    if (isOwner) lockEndMs = askedMs + LOCK_MS;
    const value = await openValue<T>(shared, replies?.[1]);
    if (value !== undefined && isWanted(value)) {
      if (isOwner) void redis.run([["DEL", lock]]);
      return success(value);
    }
    if (replies === undefined || isOwner || remainingMs(clock, limits) === 0) break;
    if (!(await sleep(clock, POLL_MS, limits.signal))) break;
  }
  const made = await make();
  const store = async (): Promise<void> => {
    const storeCommands = made.ok ? await commandsToStore(shared, made.value, lifeMs(made.value)) : [];
    const unlockCommands = clock.monotonicMs() < lockEndMs ? [["DEL", lock]] : [];
    await redis.run([...storeCommands, ...unlockCommands], PATIENCE_MS);
  };
  // A value too large for JSON is shared with none, and its lock expires.
  store().catch(() => undefined);
  return made;
}

async function commandsToStore({ clock, key, sealingKey }: SealedKey, value: Timed, lifeMs: number): Promise<Commands> {
  const ageMs = clock.monotonicMs() - value.sentMs;
  if (ageMs >= lifeMs) return [];
  // `sentAtMs` is on the wall clock, the only one that processes share.
  const packed = await gzipped(JSON.stringify({ value, sentAtMs: clock.nowMs() - ageMs, lifeMs }), { level: 1 });
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, sealingKey, nonce).setAAD(Buffer.from(key));
  const bytes = Buffer.concat([nonce, cipher.update(packed), cipher.final(), cipher.getAuthTag()]);
  return [["SET", key, bytes, "PX", String(Math.ceil(lifeMs - ageMs))]];
}

/** `undefined` for a value that is too old, or that was sealed with another secret or for another key. */
async function openValue<T>({ clock, key, sealingKey }: SealedKey, bytes: unknown): Promise<T | undefined> {
  if (!Buffer.isBuffer(bytes)) return undefined;
  try {
    const decipher = createDecipheriv(CIPHER, sealingKey, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
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
