import { describe, expect, test } from "vitest";
import { CallUsage } from "../../src/api/usage.ts";
import { answerOf, envelope, failureOf, inTurn, PACKAGE, startClient, startScripted } from "../support/client.ts";
import type { Scripted } from "../support/scripted-service.ts";

const LATER = { "retry-after": "2" };
const token: Scripted = { status: 200, json: { access_token: "token", token_type: "Bearer", expires_in: 3_600 } };
const found: Scripted = { status: 200, json: PACKAGE };

describe("a wait that only one of two equal callers has the time for (DESIGN 4, memory and retries)", () => {
  test.each<[string, Scripted, object]>([
    ["that the token endpoint asks for", { status: 429, headers: LATER }, { kind: "rate_limited", product: "token" }],
    ["before an exchange", { status: 503, headers: LATER }, { kind: "unavailable", product: "token" }],
  ])("%s ends the other's at once, told as what it is", async (_, refusal, told) => {
    const { api, call, service } = await startScripted({ token: inTurn(refusal, token), tracking: () => found });
    const [hasty, patient] = [api.package("1", call(1_900)), api.package("1", call(20_000))];
    expect(failureOf(await hasty)).toMatchObject({ ...told, waitMs: expect.closeTo(2_000, -3) });
    expect(service.requests("token"), "and before the wait is over").toHaveLength(1);
    answerOf(await patient);
    expect(service.requests("tracking")).toHaveLength(1);
  });

  test("that a 502 asks for ends the other's at once, told as what it is", async () => {
    const { api, call, service } = await startScripted({ tracking: inTurn({ status: 502, headers: LATER }, found) });
    const [hasty, patient] = [api.package("1", call(1_900)), api.package("1", call(20_000))];
    expect(failureOf(await hasty)).toMatchObject({ kind: "unavailable", product: "tracking", status: 502 });
    expect(service.requests("tracking"), "and before the wait is over").toHaveLength(1);
    answerOf(await patient);
  });

  test("sends nothing for who joins, either: what stands in for it is from memory alone", async () => {
    const whole: Scripted = { status: 200, json: envelope(["85001"]) };
    const { api, call, clock, service } = await startScripted({
      alerts: inTurn(whole, { status: 429, headers: { "retry-after": "600" } }),
    });
    answerOf(await api.alerts({}, call()));
    clock.advance(301_000);
    answerOf(await api.alerts({}, call()));
    const both = [call(), call()];
    for (const result of await Promise.all(both.map((mine) => api.alerts({}, mine)))) answerOf(result);
    for (const { usage } of both) expect(usage.report()).toMatchObject({ requests: 0, cached: true, stale: true });
    expect(service.requests("alerts")).toHaveLength(2);
  });

  test("of a backoff alone ends nobody's: more may come until then", async () => {
    const { service } = await startScripted({ tracking: inTurn({ status: 502 }, found) });
    const { api, call } = startClient(service.environment, () => 0.9);
    const [hasty, patient] = [api.package("1", call(300)), api.package("1", call(20_000))];
    expect(failureOf(await hasty)).toMatchObject({ kind: "timeout", sent: true });
    answerOf(await patient);
  });

  test("ends theirs who join while others' limit is reached already, and is what they are told", async () => {
    const { api, call, service } = await startScripted({
      alerts: ({ url }) => {
        const page = Number(url.searchParams.get("page") ?? 1);
        if (page === 3) return { status: 502, headers: { "retry-after": "30" } };
        return { status: 200, json: envelope([`8500${page}`], { total: 6, page, pageSize: 1, hasMore: page < 6 }) };
      },
    });
    const starter = call(60_000);
    const usage = new CallUsage(4);
    const first = api.alerts({}, { ...starter, usage });
    await expect.poll(() => [service.requests("alerts").length, usage.isSpent()]).toEqual([5, true]);
    const set = answerOf(await api.alerts({}, call(20_000)));
    expect(set).toMatchObject({
      records: { length: 4 },
      incomplete: { failure: { kind: "unavailable", status: 502 } },
    });
    starter.cancel();
    expect(failureOf(await first).kind).toBe("cancelled");
  });
});
