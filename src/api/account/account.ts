import { createHash, hkdfSync, randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import { failed, type Result, success } from "../../domain/failure.ts";
import type { Product } from "../../domain/product.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../domain/time-units.ts";
import type { Clock } from "../../runtime/clock.ts";
import { ownTurn } from "../../runtime/turns.ts";
import type { Account, GiveBack } from "../model/account.ts";
import type { Allowance } from "../model/allowance.ts";
import type { ApiOptions } from "../model/api.ts";
import { readSecret } from "../token/secret.ts";
import { connectRedis, PATIENCE_MS, REPLY_MS, type Redis } from "./redis.ts";
import { getOrMakeValue } from "./shared-value.ts";

/** The version of all that lies in Redis. Processes of two versions share nothing. */
const STATE_VERSION = 2;
/** The longest cool-down to accept at a time: whoever can write to Redis could plant one. */
const MAX_COOL_DOWN_MS = HOUR_MS;
const UNUSED_LIFE_MS = String(90 * DAY_MS);
type AccountParts = Pick<ApiOptions, "config" | "clock" | "log">;

/** Connects to the state of an account in Redis (G-account). Waits two seconds at most, then goes on. */
export async function connectAccount(redisUrl: string, { config, clock, log }: AccountParts): Promise<Account> {
  const { clientId = "", accountName = clientId, clientSecret, authUrl, audience, productUrls } = config;
  const redis = await connectRedis(redisUrl, clock, log);
  const closing = new AbortController();
  // Not keyed with the secret: its rotation must not split the bill.
  const prefix = `coldroute:${STATE_VERSION}:${hashOf(accountName)}`;
  const coolDownKey = (product: Product): string => `${prefix}:hold:${product}`;
  const bill = sharedBill(redis, clock, `${prefix}:bill`);
  let sealing: Uint8Array | undefined;
  return {
    claim: bill.claim,
    async coolDownLeftMs(product) {
      const [leftMs] = (await redis.run([["PTTL", coolDownKey(product)]])) ?? [];
      return Math.max(0, Math.min(Number(leftMs ?? 0), MAX_COOL_DOWN_MS));
    },
    beginCoolDown(product, waitMs) {
      const key = coolDownKey(product);
      const lifeMs = String(Math.ceil(Math.min(waitMs, DAY_MS)));
      // GT: of two ends, the later one wins.
      const prolongCommand = ["PEXPIRE", key, lifeMs, "GT"];
      void redis.run([["SET", key, "1", "NX", "PX", lifeMs], prolongCommand]);
    },
    async getOrMake(name, limits, recipe) {
      if (sealing === undefined) {
        const secret = clientSecret && (await readSecret(clientSecret, clock, closing.signal));
        // Without a secret to seal values with, this process shares none.
        if (!secret?.ok) return recipe.make();
        sealing = new Uint8Array(hkdfSync("sha256", secret.value, "", `coldroute account ${STATE_VERSION}`, 32));
      }
      const scope = [clientId, authUrl, audience, productUrls, name];
      const key = `${prefix}:value:${hashOf(JSON.stringify(scope))}`;
      return getOrMakeValue({ redis, clock, key, sealing }, limits, recipe);
    },
    pseudonymKey: sharedRandomKey(redis, clock, `${prefix}:pseudonyms`),
    status: () => ({ ...redis.status(), billedToday: bill.today() }),
    async close() {
      closing.abort();
      // Work that was just cancelled first gives back what it claimed or locked.
      await ownTurn();
      await redis.close();
    },
  };
}

/**
 * The bill of each UTC day in Redis. While Redis is away, this process counts on, and reports the rest later:
 *
 *     event                  total  unreported  sent to Redis
 *     7 + 1, its reply is lost   8           1  SET 7 NX, INCRBY 1 (SET restores a total that Redis lost)
 *     8 + 1, Redis is back       9           0  SET 7 NX, INCRBY 2: 9, or 10 if Redis counted the lost one
 */
function sharedBill(redis: Redis, clock: Clock, prefix: string) {
  /** `total` is as far as this process knows it. `unreported` is the part of it that Redis may lack. */
  const bills = new LRUCache<string, { total: number; unreported: number; hasHeardRedis: boolean }>({ max: 10_000 });
  const keyOf = (principal?: string): string => {
    const day = `${prefix}:${Math.floor(clock.nowMs() / DAY_MS)}`;
    return principal === undefined ? day : `${day}:${hashOf(principal)}`;
  };
  /** Adds a request (1) or a refund (-1). Gives the new total; without a reply, as this process knows it. */
  const add = async (key: string, change: 1 | -1): Promise<number> => {
    const bill = bills.get(key) ?? { total: 0, unreported: 0, hasHeardRedis: false };
    bills.set(key, bill);
    const reported = bill.total - bill.unreported;
    bill.total += change;
    bill.unreported += change;
    const { total: totalAlone, unreported: reporting } = bill;
    const restoreCommand = ["SET", key, String(reported), "NX", "PX", String(2 * DAY_MS)];
    const sent = redis.send([restoreCommand, ["INCRBY", key, String(reporting)]]);
    if (sent === undefined) return totalAlone;
    bill.unreported = 0;
    const counted = sent.then((replies) => {
      const total = replies?.[1];
      if (typeof total === "number") {
        // This total lacks the changes sent since. Replies come in order, so the last one corrects it.
        bill.total = total + bill.unreported;
        bill.hasHeardRedis = true;
        return total;
      }
      // Redis may have counted it before the reply was lost. To be safe, a request counts again, and a refund does not.
      bill.unreported += Math.max(0, reporting);
      return undefined;
    });
    // Before the first total, this process does not know what others spent, so its first request waits longer.
    return (await redis.inTime(counted, bill.hasHeardRedis ? REPLY_MS : PATIENCE_MS)) ?? totalAlone;
  };
  return {
    async claim(product: Product, allowances: readonly Allowance[]): Promise<Result<GiveBack>> {
      const keys = allowances.map(({ principal }) => keyOf(principal));
      const totals = await Promise.all(keys.map((key) => add(key, 1)));
      const giveBack = (): void => {
        for (const key of keys) void add(key, -1);
      };
      const over = allowances.find(({ limit }, index) => (totals[index] ?? 0) > limit);
      if (over === undefined) return success(giveBack);
      giveBack();
      return failed(over.exceeded(product, clock.nowMs()));
    },
    today: () => bills.get(keyOf())?.total ?? null,
  };
}

/** A random key that all processes share under `name` in Redis. Without Redis, this process has its own. */
function sharedRandomKey(redis: Redis, clock: Clock, name: string): () => Promise<Uint8Array> {
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

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
