import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { gunzip, gzip, type ZlibOptions } from "node:zlib";
import { type Clock, remainingMs, sleep, type WaitLimits } from "../../runtime/clock.ts";
import type { Made, Taken } from "../model/account.ts";
import type { Redis } from "./redis.ts";

/** How long one process may make a value while the others wait for it. Later, or if it dies, each makes its own. */
const LOCK_MS = 10_000;
/** How often a process looks for a value that another process makes. */
const POLL_MS = 50;
/** How long a call waits for a Redis that may only be late. Without it, every process asks and is billed. */
const PATIENCE_MS = 1_000;

/** Authenticated encryption: whoever can write to Redis can neither read a token nor plant an answer. */
const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
/** A sealed value begins with its nonce and ends with its tag. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const pack = promisify<string, ZlibOptions, Buffer>(gzip);
const unpack = promisify<Buffer, Buffer>(gunzip);

/** Where a shared value lies, and what opens it. */
interface Place {
  readonly redis: Redis;
  readonly clock: Clock;
  readonly key: string;
  readonly sealing: Uint8Array;
}

/** Derives the sealing key from the client secret (HKDF, RFC 5869). */
export function sealingKey(secret: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", secret, "", "coldroute account 2", KEY_BYTES));
}

/** The value that another process made, or this process's turn to make it. */
export async function takeValue<T extends Made>(
  place: Place,
  limits: WaitLimits,
  isWanted: (value: T) => boolean,
): Promise<Taken<T>> {
  const { redis, clock, key } = place;
  const lock = `${key}:lock`;
  const owner = randomUUID();
  const unlock = () => redis.run([["DEL", lock]]);
  const patientUntilMs = clock.monotonicMs() + (redis.lost() === undefined ? PATIENCE_MS : 0);
  const locking = ["SET", lock, owner, "NX", "PX", String(LOCK_MS)];
  // Looks at the lock before the value, because its owner stores the value before the lock goes.
  const looking = [
    ["GET", lock],
    ["GET", key],
  ];
  for (let hasLooked = false; ; ) {
    const replies = await redis.run(hasLooked ? looking : [locking, ...looking]);
    const [holder, sealed] = replies?.slice(-2) ?? [];
    const isMine = String(holder) === owner;
    const value = await openValue<T>(place, sealed);
    if (value !== undefined && isWanted(value)) {
      if (isMine) void unlock();
      return { value, end: () => undefined };
    }
    const mustWait = replies === undefined ? clock.monotonicMs() < patientUntilMs : Buffer.isBuffer(holder) && !isMine;
    if (!mustWait || remainingMs(clock, limits) === 0 || !(await sleep(clock, POLL_MS, limits.signal))) break;
    hasLooked ||= replies !== undefined;
  }
  let isEnded = false;
  return {
    end: (value, lifeMs = 0) => {
      if (isEnded) return;
      isEnded = true;
      void storeValue(place, value, lifeMs).then(unlock);
    },
  };
}

async function storeValue({ redis, clock, key, sealing }: Place, value: Made | undefined, lifeMs: number) {
  const ageMs = value === undefined ? lifeMs : clock.monotonicMs() - value.sentMs;
  if (ageMs >= lifeMs) return;
  const packed = await pack(JSON.stringify({ value, sentAtMs: clock.nowMs() - ageMs, lifeMs }), { level: 1 });
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, sealing, nonce).setAAD(Buffer.from(key));
  const sealed = Buffer.concat([nonce, cipher.update(packed), cipher.final(), cipher.getAuthTag()]);
  await redis.run([["SET", key, sealed, "PX", String(Math.ceil(lifeMs - ageMs))]]);
}

/** Opens a value and gives its age. `undefined` if it is too old, or sealed with another secret or for another key. */
async function openValue<T>({ clock, key, sealing }: Place, sealed: unknown): Promise<T | undefined> {
  if (!Buffer.isBuffer(sealed)) return undefined;
  try {
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, sealing, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(key)).setAuthTag(sealed.subarray(-TAG_BYTES));
    const packed = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
    const json = (await unpack(Buffer.concat([packed, decipher.final()]))).toString();
    const { value, sentAtMs, lifeMs } = JSON.parse(json) as { value: T; sentAtMs: number; lifeMs: number };
    const ageMs = Math.max(0, clock.nowMs() - sentAtMs);
    return ageMs < lifeMs ? { ...value, sentMs: clock.monotonicMs() - ageMs } : undefined;
  } catch {
    return undefined;
  }
}
