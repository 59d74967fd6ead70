import { describe, expect, test } from "vitest";
import type { JsonRecord } from "../../src/domain/record.ts";
import { askScripted, type Environment, ORDERS } from "../support/asking.ts";
import { alert, MIAMI, parcel, scan, sendsAlerts, sendsPackages, sendsRisk } from "../support/samples.ts";
import { problem, type Scripts } from "../support/scripted-service.ts";

const tool = "track_package";
const PHOENIX_HOT = sendsAlerts([alert("85001", "SevereHot"), alert("38103", "Warm")]);
const noScan = { events: [] };

/** The forecast is Severe around Phoenix on Tuesday 2026-11-24, and Low elsewhere and on other days. */
const SEVERE_ON_TUESDAY = sendsRisk((date) => [
  { zip: "850", riskLevel: date === "2026-11-24" ? "Severe" : "Low", score: 9 },
  { zip: "331", riskLevel: "Low", score: 1 },
]);

async function ask(
  packages: Readonly<Record<string, JsonRecord>>,
  { alerts = PHOENIX_HOT, risk = SEVERE_ON_TUESDAY, settings = {} }: Partial<Scripts> & { settings?: Environment } = {},
) {
  const numbered = Object.entries(packages).map(([id, record]) => [id, { ...record, orderNumber: id }]);
  const scripts = { tracking: sendsPackages(Object.fromEntries(numbered)), alerts, risk };
  const { ask: put, service } = await askScripted(scripts, settings);
  const told = await put(tool, { ids: Object.keys(packages), checkHeat: true });
  const rows = told.structured["packages"] as Record<string, unknown>[];
  return {
    ...told,
    rows,
    row: (id: string) => rows.find((row) => row["id"] === id),
    days: service.requests("risk").map(({ url }) => url.searchParams.get("date")),
  };
}

const facts = { dataOf: "2026-11-23T08:03:00Z", stale: false };

describe("the heat of a package", () => {
  test("is looked up at its destination and at the city of its last scan", async () => {
    const { row } = await ask({ 1: parcel(), 2: parcel({ recipientAddress: MIAMI, ...noScan }) });
    expect(row("1")?.["heat"]).toEqual({
      destination: [{ level: "SevereHot", count: 1, zips: ["85001"] }],
      lastPlace: [{ level: "Warm", count: 1, zips: ["38103"] }],
      dueDay: { date: "2026-11-24", riskLevel: "Severe", score: 9 },
      ...facts,
    });
    const dueDay = { date: "2026-11-24", riskLevel: "Low", score: 1 };
    expect(row("2")?.["heat"]).toEqual({ destination: [], lastPlace: null, dueDay, ...facts });
  });

  test("is looked up at the city if the ZIP is unknown", async () => {
    const recipientAddress = { city: "Phoenix", state: "AZ", zip: "00000" };
    expect((await ask({ 1: parcel({ recipientAddress }) })).row("1")?.["heat"]).toMatchObject({
      destination: [{ level: "SevereHot", zips: ["85001"] }],
    });
  });

  test("is null abroad and for an unknown place, and the answer says so", async () => {
    const abroad = { city: "Phoenix", state: "AZ", zip: "85001", country: "DE" };
    const { row, text } = await ask({ 1: parcel({ recipientAddress: abroad, ...noScan }), 2: parcel() });
    expect(row("1")).toMatchObject({ abroad: "DE", heat: { destination: null, lastPlace: null, dueDay: null } });
    expect(text).toMatch(/^As far as checked, 1 of 2 needs attention: 2 .*Alerts not known: destination of 1\./s);
    const alerts = sendsAlerts([], { total: 9 });
    const cut = await ask({ 1: parcel({ recipientAddress: abroad }), 2: parcel() }, { alerts });
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`${index + 1}`, parcel()]));
    expect((await ask(many, { alerts })).text).toContain("Alerts not known: destination of 21 packages;");
    expect(cut.text).toMatch(/^PARTIAL alerts, .*Alerts not known: destination of 1, 2;/s);
    const alone = await ask({ 1: parcel({ recipientAddress: abroad }) });
    expect(alone.structured["answer"]).toMatch(/^HEAT NOT CHECKED AT DESTINATION \(abroad or not known\): /);
  });

  test("is null if the alerts could not be read, and the headline says why", async () => {
    const { row, structured, result } = await ask({ 1: parcel() }, { alerts: () => problem(503, "req-7") });
    expect(result.isError).toBeUndefined();
    expect(row("1")?.["heat"]).toMatchObject({ destination: null, lastPlace: null, dataOf: null, stale: false });
    expect(structured["answer"]).toMatch(/^ALERTS NOT CHECKED \(unavailable \(503\)/);
  });

  test("is null, not empty, if only a part was read and has no alert there", async () => {
    const pages = sendsAlerts([alert("85001", "Hot"), alert("33109", "Hot"), alert("33101", "Hot")], {}, 1);
    const cut: Scripts["alerts"] = (request) =>
      request.url.searchParams.get("page") === "3" ? problem(403, "req-7") : pages(request);
    const { row } = await ask(
      { 1: parcel(noScan), 2: parcel({ recipientAddress: MIAMI, ...noScan }) },
      { alerts: cut },
    );
    expect([row("1")?.["heat"], row("2")?.["heat"]]).toMatchObject([
      { destination: [{ level: "Hot" }] },
      { destination: null },
    ]);
  });
});

