import { describe, expect, test } from "vitest";
import { askScripted, type Environment } from "../support/asking.ts";
import { alert, BOX, sendsAlerts, sendsPlans, sendsRisk, shipment, shipmentOn } from "../support/samples.ts";
import { problem, type Scripts } from "../support/scripted-service.ts";

const tool = "plan_shipment";
const HEAT: Scripts = {
  planning: sendsPlans(({ shipDate }) => shipmentOn(shipDate ?? "2026-11-24")),
  alerts: sendsAlerts([alert("33101", "SevereHot")]),
  risk: sendsRisk((date) => [
    { zip: "381", riskLevel: `Memphis ${date}` },
    { zip: "331", riskLevel: `Miami ${date}` },
  ]),
};

/** Plans with the heat along the route. */
async function ask(args: object = {}, scripts: Scripts = {}, settings: Environment = {}) {
  const { ask: put, service } = await askScripted({ ...HEAT, ...scripts }, settings);
  const told = await put(tool, { ...BOX, checkHeat: true, ...args });
  const dates = service.requests("risk").map(({ url }) => url.searchParams.get("date"));
  const plans = told.structured["plans"] as { route: { zip: string; risk: unknown }[] }[];
  return {
    ...told,
    dates: dates.sort(),
    requests: service.requests,
    risks: plans.map(({ route }) => route.map(({ risk }) => risk)),
  };
}

describe("risk along the route", () => {
  test("is the record of each point's local date, and no other date is requested", async () => {
    const { risks, dates } = await ask();
    // 04:10 UTC on Wednesday is Tuesday evening in Memphis.
    expect(risks).toEqual([[{ riskLevel: "Memphis 2026-11-24" }, { riskLevel: "Miami 2026-11-25" }]]);
    expect(dates).toEqual(["2026-11-24", "2026-11-25"]);
  });

  test("is requested once for each date, however many plans share it", async () => {
    const { dates } = await ask({ shipDates: ["2026-11-24", "2026-11-25", "2026-11-26"] });
    expect(dates).toEqual(["2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27"]);
  });

  test("is told by the field that is the risk, wherever it stands in the record", async () => {
    const risk = sendsRisk((date) => [
      { zip: "331", country: "US", riskLevel: date === "2026-11-26" ? "Low" : "Severe" },
    ]);
    const { structured, text } = await ask({ shipDates: ["2026-11-24", "2026-11-25"] }, { risk });
    expect(structured).toMatchObject({ riskField: "riskLevel" });
    expect(structured["answer"]).toContain("Forecast risk at arrival: ");
    expect(structured["answer"]).toMatch(/Low if shipped Wed|Severe if shipped Tue/);
    expect(text).not.toMatch(/(?:→|arrival:) US/);
    const odd = await ask({}, { risk: sendsRisk(() => [{ zip: "331", country: "US", peak: 90 }]) });
    expect(odd.structured).toMatchObject({
      riskField: null,
      answer: expect.stringContaining("arrival: country US, peak 90"),
    });
  });

  test("is not taken from a record of another date", async () => {
    const risk = sendsRisk((date) => [{ zip: "331", date: date.replace("2026", "2025"), riskLevel: "Low" }]);
    expect((await ask({}, { risk })).risks[0]?.at(-1)).toEqual({ none: true, reason: "record dated 2025-11-25" });
  });

  test("says why there is none", async () => {
    const refused = await ask({}, { risk: () => problem(400, "req-4") });
    expect(refused.risks[0]).toEqual([
      { none: true, reason: "no forecast" },
      { none: true, reason: "no forecast" },
    ]);
    expect((await ask({}, { risk: sendsRisk(() => []) })).risks[0]).toEqual([{ none: true }, { none: true }]);
    const failed = await ask({}, { risk: () => problem(403, "req-4") });
    expect(failed.risks[0]).toMatchObject([{ none: true, reason: "forecast not read" }, { none: true }]);
    expect(failed.structured["answer"]).toMatch(/^FORECAST NOT READ \(access refused \(403\): "Status 403"\): Planned/);
  });

  test("is requested only with checkHeat", async () => {
    const { requests, structured } = await ask({ checkHeat: false });
    expect([...requests("risk"), ...requests("alerts")]).toEqual([]);
    expect(structured).not.toHaveProperty("alertsNow");
    expect((structured["plans"] as { route: object[] }[])[0]?.route[0]).not.toHaveProperty("risk");
  });

  test("is requested for eight dates at most, and the answer names the others", async () => {
    const far = Array.from({ length: 10 }, (_, day) => ({ zip: "33101", dateTime: `2026-11-${14 + day}T15:30:00Z` }));
    const { dates, structured } = await ask(
      {},
      { planning: sendsPlans(() => shipment({}, {}, { predictedRoute: far })) },
    );
    expect(dates).toHaveLength(8);
    expect(structured["notes"]).toContain(
      "Forecast of Sun 2026-11-22, Mon 2026-11-23 not asked: one call covers 8 dates.",
    );
  });
});

