import { describe, expect, test } from "vitest";
import { TokenCache } from "../../src/api/token.ts";
import { failureOf, startScripted } from "../support/client.ts";
import { ManualClock, settle } from "../support/manual-clock.ts";
import { busy, failedWith, issuer, limits, lost, value } from "../support/token-issuer.ts";

describe("a wait that the token endpoint asks for", () => {
  test("that ends with the caller's time is not begun", async () => {
    const clock = new ManualClock();
    const { cache, answer } = issuer(clock);
    const asked = [cache.get(limits(clock, 3_000)), cache.get(limits(clock, 3_001))];
    await answer(busy(3_000));
    expect(await asked[0]).toMatchObject({ failure: { kind: "rate_limited", waitMs: 3_000 } });
    await clock.advance(3_000);
    await answer();
    expect(value((await asked[1]) ?? { ok: false, failure: lost })).toBe("token-2");
  });

  test("is told to who waits, since others who share the request may not have that long", async () => {
    const clock = new ManualClock();
    const { cache, answer } = issuer(clock);
    const told: unknown[] = [];
    const asked = cache.get({ ...limits(clock), heldUntil: (...what: unknown[]) => void told.push(what) });
    await clock.advance(100);
    await answer(busy(3_000));
    expect(told).toEqual([[3_100, { kind: "rate_limited", product: "token", status: 429, waitMs: 3_000 }]]);
    await clock.advance(3_000);
    await answer();
    expect(value(await asked)).toBe("token-2");
  });

  test("is a second at least: of a hundred callers not each asks anew in turn", async () => {
    const clock = new ManualClock();
    const { cache, answer, count } = issuer(clock);
    const asked = cache.get(limits(clock, 1_000));
    await answer(busy(0));
    expect(await asked).toMatchObject({ failure: { kind: "rate_limited", waitMs: 1_000 } });
    await clock.advance(999);
    expect(await cache.get(limits(clock, 1))).toMatchObject({ failure: { kind: "rate_limited", waitMs: 1 } });
    expect(count()).toBe(1);
  });

  test("ends when the caller leaves, or the client closes", async () => {
    const clock = new ManualClock();
    const closing = new AbortController();
    const cache = new TokenCache(clock, () => Promise.resolve(busy(3_000)), closing.signal);
    const leaving = new AbortController();
    const left = cache.get({ signal: leaving.signal, deadlineMs: 25_000 });
    const stayed = cache.get(limits(clock));
    await settle();
    leaving.abort();
    expect(await left).toEqual({ ok: false, failure: { kind: "cancelled", product: "token" } });
    closing.abort();
    expect(await stayed).toEqual({ ok: false, failure: { kind: "cancelled", product: "token" } });
    expect(clock.pending).toBe(0);
  });

  test("is waited out anew once the endpoint has answered otherwise in between", async () => {
    const clock = new ManualClock();
    const { cache, answer, count } = issuer(clock);
    const waitedOut = async () => {
      const asked = cache.get(limits(clock));
      await answer(busy(2_000));
      await clock.advance(2_000);
      return asked;
    };
    const first = waitedOut();
    await clock.advance(2_000);
    await settle();
    await answer(failedWith(lost));
    expect(value(await first)).toBe("network");
    await clock.advance(5_000);
    const before = count();
    const second = waitedOut();
    await settle();
    await clock.advance(2_000);
    await answer();
    expect((await second).ok).toBe(true);
    expect(count()).toBe(before + 2);
  });
});

test("an exchange that breaks off is told as such, whatever the letters of its secret", async () => {
  const { api, call } = await startScripted({ token: () => "reset" }, { COLDROUTE_CLIENT_SECRET: "Schl\u00fcssel" });
  expect(failureOf(await api.package("1", call()))).toMatchObject({ kind: "network", product: "token", sent: true });
});