test("attention for heat puts refrigerated goods that may not be re-iced first, then packages with a second reason", async () => {
  const cold = { refrigerated: true, reIced: false };
  const { structured } = await ask({
    overdue: parcel({ recipientAddress: MIAMI, scheduledDeliveryDate: "2026-11-22T12:00:00", ...noScan }),
    warm: parcel(noScan),
    both: parcel({ scheduledDeliveryDate: "2026-11-22T12:00:00", ...noScan }),
    iced: parcel({ ...cold, reIced: true, ...noScan }),
    cold: parcel({ ...cold, ...noScan }),
    unsaid: parcel({ ...cold, reIced: null, ...noScan }),
    behind: parcel({ ...cold, recipientAddress: MIAMI, events: [scan("2026-11-22T16:24:00", "Departed")] }),
  });
  expect(structured["attention"]).toEqual([
    { id: "cold", kinds: ["alert"], reasons: ["SevereHot alert at destination", "refrigerated and not re-iced"] },
    {
      id: "unsaid",
      kinds: ["alert"],
      reasons: ["SevereHot alert at destination", "refrigerated, re-icing not given"],
    },
    { id: "behind", kinds: ["alert"], reasons: ["Warm (38103) alert at last place", "refrigerated and not re-iced"] },
    { id: "iced", kinds: ["alert"], reasons: ["SevereHot alert at destination"] },
    { id: "both", kinds: ["alert", "overdue"], reasons: ["SevereHot alert at destination", "OVERDUE by 13.4 h"] },
    { id: "warm", kinds: ["alert"], reasons: ["SevereHot alert at destination"] },
    { id: "overdue", kinds: ["overdue"], reasons: ["OVERDUE by 15.4 h"] },
  ]);
});

