import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import { describe, expect, test } from "vitest";
import { displayOf } from "../../src/views/charts/display.ts";

/** A chart's title, remarks and drawn texts, one a line. */
function told(chart: Parameters<typeof displayOf>[0], members: object, view: object = {}, width = 760) {
  const display = displayOf(chart, { answer: "The answer.", ...members }, { "coldroute/view": view });
  if (display === undefined) throw new Error("nothing was drawn");
  const { shapes, spots } = display.draw({ width, styles: display.styles, chosen: 0 });
  const drawn = renderToString(h("svg", {}, shapes));
  const texts = Array.from(drawn.matchAll(/<text[^>]*>([^<]*)/g), ([, words]) => words);
  const words = [...display.remarks, ...texts, ...spots.map(({ label }) => label)].join("\n");
  return { title: display.title, drawn, spots, words };
}

test("a place abroad has no point in a US state, and the last point before it tells of it", () => {
  const route = [{ zip: "38118" }, { zip: "72301" }, { zip: "28001", place: "Madrid, ES" }];
  const plan = { from: { zip: "38118" }, to: { zip: "28001", country: "ES" }, route };
  const { words } = told("plans", { plans: [plan] });
  expect(words).toContain("Not on the map of the states and DC: 72301; 28001 Madrid, ES.");
  expect(words).toMatch(/^38118\nthen to Madrid, ES$.*^38118, predicted/ms);
  expect(words).not.toMatch(/^28001/m);
});

test("a package that may be overdue, or whose alerts are not known, is not called calm", () => {
  const parcel = { found: true, status: "In transit", scheduled: "2026-11-28T06:45:00", overdue: null };
  const packages = [
    { ...parcel, id: "1" },
    { ...parcel, id: "2", overdue: false, heat: { destination: null } },
    { ...parcel, id: "6", overdue: false, heat: { destination: [], dueDay: { none: true } }, delivered: "2026-11-30" },
    { ...parcel, id: "7", status: "Delivered", overdue: false, heat: null },
  ];
  const attention = ["1", "8"].map((id) => ({ id, reasons: ["not known whether overdue"] }));
  const others = [{ status: "Delivered", ids: ["3", "8"] }];
  const { words } = told("packages", { packages, attention, others, notLookedUp: ["4", "5"] });
  expect(words).toContain("Not drawn: 2, 1 in need of attention.\nNot looked up: 4, 5.");
  expect(words).toContain("not known whether overdue");
  expect(words).toContain("alerts at destination not known");
  expect(words).toContain("no forecast for the area");
  expect(words.match(/delivered [a-z ]*[a-z]/g)).toEqual(Array(2).fill("delivered at an unknown time"));
  expect(words.match(/needs no attention|\d now/g)).toEqual(["needs no attention", "needs no attention"]);
});

test("now stands on the clock of the due time, where its zone is known, and the readout has the newest first", () => {
  const lastScan = { local: "2026-11-28T23:00:00", hoursAgo: 0.5 };
  const parcel = { id: "1", found: true, status: "In transit", scheduled: "2026-11-28T21:00:00", lastScan };
  const timesOf = (more: object) =>
    told("packages", { packages: [{ ...parcel, ...more }] }).words.match(/\d\d:\d\d (?:now|scheduled)$/gm);
  expect(timesOf({ overdue: true, overdueHours: 0.5 })).toEqual(["21:30 now", "21:00 scheduled"]);
  expect(timesOf({ overdue: false, overdueHours: null })).toEqual(["23:30 now", "21:00 scheduled"]);
  expect(timesOf({ overdue: null, overdueHours: null })).toEqual(["21:00 scheduled"]);
});

test("a ship date without a plan has a row, which chooses no route", () => {
  const failed = ["invalid_request", "outcome_unknown"].map((kind) => ({ kind, reason: "why" }));
  const [, ...rows] = told("plans", { plans: [{ shipmentId: "1" }], failed }).spots;
  const texts = rows.map(({ label, chooses }) => `${label}: ${chooses}`);
  expect(texts).toEqual(["ships, no plan, why: undefined", "ships, not known whether planned, why: undefined"]);
});

