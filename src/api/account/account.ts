import { createHash, hkdfSync, randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import { failed, type Result, success } from "../../domain/failure.ts";
import type { Product } from "../../domain/product.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../domain/time-units.ts";
import type { Clock } from "../../runtime/clock.ts";
import { ownTurn } from "../../runtime/waiting.ts";
import type { Account, GiveBack } from "../model/account.ts";
import type { Allowance } from "../model/allowance.ts";
import type { ApiOptions } from "../model/api.ts";
import { readSecret } from "../token/secret.ts";
import { type CommandsEnd, connectRedis, PATIENCE_MS, REPLY_MS, type Redis } from "./redis.ts";
import { shareValue } from "./shared-value.ts";

/** The version of all that lies in Redis. Processes of two versions share nothing. */
const STATE_VERSION = 2;
/** The longest cool-down to accept at a time: whoever can write to Redis could plant one. */
const MAX_COOL_DOWN_MS = HOUR_MS;
const UNUSED_KEY_LIFE_MS = 90 * DAY_MS;
const MAX_DAILY_BILLS = 10_000;

/** Connects to the state of an account in Redis (G-account). Waits two seconds at most, then goes on. */
export async function connectAccount(
  redisUrl: string,
  { config, clock, log }: Pick<ApiOptions, "config" | "clock" | "log">,
): Promise<Account> {
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
      // GT: the later end wins.
      const prolonging = ["PEXPIRE", key, lifeMs, "GT"];
      void redis.run([["SET", key, "1", "NX", "PX", lifeMs], prolonging]);
    },
    async share(name, limits, recipe) {
      if (sealing === undefined) {
        const secret = clientSecret && (await readSecret(clientSecret, clock, closing.signal));
        if (!secret?.ok) return recipe.make();
        sealing = new Uint8Array(hkdfSync("sha256", secret.value, "", `coldroute account ${STATE_VERSION}`, 32));
      }
      const scope = [clientId, authUrl, audience, productUrls, name];
      const key = `${prefix}:value:${hashOf(JSON.stringify(scope))}`;
      return shareValue({ redis, clock, key, sealing }, limits, recipe);
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
 * The bill of each UTC day in Redis: of the account, and of each principal. While Redis is away, this process counts on
 * from the last totals that it saw. Total 7, Redis away, +1: total 8, unsent 1. Redis back, +1: `SET 7 NX` (only if
 * Redis lost its data), then `INCRBY 2`: total 9.
 */
function sharedBill(redis: Redis, clock: Clock, prefix: string) {
  /** `unsent` is the part of `total` that Redis has not received. `isSeen`: this process has seen a total of Redis. */
  const bills = new LRUCache<string, { total: number; unsent: number; isSeen: boolean }>({ max: MAX_DAILY_BILLS });
  const keyOf = (principal?: string): string => {
    const day = `${prefix}:${Math.floor(clock.nowMs() / DAY_MS)}`;
    return principal === undefined ? day : `${day}:${hashOf(principal)}`;
  };
  /** Adds a request (1) or a refund (-1). Gives the new total, as far as this process knows it. */
  const add = async (key: string, change: 1 | -1): Promise<number> => {
    const bill = bills.get(key) ?? { total: 0, unsent: 0, isSeen: false };
    bills.set(key, bill);
    const known = bill.total - bill.unsent;
    const amount = bill.unsent + change;
    bill.unsent = 0;
    bill.total += change;
    const ownTotal = bill.total;
    const onEnd = (end: CommandsEnd): void => {
      if (typeof end === "object" && typeof end[1] === "number") {
        // This total lacks the changes sent since. Replies come in order, so the last one corrects it.
        bill.total = end[1] + bill.unsent;
        bill.isSeen = true;
      } else {
        // Redis may have counted a lost change. To be safe, a request counts again, and a refund does not.
        bill.unsent += end === "unsent" ? amount : Math.max(0, amount);
      }
    };
    // Before the first total, this process does not know what others spent, so its first request waits longer.
    const waitMs = bill.isSeen ? REPLY_MS : PATIENCE_MS;
    const restoring = ["SET", key, String(known), "NX", "PX", String(2 * DAY_MS)];
    const replies = await redis.run([restoring, ["INCRBY", key, String(amount)]], waitMs, onEnd);
    const counted = replies?.[1];
    return typeof counted === "number" ? counted : ownTotal;
  };
  return {
    async claim(product: Product, allowances: readonly Allowance[]): Promise<Result<GiveBack>> {
      const keys = allowances.map(({ principal }) => keyOf(principal));
      const totals = await Promise.all(keys.map((key) => add(key, 1)));
      const giveBack = (): void => {
        for (const key of keys) void add(key, -1);
      };
      const exceeded = allowances.find(({ limit }, index) => (totals[index] ?? 0) > limit);
      if (exceeded === undefined) return success(giveBack);
      giveBack();
      return failed(exceeded.exceeded(product, clock.nowMs()));
    },
    /** Null if this process has not counted today. */
    today: () => bills.get(keyOf())?.total ?? null,
  };
}

/** A random key that all processes share under `name` in Redis. Without Redis, this process has its own. */
function sharedRandomKey(redis: Redis, clock: Clock, name: string): () => Promise<Uint8Array> {
  let key = randomBytes(32);
  let renewedMs = Number.NEGATIVE_INFINITY;
  return async () => {
    if (clock.monotonicMs() - renewedMs < MINUTE_MS) return key;
    const lifeMs = String(UNUSED_KEY_LIFE_MS);
    const making = ["SET", name, key, "NX", "PX", lifeMs];
    const replies = await redis.run([making, ["GET", name], ["PEXPIRE", name, lifeMs]], PATIENCE_MS);
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
