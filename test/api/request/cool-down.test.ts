import { describe, expect, test } from "vitest";
import { CallUsage } from "../../../src/api/model/usage.ts";
import { Gate } from "../../../src/api/request/gate.ts";
import { limitsAfter } from "../../../src/runtime/waiting.ts";
import { answerOf, envelope, failureOf, inTurn, PACKAGE, startScripted } from "../../support/client.ts";
import { gate, passing, quiet, until } from "../../support/events.ts";
import type { Received, Script, Scripted } from "../../support/scripted-service.ts";
import { ShiftedClock } from "../../support/shifted-clock.ts";

const found: Scripted = { status: 200, json: PACKAGE };
const holds = (seconds: number, status = 429): Scripted => ({ status, headers: { "retry-after": String(seconds) } });
const LIFE_S = 5;

/** A client, its service, and the events that a test waits for. */
async function gated(scripts: Partial<Record<"token" | "tracking" | "planning" | "risk", Script>>, timeoutMs = 10_000) {
  const { service, ...client } = await startScripted(scripts, { COLDROUTE_TIMEOUT_MS: String(timeoutMs) });
  const sent = (count: number, route: "token" | "tracking" | "planning" = "tracking") =>
    until(() => service.requests(route).length === count);
  const held = () => until(() => client.api.status().coolDownSeconds.tracking > 0);
  return { service, sent, held, ...client };
}

describe("[8.2-honoured] [8.2-retry-after] a cool-down [G-rate-limit]", () => {
  test("holds 20 waiting calls for a minute, lets other products go on, and all 20 get answers", async () => {
    const others = gate();
    const risk = () => ({ status: 200, json: envelope(["850"]) });
    const tracking = async ({ number }: Received): Promise<Scripted> => {
      if (number === 1) return holds(60);
      // Seven more are already under way. They answer late, so that the refusal comes first.
      if (number <= 8) await others.opened;
      return found;
    };
    const { service, api, call, clock, held } = await gated({ tracking, risk }, 200_000);
    const waiting = Array.from({ length: 20 }, (_, n) => api.package(`id-${n}`, call(200_000)));
    await held();
    clock.advance(50_000);
    answerOf(await api.risk({ granularity: "zip3", date: "2026-07-10" }, call()));
    others.open();
    await quiet();
    expect(service.requests("tracking")).toHaveLength(8);
    for (const result of await passing(clock, Promise.all(waiting))) answerOf(result);
    expect(service.requests("tracking")).toHaveLength(21);
  });

  test("[7-429] beyond the call's time fails the call at once and names the wait; the next call sends nothing", async () => {
    const { service, api, call, clock } = await gated({
      token: ({ number }) => ({ status: 200, json: { access_token: `access-token-${number}`, expires_in: LIFE_S } }),
      tracking: () => holds(3_600),
    });
    const first = failureOf(await api.package("1", call()));
    expect(first).toMatchObject({ kind: "rate_limited", status: 429, waitMs: 3_600_000 });
    clock.advance(LIFE_S * 1_000);
    const second = failureOf(await api.package("2", call()));
    expect(second).toMatchObject({ kind: "rate_limited", product: "tracking" });
    expect(second.kind === "rate_limited" && (second.waitMs ?? 0) > 3_580_000).toBe(true);
    // The second call does not renew the expired token either.
    expect(service.received.map(({ route }) => route)).toEqual(["token", "tracking"]);
  });

  test("[7-503] a 503 with Retry-After holds the product too", async () => {
    const held = await gated({ tracking: () => holds(3_600, 503) });
    expect(failureOf(await held.api.package("1", held.call()))).toMatchObject({ kind: "unavailable", status: 503 });
    expect(failureOf(await held.api.package("2", held.call()))).toMatchObject({ kind: "rate_limited" });
    expect(held.service.requests("tracking")).toHaveLength(1);
  });

  test("begins with the status line, not with the end of the body", async () => {
    const unfinished: Scripted = { status: 429, raw: "{", unfinished: true, headers: { "retry-after": "60" } };
    const { service, api, call, held } = await gated({ tracking: inTurn(unfinished, found) });
    const mine = call();
    const first = api.package("a", mine);
    await held();
    expect(failureOf(await api.package("b", call()))).toMatchObject({ kind: "rate_limited", product: "tracking" });
    expect(service.requests("tracking")).toHaveLength(1);
    mine.cancel();
    await first;
  });

  test("that nobody waits for leaves no timer behind", async () => {
    const { api, call, clock } = await gated({ tracking: () => holds(600) });
    expect(failureOf(await api.package("1", call(1_000))).kind).toBe("rate_limited");
    expect(clock.pending).toBe(0);
  });

  test("ends when the client closes, and so does a POST on the wire", async () => {
    const { api, call, clock, held, sent } = await gated({ tracking: () => holds(5), planning: () => "hang" });
    const calls = [call(), call()] as const;
    const asked = [api.package("a", calls[0]), api.plan({}, calls[1])];
    await Promise.all([held(), sent(1, "planning")]);
    for (const each of calls) each.cancel();
    await api.close();
    await Promise.all(asked);
    expect(clock.pending).toBe(0);
  });
});

