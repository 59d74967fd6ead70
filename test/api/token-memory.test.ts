import { describe, expect, test } from "vitest";
import type { Failure } from "../../src/api/failure.ts";
import type { Exchanged } from "../../src/api/token.ts";
import { moment } from "../../src/runtime/clock.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { failedWith, HOUR, issuer, limits, lost, refused, value } from "../support/token-issuer.ts";

describe("what is remembered of a failed exchange (DESIGN 4, token)", () => {
  test.each<[Failure, number | undefined]>([
    [lost, 5_000],
    [{ kind: "timeout", product: "token", afterMs: 1, sent: true }, 5_000],
    [{ kind: "unavailable", product: "token", status: 503 }, 5_000],
    [{ kind: "unexpected_response", product: "token", status: 200, what: "x" }, undefined],
    [{ kind: "outcome_unknown", product: "planning", status: 500, what: "x" }, undefined],
    [{ kind: "configuration", product: "token", problems: [] }, undefined],
  ])("%j tells the wait until the next exchange: %j", async (failure, waitMs) => {
    const clock = new ManualClock();
    const { cache, answer, count } = issuer(clock);
    const asked = cache.get(limits(clock));
    await answer(failedWith(failure));
    expect(await asked).toEqual({ ok: false, failure: waitMs === undefined ? failure : { ...failure, waitMs } });
    await clock.advance(2_000);
    const later = await cache.get(limits(clock));
    expect(later).toEqual({ ok: false, failure: waitMs === undefined ? failure : { ...failure, waitMs: 3_000 } });
    expect(count()).toBe(1);
  });

  test("a refusal that names a longer wait is remembered for that long, a shorter one not", async () => {
    for (const [holdMs, waitMs] of [
      [90_000, 90_000],
      [10_000, 60_000],
    ] as const) {
      const clock = new ManualClock();
      const { cache, answer } = issuer(clock);
      const asked = cache.get(limits(clock, 200_000));
      await answer(failedWith({ kind: "unauthorized", product: "token", status: 401 }, { refused: true, holdMs }));
      expect(await asked).toMatchObject({ failure: { kind: "unauthorized", waitMs } });
    }
  });

  test("refusals double only in a row", async () => {
    const clock = new ManualClock();
    const { cache, answer } = issuer(clock);
    const fails = async (exchanged: Exchanged, thenMs: number) => {
      const asked = cache.get(limits(clock));
      await answer(exchanged);
      const result = await asked;
      await clock.advance(thenMs);
      return result.ok || !("waitMs" in result.failure) ? undefined : result.failure.waitMs;
    };
    expect(await fails(refused, 60_000)).toBe(60_000);
    expect(await fails(refused, 120_000)).toBe(120_000);
    expect(await fails(failedWith(lost), 5_000)).toBe(5_000);
    expect(await fails(refused, 60_000)).toBe(60_000);
    const good = cache.get(limits(clock));
    await answer();
    expect((await good).ok).toBe(true);
    await clock.advance(HOUR);
    expect(await fails(refused, 0)).toBe(60_000);
  });

  test("a failed refresh ahead of time is not tried again while it is remembered; the token goes on", async () => {
    const clock = new ManualClock();
    const { cache, answer, count, next } = issuer(clock);
    await next();
    await clock.advance(HOUR * 0.95);
    expect(value(await cache.get(limits(clock)))).toBe("token-1");
    await answer(failedWith(lost));
    await clock.advance(4_999);
    expect(value(await cache.get(limits(clock)))).toBe("token-1");
    expect(count()).toBe(2);
    await clock.advance(1);
    expect(value(await cache.get(limits(clock)))).toBe("token-1");
    expect(count()).toBe(3);
    await answer();
    expect(value(await cache.get(limits(clock)))).toBe("token-3");
  });
});

