import { describe, expect, test } from "vitest";
import { answerOf, envelope, failureOf, inTurn, startScripted } from "../../support/client.ts";
import { MAX_ATTEMPTS } from "../../support/contract.ts";
import { gate, passing, until } from "../../support/events.ts";
import { problem, type Scripted } from "../../support/scripted-service.ts";

/** A script that answers once `answer` is called. */
function onDemand(scripted: Scripted) {
  const { open: answer, opened } = gate();
  return { script: () => opened.then(() => scripted), answer };
}

describe("memory [G-memory]", () => {
  test("[8.1-product] memory answers within the TTL; after it, a call asks the service again", async () => {
    const { service, api, call, clock } = await startScripted({
      alerts: () => ({ status: 200, json: envelope(["85001"]) }),
    });
    answerOf(await api.alerts({}, call()));
    clock.advance(280_000);
    const mine = call();
    answerOf(await api.alerts({}, mine));
    const report = mine.usage.report();
    expect(report).toMatchObject({ requests: 0, cached: true, stale: false });
    expect(report.ageSeconds).toBeGreaterThanOrEqual(280);
    clock.shiftWall(21_000);
    answerOf(await api.alerts({}, call()));
    expect(service.requests("alerts")).toHaveLength(2);
  });

  test("a TTL of 0 keeps nothing, not even to stand in for a failure", async () => {
    const alerts = inTurn({ status: 200, json: envelope(["85001"]) }, { status: 500 });
    const { service, api, call } = await startScripted({ alerts }, { COLDROUTE_ALERTS_TTL_S: "0" });
    answerOf(await api.alerts({}, call()));
    expect(api.status().memory.alerts).toEqual({ answers: 0, bytes: 0 });
    expect(failureOf(await api.alerts({}, call())).kind).toBe("upstream_error");
    expect(service.requests("alerts").length).toBeGreaterThan(1);
  });

  test.each<[string, Scripted, boolean]>([
    ["500", { status: 500 }, true],
    ["503", { status: 503 }, true],
    ["429", { status: 429, headers: { "retry-after": "900" } }, true],
    ["a reset", "reset", true],
    ["HTML", { status: 200, raw: "<html>" }, true],
    ["401", problem(401, "r"), false],
    ["403", problem(403, "r"), false],
    ["400", problem(400, "r"), false],
  ])("after %s an answer up to one hour old stands in: %s", async (_, fault, standsIn) => {
    const risk = inTurn({ status: 200, json: envelope(["850"]) }, fault);
    const { api, call, clock } = await startScripted({ risk });
    const query = { granularity: "zip3", date: "2026-07-10" };
    answerOf(await api.risk(query, call()));
    clock.advance(1_000_000);
    const mine = call();
    expect((await api.risk(query, mine)).ok).toBe(standsIn);
    expect(mine.usage.report().stale).toBe(standsIn);
    clock.advance(2_600_001);
    expect((await api.risk(query, call())).ok).toBe(false);
  });

  test.each<[string, readonly Scripted[], number]>([
    ["a first 401, which a new token may follow", [], 401],
    [
      "the last attempt's 500",
      Array.from({ length: MAX_ATTEMPTS - 1 }, () => ({ status: 429, headers: { "retry-after": "0" } })),
      500,
    ],
  ])("a stale answer stands in after %s whose body does not arrive in time", async (_, before, status) => {
    const hanging: Scripted = { status, raw: "{", unfinished: true };
    const { service, api, call, clock } = await startScripted({
      risk: inTurn({ status: 200, json: envelope(["850"]) }, ...before, hanging),
    });
    const query = { granularity: "zip3", date: "2026-07-10" };
    answerOf(await api.risk(query, call()));
    clock.advance(1_000_000);
    const [patient, short] = [call(), call(10_000)];
    const [first, second] = [api.risk(query, patient), api.risk(query, short)];
    const { usage } = patient;
    const isLastUnderWay = () => usage.report().requests === before.length + 1 && usage.report().maybeBilled === 0;
    await passing(clock, until(isLastUnderWay));
    expect(service.requests("risk")).toHaveLength(before.length + 2);
    clock.advance(10_000);
    answerOf(await second);
    expect(short.usage.sourceOf("risk").staleAfter?.kind).toBe("timeout");
    patient.cancel();
    expect(failureOf(await first).kind).toBe("cancelled");
  });

  test("a caller that left lends no time: a wait beyond the remaining caller's deadline fails at once", async () => {
    const { script, answer } = onDemand({ status: 429, headers: { "Retry-After": "40" } });
    const { service, api, call } = await startScripted({ tracking: script });
    const patient = call(60_000);
    const results = [api.package("1", patient), api.package("1", call(20_000))];
    await expect.poll(() => service.requests("tracking")).toHaveLength(1);
    patient.cancel();
    answer();
    expect(failureOf(await (results[1] as Promise<never>))).toMatchObject({ kind: "rate_limited", waitMs: 40_000 });
    expect(service.requests("tracking")).toHaveLength(1);
  });
});