const idOf = ({ url }: Received): string => url.pathname.slice(url.pathname.lastIndexOf("/") + 1);

describe("the order at the gate [G-rate-limit]", () => {
  test("after a cool-down is the refused call alone, then the others as they came", async () => {
    const probed = gate();
    const { service, api, call, clock, sent, held } = await gated({
      tracking: async ({ number }) => {
        if (number === 1) return holds(60);
        if (number === 2) await probed.opened;
        return found;
      },
    });
    const asked = [api.package("a", call(200_000))];
    await held();
    asked.push(...["b", "c", "d"].map((id) => api.package(id, call(200_000))));
    await quiet();
    expect(service.requests("tracking")).toHaveLength(1);
    clock.advance(61_000);
    await sent(2);
    await quiet();
    expect(service.requests("tracking").map(idOf)).toEqual(["a", "a"]);
    probed.open();
    for (const result of await Promise.all(asked)) answerOf(result);
    expect(service.requests("tracking").map(idOf)).toEqual(["a", "a", "b", "c", "d"]);
  });

  test("lets the others go side by side once that first request is answered", async () => {
    const { api, call, clock, sent, held } = await gated({
      tracking: ({ number }) => (number === 1 ? holds(60) : number === 2 ? found : "hang"),
    });
    const first = api.package("a", call(200_000));
    await held();
    clock.advance(61_000);
    answerOf(await first);
    const calls = ["b", "c", "d"].map((id) => ({ id, own: call() }));
    const asked = calls.map(({ id, own }) => api.package(id, own));
    await sent(5);
    for (const { own } of calls) own.cancel();
    await Promise.all(asked);
  });

  test("a place that comes free as its caller leaves goes to the next call", async () => {
    const clock = new ShiftedClock();
    const places = new Gate("planning", clock);
    const limits = limitsAfter(clock, 60_000);
    const taken = await Promise.all(Array.from({ length: 8 }, () => places.enter(limits)));
    const leaving = new AbortController();
    const left = places.enter({ ...limits, signal: leaving.signal });
    leaving.abort();
    for (const place of taken.slice(0, 1)) if (place.ok) place.value.leave();
    expect(failureOf(await left).kind).toBe("cancelled");
    expect((await places.enter(limits)).ok).toBe(true);
  });

  test("places that come free go round the callers, and to the oldest wait of each", async () => {
    const landings = Array.from({ length: 12 }, gate);
    const tracking = async ({ number }: Received): Promise<Scripted> => {
      await landings[number - 1]?.opened;
      return found;
    };
    const { service, api, call, sent } = await gated({ tracking });
    const ask = (id: string) => api.package(id, { ...call(), usage: new CallUsage(9, undefined, id.split("-")[0]) });
    const first = Array.from({ length: 8 }, (_, n) => ask(`busy-${n}`));
    await sent(8);
    const later = ["busy-9", "other-1", "other-2", "third-1"].map(ask);
    await quiet();
    for (const [landed, { open }] of landings.entries()) {
      open();
      await sent(Math.min(9 + landed, 12));
    }
    for (const result of await Promise.all([...first, ...later])) answerOf(result);
    const order = service.requests("tracking").slice(8);
    expect(order.map(({ url }) => url.pathname.split("/").at(-1))).toEqual(["other-1", "third-1", "other-2", "busy-9"]);
  });

  test("a call that waits for one of eight places ends at its deadline, or when it is cancelled", async () => {
    const { service, api, call, clock, sent } = await gated({ planning: () => "hang" });
    const open = Array.from({ length: 8 }, () => api.plan({}, call()));
    await sent(8, "planning");
    const late = api.plan({}, call(1_000));
    const leaving = call();
    const left = api.plan({}, leaving);
    await quiet();
    leaving.cancel();
    expect(failureOf(await left)).toEqual({ kind: "cancelled", product: "planning" });
    clock.advance(1_001);
    const failure = failureOf(await late);
    expect(failure).toMatchObject({ kind: "timeout", product: "planning", sent: false });
    expect(failure.kind === "timeout" && failure.afterMs).toBeGreaterThanOrEqual(1_000);
    clock.advance(10_000);
    for (const asked of open) expect(failureOf(await asked).kind).toBe("outcome_unknown");
    expect(service.requests("planning")).toHaveLength(8);
  });
});
