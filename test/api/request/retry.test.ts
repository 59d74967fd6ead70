import { describe, expect, test } from "vitest";
import { failureOf, inTurn, PACKAGE, startScripted } from "../../support/client.ts";
import { passing } from "../../support/events.ts";
import { problem, type Scripted } from "../../support/scripted-service.ts";

const PLAN = { destination: { zipCode: "33101" } };
const found: Scripted = { status: 200, json: PACKAGE };

describe("retries of a read [G-retry]", () => {
  test.each<[string, Scripted, string]>([
    ["a 500", { status: 500 }, "upstream_error"],
    ["a reset", "reset", "network"],
    ["a body that breaks off", { status: 200, raw: "{", length: 50 }, "unexpected_response"],
  ])("repeats a read once in all after %s, whatever refusals come in between", async (_, fault, kind) => {
    const limited = { status: 429, headers: { "retry-after": "0" } };
    // After a 401 the client sends the read with a new token, and still counts it as the same read.
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
    const { service, api, call } = await startScripted({ tracking: () => problem(status, "r") });
    const mine = call();
    expect(failureOf(await api.package("1", mine))).toMatchObject({ ...told, status, requestId: "r" });
    expect(service.requests("tracking")).toHaveLength(1);
    expect(mine.usage.report()).toMatchObject({ billableRequests: 0, maybeBilled: 0 });
  });
});

test.each([
  ["the attempt's", 60_000, "20000"],
  ["the call's", 20_000, "60000"],
])(
  "[G-plan-once] POST /shipments that hangs is outcome_unknown once %s time is over, and not sent again",
  async (_, maxWaitMs, timeoutMs) => {
    const settings = { COLDROUTE_TIMEOUT_MS: timeoutMs };
    const { service, api, call, clock } = await startScripted({ planning: () => ({ silentMs: 20_000 }) }, settings);
    // In a young process, an instant is small enough to pass for a duration.
    clock.advance(600_000);
    expect(failureOf(await api.plan(PLAN, call(maxWaitMs))).kind).toBe("outcome_unknown");
    expect(service.requests("planning")).toHaveLength(1);
  },
);
