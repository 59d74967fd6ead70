import { randomBytes } from "node:crypto";
import { DAY_MS, MINUTE_MS } from "../../domain/time-units.ts";
import type { Clock } from "../../runtime/clock.ts";
import { PATIENCE_MS, type Redis } from "./redis.ts";

const UNUSED_LIFE_MS = String(90 * DAY_MS);

/** A random key that all processes share under `name` in Redis. Without Redis, this process has its own. */
export function sharedRandomKey(redis: Redis, clock: Clock, name: string): () => Promise<Uint8Array> {
  let key = randomBytes(32);
  let renewedMs = Number.NEGATIVE_INFINITY;
  return async () => {
    if (clock.monotonicMs() - renewedMs < MINUTE_MS) return key;
    const makeCommand = ["SET", name, key, "NX", "PX", UNUSED_LIFE_MS];
    const replies = await redis.run([makeCommand, ["GET", name], ["PEXPIRE", name, UNUSED_LIFE_MS]], PATIENCE_MS);
    const stored = replies?.[1];
    if (!Buffer.isBuffer(stored) || stored.length !== key.length) return key;
    key = Buffer.from(stored);
    renewedMs = clock.monotonicMs();
    return key;
  };
}
