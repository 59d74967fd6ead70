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
  let sealingKey: Uint8Array | undefined;
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
      if (sealingKey === undefined) {
        const secret = clientSecret && (await readSecret(clientSecret, clock, closing.signal));
        // Without a secret to seal values with, this process shares none.
        if (!secret?.ok) return recipe.make();
        sealingKey = new Uint8Array(hkdfSync("sha256", secret.value, "", `coldroute account ${STATE_VERSION}`, 32));
      }
      const key = `${prefix}:value:${hashOf(JSON.stringify([clientId, authUrl, audience, productUrls, name]))}`;
      return getOrMakeValue({ redis, clock, key, sealingKey }, limits, recipe);
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
 *     event                      total  inFlight  unreported  sent to Redis
 *     two requests, after seven      9         2           0  SET 7 NX, INCRBY 1, SET 8 NX, INCRBY 1
 *     the first reply is 8           9         1           0
 *     the second reply is lost       9         0           1
 *     a request, Redis is back      10         2           0  SET 8 NX, INCRBY 2: 10, or 11 if the lost one counted
 */
function sharedBill(redis: Redis, clock: Clock, prefix: string) {
  /** `total` is the last reply, plus what is in flight, plus what is unreported: what Redis may lack. */
  const newBill = () => ({ total: 0, inFlight: 0, unreported: 0, hasHeardRedis: false });
  const bills = new LRUCache<string, ReturnType<typeof newBill>>({ max: 10_000 });
  const keyOf = (principal?: string): string => {
    const day = `${prefix}:${Math.floor(clock.nowMs() / DAY_MS)}`;
    return principal === undefined ? day : `${day}:${hashOf(principal)}`;
  };
  /** Adds a request (1) or a refund (-1). Gives the new total; without a reply, as this process knows it. */
  const add = async (key: string, change: 1 | -1): Promise<number> => {
    const bill = bills.get(key) ?? newBill();
    bills.set(key, bill);
    bill.total += change;
    bill.unreported += change;
    const { total: totalAlone, unreported: reporting } = bill;
    const restoreLostTotal = ["SET", key, String(totalAlone - reporting), "NX", "PX", String(2 * DAY_MS)];
    const sent = redis.send([restoreLostTotal, ["INCRBY", key, String(reporting)]]);
    if (sent === undefined) return totalAlone;
    bill.unreported = 0;
    bill.inFlight += reporting;
    const counted = sent.then((replies) => {
      bill.inFlight -= reporting;
      const total = replies?.[1];
      if (typeof total === "number") {
        bill.total = total + bill.inFlight + bill.unreported;
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
      const giveBack = (): void => void Promise.all(keys.map((key) => add(key, -1)));
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