describe("the forecast for the due day", () => {
  const due = (scheduledDeliveryDate: string, more: object = {}) =>
    parcel({ scheduledDeliveryDate, originalScheduledDeliveryDate: scheduledDeliveryDate, ...noScan, ...more });
  const none = sendsAlerts([]);

  test("is read once a day, for five days at most, and of an overdue package for tomorrow", async () => {
    const days = ["2026-11-24", "2026-11-25T17:00:00", "2026-11-26", "2026-11-27", "2026-11-28", "2026-11-29"];
    const packages = Object.fromEntries(days.map((day, index) => [`${index}`, due(day)]));
    const { row, structured, ...told } = await ask({
      ...packages,
      same: due("2026-11-24"),
      late: due("2026-11-20"),
      done: due("2026-11-30", { status: "Delivered", deliveryDate: "2026-11-22T10:00:00" }),
    });
    expect(told.days.sort()).toEqual(["2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27", "2026-11-28"]);
    expect(row("5")?.["heat"]).toMatchObject({
      dueDay: { date: "2026-11-29", none: true, reason: "forecast not requested" },
    });
    expect(structured["notes"]).toContain("Forecast of Sun 2026-11-29 not requested: one call covers 5 dates.");
    expect(row("late")?.["heat"]).toMatchObject({ dueDay: { date: "2026-11-24", riskLevel: "Severe" } });
    expect(structured).toMatchObject({ source: { billableRequests: 9 + 1 + 5 } });
  });

  test("is a reason for attention among the two most severe levels of an order", async () => {
    const forecast = (levels: Readonly<Record<string, string>>) =>
      sendsRisk(() => Object.entries(levels).map(([zip, riskLevel]) => ({ zip, riskLevel })));
    const to = (zip: string, more: object = {}) => due("2026-11-24", { recipientAddress: { zip }, ...more });
    const { structured, text } = await ask(
      {
        ...{ low: to("85001"), odd: to("98101"), high: to("33101"), cold: to("60601", { refrigerated: true }) },
        ...{ late: due("2026-11-20", { recipientAddress: { zip: "60601" } }), calm: due("2026-11-20") },
      },
      {
        alerts: none,
        risk: forecast({ 850: "Moderate", 331: "high", 606: "Severe", 981: "Extreme" }),
        settings: ORDERS,
      },
    );
    expect(structured["attention"]).toEqual([
      { id: "cold", kinds: ["forecast"], reasons: ["arrives into Severe, Tue 11-24", "refrigerated and not re-iced"] },
      {
        ...{ id: "late", kinds: ["forecast", "overdue"] },
        reasons: ["Severe forecast at destination Tue 11-24", "OVERDUE by 2.1 days"],
      },
      { id: "high", kinds: ["forecast"], reasons: ["arrives into high, Tue 11-24"] },
      { id: "calm", kinds: ["overdue"], reasons: ["OVERDUE by 2.1 days"] },
    ]);
    expect(text).toMatch(/^low .*, Tue forecast Moderate\./m);
    expect(text).toMatch(/^calm .*, Tue forecast Moderate\./m);
    expect(text).toMatch(/^odd .*, Tue forecast Extreme \(not in the configured order\)\./m);
    expect(text).toContain("Order of levels: as configured.");
  });

  test("ranks nothing without an order, and is unknown where the service has none", async () => {
    const refuses: Scripts["risk"] = (request) =>
      request.url.searchParams.get("date") === "2026-11-24" ? SEVERE_ON_TUESDAY(request) : problem(400, "req-7");
    const elsewhere = (day: string) => due(day, { recipientAddress: { zip: "98101" } });
    const { structured, row, text } = await ask(
      {
        ...{ 1: due("2026-11-24"), 2: due("2026-11-30"), 4: due("2026-11-23") },
        ...{ 3: elsewhere("2026-11-24"), 5: elsewhere("2026-11-30"), 6: elsewhere("2026-11-23") },
      },
      { alerts: none, risk: refuses },
    );
    expect(structured["attention"]).toEqual([]);
    expect(text).toMatch(/^1 .*, Tue forecast Severe\./m);
    expect(text).toMatch(/^2 .*, beyond forecast\./m);
    // No day has a record for the place, so later days have none either.
    for (const id of [3, 5, 6]) expect(text).toMatch(new RegExp(`^${id} .*, no forecast record\\.`, "m"));
    expect(text).toMatch(/^4 .*, forecasts start Tue\./m);
    expect(row("2")?.["heat"]).toMatchObject({ dueDay: { date: "2026-11-30", reason: "beyond forecast" } });
    expect(row("3")?.["heat"]).toMatchObject({ dueDay: { none: true, reason: "no forecast record" } });
    expect(structured["notes"]).toContain("The service defines neither risk levels nor their order.");
  });

  test.each([
    [["2026-11-24", "2026-11-25", "2026-11-26"], "beyond forecast"],
    [{ days: 5, to: "2026-11-29", from: "2026-11-24" }, "beyond forecast"],
    [{ from: "2026-11-24", to: "2026-11-30" }, "forecast refused"],
    [{ from: "2026-11-24", days: 5 }, "forecast refused"],
    ["2026-11-24 to 2026-11-28", "forecast refused"],
  ])("of a refused date is called beyond the forecast only if the horizon tells it: %j", async (horizon, reason) => {
    const risk: Scripts["risk"] = (request) =>
      request.url.searchParams.get("date") === "2026-11-24"
        ? sendsRisk(() => [{ zip: "850" }], { horizon })(request)
        : problem(400, "req-7");
    const { row } = await ask({ 1: due("2026-11-24"), 2: due("2026-11-30") }, { alerts: none, risk });
    expect(row("2")?.["heat"]).toMatchObject({ dueDay: { reason } });
  });

  test("leaves the alerts standing if it cannot be read", async () => {
    const { row, structured } = await ask({ 1: parcel() }, { risk: () => problem(503, "req-7") });
    expect(row("1")?.["heat"]).toMatchObject({
      destination: [{ level: "SevereHot" }],
      dueDay: { date: "2026-11-24", none: true, reason: "forecast not read" },
    });
    expect(structured["answer"]).toMatch(/^FORECAST NOT READ \(unavailable \(503\)\): 1 SevereHot alert/);
  });
});
