import { describe, expect, test } from "vitest";
import { askScripted, type Environment, ORDERS } from "../support/asking.ts";
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

  test.each<[string, object, string | undefined, string]>([
    ["no stop in the origin's area", { estimatedPickupDateTime: "2026-11-25T05:30:00Z" }, "2026-11-24", "2026-11-24"],
    ["no pickup", { estimatedPickupDateTime: null }, "2026-11-26", "2026-11-26"],
    ["a stop there", { risk: undefined }, undefined, "2026-11-24"],
  ])("names the origin's forecast at pickup, with %s", async (_, service, date, read) => {
    const predictedRoute = [{ zip: "33101", type: "D", dateTime: "2026-11-25T15:30:00Z" }];
    const { risk = {}, ...times } = { risk: { predictedRoute }, ...service };
    const planning = sendsPlans(() => shipment({ shipDate: "2026-11-26" }, times, risk));
    const { structured, text, dates } = await ask({}, { planning }, ORDERS);
    const [plan] = structured["plans"] as { pickupRisk?: object }[];
    expect(plan?.pickupRisk).toEqual(date && { riskLevel: `Memphis ${date}` });
    const marked = 'Memphis 2026-11-\\d\\d" \\(not in the configured order\\)';
    expect(RegExp(`Pickup [^.]*riskLevel "${marked}`).test(text)).toBe(date !== undefined);
    expect(dates).toEqual([read, "2026-11-25"].sort());
    const several = await ask({ shipDates: ["2026-11-24", "2026-11-25"] }, { planning }, ORDERS);
    expect(RegExp(`forecast at pickup.*${marked}`, "is").test(several.text)).toBe(date !== undefined);
  });

  test("is told by the field that is the risk, wherever it stands in the record", async () => {
    const risk = sendsRisk((date) => [
      { zip: "331", country: "US", riskLevel: date === "2026-11-26" ? "Low" : "Severe" },
    ]);
    const { structured, text } = await ask({ shipDates: ["2026-11-24", "2026-11-25"] }, { risk });
    expect(structured).toMatchObject({ riskField: "riskLevel" });
    expect(structured["answer"]).toMatch(/Tue 11-24 \(48.20 USD, Severe at arrival\), Wed .*Low at arrival/);
    expect(text).not.toContain("US at arrival");
    const odd = await ask({}, { risk: sendsRisk(() => [{ zip: "331", country: "US", peak: 90 }]) });
    expect(odd.structured).toMatchObject({
      riskField: null,
      answer: expect.stringContaining("arrival: country US, peak 90"),
    });
  });

  test.each([
    [[alert("33101", "SevereHot")], "Alerts there now: SevereHot."],
    [[alert("38118", "Hot")], undefined],
  ])("stands in the headline beside the alerts at the destination, if any: %#", async (alerts, told) => {
    const { structured } = await ask({}, { alerts: sendsAlerts(alerts) });
    if (told === undefined) expect(structured["answer"]).not.toContain("Alerts there");
    else expect(structured["answer"]).toContain(told);
  });

  test("is not taken from a record of another date", async () => {
    const risk = sendsRisk((date) => [{ zip: "331", date: date.replace("2026", "2025"), riskLevel: "Low" }]);
    expect((await ask({}, { risk })).risks[0]?.at(-1)).toEqual({ none: true, reason: "record dated 2025-11-25" });
  });

  test("says why there is none", async () => {
    const refused = await ask({}, { risk: () => problem(400, "req-4") });
    expect(refused.risks[0]).toEqual([
      { none: true, reason: "forecast refused" },
      { none: true, reason: "forecast refused" },
    ]);
    expect((await ask({}, { risk: sendsRisk(() => []) })).risks[0]).toEqual(
      Array(2).fill({ none: true, reason: "no forecast record" }),
    );
    const failed = await ask({}, { risk: () => problem(403, "req-4") });
    expect(failed.risks[0]).toMatchObject([{ none: true, reason: "forecast not read" }, { none: true }]);
    expect(failed.structured["answer"]).toMatch(
      /^FORECAST NOT READ \(the API account has no access to five-day risk \(403\)\): Planned/,
    );
  });

  test("is requested only with checkHeat", async () => {
    const { requests, structured } = await ask({ checkHeat: false });
    expect([...requests("risk"), ...requests("alerts")]).toEqual([]);
    expect(structured).not.toHaveProperty("alertsNow");
    expect((structured["plans"] as { route: object[] }[])[0]?.route[0]).not.toHaveProperty("risk");
  });

  test("is requested for eight dates at most, and the answer names the others", async () => {
    const far = Array.from({ length: 10 }, (_, day) => ({ zip: "38118", dateTime: `2026-11-${14 + day}T15:30:00Z` }));
    const { dates, structured } = await ask(
      {},
      { planning: sendsPlans(() => shipment({}, {}, { predictedRoute: far })) },
    );
    expect(dates).toHaveLength(8);
    expect(structured["notes"]).toContain(
      "Forecast of Sun 2026-11-22, Mon 2026-11-23 not requested: one call covers 8 dates.",
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
    expect(text).toContain("85001 Phoenix, AZ SevereHot; 63110 Saint Louis, MO Hot; 38118 none");
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

test.each([
  ["Low", "Tue 11-24, Thu 11-26 (each 48.20 USD, Severe at arrival), Wed 11-25 (48.20 USD, Low at arrival);"],
  ["Severe", "Tue 11-24, Wed 11-25, Thu 11-26 (each 48.20 USD, Severe at arrival); no deadline given."],
  [undefined, "Wed 11-25 (48.20 USD, risk at arrival: no forecast record); no deadline given."],
  [null, "Wed 11-25 (48.20 USD, risk at arrival: not given); no deadline given."],
])("the headline of several dates has the risk at arrival of each: %s on one of them", async (riskLevel, told) => {
  const onWednesday = riskLevel === undefined ? [] : [{ zip: "331", riskLevel }];
  const risk = sendsRisk((date) => (date === "2026-11-26" ? onWednesday : [{ zip: "331", riskLevel: "Severe" }]));
  const { structured } = await ask({ shipDates: ["2026-11-24", "2026-11-25", "2026-11-26"] }, { risk });
  expect(structured["answer"]).toContain(told);
  if (riskLevel === undefined) expect(structured["notes"]).toContain("No record does not mean low risk.");
});

test.each([
  ["Severe", true],
  ["low", false],
  [null, true],
])("the plan's own risk, Low, is told apart from a forecast of %s: %s", async (riskLevel, isTold) => {
  const { text } = await ask({}, { risk: sendsRisk(() => [{ zip: "331", riskLevel }]) });
  expect(text.includes("The service's risk covers the whole plan")).toBe(isTold);
});

test("a shipment abroad has no heat, and only its own ends have places", async () => {
  // In the United States 20121 lies in Virginia, in the zone of the arrival.
  const destination = { zipCode: "20121", city: "Milano", country: "IT" };
  const planning = sendsPlans(() => shipment({ destination }));
  const { structured, requests } = await ask({ destination }, { planning });
  expect(structured["answer"]).toContain("Wed 2026-11-25 10:30 America/New_York time ± 60 min");
  expect([...requests("risk"), ...requests("alerts")]).toEqual([]);
  expect(structured["warning"]).toBe("HEAT NOT CHECKED (an address is outside the United States):");
  expect(JSON.stringify(structured["notes"])).not.toContain("20121 is in");
  expect(structured["plans"]).toMatchObject([
    {
      route: [
        { zip: "38118", place: "Memphis, TN", local: "2026-11-24 22:10" },
        { zip: "33101", place: null, local: null },
      ],
    },
  ]);
});
