import { LRUCache } from "lru-cache";
import { failed, type Result, success } from "../../domain/failure.ts";
import type { Product } from "../../domain/product.ts";
import { DAY_MS } from "../../domain/time-units.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { GiveBack } from "../model/account.ts";
import type { Allowance } from "../model/allowance.ts";
import { type CommandsEnd, hashOf, PATIENCE_MS, REPLY_MS, type Redis } from "./redis.ts";

/**
 * The bill of each UTC day in Redis: of the account, and of each principal. While Redis is away, this process counts on
 * from the last totals that it saw. Total 7, Redis away, +1: total 8, owed 1. Redis back, +1: `SET 7 NX` (only if
 * Redis lost its data), then `INCRBY 2`: total 9.
 */
export function sharedBill(redis: Redis, clock: Clock, prefix: string) {
  /** `owed` is the part of `total` that Redis has not received. */
  const bills = new LRUCache<string, { total: number; owed: number; hasHeardRedis: boolean }>({ max: 10_000 });
  const keyOf = (principal?: string): string => {
    const day = `${prefix}:${Math.floor(clock.nowMs() / DAY_MS)}`;
    return principal === undefined ? day : `${day}:${hashOf(principal)}`;
  };
  /** Adds a request (1) or a refund (-1). Gives the new total, as far as this process knows it. */
  const add = async (key: string, change: 1 | -1): Promise<number> => {
    const bill = bills.get(key) ?? { total: 0, owed: 0, hasHeardRedis: false };
    bills.set(key, bill);
    const totalInRedis = bill.total - bill.owed;
    const sending = bill.owed + change;
    bill.owed = 0;
    bill.total += change;
    const totalAlone = bill.total;
    const onEnd = (end: CommandsEnd): void => {
      if (typeof end === "object" && typeof end[1] === "number") {
        // This total lacks the changes sent since. Replies come in order, so the last one corrects it.
        bill.total = end[1] + bill.owed;
        bill.hasHeardRedis = true;
      } else {
        // Redis may have counted a lost change. To be safe, a request counts again, and a refund does not.
        bill.owed += end === "unsent" ? sending : Math.max(0, sending);
      }
    };
    // Before the first total, this process does not know what others spent, so its first request waits longer.
    const waitMs = bill.hasHeardRedis ? REPLY_MS : PATIENCE_MS;
    const restoreCommand = ["SET", key, String(totalInRedis), "NX", "PX", String(2 * DAY_MS)];
    const replies = await redis.run([restoreCommand, ["INCRBY", key, String(sending)]], waitMs, onEnd);
    const counted = replies?.[1];
    // Not bill.total: other adds may have changed it during the wait.
    return typeof counted === "number" ? counted : totalAlone;
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
    today: () => bills.get(keyOf())?.total ?? null,
  };
}