describe("an exchange that takes its time", () => {
  test("goes on without who leaves", async () => {
    const clock = new ManualClock();
    const { cache, answer } = issuer(clock);
    const leaving = new AbortController();
    const left = cache.get({ signal: leaving.signal, deadlineMs: 25_000 });
    leaving.abort();
    expect(await left).toEqual({ ok: false, failure: { kind: "cancelled", product: "token" } });
    const stayed = cache.get(limits(clock));
    await answer();
    expect(value(await stayed)).toBe("token-1");
  });

  test("ends the wait of who has no more, and tells how long that was", async () => {
    const clock = new ManualClock();
    const { cache } = issuer(clock);
    await clock.advance(1_000);
    const late = cache.get(limits(clock, 700));
    await clock.advance(700);
    expect(await late).toEqual({
      ok: false,
      failure: { kind: "timeout", product: "token", afterMs: 700, sent: true },
    });
  });
});

describe("a token that is refused", () => {
  test("is renewed again a minute after the last time, not before", async () => {
    for (const [ms, isRenewed] of [
      [59_999, false],
      [60_000, true],
    ] as const) {
      const clock = new ManualClock();
      const { cache, next } = issuer(clock);
      await clock.advance(10_000);
      expect(cache.unauthorized("risk", await next(), false)).toBe(true);
      const second = await next();
      await clock.advance(ms);
      expect(cache.unauthorized("risk", second, false)).toBe(isRenewed);
    }
  });

  test("by several requests at once is renewed once, and each is repeated", async () => {
    const clock = new ManualClock();
    const { cache, next, count } = issuer(clock);
    const first = await next();
    expect(cache.unauthorized("risk", first, false)).toBe(true);
    expect((await next()).generation).toBe(first.generation + 1);
    expect(cache.unauthorized("risk", first, false)).toBe(true);
    await next();
    expect(count()).toBe(2);
  });

  test("is another matter for each product", async () => {
    const clock = new ManualClock();
    const { cache, next } = issuer(clock);
    const first = await next();
    expect(cache.unauthorized("risk", first, true)).toBe(false);
    expect(cache.unauthorized("risk", first, false)).toBe(false);
    expect(cache.unauthorized("alerts", first, false)).toBe(true);
  });

  test("repeated already, keeps the token; accepted later, the product starts over", async () => {
    const clock = new ManualClock();
    const { cache, next, count } = issuer(clock);
    const first = await next();
    expect(cache.unauthorized("risk", first, true)).toBe(false);
    expect((await next()).generation).toBe(first.generation);
    expect(count()).toBe(1);
    cache.accepted("risk", first);
    expect(cache.unauthorized("risk", first, false)).toBe(true);
    expect((await next()).generation).toBe(first.generation + 1);
  });

  test("that had been replaced before says nothing of the one that replaced it, which is renewed, too", async () => {
    const clock = new ManualClock();
    const { cache, next, count } = issuer(clock);
    const old = await next();
    await clock.advance(HOUR);
    const present = await next();
    expect(cache.unauthorized("risk", old, false)).toBe(true);
    expect(cache.unauthorized("risk", present, false)).toBe(true);
    expect((await next()).reveal()).toBe("token-3");
    expect(count()).toBe(3);
  });

  test("an older token's acceptance says nothing of the one that replaced it", async () => {
    const clock = new ManualClock();
    const { cache, next } = issuer(clock);
    const first = await next();
    expect(cache.unauthorized("risk", first, false)).toBe(true);
    const second = await next();
    cache.accepted("risk", first);
    expect(cache.unauthorized("risk", second, false)).toBe(false);
    cache.accepted("risk", first);
    expect(cache.unauthorized("risk", second, false)).toBe(false);
    cache.accepted("risk", second);
    expect(cache.unauthorized("risk", second, false)).toBe(true);
  });
});

describe("the state of the token", () => {
  test("is its age and the rest of its life in whole seconds, and nothing where there is none", async () => {
    const clock = new ManualClock();
    const { cache, next } = issuer(clock);
    expect(cache.status()).toBeNull();
    await next();
    await clock.advance(10_500);
    expect(cache.status()).toEqual({ ageSeconds: 10, expiresInSeconds: 3_589 });
    clock.sleepMachine(HOUR);
    expect(cache.status()).toBeNull();
  });

  test("shows no token to who prints it", async () => {
    const clock = new ManualClock();
    const { next } = issuer(clock);
    const token = await next();
    expect(JSON.stringify(token)).not.toContain("token-1");
    expect(token).toMatchObject({ generation: 1, lifeMs: HOUR, issued: moment(new ManualClock()) });
  });
});
