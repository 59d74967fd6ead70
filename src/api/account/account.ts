import { createHash } from "node:crypto";
import { failed, success } from "../../domain/failure.ts";
import { DAY_MS, HOUR_MS } from "../../domain/time-units.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Account } from "../model/account.ts";
import type { ApiOptions } from "../model/api.ts";
import { readSecret } from "../token/secret.ts";
import { connectRedis, type Redis } from "./redis.ts";
import { sealingKey, takeValue } from "./shared-value.ts";

/** The longest cool-down to accept at a time: whoever can write to Redis could plant one. */
const MAX_COOL_DOWN_MS = HOUR_MS;

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
  const counts = dailyCounts(redis, clock, `${prefix}:bill`);
  let sealing: Uint8Array | undefined;
  return {
    async count(product, allowances) {
      const principals = [undefined, ...allowances.flatMap(({ principal }) => principal ?? [])];
      const billed = principals.map((principal) => counts(principal));
      const adding = Promise.all(billed.map((count) => count.add(1)));
      const [leftMs] = (await redis.run([["PTTL", `${prefix}:hold:${product}`]])) ?? [];
      const totals = await adding;
      const giveBack = (): void => {
        for (const count of billed) void count.add(-1);
      };
      const coolDownMs = Math.max(0, Math.min(Number(leftMs ?? 0), MAX_COOL_DOWN_MS));
      const exceeded = allowances.find(({ principal, limit }) => (totals[principals.indexOf(principal)] ?? 0) > limit);
      if (coolDownMs > 0 || exceeded === undefined) return success({ coolDownMs, giveBack });
      giveBack();
      return failed(exceeded.exceeded(product, clock.nowMs()));
    },
    coolDown(product, waitMs) {
      const key = `${prefix}:hold:${product}`;
      const lifeMs = String(Math.ceil(Math.min(waitMs, DAY_MS)));
      // GT: the later end wins.
      const prolonging = ["PEXPIRE", key, lifeMs, "GT"];
      void redis.run([["SET", key, "1", "NX", "PX", lifeMs], prolonging]);
    },
    async take(name, limits, isWanted = () => true) {
      if (sealing === undefined) {
        const secret = clientSecret && (await readSecret(clientSecret, clock, closing.signal));
        if (!secret?.ok) return { end: () => undefined };
        sealing = sealingKey(secret.value);
      }
      const scope = [clientId, authUrl, audience, productUrls, name];
      const key = `${prefix}:value:${keyPart(JSON.stringify(scope))}`;
      return takeValue({ redis, clock, key, sealing, signal: closing.signal }, limits, isWanted);
    },
    status() {
      const lost = redis.lost();
      const state = lost === undefined ? "shared" : "alone";
      return { state, ...(lost && { cause: lost }), billedToday: counts().total() };
    },
    async close() {
      closing.abort();
      // Redis replies in order, so this reply follows those to all earlier commands.
      await counts().add(0);
      redis.close();
    },
  };
}

/** Gives today's count (UTC) of the requests of all processes: those of the account, or of one principal. */
function dailyCounts(redis: Redis, clock: Clock, prefix: string) {
  let day = 0;
  const counts = new Map<string | undefined, ReturnType<typeof sharedCount>>();
  return (principal?: string) => {
    const today = Math.floor(clock.nowMs() / DAY_MS);
    if (today !== day) counts.clear();
    day = today;
    const ending = principal === undefined ? "" : `:${keyPart(principal)}`;
    const count = counts.get(principal) ?? sharedCount(redis, `${prefix}:${day}${ending}`);
    counts.set(principal, count);
    return count;
  };
}

/** A count in Redis. While Redis is away, this process counts on from the last total that it saw. */
function sharedCount(redis: Redis, key: string) {
  let known = 0;
  /** The part of `known` that Redis has not received. */
  let unsent = 0;
  return {
    total: () => known,
    /** Resolves with the new total, as far as this process knows it. */
    async add(more: number): Promise<number> {
      const amount = unsent + more;
      unsent = 0;
      known += more;
      let total = known;
      // If Redis lost its data, the total that this process knows counts again.
      const restoring = ["SET", key, String(known - amount), "NX", "PX", String(2 * DAY_MS)];
      await redis.run([restoring, ["INCRBY", key, String(amount)]], (replies) => {
        if (typeof replies?.[1] !== "number") {
          unsent += amount;
          return;
        }
        total = replies[1];
        known = total + unsent;
      });
      return total;
    },
  };
}

function keyPart(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
