import { describe, expect, onTestFinished, test } from "vitest";
import { connectAccount } from "../../src/api/account/account.ts";
import { createApi } from "../../src/api/api.ts";
import { CallUsage } from "../../src/api/model/usage.ts";
import { loadConfig } from "../../src/config/config.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import { createLog } from "../../src/runtime/log.ts";
import { sandboxOfTest } from "../support/per-test.ts";
import { hasRedis, startFalseRedis, startRedis } from "../support/redis.ts";
import { ALERT_COUNT, isAnswer, OPERATIONS } from "./operations.ts";

/** A stand-in for Redis. `strike` breaks it once the client is connected. */
interface StoreFault {
  readonly url: string;
  strike?(): unknown;
}

const redisThat = (strike: (redis: Awaited<ReturnType<typeof startRedis>>) => unknown) => async () => {
  const redis = await startRedis();
  return { url: redis.url, strike: () => strike(redis) };
};

const FAULTS: Readonly<Record<string, () => Promise<StoreFault>>> = {
  works: redisThat(() => undefined),
  "is not there": async () => ({ url: "redis://127.0.0.1:9" }),
  "says nothing": () => startFalseRedis(),
  "talks nonsense": () =>
    startFalseRedis((socket) => socket.on("data", () => socket.write("*1\r\n$4\r\nnope\r\n:7\r\n+OK\r\n"))),
  "hangs up": () => startFalseRedis((socket) => socket.once("data", () => socket.destroy())),
  "wants a password": redisThat(({ send }) => send("CONFIG", "SET", "requirepass", "another-password")),
  "is killed": redisThat(({ kill }) => kill()),
  "stands still": redisThat(({ stop }) => void stop()),
  "is slow": redisThat(({ send }) => void send("DEBUG", "SLEEP", "2").catch(() => undefined)),
  "is full": redisThat(({ send }) => send("CONFIG", "SET", "maxmemory", "1")),
  "evicts all": redisThat(({ send }) => send("CONFIG", "SET", "maxmemory-policy", "allkeys-random", "maxmemory", "1")),
  "only reads": redisThat(({ send }) => send("REPLICAOF", "127.0.0.1", "1")),
  "is wiped": redisThat(({ send }) => send("FLUSHALL")),
  "allows no writes": redisThat(({ send }) => send("ACL", "SETUSER", "default", "-@write")),
};

describe.runIf(hasRedis("the faults of Redis"))("[G-account] every operation, whatever becomes of Redis", () => {
  test.each(Object.entries(FAULTS))("Redis %s", async (_name, start) => {
    const sandbox = await sandboxOfTest({ settings: { alertCount: ALERT_COUNT } });
    const { url, strike } = await start();
    const lines: string[] = [];
    const log = createLog({ level: "info", write: (line) => lines.push(line) });
    const options = { config: loadConfig(sandbox.environment), clock: systemClock, random: Math.random, log };
    const account = await connectAccount(url, options);
    const api = createApi({ ...options, account });
    onTestFinished(() => api.close());
    await strike?.();
    const usages = OPERATIONS.map(() => new CallUsage(10));
    const asked = OPERATIONS.map(async (operation, at) => {
      const usage = usages[at] ?? new CallUsage(10);
      const deadlineMs = systemClock.monotonicMs() + 25_000;
      const result = await operation.ask(api, { signal: new AbortController().signal, deadlineMs, usage });
      return result.ok && isAnswer(operation, result.value);
    });
    expect(await Promise.all(asked)).toEqual(OPERATIONS.map(() => true));
    // As without Redis: one exchange, and each question billed once. Two operations ask the same question.
    expect(sandbox.requestsOf("token")).toHaveLength(1);
    expect(sandbox.ledger.billed()).toBe(OPERATIONS.length - 1);
    // A loss is logged anew only after a return.
    const logged = (message: string) => lines.filter((line) => line.includes(message)).length;
    expect(logged("shared state lost") - logged("shared state is back")).toBeLessThanOrEqual(1);
  });
});
