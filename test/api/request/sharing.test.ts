import { describe, expect, test } from "vitest";
import { Allowance } from "../../../src/api/model/allowance.ts";
import { CallUsage } from "../../../src/api/model/usage.ts";
import { answerOf, envelope, failureOf, PACKAGE, startScripted } from "../../support/client.ts";
import { gate, quiet, until } from "../../support/events.ts";
import type { Scripted } from "../../support/scripted-service.ts";

const found: Scripted = { status: 200, json: PACKAGE };
const DAY = { granularity: "zip3", date: "2026-07-10" };

/** A service of packages and risk days. Its first answer waits until the test calls `release`. */
async function startHeld(first: Scripted, others: Scripted = found, settings: Readonly<Record<string, string>> = {}) {
  const { open: release, opened: released } = gate();
  const script = async ({ number }: { readonly number: number }): Promise<Scripted> => {
    if (number > 1) return others;
    await released;
    return first;
  };
  return { ...(await startScripted({ tracking: script, risk: script }, settings)), release };
}

describe("equal requests under way are one [G-memory]", () => {
  test("are billed to the oldest call that waits, and are live for all", async () => {
    const { service, api, call, release } = await startHeld(found);
    const calls = [call(), call()];
    const asked = calls.map((each) => api.package("1", each));
    await until(() => service.requests("tracking").length === 1);
    release();
    for (const answer of await Promise.all(asked)) answerOf(answer);
    expect(calls.map(({ usage }) => usage.report().billableRequests)).toEqual([1, 0]);
    expect(calls.map(({ usage }) => usage.report().requestIds)).toEqual([["tracking-1"], ["tracking-1"]]);
    expect(calls.map(({ usage }) => usage.sourceOf("tracking").data)).toEqual(["live", "live"]);
  });

  test("are retried on the next call's bill when the oldest has left", async () => {
    const { service, api, call, release } = await startHeld({ status: 503 });
    const [first, second] = [call(), call()];
    const asked = [api.package("1", first), api.package("1", second)] as const;
    await until(() => service.requests("tracking").length === 1);
    first.cancel();
    expect(failureOf(await asked[0]).kind).toBe("cancelled");
    release();
    answerOf(await asked[1]);
    expect([first, second].map(({ usage }) => usage.report().requests)).toEqual([1, 1]);
  });

  test("are paid by the next call when the limit of the oldest is reached", async () => {
    const { service, api, call, release } = await startHeld(found);
    const spent = new CallUsage(9, new Allowance(0, "spent", "spent"));
    const payer = call();
    const asked = [{ ...call(), usage: spent }, payer].map((each) => api.package("1", each));
    release();
    for (const answer of await Promise.all(asked)) answerOf(answer);
    expect([spent, payer.usage].map((usage) => usage.report().billableRequests)).toEqual([0, 1]);
    expect(service.requests("tracking")).toHaveLength(1);
  });

  test("tell no call of another's limit", async () => {
    const { service, api, call } = await startHeld(found);
    const usages = ["one", "two", "three"].map((owner) => new CallUsage(9, new Allowance(0, owner, owner)));
    const asked = usages.map((usage) => api.package("1", { ...call(), usage }));
    const failures = (await Promise.all(asked)).map(failureOf);
    expect(failures.map((failure) => "owner" in failure && failure.owner)).toEqual(["one", "two", "three"]);
    expect(service.requests("tracking")).toHaveLength(0);
  });

  test("a request on the wire ends by itself when the last caller leaves, and its answer is kept", async () => {
    const day: Scripted = { status: 200, json: envelope(["850"], { granularity: "zip3" }) };
    const { service, api, call, release } = await startHeld(day);
    const leaving = call();
    const asked = api.risk(DAY, leaving);
    await until(() => service.requests("risk").length === 1);
    leaving.cancel();
    expect(failureOf(await asked).kind).toBe("cancelled");
    release();
    await until(() => api.status().memory.risk.answers === 1);
    const next = call();
    answerOf(await api.risk(DAY, next));
    expect(next.usage.report()).toMatchObject({ cached: true, requests: 0 });
    expect(service.requests("risk")).toHaveLength(1);
  });

  test("a call that joins an abandoned request sends a new one if that fails", async () => {
    const { service, api, call, release } = await startHeld({ status: 403 });
    const leaving = call();
    const asked = api.package("1", leaving);
    await until(() => service.requests("tracking").length === 1);
    leaving.cancel();
    await asked;
    const joined = api.package("1", call());
    release();
    answerOf(await joined);
    expect(service.requests("tracking")).toHaveLength(2);
  });

  test("calls that share such a new request keep their own deadlines", async () => {
    const { service, api, call, clock, release } = await startHeld("reset", {
      status: 429,
      headers: { "retry-after": "3" },
    });
    const gone = call();
    const left = api.package("1", gone);
    await until(() => service.requests("tracking").length === 1);
    gone.cancel();
    await left;
    const short = api.package("1", call(2_000));
    const long = call(60_000);
    const patient = api.package("1", long);
    expect(failureOf(await api.package("2", call(1_000))).kind).toBe("rate_limited");
    release();
    await quiet();
    clock.advance(2_000);
    expect(failureOf(await short)).toMatchObject({ kind: "timeout", sent: false });
    // The long call still waits for the cool-down, for which the short one lacked the time.
    long.cancel();
    expect(failureOf(await patient).kind).toBe("cancelled");
  });

  test("a call without time for a cool-down ends at its own deadline and says when to come back", async () => {
    const limited: Scripted = { status: 429, headers: { "retry-after": "30" } };
    const { service, api, call, clock, release } = await startHeld(limited);
    const [hasty, patient] = [api.package("1", call(20_000)), api.package("1", call(60_000))];
    release();
    await until(() => api.status().coolDownSeconds.tracking > 0);
    clock.advance(20_000);
    const failure = failureOf(await hasty);
    expect(failure).toMatchObject({ kind: "timeout", product: "tracking" });
    expect("waitMs" in failure && (failure.waitMs ?? 0) > 5_000).toBe(true);
    clock.advance(12_000);
    answerOf(await patient);
    expect(service.requests("tracking")).toHaveLength(2);
  });
});

test("[G-rate-limit] a call that waits for a token holds no place among the eight, so no other waits for it in vain", async () => {
  const { service, api, call, clock } = await startScripted({
    token: ({ number }) =>
      number === 1 ? { status: 200, json: { access_token: "access-token-1", expires_in: 100 } } : "hang",
    tracking: () => ({ status: 429, headers: { "retry-after": "99" } }),
  });
  const first = api.package("first", call(200_000));
  await until(() => api.status().coolDownSeconds.tracking > 0);
  // By then the cool-down and the token are both over.
  clock.advance(100_500);
  await until(() => service.requests("token").length === 2);
  const second = api.package("second", call(3_000));
  await quiet();
  clock.advance(3_000);
  // The second call lacks a token, not a place.
  expect(failureOf(await second)).toMatchObject({ kind: "timeout", product: "token" });
  await api.close();
  await first;
});
