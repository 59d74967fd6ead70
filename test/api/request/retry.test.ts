import { describe, expect, test } from "vitest";
import { answerOf, failureOf, inTurn, PACKAGE, SHIPMENT, startScripted } from "../../support/client.ts";
import { passing } from "../../support/events.ts";
import { problem, type Scripted } from "../../support/scripted-service.ts";

const PLAN = { destination: { zipCode: "33101" } };
const found: Scripted = { status: 200, json: PACKAGE };
const planned: Scripted = { status: 200, json: SHIPMENT };

describe("retries of a read [G-retry]", () => {
  test.each<[string, Scripted, string]>([
    ["a 500", { status: 500 }, "upstream_error"],
    ["a reset", "reset", "network"],
    ["a body that breaks off", { status: 200, raw: "{", length: 50 }, "unexpected_response"],
  ])("%s is asked again once in all, whatever refusal comes in between", async (_, fault, kind) => {
    const limited = { status: 429, headers: { "retry-after": "0" } };
    // After the 401 it is repeated with a new token, and is still the same read.
    for (const refusal of [{ status: 503 }, problem(502, "r"), limited, problem(401, "r")]) {
      const { service, api, call, clock } = await startScripted({ tracking: inTurn(fault, refusal, fault, found) });
      expect(failureOf(await passing(clock, api.package("1", call()))).kind).toBe(kind);
      expect(service.requests("tracking")).toHaveLength(3);
    }
  });

  test.each<[number, object]>([
    [418, { kind: "upstream_error" }],
    [304, { kind: "unexpected_response", what: "a 304 to a request without a condition" }],
  ])("%i is never asked again, nor billed", async (status, told) => {
    const { service, api, call } = await startScripted({
      tracking: () => problem(status, "r"),
    });
    const mine = call();
    expect(failureOf(await api.package("1", mine))).toMatchObject({ ...told, status, requestId: "r" });
    expect(service.requests("tracking")).toHaveLength(1);
    expect(mine.usage.report()).toMatchObject({ billableRequests: 0, maybeBilled: 0 });
  });

  test("a hang ends at the attempt's time, a dripping body too, and is perhaps billed", async () => {
    const dripping: Scripted = { status: 200, raw: "{", length: 100, unfinished: true };
    const { service, api, call, clock } = await startScripted({
      tracking: ({ number }) => (number === 1 ? { silentMs: 10_000 } : dripping),
    });
    const mine = call();
    const asked = api.package("1", mine);
    await expect.poll(() => mine.usage.report().billableRequests).toBe(1);
    clock.advance(10_000);
    expect(failureOf(await asked)).toMatchObject({
      kind: "timeout",
      sent: true,
    });
    expect(service.requests("tracking")).toHaveLength(2);
    // The hang left no status line; the second answer's 2xx counted at once.
    expect(mine.usage.report()).toMatchObject({
      billableRequests: 1,
      maybeBilled: 1,
      requests: 2,
    });
  });
});

describe("POST /shipments is never sent twice without proof of refusal [G-plan-once]", () => {
  test.each([
    ["the attempt's", 60_000, "20000"],
    ["the call's", 20_000, "60000"],
  ])("a hang is outcome_unknown, once %s time is over", async (_, maxWaitMs, timeoutMs) => {
    const settings = { COLDROUTE_TIMEOUT_MS: timeoutMs };
    const { service, api, call, clock } = await startScripted({ planning: () => ({ silentMs: 20_000 }) }, settings);
    // A young process' moments are small enough to pass for spans.
    clock.advance(600_000);
    expect(failureOf(await api.plan(PLAN, call(maxWaitMs))).kind).toBe("outcome_unknown");
    expect(service.requests("planning")).toHaveLength(1);
  });

  test("each plan gets a connection of its own", async () => {
    const { service, api, call } = await startScripted({
      planning: () => planned,
    });
    answerOf(await api.plan(PLAN, call()));
    answerOf(await api.plan(PLAN, call()));
    expect(service.requests("planning").map(({ headers }) => headers.connection)).toEqual(["close", "close"]);
  });
});
