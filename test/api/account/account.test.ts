import { describe, expect, onTestFinished, test } from "vitest";
import { connectAccount } from "../../../src/api/account/account.ts";
import { createApi } from "../../../src/api/api.ts";
import { Allowance } from "../../../src/api/model/allowance.ts";
import { CallUsage } from "../../../src/api/model/usage.ts";
import { loadConfig } from "../../../src/config/config.ts";
import { createLog } from "../../../src/runtime/log.ts";
import { answerOf, envelope, failureOf, PACKAGE } from "../../support/client.ts";
import { gate, until } from "../../support/events.ts";
import { hasRedis, startRedis } from "../../support/redis.ts";
import { problem, type Route, type Scripts, startScriptedService } from "../../support/scripted-service.ts";
import { ShiftedClock } from "../../support/shifted-clock.ts";

/** Waits of up to 25 ms, as for a reply of Redis, last 100 times longer: a busy machine must not pass for a lost Redis. */
class PatientClock extends ShiftedClock {
  override after(waitMs: number, task: () => void): () => void {
    return super.after(waitMs <= 25 ? 100 * waitMs : waitMs, task);
  }
}

/** Clients of a scripted service that share a Redis, as processes would. */
async function start(scripts: Scripts) {
  const [service, redis] = [await startScriptedService(scripts), await startRedis()];
  const clock = new PatientClock();
  const join = async (settings: Readonly<Record<string, string>> = {}) => {
    const config = loadConfig({ ...service.environment, ...settings });
    const options = { config, clock, random: () => 0, log: createLog({ level: "silent" }) };
    const account = await connectAccount(redis.url, options);
    const api = createApi({ ...options, account });
    onTestFinished(() => api.close());
    const call = (allowance?: Allowance) => ({
      signal: new AbortController().signal,
      deadlineMs: clock.monotonicMs() + 25_000,
      usage: new CallUsage(10, allowance),
    });
    return { api, account, call, track: (id: string, allowance?: Allowance) => api.package(id, call(allowance)) };
  };
  /** The only key whose name has `part`, once it is there. */
  const keyOf = async (part: string): Promise<string> => {
    const keys = () => redis.client.keys(`*${part}`);
    await expect.poll(keys).toHaveLength(1);
    return (await keys())[0] ?? "";
  };
  const unlocked = () => expect.poll(() => redis.client.keys("*:lock")).toEqual([]);
  const asked = (route: Route) => service.received.filter((each) => each.route === route);
  return { service, clock, redis, join, keyOf, unlocked, asked };
}

const found = () => ({ status: 200, json: PACKAGE });

