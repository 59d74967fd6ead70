import { describe, expect, test } from "vitest";
import { Gate } from "../../../src/api/request/gate.ts";
import { limitsAfter } from "../../../src/runtime/clock.ts";
import { answerOf, envelope, failureOf, inTurn, PACKAGE, startScripted } from "../../support/client.ts";
import { problem, type Received, type Script, type Scripted } from "../../support/scripted-service.ts";
import { ShiftedClock } from "../../support/shifted-clock.ts";

const found: Scripted = { status: 200, json: PACKAGE };
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const LIFE_S = 5;

/** An answer that comes when the test says so. */
function later(answer: Scripted) {
  let come = (): void => undefined;
  const coming = new Promise<Scripted>((resolve) => {
    come = () => resolve(answer);
  });
  return { coming, come: () => come() };
}

describe("[8.2-honoured] [8.2-retry-after] a cool-down [G-rate-limit]", () => {
  test("while 20 calls wait nothing starts for two seconds, other products go on, and all 20 are answered", async () => {
    let refusedAtMs = 0;
    const { service, api, call } = await startScripted({
      tracking: ({ number }) => {
        // Seven more were under way already: answered late, so that the refusal is the first word.
        if (number > 1) return { ...(found as object), status: 200, delayMs: number <= 8 ? 300 : 0 };
        refusedAtMs = performance.now();
        return {
          ...(problem(429, "r") as object),
          status: 429,
          headers: { "retry-after": "2", "x-request-id": "r" },
        };
      },
      risk: () => ({ status: 200, json: envelope(["850"]) }),
    });
    const waiting = Array.from({ length: 20 }, (_, n) => api.package(`id-${n}`, call()));
    await new Promise((resolve) => setTimeout(resolve, 500));
    answerOf(await api.risk({ granularity: "zip3", date: "2026-07-10" }, call()));
    expect(service.requests("risk")).toHaveLength(1);
    for (const result of await Promise.all(waiting)) answerOf(result);
    const later = service.requests("tracking").slice(8);
    expect(later).toHaveLength(13);
    for (const { atMs } of later) expect(atMs - refusedAtMs).toBeGreaterThanOrEqual(2_000);
  });

  test("a wait beyond the call's time fails at once and names the seconds; the next call sends nothing", async () => {
    const { service, api, call } = await startScripted({
      tracking: () => ({ status: 429, headers: { "retry-after": "3600" } }),
    });
    expect(failureOf(await api.package("1", call()))).toMatchObject({
      kind: "rate_limited",
      status: 429,
      waitMs: 3_600_000,
    });
    const second = failureOf(await api.package("2", call()));
    expect(second).toMatchObject({ kind: "rate_limited", product: "tracking" });
    expect(second.kind === "rate_limited" && (second.waitMs ?? 0) > 3_590_000).toBe(true);
    expect(service.requests("tracking")).toHaveLength(1);
  });

  test("a wait beyond the call's time asks for no token first", async () => {
    const { service, api, call, clock } = await startScripted({
      token: ({ number }) => ({ status: 200, json: { access_token: `access-token-${number}`, expires_in: LIFE_S } }),
      tracking: () => ({ status: 429, headers: { "retry-after": "3600" } }),
    });
    failureOf(await api.package("1", call()));
    clock.advance(LIFE_S * 1_000);
    expect(failureOf(await api.package("2", call()))).toMatchObject({ kind: "rate_limited", product: "tracking" });
    expect(service.requests("token")).toHaveLength(1);
  });

  test("[7-503] a 503 with Retry-After holds the product too; one without is retried with backoff", async () => {
    const held = await startScripted({
      tracking: () => ({ status: 503, headers: { "retry-after": "3600" } }),
    });
    expect(failureOf(await held.api.package("1", held.call()))).toMatchObject({
      kind: "unavailable",
      status: 503,
    });
    expect(failureOf(await held.api.package("2", held.call()))).toMatchObject({
      kind: "rate_limited",
    });
    expect(held.service.requests("tracking")).toHaveLength(1);
    const free = await startScripted({
      tracking: inTurn({ status: 503 }, { status: 502 }, found),
    });
    answerOf(await free.api.package("1", free.call()));
    expect(free.service.requests("tracking")).toHaveLength(3);
  });

  test("who had a place when a cool-down began, and no token yet, gives it back", async () => {
    const refusal = later({ status: 429, headers: { "retry-after": "1" } });
    const token = (number: number) => ({ status: 200, json: { access_token: `token-${number}`, expires_in: LIFE_S } });
    const second = later(token(2));
    let inFlight = 0;
    let most = 0;
    let isCrowded = false;
    const { service, api, call, clock } = await startScripted({
      token: ({ number }) => (number === 2 ? second.coming : token(number)),
      tracking: async ({ number }) => {
        if (number === 1) return refusal.coming;
        inFlight += 1;
        most = Math.max(most, inFlight);
        // Until it is seen how many come together.
        while (isCrowded) await wait(5);
        inFlight -= 1;
        return { status: 200, json: PACKAGE };
      },
    });
    const open = api.package("open", call(60_000));
    while (service.requests("tracking").length < 1) await wait(5);
    clock.advance(LIFE_S * 1_000);
    const others = Array.from({ length: 7 }, (_, index) => api.package(`other-${index}`, call(60_000)));
    while (service.requests("token").length < 2) await wait(5);
    refusal.come();
    while (api.status().coolDownSeconds.tracking === 0) await wait(5);
    second.come();
    await wait(50);
    expect(service.requests("tracking")).toHaveLength(1);
    clock.advance(1_500);
    for (const result of await Promise.all([open, ...others])) answerOf(result);
    most = 0;
    isCrowded = true;
    const crowd = Array.from({ length: 9 }, (_, index) => api.package(`crowd-${index}`, call(60_000)));
    while (most < 8) await wait(5);
    await wait(50);
    isCrowded = false;
    for (const result of await Promise.all(crowd)) answerOf(result);
    expect(most).toBe(8);
  });
});

