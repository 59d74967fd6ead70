import { describe, expect, test } from "vitest";
import { askScripted, type Environment, ORDERS } from "../support/asking.ts";
import { BOX, sendsAlerts, sendsPlans, sendsRisk, shipmentOn } from "../support/samples.ts";

const DATES = ["2026-11-24", "2026-11-25", "2026-11-26"];
const PRICES: Readonly<Record<string, number>> = { "2026-11-24": 16.05, "2026-11-25": 53.5, "2026-11-26": 31 };

/** Plans for the dates. `risks` are those at arrival, a day after each date; no record where a risk is missing. */
async function ask(
  risks: readonly (string | undefined)[],
  args: object = {},
  settings: Environment = ORDERS,
  prices: Readonly<Record<string, number | null>> = PRICES,
) {
  const { ask: put, service } = await askScripted(
    {
      planning: sendsPlans(({ shipDate }) => {
        const plan = shipmentOn(shipDate);
        const offered = plan["recommendedShipmentService"] as object;
        return { ...plan, recommendedShipmentService: { ...offered, price: prices[String(shipDate)] } };
      }),
      alerts: sendsAlerts([]),
      risk: sendsRisk((date) => {
        const riskLevel = risks[DATES.indexOf(date) - 1] ?? (date > "2026-11-26" ? risks[2] : undefined);
        return [{ zip: "381", riskLevel: "Low" }, ...(riskLevel === undefined ? [] : [{ zip: "331", riskLevel }])];
      }),
    },
    settings,
  );
  const told = await put("plan_shipment", { ...BOX, shipDates: DATES, checkHeat: true, ...args });
  const plans = (told.structured["plans"] ?? []) as readonly { shipDate: string; withinRisk?: boolean | null }[];
  const within = Object.fromEntries(plans.map(({ shipDate, withinRisk }) => [shipDate, withinRisk]));
  return { ...told, within, service };
}

