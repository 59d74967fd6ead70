import { describe, expect, test } from "vitest";
import { failed } from "../../src/api/failure.ts";
import type { Exchanged } from "../../src/api/token.ts";
import { moment } from "../../src/runtime/clock.ts";
import { ManualClock, settle } from "../support/manual-clock.ts";
import { HOUR, issuer, limits, refused, value } from "../support/token-issuer.ts";

describe("token cache (DESIGN 4, token; spec 5.4)", () => {
  test("[5.4-reuse] a hundred callers make one exchange and share the token for its life", async () => {
    const clock = new ManualClock();
    const { cache, count, answer } = issuer(clock);
    const callers = Array.from({ length: 100 }, () => cache.get(limits(clock)));
    await answer();
    expect(new Set((await Promise.all(callers)).map(value))).toEqual(new Set(["token-1"]));
    await clock.advance(HOUR / 2);
    expect(value(await cache.get(limits(clock)))).toBe("token-1");
    expect(count()).toBe(1);
  });

  test("[5.4-refresh] within a tenth of its life before its end it is refreshed in the background, blocking nobody", async () => {
    const clock = new ManualClock();
    const { cache, count, answer } = issuer(clock);
    const first = cache.get(limits(clock));
    await answer();
    await first;
    await clock.advance(HOUR * 0.9 - 1);
    expect(value(await cache.get(limits(clock)))).toBe("token-1");
    expect(count()).toBe(1);
    await clock.advance(1);
    expect(value(await cache.get(limits(clock)))).toBe("token-1");
    expect(value(await cache.get(limits(clock)))).toBe("token-1");
    expect(count()).toBe(2);
    await answer();
    expect(value(await cache.get(limits(clock)))).toBe("token-2");
  });

  test("the margin is ten minutes at most", async () => {
    const clock = new ManualClock();
    const { cache, count, answer } = issuer(clock, 24 * HOUR);
    const first = cache.get(limits(clock));
    await answer();
    await first;
    await clock.advance(24 * HOUR - 600_001);
    await cache.get(limits(clock));
    expect(count()).toBe(1);
    await clock.advance(1);
    await cache.get(limits(clock));
    expect(count()).toBe(2);
  });

  test("an expired one blocks, also when only the wall clock moved (a laptop asleep)", async () => {
    const clock = new ManualClock();
    const { cache, count, answer } = issuer(clock);
    const first = cache.get(limits(clock));
    await answer();
    await first;
    clock.sleepMachine(HOUR);
    const second = cache.get(limits(clock));
    await settle();
    expect(count()).toBe(2);
    await answer();
    expect(value(await second)).toBe("token-2");
  });

  test("life counts from when the exchange was sent, not from its answer", async () => {
    const clock = new ManualClock();
    const { cache, count, answer } = issuer(clock);
    const sent = moment(clock);
    const first = cache.get(limits(clock, 2 * HOUR));
    await clock.advance(HOUR / 2);
    await answer({ ok: true, value: "slow", issued: sent, lifeMs: HOUR });
    await first;
    await clock.advance(HOUR / 2);
    void cache.get(limits(clock));
    await settle();
    expect(count()).toBe(2);
  });

  test("refused credentials are remembered for 60 s, doubling to ten minutes", async () => {
    const clock = new ManualClock();
    const { cache, count, answer } = issuer(clock);
    let expected = 0;
    for (const rememberedMs of [60_000, 120_000, 240_000, 480_000, 600_000, 600_000]) {
      const asked = cache.get(limits(clock));
      expected += 1;
      await answer(refused);
      expect(await asked).toMatchObject({
        ok: false,
        failure: { kind: "unauthorized", waitMs: rememberedMs },
      });
      await clock.advance(rememberedMs - 1);
      expect(value(await cache.get(limits(clock)))).toBe("unauthorized");
      expect(count()).toBe(expected);
      await clock.advance(1);
    }
  });

  test("another failure is remembered for five seconds, so a hundred callers make one attempt", async () => {
    const clock = new ManualClock();
    const { cache, count, answer } = issuer(clock);
    const lost = failed({
      kind: "network",
      product: "token",
      code: "ECONNREFUSED",
      sent: false,
    });
    const callers = Array.from({ length: 50 }, () => cache.get(limits(clock)));
    await answer({ ...lost, refused: false });
    callers.push(...Array.from({ length: 50 }, () => cache.get(limits(clock))));
    expect(new Set((await Promise.all(callers)).map(value))).toEqual(new Set(["network"]));
    expect(count()).toBe(1);
    await clock.advance(5_000);
    void cache.get(limits(clock));
    expect(count()).toBe(2);
  });

  test("a Retry-After of the token endpoint is waited out by who has the time, and told to who has not", async () => {
    const clock = new ManualClock();
    const { cache, count, answer } = issuer(clock);
    const busy: Exchanged = {
      ok: false,
      refused: false,
      holdMs: 3_000,
      failure: {
        kind: "rate_limited",
        product: "token",
        status: 429,
        waitMs: 3_000,
      },
    };
    const patient = cache.get(limits(clock, 25_000));
    const hasty = cache.get(limits(clock, 2_000));
    await answer(busy);
    expect(await hasty).toMatchObject({
      ok: false,
      failure: { kind: "rate_limited", waitMs: 3_000 },
    });
    await clock.advance(2_999);
    expect(count()).toBe(1);
    await clock.advance(1);
    expect(count()).toBe(2);
    await answer();
    expect(value(await patient)).toBe("token-2");
  });

  test("told to wait again after one wait, callers that come in turns do not ask in turns", async () => {
    const clock = new ManualClock();
    const { cache, count, answer } = issuer(clock);
    const failure = { kind: "rate_limited", product: "token", status: 429, waitMs: 2_000 } as const;
    const busy: Exchanged = { ok: false, refused: false, holdMs: 2_000, failure };
    const first = cache.get(limits(clock));
    await answer(busy);
    await clock.advance(2_000);
    await answer(busy);
    expect(value(await first)).toBe("rate_limited");
    for (let turn = 0; turn < 10; turn += 1) expect(value(await cache.get(limits(clock)))).toBe("rate_limited");
    expect(count()).toBe(2);
  });

  test("a 401 drops the token only while it is the current one", async () => {
    const clock = new ManualClock();
    const { cache, count, answer } = issuer(clock);
    const asked = cache.get(limits(clock));
    await answer();
    const old = await asked;
    if (!old.ok) throw new Error("no token");
    expect(cache.unauthorized("alerts", old.value, false)).toBe(true);
    const renewed = cache.get(limits(clock));
    await answer();
    expect(value(await renewed)).toBe("token-2");
    expect(cache.unauthorized("tracking", old.value, false)).toBe(true);
    expect(value(await cache.get(limits(clock)))).toBe("token-2");
    expect(count()).toBe(2);
  });

  test("a second 401, on a new token, keeps it, and for a minute that product starts no exchange", async () => {
    const clock = new ManualClock();
    const { cache, count, next } = issuer(clock);
    const first = await next();
    expect(cache.unauthorized("risk", first, false)).toBe(true);
    const second = await next();
    // Another call's first try, on the token that the first call's 401 brought: no third exchange either.
    expect(cache.unauthorized("risk", second, false)).toBe(false);
    await clock.advance(59_999);
    expect(cache.unauthorized("risk", await next(), false)).toBe(false);
    expect(count()).toBe(2);
    await clock.advance(1);
    expect(cache.unauthorized("risk", await next(), false)).toBe(true);
  });

  test("a token that the product accepted and that is refused later is renewed again", async () => {
    const clock = new ManualClock();
    const { cache, next } = issuer(clock);
    expect(cache.unauthorized("risk", await next(), false)).toBe(true);
    const second = await next();
    cache.accepted("risk", second);
    expect(cache.unauthorized("risk", second, false)).toBe(true);
  });

  test("one caller's leaving ends only its own wait", async () => {
    const clock = new ManualClock();
    const { cache, answer } = issuer(clock);
    const leaving = new AbortController();
    const left = cache.get({ signal: leaving.signal, deadlineMs: 25_000 });
    const stayed = cache.get(limits(clock));
    const late = cache.get(limits(clock, 100));
    leaving.abort();
    await clock.advance(100);
    await answer();
    expect([value(await left), value(await stayed), value(await late)]).toEqual(["cancelled", "token-1", "timeout"]);
    expect(clock.pending).toBe(0);
  });
});