/** A client, its service, and what a test waits for. */
async function gated(scripts: Partial<Record<"tracking" | "planning", Script>>) {
  const { service, ...client } = await startScripted(scripts);
  const until = async (count: number, route: "tracking" | "planning" = "tracking"): Promise<readonly Received[]> => {
    while (service.requests(route).length < count) await wait(5);
    return service.requests(route);
  };
  const held = async (): Promise<void> => {
    while (client.api.status().coolDownSeconds.tracking === 0) await wait(5);
  };
  return { service, until, held, ...client };
}
const idOf = ({ url }: Received): string => url.pathname.slice(url.pathname.lastIndexOf("/") + 1);

describe("the order at the gate [G-rate-limit]", () => {
  test("after a cool-down is that of the calls, the refused one first, and alone", async () => {
    const { service, api, call, clock, until, held } = await gated({
      tracking: ({ number }) =>
        number === 1
          ? { status: 429, headers: { "retry-after": "60" } }
          : { ...(found as object), status: 200, delayMs: 80 },
    });
    const first = api.package("a", call(200_000));
    await held();
    const later = ["b", "c", "d"].map((id) => api.package(id, call(200_000)));
    await wait(50);
    expect(service.requests("tracking")).toHaveLength(1);
    // Less than a backoff more.
    clock.advance(60_010);
    expect((await until(2)).map(idOf)).toEqual(["a", "a"]);
    for (const result of await Promise.all([first, ...later])) answerOf(result);
    expect(service.requests("tracking").map(idOf)).toEqual(["a", "a", "b", "c", "d"]);
    const [, probe = 0, next = 0] = service.requests("tracking").map(({ atMs }) => atMs);
    expect(next - probe).toBeGreaterThanOrEqual(79);
  });

  test("once one was answered after it, the others go side by side again", async () => {
    const { api, call, clock, until, held } = await gated({
      tracking: ({ number }) =>
        number === 1 ? { status: 429, headers: { "retry-after": "60" } } : number === 2 ? found : "hang",
    });
    const first = api.package("a", call(200_000));
    await held();
    clock.advance(61_000);
    answerOf(await first);
    const mine = ["b", "c", "d"].map((id) => {
      const own = call();
      return { own, asked: api.package(id, own) };
    });
    expect(await until(5)).toHaveLength(5);
    for (const { own } of mine) own.cancel();
    await Promise.all(mine.map(({ asked }) => asked));
  });

  test("a place that comes in the moment in which its caller leaves goes to the next", async () => {
    const clock = new ShiftedClock();
    const gate = new Gate("planning", clock);
    const limits = limitsAfter(clock, 60_000);
    const places = await Promise.all(Array.from({ length: 8 }, () => gate.enter(limits)));
    const leaving = new AbortController();
    const left = gate.enter({ ...limits, signal: leaving.signal });
    leaving.abort();
    for (const place of places.slice(0, 1)) if (place.ok) place.value.leave();
    expect(failureOf(await left).kind).toBe("cancelled");
    expect((await gate.enter(limits)).ok).toBe(true);
  });

  test("who waits for one of eight places is told when its time is over, or that it was cancelled", async () => {
    const { service, api, call, clock, until } = await gated({ planning: () => "hang" });
    const open = Array.from({ length: 8 }, () => {
      const own = call();
      return { own, asked: api.plan({}, own) };
    });
    await until(8, "planning");
    const beganMs = clock.monotonicMs();
    const late = api.plan({}, call(1_000));
    const leaving = call();
    const left = api.plan({}, leaving);
    await wait(30);
    leaving.cancel();
    expect(failureOf(await left)).toEqual({ kind: "cancelled", product: "planning" });
    clock.advance(1_001);
    const failure = failureOf(await late);
    expect(failure).toMatchObject({ kind: "timeout", product: "planning", sent: false });
    if (failure.kind !== "timeout") return;
    expect(failure.afterMs).toBeGreaterThanOrEqual(1_000);
    expect(failure.afterMs).toBeLessThanOrEqual(clock.monotonicMs() - beganMs);
    for (const { own } of open) own.cancel();
    for (const { asked } of open) expect(failureOf(await asked).kind).toBe("outcome_unknown");
    expect(service.requests("planning")).toHaveLength(8);
  });
});