describe.runIf(hasRedis("test/api/account"))("[G-account] processes of one account", () => {
  test("share one token, and one exchange replaces it after a 401", async () => {
    const refused = new Set<string>();
    const { join, asked, unlocked } = await start({
      tracking: ({ headers }) => (refused.has(headers.authorization ?? "") ? problem(401, "no") : found()),
    });
    const [one, other] = [await join(), await join()];
    await Promise.all([one.track("1"), other.track("2")]);
    expect(asked("token")).toHaveLength(1);
    await unlocked();
    refused.add(asked("tracking")[0]?.headers.authorization ?? "");
    await Promise.all([one.track("3"), other.track("4")]);
    expect(asked("token")).toHaveLength(2);
  });

  test("share whole answers with their age, until their TTL ends", async () => {
    const { join, asked, clock, unlocked } = await start({
      risk: () => ({ status: 200, json: envelope(["850"]) }),
      alerts: ({ url }) => {
        const page = Number(url.searchParams.get("page") ?? 1);
        return { status: 200, json: envelope([`8500${page}`], { total: 3, page, pageSize: 1, hasMore: page < 3 }) };
      },
    });
    const [one, other] = [await join(), await join()];
    const ask = async ({ api, call }: typeof one) => {
      const ofAlerts = call();
      const alerts = answerOf(await api.alerts({}, ofAlerts));
      const day = answerOf(await api.risk({ granularity: "zip3", date: "2026-07-10" }, call()));
      await unlocked();
      return { alerts: alerts.records, risk: day.records, source: ofAlerts.usage.sourceOf("alerts") };
    };
    const first = await ask(one);
    expect(first.alerts).toHaveLength(3);
    clock.advance(60_000);
    const second = await ask(other);
    expect(second).toMatchObject({ alerts: first.alerts, risk: first.risk, source: { data: "cached" } });
    expect(second.source.ageMs).toBeGreaterThanOrEqual(60_000);
    expect({ alerts: asked("alerts").length, risk: asked("risk").length }).toEqual({ alerts: 3, risk: 1 });
    clock.advance(240_000);
    await ask(await join());
    expect({ alerts: asked("alerts").length, risk: asked("risk").length }).toEqual({ alerts: 6, risk: 1 });
  });

  test.each(["a value sealed with another secret", "a planted value", "a value of another key"])(
    "%s is neither trusted nor waited for, and is replaced",
    async (what) => {
      const { join, asked, redis, keyOf, unlocked } = await start({ tracking: found });
      answerOf(await (await join()).track("1"));
      await unlocked();
      const key = await keyOf(":value:*");
      if (what === "a planted value") await redis.send("SET", key, "planted");
      if (what === "a value of another key") await redis.send("RENAME", key, "aside");
      const settings = what === "a planted value" ? {} : { COLDROUTE_CLIENT_SECRET: "another-secret-of-the-client" };
      answerOf(await (await join(settings)).track("2"));
      await unlocked();
      answerOf(await (await join(settings)).track("3"));
      expect(asked("token")).toHaveLength(2);
    },
  );

  test("a process that makes a value too slowly hands it to all, and leaves the lock of the next one alone", async () => {
    const { open: finish, opened: finished } = gate();
    const { join, redis, keyOf, clock, asked } = await start({
      tracking: found,
      token: async () => {
        await finished;
        return { status: 200, json: { access_token: "token-1", expires_in: 86_400 } };
      },
    });
    const slow = await join({ COLDROUTE_TIMEOUT_MS: "30000" });
    const tracked = slow.track("1");
    await keyOf(":lock");
    clock.advance(10_000);
    await redis.send("SET", await keyOf(":lock"), "the next one", "PX", "10000");
    finish();
    answerOf(await tracked);
    // A third process finds the lock taken and gets the late value.
    answerOf(await (await join()).track("2"));
    expect(asked("token")).toHaveLength(1);
    expect(await redis.client.get(await keyOf(":lock"))).toBe("the next one");
  });

  test("no secret, token, package or client id can be read in Redis, and every key expires", async () => {
    const { join, redis, service, unlocked } = await start({ tracking: found });
    answerOf(
      await (await join({ COLDROUTE_BILLABLE_LIMIT: "9" })).track("private-10045", new Allowance(2, "somebody")),
    );
    await unlocked();
    const { COLDROUTE_CLIENT_ID: id = "", COLDROUTE_CLIENT_SECRET: secret = "" } = service.environment;
    const keys = await redis.client.keys("*");
    // The token, and the bills of the account and of the principal.
    expect(keys).toHaveLength(3);
    const stored = JSON.stringify([keys, await Promise.all(keys.map((key) => redis.client.get(key)))]);
    for (const text of ["private-10045", "token-1", id, secret, "somebody"]) expect(stored).not.toContain(text);
    for (const key of keys) expect(await redis.client.pTTL(key)).toBeGreaterThan(0);
  });

  test("give a caller one pseudonym: all use the first key, and renew it", async () => {
    const { join, redis, keyOf, clock } = await start({});
    const [one, other] = [await join(), await join()];
    const key = await one.account.pseudonymKey();
    expect(await other.account.pseudonymKey()).toEqual(key);
    const name = await keyOf(":pseudonyms");
    await redis.send("PEXPIRE", name, "60000");
    clock.advance(60_000);
    expect(await one.account.pseudonymKey()).toEqual(key);
    expect(await redis.client.pTTL(name)).toBeGreaterThan(86_400_000);
  });

  test("share the day's limit and a principal's limit", async () => {
    const { join, asked, clock } = await start({ tracking: found });
    const limit = { COLDROUTE_BILLABLE_LIMIT: "3" };
    const [one, other] = [await join(limit), await join(limit)];
    const [ofOne, ofOther] = [0, 1].map(() => new Allowance(2, "named support", "support"));
    answerOf(await one.track("1", ofOne));
    answerOf(await other.track("2", ofOther));
    const spent = failureOf(await one.track("3", ofOne));
    expect(spent).toMatchObject({ kind: "billing_limit", scope: "caller", owner: "support", limit: 2 });
    answerOf(await one.track("4"));
    expect(failureOf(await other.track("5"))).toMatchObject({ kind: "billing_limit", scope: "day" });
    expect(asked("tracking")).toHaveLength(3);
    // The next day has a bill of its own.
    clock.advance(86_400_000);
    answerOf(await other.track("6"));
  });

  test("leave a shared request to the next call where all processes spent the first one's limit", async () => {
    const { join, asked } = await start({ tracking: found });
    const [one, other] = [await join(), await join()];
    const limitOf = (owner: string) => new Allowance(1, owner, owner);
    answerOf(await other.track("1", limitOf("first")));
    const both = ["first", "second"].map((owner) => one.track("2", limitOf(owner)));
    (await Promise.all(both)).map(answerOf);
    expect(asked("tracking")).toHaveLength(2);
  });

  test("a refused request is given back, and one without an answer counts", async () => {
    const { join, keyOf, redis } = await start({
      tracking: ({ number }) => (number === 1 ? problem(404, "no") : number < 4 ? "reset" : found()),
    });
    const { track } = await join();
    // The second request is sent twice, and perhaps billed twice.
    for (const id of ["1", "2"]) failureOf(await track(id));
    answerOf(await track("3"));
    const bill = await keyOf(":bill:*");
    await expect.poll(() => redis.client.get(bill)).toBe("3");
  });

  type Redis = Awaited<ReturnType<typeof startRedis>>;
  test.each([
    ["is away and loses its data", ({ kill }: Redis) => kill(), ({ start: begin }: Redis) => begin()],
    [
      "is full for a while",
      ({ send }: Redis) => send("CONFIG", "SET", "maxmemory", "1"),
      ({ send }: Redis) => send("CONFIG", "SET", "maxmemory", "0"),
    ],
  ])("if Redis %s, a process counts on from the last total that it saw, and tells Redis later", async (...row) => {
    const [, begin, end] = row;
    const { join, redis, keyOf, clock } = await start({ tracking: found });
    const limit = { COLDROUTE_BILLABLE_LIMIT: "5" };
    const [one, other] = [await join(limit), await join(limit)];
    answerOf(await one.track("1"));
    answerOf(await other.track("2"));
    const bill = await keyOf(":bill:*");
    await begin(redis);
    for (const id of ["3", "4", "5"]) answerOf(await other.track(id));
    expect(failureOf(await other.track("6"))).toMatchObject({ kind: "billing_limit", scope: "day" });
    await end(redis);
    await expect
      .poll(async () => {
        clock.advance(500);
        failureOf(await other.track("7"));
        return redis.client.get(bill);
      })
      .toBe("5");
    expect(failureOf(await one.track("8"))).toMatchObject({ kind: "billing_limit", scope: "day" });
  });

  test("the later end of two cool-downs holds every process; a planted one holds for an hour at most", async () => {
    const { join, redis, keyOf, asked } = await start({
      tracking: async ({ url }) => {
        await until(() => asked("tracking").length === 2);
        return { status: 429, headers: { "retry-after": url.pathname.endsWith("long") ? "100" : "50" } };
      },
    });
    const [one, other] = [await join(), await join()];
    for (const told of await Promise.all([one.track("long"), other.track("short")]))
      expect(failureOf(told)).toMatchObject({ kind: "rate_limited" });
    const hold = await keyOf(":hold:tracking");
    await expect.poll(() => redis.client.pTTL(hold)).toBeGreaterThan(50_000);
    const waitOf = async ({ track }: typeof one) => failureOf(await track("3")).waitMs ?? 0;
    expect(await waitOf(await join())).toBeGreaterThan(50_000);
    await redis.send("PEXPIRE", hold, "9000000000000");
    expect(await waitOf(await join())).toBeLessThanOrEqual(3_600_000);
    expect(asked("tracking")).toHaveLength(2);
  });
});
