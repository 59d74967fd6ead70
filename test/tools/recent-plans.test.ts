import { describe, expect, test } from "vitest";
import { CallUsage } from "../../src/api/model/usage.ts";
import type { Failure, Result } from "../../src/domain/failure.ts";
import type { JsonRecord } from "../../src/domain/record.ts";
import { RecentPlans } from "../../src/tools/recent-plans.ts";
import { askScripted } from "../support/asking.ts";
import { BOX, sendsPlans, shipment } from "../support/samples.ts";
import { StillClock } from "../support/still-clock.ts";

describe("the same request of plan_shipment makes no second plan [G-plans]", () => {
  const start = () => askScripted({ planning: sendsPlans(() => shipment()) });

  test("asked again, the answer is the plan that was made, unbilled", async () => {
    const { ask, clock, service } = await start();
    await ask("plan_shipment", BOX);
    await clock.advance(40_000);
    const { structured, text, usage } = await ask("plan_shipment", { ...BOX, checkHeat: false, detail: "full" });
    expect(service.requests("planning")).toHaveLength(1);
    const shipmentId = shipment()["shipmentId"];
    expect(structured["plans"]).toMatchObject([{ shipmentId, sameAs: { shipmentId, secondsAgo: 40 } }]);
    const told =
      "The same request made this plan 40 s ago; nothing was sent. For another parcel like it, give its own " +
      "externalShipmentId; forceRetrieveRates asks anew.";
    for (const channel of [text, structured["answer"]]) expect(channel).toContain(told);
    expect(usage).toMatchObject({ requests: 0, billableRequests: 0 });
  });

  test.each([
    ["an own reference", { externalShipmentId: "SO-2" }],
    ["forceRetrieveRates", { forceRetrieveRates: true }],
    ["another parcel", { parcel: { ...BOX.parcel, weight: 6 } }],
    ["another ship date", { shipDate: "2026-11-24" }],
  ])("%s makes another plan", async (_, change) => {
    const { ask, service } = await start();
    await ask("plan_shipment", BOX);
    expect((await ask("plan_shipment", { ...BOX, ...change })).text).not.toContain("The same request");
    expect(service.requests("planning")).toHaveLength(2);
  });

  test("after a quarter of an hour it makes another plan", async () => {
    const { ask, clock, service } = await start();
    await ask("plan_shipment", BOX);
    await clock.advance(15 * 60_000);
    await ask("plan_shipment", BOX);
    expect(service.requests("planning")).toHaveLength(2);
  });

  test("an unknown outcome is repeated, and nothing is sent", async () => {
    const { ask, clock, service } = await askScripted({ planning: () => ({ status: 500, json: {} }) });
    expect((await ask("plan_shipment", BOX)).error).toMatchObject({ kind: "outcome_unknown" });
    await clock.advance(5_000);
    const { text, error } = await ask("plan_shipment", BOX);
    expect(error).toMatchObject({ kind: "outcome_unknown" });
    expect(text).toContain("That was 5 s ago; the same request was not sent again. For another parcel like it");
    expect(service.requests("planning")).toHaveLength(1);
  });

  test("a reference of another request is said", async () => {
    const { ask } = await start();
    await ask("plan_shipment", { ...BOX, externalShipmentId: "SO-1" });
    const { structured } = await ask("plan_shipment", {
      ...BOX,
      parcel: { ...BOX.parcel, weight: 6 },
      externalShipmentId: "SO-1",
    });
    expect(structured["notes"]).toContain("Another request had the same externalShipmentId 0 s ago.");
  });
});

