import { describe, expect, it } from "vitest";
import type { ServiceRecord } from "../../src/api/schema.ts";
import { planShipment } from "../../src/tools/plan-shipment.ts";
import type { shipment } from "./samples.ts";
import { plannedOn } from "./situations.ts";
import { ask, contextOver } from "./written-api.ts";

const args = { origin: "38118", destination: "33101", parcel: { length: 12, width: 10, height: 8, weight: 5.5 } };
const DATES = ["2026-07-09", "2026-07-10", "2026-07-12"];

/** A plan for the date asked at a price of its own. */
function priced(prices: Readonly<Record<string, object>>) {
  return ({ shipDate }: ServiceRecord): ServiceRecord => {
    const planned = plannedOn({ shipDate }) as typeof shipment;
    return {
      ...planned,
      recommendedShipmentService: { ...planned.recommendedShipmentService, ...prices[String(shipDate)] },
    };
  };
}

interface Entry {
  readonly shipDate: string;
  readonly shipmentId?: string;
  readonly reason?: string;
}

async function compare(more: object, written: Parameters<typeof ask>[2] = { shipment: plannedOn }) {
  const told = await ask(planShipment, { ...args, shipDates: DATES, ...more }, written);
  return { ...told, plans: told.structured["plans"] as readonly Entry[] };
}

describe("several ship dates", () => {
  it("are planned once each, and told with the id of every plan that was left in the account", async () => {
    const { context, asked } = contextOver({ shipment: plannedOn });
    await planShipment.run(planShipment.input.parse({ ...args, shipDates: DATES }), context);
    expect(asked.plans.map(({ shipDate }) => shipDate)).toEqual(DATES);
    for (const body of asked.plans)
      expect(Object.keys(body).sort()).toEqual(["destination", "origin", "parcel", "shipDate"]);
    const { text, plans } = await compare({});
    expect(plans.map(({ shipmentId }) => shipmentId)).toEqual(
      DATES.map((date) => plannedOn({ shipDate: date })).map((plan) =>
        "shipmentId" in plan ? plan["shipmentId"] : "",
      ),
    );
    for (const { shipmentId } of plans) expect(text).toContain(shipmentId);
    expect(text).toContain("3 plans created, no label bought");
  });

  it.each([
    [
      "price",
      { "2026-07-09": { price: 30 }, "2026-07-10": { price: 10 }, "2026-07-12": { price: 20 } },
      ["2026-07-10", "2026-07-12", "2026-07-09"],
    ],
    ["the earlier arrival at one price", {}, DATES],
    [
      "price, a missing one last",
      { "2026-07-09": { price: null }, "2026-07-12": { price: 1 } },
      ["2026-07-12", "2026-07-10", "2026-07-09"],
    ],
  ])("are ordered by %s, and the rule is told", async (_, prices, order) => {
    const { plans, notes, structured } = await compare({}, { shipment: priced(prices) });
    expect(plans.map(({ shipDate }) => shipDate)).toEqual(order);
    expect(notes).toContain(
      "Ordered by arrival in time by estimate, then price, then estimated arrival, then ship date.",
    );
    expect(structured).toMatchObject({ shipment: { shipDate: order[0] } });
  });

  it("come in time before they come cheap", async () => {
    const late = { price: 1, estimatedArrivalDateTime: "2026-07-20T14:30:00Z" };
    const { plans } = await compare({}, { shipment: priced({ "2026-07-09": late }) });
    expect(plans.map(({ shipDate }) => shipDate)).toEqual(["2026-07-10", "2026-07-12", "2026-07-09"]);
    expect(plans.at(-1)).toMatchObject({ arrivesInTime: false });
  });

  it("are not ordered by prices of different currencies", async () => {
    const { notes, plans } = await compare(
      {},
      { shipment: priced({ "2026-07-09": { price: 99 }, "2026-07-10": { price: 1, currency: "CAD" } }) },
    );
    expect(notes.join()).toContain("Ordered by arrival in time by estimate, then estimated arrival");
    expect(plans.map(({ shipDate }) => shipDate)).toEqual(DATES);
  });

  it("do not spoil one another: a lost one comes last, with what may have become of it", async () => {
    const { plans, text, structured, notes } = await compare({ shipDates: ["2026-07-11", ...DATES] });
    expect(plans.map(({ shipDate }) => shipDate)).toEqual([...DATES, "2026-07-11"]);
    expect(plans.at(-1)?.reason).toContain("a plan may exist and may be billed");
    expect(text).toContain("Sat 2026-07-11: outcome unknown");
    expect(structured).toMatchObject({ shipment: { shipDate: "2026-07-09" } });
    expect(notes.join(" ")).toContain("3 plans created, perhaps 1 more, no label bought.");
    expect(notes).toContain(
      "Outcome unknown for Sat 2026-07-11: this API cannot list plans; check the account, and ask the user before planning again.",
    );
  });

  it("speak of other plans only where there are some", async () => {
    const refusal = { kind: "invalid_request", product: "planning", status: 400, requestId: "r" } as const;
    const oneOf = (date: string) => (asked: ServiceRecord) => (asked["shipDate"] === date ? plannedOn(asked) : refusal);
    const { notes, text } = await compare({}, { shipment: oneOf("2026-07-10") });
    expect(text).toContain("1 plan created, no label bought.");
    expect(notes.join(" ")).not.toMatch(/other plans|Outcome unknown/);
    expect((await compare({})).notes).toContain("Of the other plans only what compares is shown.");
  });

  it("fail together with the failure that must not be missed", async () => {
    const written = {
      shipment: ({ shipDate }: ServiceRecord) =>
        shipDate === "2026-07-10"
          ? ({ kind: "outcome_unknown", product: "planning", what: "the connection broke" } as const)
          : ({ kind: "invalid_request", product: "planning", status: 400, requestId: "r" } as const),
    };
    const { context, asked } = contextOver(written);
    const outcome = await planShipment.run(planShipment.input.parse({ ...args, shipDates: DATES }), context);
    expect(outcome).toMatchObject({
      ok: false,
      failure: { kind: "outcome_unknown" },
      lines: [
        "Thu 2026-07-09, Sun 2026-07-12: refused (400).",
        "Fri 2026-07-10: outcome unknown; a plan may exist and may be billed.",
      ],
    });
    expect(asked.plans).toHaveLength(3);
  });

  it.each([
    ["one date alone", { shipDates: ["2026-07-09"] }, "shipDates"],
    ["one date twice", { shipDates: ["2026-07-09", "2026-07-09"] }, "shipDates"],
    ["six dates", { shipDates: ["01", "02", "03", "04", "05", "06"].map((day) => `2026-07-${day}`) }, "shipDates"],
    ["a day that is none", { shipDates: ["2026-07-09", "2026-02-30"] }, "shipDates"],
    ["a single date beside them", { shipDates: DATES, shipDate: "2026-07-09" }, "shipDate"],
    ["an external id", { shipDates: DATES, externalShipmentId: "po-7" }, "externalShipmentId"],
    ["a deadline before the last of them", { shipDates: DATES, deliveryByDate: "2026-07-11" }, "deliveryByDate"],
  ])("are refused with %s", (_, more, parameter) => {
    const parsed = planShipment.input.safeParse({ ...args, ...more });
    expect(parsed.success).toBe(false);
    expect(parsed.error?.issues.map(({ path }) => path[0])).toContain(parameter);
  });
});
