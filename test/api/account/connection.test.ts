import { describe, expect, onTestFinished, test } from "vitest";
import { connectAccount } from "../../../src/api/account/account.ts";
import type { Timed } from "../../../src/api/model/account.ts";
import { Allowance } from "../../../src/api/model/allowance.ts";
import { loadConfig } from "../../../src/config/config.ts";
import { failed, type Result, success } from "../../../src/domain/failure.ts";
import { systemClock } from "../../../src/runtime/clock.ts";
import { createLog } from "../../../src/runtime/log.ts";
import { limitsAfter, sleep } from "../../../src/runtime/waiting.ts";
import { gate } from "../../support/events.ts";
import { hasRedis, startFalseRedis, startRedis } from "../../support/redis.ts";

describe.runIf(hasRedis("test/api/account"))("[G-account] connecting to Redis", () => {
  /** Connects to the Redis at `url`. Gives the lines of its log, without its time. */
  async function connected(url: string) {
    const lines: string[] = [];
    const log = createLog({ level: "warn", write: (line) => lines.push(line) });
    const config = loadConfig({ COLDROUTE_CLIENT_SECRET: "a-secret-of-the-client" });
    const account = await connectAccount(url, { config, clock: systemClock, log });
    onTestFinished(() => account.close());
    await log.flush();
    const claim = (limit = 9) => account.claim("tracking", [new Allowance(limit)]);
    const share = (make: () => Promise<Result<Timed>>) =>
      account.getOrMake("value", limitsAfter(systemClock, 1_000), { make, lifeMs: () => 60_000 });
    return { account, claim, share, log, status: account.status(), lines };
  }

  test("a Redis that accepts a connection and says nothing is lost, and the log says so once", async () => {
    const { status, lines } = await connected((await startFalseRedis()).url);
    expect(status).toMatchObject({ state: "alone", cause: "TIMEOUT" });
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ cause: "TIMEOUT", level: 40 }]);
  });

  test.each(["noeviction", "allkeys-lru", "volatile-random"])("a Redis with the policy %s", async (policy) => {
    const { url, send } = await startRedis();
    await send("CONFIG", "SET", "maxmemory-policy", policy);
    const { status, lines } = await connected(url);
    const drops = policy !== "noeviction";
    expect(status).toEqual({ state: "shared", billedToday: null, ...(drops && { eviction: policy }) });
    expect(lines.map((line) => JSON.parse(line))).toMatchObject(drops ? [{ eviction: policy, level: 40 }] : []);
  });

  test("a value that cannot be stored answers the process that made it", async () => {
    const { share } = await connected((await startRedis()).url);
    const made = success({ sentMs: systemClock.monotonicMs(), neverJson: 1n });
    expect(await share(async () => made)).toBe(made);
  });

  test("a process that ends while it makes a value unlocks it for the others", async () => {
    const { url, client } = await startRedis();
    const { account, share } = await connected(url);
    const ending = gate();
    const shared = share(() => ending.opened.then(() => failed({ kind: "cancelled", product: "token" })));
    await expect.poll(() => client.keys("*:lock")).toHaveLength(1);
    ending.open();
    await account.close();
    expect([(await shared).ok, await client.keys("*:lock")]).toEqual([false, []]);
  });

  test("a user with the commands of docs/replicas.md is enough, up to the end", async () => {
    const { url, send, number } = await startRedis();
    const commands = ["get", "set", "del", "incrby", "pttl", "pexpire", "info", "select"].map((name) => `+${name}`);
    await send("ACL", "SETUSER", "coldroute", "on", ">password-of-a-test", "~coldroute:2:*", ...commands);
    const address = `${url.replace("://", "://coldroute:password-of-a-test@")}/1`;
    const { account, claim, share, lines } = await connected(address);
    await send("SELECT", "1");
    await share(async () => success({ sentMs: systemClock.monotonicMs() }));
    await account.pseudonymKey();
    await claim();
    await account.coolDownLeftMs("tracking");
    account.beginCoolDown("tracking", 5_000);
    await account.close();
    expect([lines, await number("*:hold:*")]).toEqual([[], 1]);
  });

  test("each connection conceals the password, which the log may have forgotten", async () => {
    const { url, send } = await startRedis();
    await send("CONFIG", "SET", "requirepass", "password-of-a-test");
    const { log } = await connected(url.replace("://", "://:password-of-a-test@"));
    for (let n = 0; n < 8; n += 1) log.conceal(`a-newer-secret-${n}`);
    await send("CLIENT", "KILL", "TYPE", "normal");
    await expect.poll(() => log.redact("password-of-a-test")).toBe("[secret]");
  });

  test("a giving back whose reply is lost is not repeated", async () => {
    const { url, send, stop, resume, number } = await startRedis();
    const { account, claim } = await connected(url);
    const [, second] = [await claim(), await claim()];
    stop();
    if (second.ok) second.value();
    await sleep(systemClock, 20);
    // Redis executes what it received, then breaks the connection instead of replying.
    const breaking = send("CLIENT", "KILL", "TYPE", "normal");
    await sleep(systemClock, 20);
    resume();
    await breaking;
    await expect.poll(async () => String(await send("CLIENT", "LIST", "TYPE", "normal")).split("\n").length).toBe(3);
    await expect.poll(() => account.status().state).toBe("shared");
    await sleep(systemClock, 500);
    expect(await claim()).toMatchObject({ ok: true });
    expect(await number("*:bill:*")).toBe(2);
  });

  test("the reply to one request leaves the next request in the total", async () => {
    const { url, sockets } = await startFalseRedis();
    const connecting = connected(url);
    let read = 0;
    const reply = async (text: string) => {
      await expect.poll(() => sockets[0]?.bytesRead ?? 0).toBeGreaterThan(read);
      read = sockets[0]?.bytesRead ?? 0;
      sockets[0]?.write(text);
    };
    // To two commands of the handshake, to `INFO`, and to the first of two pairs of `SET` and `INCRBY`.
    for (const text of ["+OK\r\n+OK\r\n", "+\r\n"]) await reply(text);
    const { account, claim } = await connecting;
    const [first] = [claim(), claim()];
    await reply("+OK\r\n:8\r\n");
    await first;
    expect(account.status().billedToday).toBe(9);
  });

  test("a late reply leaves the requests that Redis has not heard of in the total", async () => {
    const { url, stop, resume } = await startRedis();
    const { account, claim } = await connected(url);
    await claim();
    stop();
    for (let n = 0; n < 2; n += 1) await claim();
    resume();
    await sleep(systemClock, 200);
    expect(account.status().billedToday).toBe(3);
  });

  test("a giving back goes to each limit that was claimed", async () => {
    const { url, client } = await startRedis();
    const { account } = await connected(url);
    const claimed = await account.claim("tracking", [new Allowance(9), new Allowance(9, "one")]);
    if (claimed.ok) claimed.value();
    await expect.poll(async () => client.mGet(await client.keys("*:bill:*"))).toEqual(["0", "0"]);
  });

  test("a process waits longer for the first total of a bill, which others may have spent", async () => {
    const { url, stop, resume } = await startRedis();
    const [one, other] = [await connected(url), await connected(url)];
    expect(await other.claim(1)).toMatchObject({ ok: true });
    stop();
    const claimed = one.claim(1);
    await sleep(systemClock, 100);
    resume();
    expect(await claimed).toMatchObject({ ok: false });
  });

  test("what is given back while Redis is late goes there afterwards", async () => {
    const { url, stop, resume, number } = await startRedis();
    const { account, claim } = await connected(url);
    const first = await claim(2);
    stop();
    expect([first.ok, (await claim(2)).ok]).toEqual([true, true]);
    expect(account.status().state).toBe("alone");
    if (first.ok) first.value();
    resume();
    await sleep(systemClock, 550);
    expect(await claim(2)).toMatchObject({ ok: true });
    await expect.poll(() => number("*:bill:*")).toBe(2);
  });
});