/** A small generator of numbers below `below`, the same for each seed. */
function seeded(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const refused: Failure = { kind: "invalid_request", product: "planning", status: 400 };
const unknown: Failure = { kind: "outcome_unknown", product: "planning" };
const cancelled: Failure = { kind: "cancelled", product: "planning" };
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Runs calls of two principals over two bodies; each request ends when the schedule says so. */
async function runSchedule(seed: number) {
  const random = seeded(seed);
  const clock = new StillClock();
  const plans = new RecentPlans(clock);
  const open: { readonly key: string; readonly end: (result: Result<JsonRecord>) => void }[] = [];
  const kept = new Map<string, number>();
  let made = 0;
  const wrong: string[] = [];
  const calls: Promise<void>[] = [];
  const ask = async (): Promise<void> => {
    const [principal, size, isForced] = [`p${random(2)}`, random(2), random(5) === 0];
    const key = `${principal} ${size}`;
    const parts = [["size", size], ["to", "33101"], ...(isForced ? [["forceRetrieveRates", true] as const] : [])];
    const body = Object.fromEntries(random(2) === 0 ? parts : parts.reverse());
    const leaving = new AbortController();
    if (random(4) === 0) setImmediate(() => leaving.abort());
    const call = { signal: leaving.signal, deadlineMs: 1e12, usage: new CallUsage(10) };
    const result = await plans.plan({ principal, body }, call, () => {
      if (open.some((other) => other.key === key)) wrong.push(`two requests under way for ${key}`);
      const isKept = clock.monotonicMs() - (kept.get(key) ?? -1e12) < 900_000;
      if (isKept && !isForced) wrong.push(`a second request for ${key}`);
      return new Promise((end) => open.push({ key, end }));
    });
    if (result.ok && result.value.shipment["key"] !== key) wrong.push(`the plan of another request for ${key}`);
  };
  for (let step = 0; step < 12; step += 1) {
    const choice = random(4);
    if (choice < 2) calls.push(ask());
    else if (choice === 2) await clock.advance(random(600_000));
    else await endOne();
    if (random(3) === 0) await turn();
  }
  let isOver = false;
  const over = Promise.all(calls).then(() => {
    isOver = true;
  });
  // A call whose leader was cancelled asks anew.
  for (let turns = 0; turns < 100 && !isOver; turns += 1) {
    await endOne();
    await turn();
  }
  if (!isOver) wrong.push("a call that never ends");
  else await over;
  return wrong;

  async function endOne(): Promise<void> {
    const [{ key, end } = { key: "", end: () => undefined }] = open.splice(random(open.length), 1);
    if (key === "") return;
    const failure = [refused, unknown, cancelled][random(6)];
    if (failure === undefined || failure === unknown) kept.set(key, clock.monotonicMs());
    made += 1;
    end(failure === undefined ? { ok: true, value: { shipmentId: `s${made}`, key } } : { ok: false, failure });
    await Promise.resolve();
    await Promise.resolve();
  }
}

test.each([
  ["was cancelled", cancelled, "mine"],
  ["was refused", refused, undefined],
])(
  "a call that joins one that %s asks anew only if the failure was that call's own",
  async (_, failure, shipmentId) => {
    const plans = new RecentPlans(new StillClock());
    const call = () => ({ signal: new AbortController().signal, deadlineMs: 1e12, usage: new CallUsage(10) });
    const request = { principal: "p", body: { size: 1 } };
    const leader = plans.plan(request, call(), async () => {
      await turn();
      return { ok: false, failure };
    });
    const joined = plans.plan(request, call(), async () => ({ ok: true, value: { shipmentId: "mine" } }));
    expect(await leader).toMatchObject({ failure });
    expect(await joined).toMatchObject(
      shipmentId === undefined ? { failure } : { value: { shipment: { shipmentId } } },
    );
  },
);

test("the id of a plan is known to the principal who made it, and to no other", async () => {
  const plans = new RecentPlans(new StillClock());
  const call = { signal: new AbortController().signal, deadlineMs: 1e12, usage: new CallUsage(10) };
  const send = async () => ({ ok: true, value: { shipmentId: "S-1" } }) as const;
  await plans.plan({ principal: "desk", body: {} }, call, send);
  expect(["desk", "agent"].map((principal) => plans.hasMade(principal, "S-1"))).toEqual([true, false]);
});

test("1,000 schedules of equal and unequal plans: no two requests for one, no plan of another", async () => {
  const seeds = Array.from({ length: 1_000 }, (_, index) => index + 1);
  const wrong: string[] = [];
  for (const seed of seeds) wrong.push(...(await runSchedule(seed)).map((each) => `seed ${seed}: ${each}`));
  expect(wrong).toEqual([]);
}, 60_000);
