import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import { describe, expect, test } from "vitest";
import { displayOf } from "../../src/views/charts/display.ts";

/** A chart's title, remarks and drawn texts, one a line. */
function told(chart: string, members: object, view: object = {}) {
  const display = displayOf(chart, { answer: "The answer.", ...members }, { "coldroute/view": view });
  if (display === undefined) throw new Error("nothing was drawn");
  const { shapes, spots } = display.draw({ width: 760, styles: display.styles, chosen: 0 });
  const drawn = renderToString(h("svg", {}, shapes));
  const texts = Array.from(drawn.matchAll(/<text[^>]*>([^<]*)/g), ([, words]) => words);
  return { title: display.title, words: [...display.remarks, ...texts, ...spots.map(({ label }) => label)].join("\n") };
}

const PLAN = {
  ...{ shipDate: "2026-11-29", price: 20, currency: "USD", deliveryByDate: "2026-12-02", arrivesInTime: true },
  ...{ from: { zip: "38118" }, to: { zip: "85001" }, route: [], differs: [] },
};

describe("plans", () => {
  test.each([
    [[true, false, null], "in time by estimate: 1 yes, 1 no, 1 not known"],
    [[null, null], "in time by estimate: 2 not known"],
  ])("in time %j", (verdicts, expected) => {
    const plans = verdicts.map((arrivesInTime) => ({ ...PLAN, arrivesInTime }));
    expect(told("plans", { plans }).title).toContain(`38118 → 85001: ${plans.length} plans; ${expected}; 20.00 USD;`);
  });

  test("a plan that may exist is not called missing", () => {
    const failed = [
      { shipDate: "2026-11-30", kind: "invalid_request", reason: "refused" },
      { shipDate: "2026-12-01", kind: "outcome_unknown", reason: "unknown whether a plan was made" },
    ];
    const { title, words } = told("plans", { plans: [PLAN], failed });
    expect(title).toContain("not planned: Mon 11-30; perhaps planned: Tue 12-01");
    expect(words).toContain("Tue 12-01: unknown whether a plan was made.");
  });

  test("a plan that differs from the request keeps the answer as its title", () => {
    const differs = [{ field: "zip", asked: "85001", answered: "85004" }];
    expect(told("plans", { plans: [{ ...PLAN, differs }, PLAN] }).title).toBe("The answer.");
  });

  test("a price that was not given is not a number", () => {
    expect(told("plans", { plans: [PLAN, { ...PLAN, price: null }] }).title).toContain("20.00 USD; 1 without a price");
  });

  test("a place abroad has no point in a US state", () => {
    const route = [
      { zip: "38118", place: null },
      { zip: "72301", place: null },
      { zip: "28001", place: "Madrid, ES" },
    ];
    const { words } = told("plans", { plans: [{ ...PLAN, to: { zip: "28001", country: "ES" }, route }] });
    expect(words).toContain("Not on the map, which shows the states and DC: 72301; 28001 Madrid, ES.");
    expect(words).toMatch(/^38118, predicted/m);
    expect(words).not.toMatch(/^28001/m);
  });
});

test("a package that may be overdue, or whose alerts are not known, is not called calm", () => {
  const parcel = {
    found: true,
    status: "In transit",
    scheduled: "2026-11-28T06:45:00",
    delivered: null,
    overdue: null,
  };
  const packages = [
    { ...parcel, id: "1" },
    { ...parcel, id: "2", overdue: false, heat: { destination: null } },
  ];
  const others = [{ status: "Delivered", ids: ["3"] }];
  const { title, words } = told("packages", { packages, attention: [], others, notLookedUp: ["4", "5"] });
  expect(title).toBe("0 of 3 packages known to need attention, 2 not looked up");
  expect(words).toContain("Not looked up: 4, 5.\nNot drawn: 3.");
  expect(words).toContain("not known whether overdue");
  expect(words).toContain("alerts at destination not known");
  expect(words).not.toContain("needs no attention");
});

describe("risk", () => {
  test("names the most severe value first, what was not read, and what was not checked", () => {
    const daysOf = (...values: string[]) => values.map((risk, index) => ({ date: `2026-11-2${index + 1}`, risk }));
    const { title, words } = told(
      "risk",
      {
        riskField: "risk",
        places: [
          { asked: "Phoenix, AZ", place: "Phoenix, AZ", days: daysOf("Low", "Severe") },
          { asked: "Miami, FL", place: "Miami, FL", days: daysOf("Low", "High") },
          { asked: "Boston, MA", place: "Boston, MA", days: [{ date: "2026-11-21", none: true }] },
          { asked: "Springfield", problem: "it could be several" },
        ],
        unavailable: [{ date: "2026-11-23", reason: "time was up" }],
      },
      { orders: [["Low", "High", "Severe"]] },
    );
    expect(title).toBe(
      "Sat 11-21 to Mon 11-23: Severe in Phoenix, AZ; High in Miami, FL; Low in Phoenix, AZ and Miami, FL; " +
        "no record of Boston, MA; not read: Mon 11-23; not checked: Springfield",
    );
    expect(words).toContain("Boston, MA, Sat 11-21: no record");
  });

  test("everywhere has a mark for each area, and a city's name beside it", () => {
    const days = [{ date: "2026-11-21", risk: "High" }];
    const counts = [{ date: "2026-11-21", by: { risk: { High: 2 } } }];
    const members = { riskField: "risk", places: [{ state: "AZ", around: "Phoenix, AZ", area: "850", days }], counts };
    const { words } = told("risk", members, { marks: [["High", "850 330"]] });
    expect(words).toMatch(/^area 850: High$/m);
    expect(words).toMatch(/^area 330: High$/m);
    expect(words).toMatch(/^Phoenix, AZ · area 850$/m);
  });
});

test("a level that was not given has words, and an alert beyond the map is named", () => {
  const alerts = [{ zip: "85001" }, { temperatureLevel: "Hot" }];
  const { words } = told("alerts", { alerts, matched: 2, byLevel: { "(none)": 1, Hot: 1 } });
  expect(words).toContain("85001: level not given");
  expect(words).toContain("Not on the map, which shows the states and DC: unknown ZIP Hot.");
  expect(words).not.toContain("(none)");
  const plan = { ...PLAN, to: { zip: "00901" }, route: [{ zip: "00901", place: "San Juan, PR" }] };
  const alertsNow = { at: [{ zip: "00901", levels: ["Hot"] }] };
  expect(told("plans", { plans: [plan], alertsNow }).words).toContain(": 00901 San Juan, PR, alert now Hot.");
});

test("DC, territories and unknown ZIPs are no states, and a part is told as one", () => {
  const alerts = [{ zip: "96813", temperatureLevel: "Hot", place: "Honolulu, HI" }];
  const byState = { PR: 2, HI: 1, DC: 1, unknown: 1 };
  expect(told("alerts", { alerts, matched: 5, byState, complete: false }).title).toBe(
    "5 alerts so far in 1 state: HI 1; elsewhere: PR 2, DC 1, unknown 1",
  );
});
