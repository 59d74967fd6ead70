import { describe, expect, test } from "vitest";
import { failureOf, inTurn, startClient, startScripted } from "../../support/client.ts";
import { quiet, until } from "../../support/events.ts";
import { problem, type Received, type Script, type Scripted } from "../../support/scripted-service.ts";

const limited: Scripted = { status: 429, headers: { "retry-after": "3600" } };
/** A 502 that asks for a wait of a minute, and does not hold the product back. */
const unavailable: Scripted = {
  ...(problem(502, "r") as Exclude<Scripted, string>),
  headers: { "content-type": "application/problem+json", "retry-after": "60" },
};
const idOf = ({ url }: Received): string => url.pathname.slice(url.pathname.lastIndexOf("/") + 1);

/** The failure of a call that gets `answer`, and whose retry after `pauseMs` meets a cool-down of an hour. */
async function heldBetween(answer: Scripted, pauseMs: number) {
  const { service } = await startScripted({ tracking: (r) => (idOf(r) === "1" ? answer : limited) });
  const { api, call, clock } = startClient(service.environment, () => 0.99);
  const asked = api.package("1", call(600_000));
  await until(() => service.requests("tracking").length === 1);
  await api.package("2", call());
  clock.advance(pauseMs);
  return failureOf(await asked);
}

/** A plan that got a 502, and whose retry waits for one of eight places. */
async function withoutPlace() {
  const planning: Script = ({ number }) => (number === 1 ? unavailable : "hang");
  const { api, call, service, clock } = await startScripted({ planning }, { COLDROUTE_TIMEOUT_MS: "600000" });
  const mine = call(100_000);
  const asked = api.plan({}, mine);
  await until(() => service.requests("planning").length === 1);
  const others = Array.from({ length: 8 }, () => api.plan({}, call(600_000)));
  await until(() => service.requests("planning").length === 9);
  clock.advance(61_000);
  await quiet();
  const end = async () => {
    const failure = failureOf(await asked);
    await api.close();
    await Promise.all(others);
    return failure;
  };
  return { mine, clock, end };
}

describe("the failure of a call whose retry cannot start [G-errors]", () => {
  test("is the 502 when a cool-down holds the retry, with the longer wait", async () => {
    const failure = await heldBetween(unavailable, 61_000);
    expect(failure).toMatchObject({ kind: "unavailable", status: 502 });
    expect(failure.kind === "unavailable" && failure.waitMs).toBeGreaterThan(3_500_000);
  });

  test("is the last answer when the time runs out", async () => {
    const { clock, end } = await withoutPlace();
    clock.advance(40_000);
    expect(await end()).toMatchObject({ kind: "unavailable", status: 502, waitMs: 60_000 });
  });

  test("is the lost request when the budget is spent", async () => {
    const { api, call } = await startScripted({ tracking: () => "reset" }, { COLDROUTE_MAX_BILLABLE_PER_CALL: "1" });
    expect(failureOf(await api.package("1", call()))).toMatchObject({ kind: "network", sent: true });
  });

  test("is cancelled when the caller has left", async () => {
    const { mine, end } = await withoutPlace();
    mine.cancel();
    expect(await end()).toEqual({ kind: "cancelled", product: "planning" });
  });

  test("is the latest refusal, with its wait, when that is too long for the call", async () => {
    const tracking = inTurn({ status: 503 }, { status: 429, headers: { "retry-after": "3600" } });
    const { api, call } = await startScripted({ tracking });
    expect(failureOf(await api.package("1", call()))).toMatchObject({
      kind: "rate_limited",
      status: 429,
      waitMs: 3_600_000,
    });
  });
});