describe("risk", () => {
  test("names the day that was not read, and the day without a record", () => {
    const days = [{}, { risk: { High: 1 } }].map((by, at) => ({ by, none: 31 - at, date: `2026-11-2${at + 1}` }));
    const unavailable = [{ date: "2026-11-23", reason: "time was up" }];
    const { words } = told("risk", { riskField: "risk", places: [{ areas: 31, days }], unavailable });
    expect(words).toMatch(/^1\nno record 30$.*Sat 11-21: no record$.*High 1, no record 30$.*Mon 11-23: not read$/ms);
  });

  test("has its own title, and counts the places that a level hides", () => {
    const { title, words } = told("risk", { places: [], below: { Moderate: 2, Low: 1 } }, { title: "In short." });
    expect([title, words]).toEqual(["In short.", expect.stringContaining("hides the places below (3).")]);
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
  const hot = { temperatureLevel: "Hot" };
  const madrid = { ...hot, zip: "28001", place: "Madrid", country: "ES" };
  const alerts = [{ zip: "85001-1234" }, hot, madrid, { ...hot, zip: "96799" }];
  const { words } = told("alerts", { alerts, matched: 4, byLevel: { "level not given": 1, Hot: 3 } });
  expect(words).toContain("85001: level not given");
  expect(words).toContain("Not on the map of the states and DC: unknown ZIP Hot; 28001 Madrid Hot; 96799 Hot.");
  expect(words).not.toContain("(none)");
  const many = Array.from({ length: 200 }, (_, index) => ({ ...madrid, text: index }));
  expect(told("alerts", { alerts: [...many, { zip: "85001" }] }).words).not.toMatch(/^area|three-digit area/m);
  const plan = { to: { zip: "00901" }, route: [{ zip: "00901", place: "San Juan, PR" }] };
  const alertsNow = { at: [{ zip: "00901", place: "San Juan, PR", levels: ["Hot"] }] };
  expect(told("plans", { plans: [plan], alertsNow }).words).toContain("Alerts now: 00901 San Juan, PR Hot.");
});

test("a plan whose zone is not certain is told in UTC", () => {
  const plan = { arrival: "2026-11-25T15:30:00Z", arrivalTimeZone: "Local", arrivalLocal: null };
  const { words } = told("plans", { plans: [plan] });
  expect(words).toContain("clock of UTC");
  expect(words).toContain("arrives 2026-11-25 15:30Z");
});

test("an arrival has a spread only if the predicted route ends at it", () => {
  const arrival = "2026-11-26T16:30:00Z";
  const linesWith = (at: string) =>
    told("plans", { plans: [{ arrival, route: [{ at, stdDevMinutes: 45 }] }] }).drawn.match(/class="whisker"/g);
  expect(linesWith(arrival)).toHaveLength(4);
  expect(linesWith("2026-11-26T15:00:00Z")).toHaveLength(1);
});

test("a plan that is picked up past its deadline has no line before the pickup", () => {
  const times = { pickup: "2026-11-26T23:00:00Z", arrival: "2026-11-27T15:30:00Z" };
  const { drawn } = told("plans", { plans: [{ ...times, arrivesInTime: false, slackHours: -26.5 }] });
  const [actual, overdue] = ["actual", "overdue"].map((look) => drawn.match(`d="M(\\S+) \\S+H(\\S+)" class="${look}"`));
  expect(actual?.[1]).toBe(overdue?.[1]);
  expect(actual?.[2]).toBe(actual?.[1]);
});

test("a quiet row tells of ice and country, and that heat was not checked", () => {
  const parcel = { id: "1", found: true, status: "In transit", to: { city: "Madrid", state: "MD", zip: "28001" } };
  const iced = { ...parcel, abroad: "ES", refrigerated: true, reIced: false };
  const ofIced = told("packages", { packages: [iced] }).words;
  expect(ofIced).toMatch(/Madrid, MD 28001 ES.*needs no attention as far as checked, refrigerated, not re-iced/s);
  const checked = { ...parcel, heat: { destination: [] }, refrigerated: true, reIced: true };
  const { words } = told("packages", { packages: [checked] });
  expect(words).toContain("needs no attention");
  expect(words).not.toMatch(/re-iced|as far as/);
});

test("a long number and its due time stand whole on a narrow page", () => {
  const parcel = { id: "1Z999AA10123456784", found: true, status: "In transit", scheduled: "2026-11-28T21:00:00" };
  const { words } = told("packages", { packages: [{ ...parcel, to: { city: "Los Angeles", state: "CA" } }] }, {}, 320);
  expect(words).toMatch(/^1Z999AA10123456784 to Los Angeles/m);
  expect(words).toMatch(/^due Sat 11-28 21:00 · needs no attention/m);
});

test("areas without a value of the risk have a table alone", () => {
  const members = { places: [{ area: "850", days: [{ date: "2026-11-21", score: 2 }] }], counts: [{ by: {} }] };
  expect(told("risk", members, { marks: [["2", "850"]] }).words).not.toContain("Nothing to draw");
});

describe("a map", () => {
  const orders = [["warm", "severehot"]];
  const hot = { zip: "85001", place: "Phoenix, AZ", temperatureLevel: "SevereHot" };
  const near = { zip: "85281", place: "Tempe, AZ", temperatureLevel: "Warm" };

  test("places marks of near areas apart, and draws the worse level last, whatever its case", () => {
    const alerts = [near, hot, { ...near, zip: "85003" }, { ...hot, zip: "33101" }];
    const { words, drawn, spots } = told("alerts", { alerts, matched: 4, complete: false }, { orders });
    const [one, ...others] = spots;
    for (const other of others)
      expect(Math.hypot(other.x - (one?.x ?? 0), other.y - (one?.y ?? 0))).toBeGreaterThan(10);
    expect([...drawn.matchAll(/class="mark" fill="([^"]+)"/g)].map(([, fill]) => fill)).toEqual(["#fff7bc", "#d55e00"]);
    expect(words).toContain("On the map: 4 of 4 read so far.");
  });

  /** Alerts at ZIPs that differ in their last digit. */
  const alike = (start: string, digits: string) => Array.from(digits, (digit) => ({ ...hot, zip: start + digit }));

  test("counts the alerts of a crowded area, with a mark for each level, and names the asked place", () => {
    const alerts = [...alike("8500", "123456"), ...alike("3310", "123456"), { ...near, zip: "85007" }];
    const { words, spots } = told("alerts", { places: [hot], alerts });
    expect(words.match(/^(?:7 in area 850|6 in area 331)\nPhoenix, AZ$/gm)).toHaveLength(2);
    expect(words).toContain("Alerts elsewhere are not drawn.");
    expect(spots).toHaveLength(3);
  });

  test("shows Hawaii in its inset, among all states, and no mark beyond its edge", () => {
    const { words, spots } = told("alerts", { alerts: [...alike("9681", "3"), ...alike("9410", "12345")] }, {}, 280);
    expect(words).toContain("TX\n");
    expect(spots.filter(({ x }) => x > 0)).toHaveLength(6);
  });

  test("names the destination of a route before the stops close to it", () => {
    const route = ["38118", "75201", "88001", "85701", "85201", "85001"].map((zip) => ({ zip, place: `at ${zip}` }));
    expect(told("plans", { plans: [{ route }] }, {}, 320).words).toMatch(/^at 85001$/m);
  });

  test.each([
    [[], "Warm", "Each mark is a three-digit area with its rarest level, which need not be the worst."],
    [orders, "Warm", "Each mark is a three-digit area with its most severe level."],
    [orders, "Odd", "Each mark is a three-digit area with its most severe level, or one outside the order."],
  ])("says which level the mark of an area has, with the orders %j and %s", (known, level, remark) => {
    const zips = Array.from({ length: 160 }, (_, at) => 85_000 + at).join(" ");
    const marks = [
      [level, zips],
      ["SevereHot", "33101"],
    ];
    expect(told("alerts", { matched: 160 }, { orders: known, marks }).words).toContain(remark);
  });

  test("of risk says of which days it is", () => {
    const days = ["2026-11-21", "2026-11-22"].map((date) => ({ date, by: { risk: { High: 2 } } }));
    const view = { marks: [["High", "850 330"]] };
    const mapOf = (counts: object[], lost: string[] = []) => {
      const answer = { riskField: "risk", counts, unavailable: lost.map((date) => ({ date })) };
      return /^Map.*$/m.exec(told("risk", answer, view).words)?.[0];
    };
    expect(mapOf(days.slice(0, 1))).toBe("Map: each three-digit area with its value, Sat 11-21.");
    expect(mapOf(days)).toContain("with its rarest value, which need not be the worst, Sat 11-21 to Sun 11-22.");
    const apart = [days[0] ?? {}, { ...days[1], date: "2026-11-23" }];
    expect(mapOf(apart, ["2026-11-22"])).toContain("Sat 11-21, Mon 11-23.");
    const territory = told("risk", { riskField: "risk", counts: days }, { marks: [["High", "850 009"]] });
    expect(territory.words).toContain("Not on the map of the states and DC: 009 High.");
  });
});

test("a day says what it is: of the answer, of a forecast, or of shipping", () => {
  const source = { data: "live", now: "2026-11-29T00:15:17Z", billableRequests: 2 };
  expect(displayOf("plans", { answer: "", source }, {})?.source).toBe("Answer of 2026-11-29 00:15Z, live, billed 2.");
  expect(displayOf("risk", { answer: "", riskField: "risk" }, {})?.legend.heading).toBe("Forecast: risk");
  expect(told("plans", { plans: [{ shipDate: "2026-11-27", price: 9 }] }).words).toMatch(/^ships Fri 11-27 · 9.00$/m);
});

test("a record of another day says of which, in the cell of what is not known", () => {
  const days = [{ date: "2026-11-21", risk: "SlightlyHigh", recordDate: "2026-11-28" }];
  const { drawn, words } = told("risk", { riskField: "risk", places: [{ area: "850", days }] }, {}, 60);
  expect([drawn, words]).toEqual([expect.stringContaining("cell none"), expect.stringMatching(/^Sl[^…]*\nof Sat$/m)]);
});
