import { createHash, randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import { failed, success } from "../../domain/failure.ts";
import type { Product } from "../../domain/product.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../domain/time-units.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Account } from "../model/account.ts";
import type { ApiOptions } from "../model/api.ts";
import { readSecret } from "../token/secret.ts";
import { connectRedis, PATIENCE_MS, type Redis } from "./redis.ts";
import { sealingKey, shareValue } from "./shared-value.ts";

/** The longest cool-down to accept at a time: whoever can write to Redis could plant one. */
const MAX_COOL_DOWN_MS = HOUR_MS;
/** How long an unused key of pseudonyms lasts, and how often a process renews one in use. */
const PSEUDONYM_KEY_MS = 90 * DAY_MS;
const RENEWAL_MS = MINUTE_MS;

/** The most daily counts to remember: each principal has one. */
const MAX_COUNTS = 10_000;

/** Connects to the state of an account in Redis (G-account). Waits two seconds at most, then goes on. */
export async function connectAccount(
  redisUrl: string,
  { config, clock, log }: Pick<ApiOptions, "config" | "clock" | "log">,
): Promise<Account> {
  const { clientId = "", account = clientId, clientSecret, authUrl, audience, productUrls } = config;
  log.conceal(decodeURIComponent(new URL(redisUrl).password));
  const redis = await connectRedis(redisUrl, clock, log);
  const closing = new AbortController();
  // Not keyed with the secret: its rotation must not split the bill.
  const prefix = `coldroute:2:${keyPart(account)}`;
  const counts = sharedCounts(redis);
  const billKey = (principal?: string): string => {
    const day = `${prefix}:bill:${Math.floor(clock.nowMs() / DAY_MS)}`;
    return principal === undefined ? day : `${day}:${keyPart(principal)}`;
  };
  const coolDownKey = (product: Product): string => `${prefix}:hold:${product}`;
  let sealing: Uint8Array | undefined;
  return {
    async count(product, allowances) {
      const keys = allowances.map(({ principal }) => billKey(principal));
      const adding = Promise.all(keys.map((key) => counts.add(key, 1)));
      const [leftMs] = (await redis.run([["PTTL", coolDownKey(product)]])) ?? [];
      const totals = await adding;
      const giveBack = (): void => {
        for (const key of keys) void counts.add(key, -1);
      };
      const coolDownMs = Math.max(0, Math.min(Number(leftMs ?? 0), MAX_COOL_DOWN_MS));
      const exceeded = allowances.find(({ limit }, index) => (totals[index] ?? 0) > limit);
      if (coolDownMs > 0 || exceeded === undefined) return success({ coolDownMs, giveBack });
      giveBack();
      return failed(exceeded.exceeded(product, clock.nowMs()));
    },
    coolDown(product, waitMs) {
      const key = coolDownKey(product);
      const lifeMs = String(Math.ceil(Math.min(waitMs, DAY_MS)));
      // GT: the later end wins.
      const prolonging = ["PEXPIRE", key, lifeMs, "GT"];
      void redis.run([["SET", key, "1", "NX", "PX", lifeMs], prolonging]);
    },
    async share(name, limits, making) {
      if (sealing === undefined) {
        const secret = clientSecret && (await readSecret(clientSecret, clock, closing.signal));
        if (!secret?.ok) return making.make();
        sealing = sealingKey(secret.value);
      }
      const scope = [clientId, authUrl, audience, productUrls, name];
      const key = `${prefix}:value:${keyPart(JSON.stringify(scope))}`;
      return shareValue({ redis, clock, key, sealing }, limits, making);
    },
    pseudonymKey: sharedKey(redis, clock, `${prefix}:pseudonyms`),
    status: () => ({ ...redis.status(), billedToday: counts.total(billKey()) }),
    async close() {
      closing.abort();
      // Redis replies in order, so this reply follows those to all earlier commands.
      await counts.add(billKey(), 0);
      redis.close();
    },
  };
}

/**
 * Counts in Redis, by key. While Redis is away, this process counts on from the last totals that it saw. Total 7, Redis
 * away, +1: total 8, unsent 1. Redis back, +1: `SET 7 NX` (only if Redis lost its data), then `INCRBY 2`: total 9.
 */
function sharedCounts(redis: Redis) {
  /** `unsent` is the part of `total` that Redis has not received. */
  const counts = new LRUCache<string, { total: number; unsent: number }>({ max: MAX_COUNTS });
  return {
    /** Null if this process has not counted under the key yet. */
    total: (key: string): number | null => counts.get(key)?.total ?? null,
    /** Resolves with the new total, as far as this process knows it. */
    async add(key: string, more: number): Promise<number> {
      const count = counts.get(key) ?? { total: 0, unsent: 0 };
      counts.set(key, count);
      const amount = count.unsent + more;
      count.unsent = 0;
      count.total += more;
      let total = count.total;
      // If Redis lost its data, the total that this process knows counts again.
      const restoring = ["SET", key, String(count.total - amount), "NX", "PX", String(2 * DAY_MS)];
      const onEnd = (replies?: readonly unknown[]): void => {
        if (typeof replies?.[1] !== "number") {
          count.unsent += amount;
          return;
        }
        total = replies[1];
        count.total = total + count.unsent;
      };
      await redis.run([restoring, ["INCRBY", key, String(amount)]], { onEnd });
      return total;
    },
  };
}

/** The random key that all processes share under `name`, so that they give a caller the same pseudonym. */
function sharedKey(redis: Redis, clock: Clock, name: string): () => Promise<Uint8Array> {
  let key = randomBytes(32);
  let renewedMs = Number.NEGATIVE_INFINITY;
  return async () => {
    if (clock.monotonicMs() - renewedMs < RENEWAL_MS) return key;
    const lifeMs = String(PSEUDONYM_KEY_MS);
    const making = ["SET", name, key, "NX", "PX", lifeMs];
    const replies = await redis.run([making, ["GET", name], ["PEXPIRE", name, lifeMs]], { waitMs: PATIENCE_MS });
    const stored = replies?.[1];
    if (!Buffer.isBuffer(stored) || stored.length !== key.length) return key;
    key = Buffer.from(stored);
    renewedMs = clock.monotonicMs();
    return key;
  };
}

function keyPart(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