describe("plans where an order of risk levels is configured [G-order]", () => {
  test("the coolest dates at arrival stand beside the cheapest, and none is called best", async () => {
    const { structured, text } = await ask(["Severe", "Low", "High"], { deliveryByDate: "2026-11-27" });
    expect(structured["answer"]).toContain(
      "Cheapest in time: Tue 11-24 (16.05 USD, Severe at arrival). Coolest in time: Wed 11-25 (53.50 USD, Low at arrival).",
    );
    expect(text).not.toContain("best");
    expect(text.split("Order of levels: as configured.")).toHaveLength(2);
    expect(text).not.toContain("does not define");
  });

  test.each<[(number | null)[], object, string]>([
    [[null, null, null], {}, "no label bought. Coolest: "],
    [[16.05, 16.05, 16.05], {}, "no label bought. All cost the same. Coolest: Wed 11-25 (16.05 USD, Low at arrival)."],
    [[16.05, 16.05, 31], {}, "Cheapest: Tue 11-24 (16.05 USD, High at arrival), Wed 11-25 (16.05 USD, Low at"],
    [[16.05, 16.05, 31], { maxRisk: "High" }, "Cheapest within High: Tue 11-24 (16.05 USD, High at arrival), Wed"],
    [[null, 53.5, null], {}, "Cheapest of those with a price: Wed 11-25 (53.50 USD, Low at arrival). Coolest: "],
    [[16.05, null, 31], { maxRisk: "Low" }, "Cheapest of those with a price: Tue 11-24 (16.05 USD, High at arrival)."],
    [
      [16.05, null, 31],
      { maxRisk: "High" },
      "Cheapest within High of those with a price: Tue 11-24 (16.05 USD, High at arrival). Coolest: Wed 11-25",
    ],
  ])("of prices %j with %j, all of the lowest are named, and no unknown one", async (given, args, told) => {
    const prices = Object.fromEntries(DATES.map((date, index) => [date, given[index] ?? null]));
    const { structured } = await ask(["High", "Low", "Severe"], args, ORDERS, prices);
    expect(structured["answer"]).toContain(told);
    expect(structured["answer"]).not.toMatch(/Cheapest[^.]*price not given/);
  });

  test("a date that is late is no candidate", async () => {
    const { structured } = await ask(["Severe", "High", "Low"], { deliveryByDate: "2026-11-26" });
    expect(structured["answer"]).toContain("Coolest in time: Wed 11-25 (53.50 USD, High at arrival).");
  });

  test("all equally cool dates are named", async () => {
    const { structured } = await ask(["Low", "low", "High"]);
    expect(structured["answer"]).toContain(
      "Cheapest: Tue 11-24 (16.05 USD, Low at arrival). Coolest: Tue 11-24 (16.05 USD, Low at arrival), Wed 11-25 (53.50 USD, low at arrival).",
    );
  });

  test.each([[["Low", "Low", "Low"]], [[undefined, "Odd", "High"]], [["High", undefined, "High"]]])(
    "nothing is called the coolest without a warmer one beside it: %j",
    async (risks) => {
      expect((await ask(risks)).text).not.toContain("oolest");
    },
  );

  test("maxRisk reads the forecast by itself, judges each plan, and names the cheapest within it", async () => {
    const { structured, within, service } = await ask(["Severe", "Low", "Odd"], {
      maxRisk: "moderate",
      checkHeat: false,
    });
    expect(within).toEqual({ "2026-11-24": false, "2026-11-25": true, "2026-11-26": null });
    expect(structured["answer"]).toContain(
      "no label bought. Cheapest within Moderate: Wed 11-25 (53.50 USD, Low at arrival). Cheapest: Tue 11-24 (16.05 USD, Severe at arrival). Coolest of those with a forecast: Wed 11-25 (53.50 USD, Low at arrival).",
    );
    expect(service.requests("risk").length).toBeGreaterThan(0);
    expect(service.requests("planning").map(({ body }) => Object.keys(JSON.parse(body)))).not.toContainEqual(
      expect.arrayContaining(["maxRisk"]),
    );
  });

  test.each([
    [
      ["Severe", "Severe", undefined],
      { deliveryByDate: "2026-11-28" },
      "No plan in time is known to arrive within Low.",
    ],
    [
      ["Low", "Low", "Low"],
      { deliveryByDate: "2026-11-26T09:00", shipDates: ["2026-11-25", "2026-11-26"] },
      "No plan in time is known to arrive within Low. By estimate in time for",
    ],
    [["Low"], { shipDates: undefined, shipDate: "2026-11-24" }, "Risk at arrival: Low, within Low."],
    [["High"], { shipDates: undefined, shipDate: "2026-11-24" }, "Risk at arrival: High, ABOVE Low."],
    [["Low"], { destination: { city: "Milano", country: "IT" } }, "so no plan was checked against Low): Planned,"],
    [
      [],
      { shipDates: undefined, shipDate: "2026-11-24" },
      "Risk at arrival: no forecast record; not known whether within Low.",
    ],
  ])("risks %j with %j: %s", async (risks, args, told) => {
    expect((await ask(risks, { ...args, maxRisk: "Low" })).structured["answer"]).toContain(told);
  });

  test.each([
    [undefined, "Low → Odd (not in the configured order)"],
    [["2026-11-24"], "33101 Miami, FL Wed 10:30 ± 60 min, riskLevel Odd (not in the configured order)."],
  ])("a level outside it is marked at every stop, with ship dates %j", async (shipDates, told) => {
    expect((await ask(["Odd", "Low", "High"], shipDates && { shipDates })).text).toContain(told);
  });

  test("maxRisk is unknown without an order, and refused outside it", async () => {
    const unset = await ask(["Low"], { maxRisk: "Low" }, { ...ORDERS, COLDROUTE_RISK_LEVELS: "" });
    expect(unset.text).toContain("maxRisk");
    expect(unset.result.isError).toBe(true);
    expect((await ask(["Low"], { maxRisk: "Odd" })).text).toContain("should be one of Low, Moderate, High, Severe");
    expect((await ask(["Low", "Low", "Low"], {}, {})).text).not.toContain("Coolest");
  });
});
