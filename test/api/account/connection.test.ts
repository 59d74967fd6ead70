import { describe, expect, onTestFinished, test } from "vitest";
import { connectAccount } from "../../../src/api/account/account.ts";
import { loadConfig } from "../../../src/config/config.ts";
import { createLog } from "../../../src/runtime/log.ts";
import { hasRedis, startRedis, startSilentRedis } from "../../support/redis.ts";
import { ShiftedClock } from "../../support/shifted-clock.ts";

describe.runIf(hasRedis("test/api/account"))("[G-account] connecting to Redis", () => {
  /** Connects to the Redis at `url`. Gives the lines of its log, without its time. */
  async function connected(url: string) {
    const lines: string[] = [];
    const log = createLog({ level: "warn", write: (line) => lines.push(line) });
    const account = await connectAccount(url, { config: loadConfig({}), clock: new ShiftedClock(), log });
    onTestFinished(() => account.close());
    await log.flush();
    return { status: account.status(), lines };
  }

  test("a Redis that accepts a connection and says nothing is lost, and the log says so once", async () => {
    const { status, lines } = await connected((await startSilentRedis()).url);
    expect(status).toMatchObject({ state: "alone", cause: "TIMEOUT" });
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ cause: "TIMEOUT", level: 40 }]);
  });

  test.each(["noeviction", "allkeys-lru", "volatile-random"])("a Redis with the policy %s", async (policy) => {
    const { url, send } = await startRedis();
    await send("CONFIG", "SET", "maxmemory-policy", policy);
    const { status, lines } = await connected(url);
    const drops = policy !== "noeviction";
    expect(status).toEqual({ state: "shared", billedToday: 0, ...(drops && { eviction: policy }) });
    expect(lines.map((line) => JSON.parse(line))).toMatchObject(drops ? [{ eviction: policy, level: 40 }] : []);
  });
});
