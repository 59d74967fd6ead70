import { describe, expect, test } from "vitest";
import { CallUsage } from "../../src/api/model/usage.ts";
import type { Failure } from "../../src/domain/failure.ts";
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
    const again = Object.fromEntries(Object.entries({ ...BOX, shipDate: "2026-11-23", detail: "full" }).toReversed());
    const { structured, text, usage } = await ask("plan_shipment", again);
    expect(service.requests("planning")).toHaveLength(1);
    const shipmentId = shipment()["shipmentId"];
    expect(structured["plans"]).toMatchObject([{ shipmentId, sameAs: { shipmentId, secondsAgo: 40 } }]);
    const told =
      "The same request made this plan 40 s ago; nothing was sent. For another parcel like it, give its own " +
      "externalShipmentId; forceRetrieveRates asks anew.";
    for (const channel of [text, structured["answer"]]) expect(channel).toContain(told);
    expect(usage).toMatchObject({ requests: 0, billableRequests: 0 });
  });

  test("however it is written, it is one request", async () => {
    const { ask, service } = await start();
    const [line1, city, state, zipCode] = ["1 Main St", "Miami", "FL", "33101"];
    const parcel = Object.fromEntries(Object.entries(BOX.parcel).toReversed());
    await ask("plan_shipment", { ...BOX, destination: `${line1}, ${city}, ${state} ${zipCode}` });
    await ask("plan_shipment", { ...BOX, parcel, destination: { state, city, zipCode, line1 } });
    expect(service.requests("planning")).toHaveLength(1);
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

  test("an unknown outcome is told to a call that joined, and repeated to a later one; nothing more is sent", async () => {
    const silent = { planning: () => ({ silentMs: 25_000 }) };
    const { ask, clock, service } = await askScripted(silent, { COLDROUTE_TIMEOUT_MS: "30000" });
    // The time of both ends with the request.
    const both = await Promise.all([ask("plan_shipment", BOX), ask("plan_shipment", BOX)]);
    await clock.advance(5_000);
    const { text, error } = await ask("plan_shipment", BOX);
    expect([...both.map((told) => told.error), error]).toMatchObject(Array(3).fill({ kind: "outcome_unknown" }));
    expect(text).toContain("That was 5 s ago; the same request was not sent again. For another parcel like it");
    expect(service.requests("planning")).toHaveLength(1);
  });

  test("beside a date whose outcome is unknown, it is not said that nothing was sent", async () => {
    const { ask, service } = await askScripted({
      planning: (request) => (request.number === 1 ? sendsPlans(() => shipment())(request) : { status: 500, json: {} }),
    });
    await ask("plan_shipment", { ...BOX, shipDate: "2026-11-24" });
    const { structured } = await ask("plan_shipment", { ...BOX, shipDates: ["2026-11-24", "2026-11-25"] });
    expect(service.requests("planning")).toHaveLength(2);
    expect(structured["answer"]).toContain("made the plan of Tue 11-24 0 s ago; it was not sent again.");
    expect(structured["source"]).toMatchObject({ data: "cached" });
    expect(structured["failed"]).toMatchObject([{ kind: "outcome_unknown" }]);
  });

  test("beside a date that was sent, the answer is live", async () => {
    const { ask } = await askScripted({ planning: sendsPlans(({ shipDate }) => shipment({ shipDate })) });
    const shipDates = ["2026-11-24", "2026-11-25"];
    await ask("plan_shipment", { ...BOX, shipDates });
    const { structured } = await ask("plan_shipment", { ...BOX, shipDates: [...shipDates, "2026-11-26"] });
    expect(structured["answer"]).toContain("made the plans of Tue 11-24, Wed 11-25 0 s ago; they were not sent again.");
    expect(structured["source"]).toMatchObject({ data: "live", billableRequests: 1 });
  });

  test("a reference of another request is said", async () => {
    const { ask } = await start();
    await ask("plan_shipment", { ...BOX, externalShipmentId: "SO-1" });
    const { structured } = await ask("plan_shipment", {
      ...BOX,
      parcel: { ...BOX.parcel, weight: 6 },
      externalShipmentId: "SO-1",
    });
    expect(structured["notes"]).toContain("Another request used the same externalShipmentId 0 s ago.");
  });
});

const refused: Failure = { kind: "invalid_request", product: "planning", status: 400 };
const cancelled: Failure = { kind: "cancelled", product: "planning" };
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

const callOf = () => ({ signal: new AbortController().signal, deadlineMs: 1e12, usage: new CallUsage(10) });

test.each([
  ["was cancelled", cancelled, "mine"],
  ["was refused", refused, undefined],
])(
  "a call that joins one that %s asks anew only if the failure was that call's own",
  async (_, failure, shipmentId) => {
    const plans = new RecentPlans(new StillClock());
    const request = { principal: "p", body: { size: 1 } };
    const leader = plans.plan(request, callOf(), async () => {
      await turn();
      return { ok: false, failure };
    });
    const joined = plans.plan(request, callOf(), async () => ({ ok: true, value: { shipmentId: "mine" } }));
    expect(await leader).toMatchObject({ failure });
    expect(await joined).toMatchObject(
      shipmentId === undefined ? { failure } : { value: { shipment: { shipmentId } } },
    );
  },
);

test("a plan and its id are known to the principal who made it, and to no other", async () => {
  const plans = new RecentPlans(new StillClock());
  const ask = (principal: string, shipmentId: string) =>
    plans.plan({ principal, body: {} }, callOf(), async () => ({ ok: true, value: { shipmentId } }));
  await ask("desk", "S-1");
  expect(await ask("agent", "S-2")).toMatchObject({ value: { shipment: { shipmentId: "S-2" } } });
  expect(["desk", "agent"].map((principal) => plans.hasMade(principal, "S-1"))).toEqual([true, false]);
});