describe("alerts now", () => {
  test("stand apart from the dated route, once for all dates", async () => {
    const { structured, text, requests } = await ask({ shipDates: ["2026-11-24", "2026-11-25"] });
    expect(structured["alertsNow"]).toEqual({
      dataOf: "2026-11-23T08:03:00Z",
      stale: false,
      windowHours: 24,
      at: [
        { zip: "33101", place: "Miami, FL", levels: ["SevereHot"] },
        { zip: "38118", place: "Memphis, TN", levels: [] },
      ],
    });
    expect(requests("alerts")).toHaveLength(1);
    expect(text.match(/SevereHot/g)).toHaveLength(1);
  });

  test("are looked up at origin and destination as asked, beside the stops of the route", async () => {
    const { structured, text, requests } = await ask(
      { origin: "85001", destination: "63110" },
      { alerts: sendsAlerts([alert("85001", "SevereHot"), alert("63110", "Hot")]) },
    );
    expect(structured["alertsNow"]).toMatchObject({
      at: [
        { zip: "85001", place: "Phoenix, AZ", levels: ["SevereHot"] },
        { zip: "63110", place: "Saint Louis, MO", levels: ["Hot"] },
        { zip: "38118", levels: [] },
        { zip: "33101", levels: [] },
      ],
    });
    expect(text).toContain("85001 Phoenix, AZ SevereHot; 63110 Saint Louis, MO Hot; 38118 Memphis, TN none");
    expect(requests("alerts")).toHaveLength(1);
  });

  test("never change the order of plans", async () => {
    const cheapIntoHeat = sendsPlans(({ shipDate }) =>
      shipment(
        { shipDate },
        { price: shipDate === "2026-11-25" ? 10 : 90 },
        { predictedRoute: [{ zip: shipDate === "2026-11-25" ? "33101" : "38118" }] },
      ),
    );
    const { structured } = await ask({ shipDates: ["2026-11-24", "2026-11-25"] }, { planning: cheapIntoHeat });
    expect(structured["plans"]).toMatchObject([{ price: 10 }, { price: 90 }]);
  });

  test("are null if they are unknown, and the headline says why", async () => {
    const { structured, usage } = await ask({}, { alerts: () => problem(403, "req-5") });
    expect(structured["alertsNow"]).toMatchObject({ dataOf: null, at: [{ levels: null }, { levels: null }] });
    expect(structured["answer"]).toMatch(
      /^ALERTS NOT CHECKED \(the API account has no access to temperature alerts \(403\)\)/,
    );
    expect(usage["billableRequests"]).toBe(3);
  });
});

describe("the headline of several dates", () => {
  const shipDates = ["2026-11-24", "2026-11-25", "2026-11-26"];

  test("has each different risk at arrival, the rarest first, and says how the list is ordered", async () => {
    const { structured } = await ask(
      { shipDates },
      { risk: sendsRisk((date) => [{ zip: "331", riskLevel: date === "2026-11-26" ? "Low" : "Severe" }]) },
    );
    expect(structured["answer"]).toContain(
      "Forecast risk at arrival: Low if shipped Wed 11-25, else Severe. Listed by price, not by heat.",
    );
  });

  test("has the risk at arrival once if it is the same", async () => {
    const { structured } = await ask({ shipDates }, { risk: sendsRisk(() => [{ zip: "331", riskLevel: "Low" }]) });
    expect(structured["answer"]).toContain("Forecast risk at arrival: Low for each ship date.");
  });

  test("says that an area without a record is not without risk", async () => {
    const { structured } = await ask({ shipDates }, { risk: sendsRisk(() => [{ zip: "999", riskLevel: "Low" }]) });
    expect(structured["answer"]).toContain("Forecast risk at arrival: no record for each ship date.");
    expect(structured["notes"]).toContain("No record does not mean low risk.");
  });
});

test("a shipment abroad has no heat and no US places at its foreign stops", async () => {
  // In the United States 20121 lies in Virginia, in the zone of the arrival.
  const destination = { zipCode: "20121", city: "Milano", country: "IT" };
  const { structured, requests } = await ask(
    { destination },
    { planning: sendsPlans(() => shipment({ destination })) },
  );
  expect(structured["answer"]).toContain("Wed 2026-11-25 10:30 ± 60 min America/New_York time");
  expect([...requests("risk"), ...requests("alerts")]).toEqual([]);
  expect(structured["notes"]).toContain("Heat was not checked: you asked for an address outside the United States.");
  expect(structured["plans"]).toMatchObject([
    {
      route: [
        { zip: "38118", place: "Memphis, TN", local: "2026-11-24 22:10" },
        { zip: "33101", place: null, local: null },
      ],
    },
  ]);
});
