import { describe, expect, it } from "vitest";
import type { Failure } from "../../src/api/failure.ts";
import { planShipment } from "../../src/tools/plan-shipment.ts";
import { shipment } from "./samples.ts";
import { alertSet, ask, contextOver, riskDay, type Written } from "./written-api.ts";
import { heat, noon, ROUTE_ARGS, routed, WRITTEN } from "./written-route.ts";

/** Low every day but one. */
function hotOn(day: string): NonNullable<Written["risk"]> {
  return (date) => riskDay([{ zip: "381", riskLevel: date === day ? "High" : "Low" }]);
}

describe("heat along the route", () => {
  it("holds each point against the alerts and the risk of its local date, and names the place", async () => {
    const { points, text } = await heat();
    expect(points).toEqual([
      {
        zip: "38118",
        place: "Memphis, TN",
        type: "H",
        at: "2026-07-14T17:00:00Z",
        localTime: "2026-07-14 12:00 America/Chicago",
        stdDevMinutes: 10,
        alert: "SevereHot",
        risk: "riskLevel=Level-2026-07-14",
        note: null,
      },
    ]);
    expect(text).toContain("38118 Memphis, TN, type=H, Tue 2026-07-14 12:00 America/Chicago");
    expect(text).toContain("alert SevereHot; riskLevel=Level-2026-07-14");
    expect(text).not.toContain("Predicted route:");
  });

  it("takes the date where the parcel is, not that of UTC", async () => {
    const late = { ...noon, dateTime: "2026-07-15T03:00:00Z" };
    const { points } = await heat({ shipment: routed(late) });
    expect(points[0]).toMatchObject({
      localTime: "2026-07-14 22:00 America/Chicago",
      risk: "riskLevel=Level-2026-07-14",
    });
  });

  it("tells the neighbouring day too where one standard deviation reaches it", async () => {
    const late = { ...noon, dateTime: "2026-07-15T04:30:00Z", stdDevMinutes: 45 };
    const { points } = await heat({ shipment: routed(late) });
    expect(points[0]).toMatchObject({
      localTime: "2026-07-14 23:30 America/Chicago",
      risk: "riskLevel=Level-2026-07-14",
      note: "within ± also 2026-07-15: riskLevel=Level-2026-07-15",
    });
  });

  it("tells every date on which a parcel may be there, and asks for all of them", async () => {
    const loose = { ...noon, stdDevMinutes: 2 * 24 * 60 };
    const written = { ...WRITTEN, shipment: routed(loose), risk: hotOn("2026-07-13") };
    const { context, asked } = contextOver(written);
    await planShipment.run(planShipment.input.parse(ROUTE_ARGS), context);
    expect(asked.risk.map((query) => ("date" in query ? query.date : ""))).toEqual(
      ["14", "13", "15", "12", "16"].map((day) => `2026-07-${day}`),
    );
    const { points, text } = await heat(written);
    const note = "within ± also 2026-07-12, 2026-07-15 to 2026-07-16: riskLevel=Low, 2026-07-13: riskLevel=High";
    expect(points[0]).toMatchObject({ risk: "riskLevel=Low", note });
    expect(text).toContain(note);
  });

  it("claims no absence where alerts were read in part", async () => {
    const incomplete = { reason: "time", pagesRead: 1, pagesTotal: 2 } as const;
    const { points, text } = await heat({ alerts: alertSet([], { incomplete }) });
    expect(points[0]).toMatchObject({ alert: null, note: "alerts read in part" });
    expect(text).toMatch(/: alert not known; riskLevel=\S+; alerts read in part\.$/m);
    expect(text).not.toContain("no alert in this data;");
    const found = await heat({ alerts: alertSet([{ zip: "38118", temperatureLevel: "Hot" }], { incomplete }) });
    expect(found.points[0]).toMatchObject({ alert: "Hot", note: null });
    const answered = await heat({ alerts: alertSet([], { incomplete: { ...incomplete, reason: "answered" } }) });
    expect(answered.text).toContain(": no alert in this data;");
  });

  it("compares ship dates by the risk of every date on the way, those within ± among them", async () => {
    const loose = { ...noon, stdDevMinutes: 2 * 24 * 60 };
    const shipDates = ["2026-07-13", "2026-07-14"];
    const written = { ...WRITTEN, shipment: routed(loose), risk: hotOn("2026-07-13") };
    const { text } = await ask(planShipment, { ...ROUTE_ARGS, shipDates }, written);
    expect(text).toMatch(/^Mon 2026-07-13: .*risk on the way riskLevel=Low, riskLevel=High;/m);
  });

  it("asks for further dates in the place of those refused, and bills no more than it says", async () => {
    const loose = { ...noon, stdDevMinutes: 10 * 24 * 60 };
    const refusal: Failure = { kind: "invalid_request", product: "risk", status: 400, requestId: "r" };
    const within = (first: string, last: string) => (date: string) =>
      date < first || date > last ? refusal : riskDay([{ zip: "381", riskLevel: "Low" }]);
    const ask5 = contextOver({ ...WRITTEN, shipment: routed(loose), risk: within("2026-07-16", "2026-07-20") });
    await planShipment.run(planShipment.input.parse(ROUTE_ARGS), ask5.context);
    // All twenty-one: five are answered and billed.
    expect(ask5.asked.risk).toHaveLength(21);
    const { points, notes } = await heat({ shipment: routed(loose), risk: within("2026-07-16", "2026-07-20") });
    expect(points[0]?.note).toBe(
      "2026-07-14: refused, outside the published horizon; within ± also 2026-07-04 to 2026-07-13, 2026-07-15, " +
        "2026-07-21 to 2026-07-24: refused, outside the published horizon, 2026-07-16 to 2026-07-20: riskLevel=Low",
    );
    expect(notes.join(" ")).toContain("Risk of 2026-07-04 to 2026-07-15, 2026-07-21 to 2026-07-24: ");
    const ask8 = contextOver({ ...WRITTEN, shipment: routed(loose), risk: within("2026-07-01", "2026-07-30") });
    await planShipment.run(planShipment.input.parse(ROUTE_ARGS), ask8.context);
    expect(ask8.asked.risk).toHaveLength(8);
  });

  it("says so where the deviation is wider than the dates that are told", async () => {
    const { points, notes } = await heat({ shipment: routed({ ...noon, stdDevMinutes: 1e9 }) });
    expect(points[0]?.note).toMatch(/: risk not asked, .*; ± reaches beyond these dates$/);
    expect(notes.join(" ")).toMatch(/was not asked: one call bills 8 dates at most, and asks for 24\./);
  });

  it("asks no date of a point that it cannot ask for, and claims no absence there", async () => {
    const unread = { ...noon, zip: null, dateTime: "2026-07-16T17:00:00Z" };
    const { context, asked } = contextOver({ ...WRITTEN, shipment: routed({ ...noon, zip: "33101-1234" }, unread) });
    await planShipment.run(planShipment.input.parse(ROUTE_ARGS), context);
    expect(asked.alerts).toEqual([{ zips: ["33101"] }]);
    expect(asked.risk).toEqual([{ granularity: "zip3", date: "2026-07-14" }]);
    const { text } = await heat({ shipment: routed(noon, unread) });
    const line = text.split("\n").find((each) => each.includes("ZIP not given"));
    expect(line).toMatch(/: no ZIP to ask for\.$/);
    expect(line).not.toMatch(/no alert|no risk/);
  });

  it("asks each date once, and the alerts once, however many points there are", async () => {
    const { context, asked } = contextOver({ ...WRITTEN, shipment: routed(noon, noon, { ...noon, zip: "33101" }) });
    await planShipment.run(planShipment.input.parse(ROUTE_ARGS), context);
    expect(asked.alerts).toEqual([{ zips: ["38118", "33101"] }]);
    expect(asked.risk).toEqual([{ granularity: "zip3", date: "2026-07-14" }]);
    expect(asked.plans).toHaveLength(1);
  });

  it("goes on telling steps while heat is looked up, and claims no end before it", async () => {
    const { context } = contextOver({
      ...WRITTEN,
      shipment: routed(noon, { ...noon, dateTime: "2026-07-15T17:00:00Z" }),
    });
    const steps: unknown[] = [];
    const told = { ...context, progress: (step: object) => void steps.push(step) };
    await planShipment.run(planShipment.input.parse(ROUTE_ARGS), told);
    // The plan, a page of alerts, two dates.
    expect(steps).toEqual([{ progress: 1 }, { progress: 2 }, { progress: 3 }, { progress: 4 }]);
    steps.length = 0;
    await planShipment.run(planShipment.input.parse({ ...ROUTE_ARGS, checkHeat: false }), told);
    expect(steps).toEqual([{ progress: 1, total: 1 }]);
  });

  it("asks eight dates at most, and says which were not asked", async () => {
    const points = Array.from({ length: 12 }, (_, index) => ({ ...noon, dateTime: `2026-07-${10 + index}T17:00:00Z` }));
    const { context, asked } = contextOver({ ...WRITTEN, shipment: routed(...points) });
    await planShipment.run(planShipment.input.parse(ROUTE_ARGS), context);
    expect(asked.risk).toHaveLength(8);
    const { notes } = await heat({ shipment: routed(...points) });
    expect(notes.join()).toContain(
      "Risk of Sat 2026-07-18, Sun 2026-07-19, Mon 2026-07-20, Tue 2026-07-21 was not asked",
    );
  });

  it("says so where a point lies outside the published horizon", async () => {
    const refusal: Failure = { kind: "invalid_request", product: "risk", status: 400, requestId: "r" };
    const { points, text } = await heat({ risk: () => refusal });
    expect(points[0]).toMatchObject({ risk: null, note: "2026-07-14: refused, outside the published horizon" });
    expect(text).toContain("alert SevereHot; risk not known; 2026-07-14: refused, outside the published horizon.");
    expect(text).not.toMatch(/no risk/);
  });

  it("never turns an absence into safety", async () => {
    const { points, text, notes } = await heat({ alerts: alertSet([]), risk: () => riskDay([]) });
    expect(points[0]).toMatchObject({ alert: null, risk: null, note: "2026-07-14: no risk record (not known)" });
    expect(notes).toContain("No alert in this data is no proof of safe temperatures.");
    expect(text).not.toMatch(/\b(safe|clear|fine)\b(?! temperatures)/);
  });

  it("does not spoil the plan where heat cannot be asked, and says what could not", async () => {
    const down: Failure = { kind: "network", product: "alerts", code: "ECONNREFUSED", sent: false };
    const { structured, notes, points } = await heat({ alerts: down, risk: () => ({ ...down, product: "risk" }) });
    expect(structured).toMatchObject({ shipment: { shipmentId: shipment.shipmentId } });
    expect(notes.join()).toContain("Alerts could not be asked: no connection");
    expect(points[0]).toMatchObject({ alert: null, risk: null, note: "2026-07-14: risk could not be asked" });
  });

  it("asks nothing where no route was sent", async () => {
    const { context, asked } = contextOver({ ...WRITTEN, shipment: { shipmentId: shipment.shipmentId } });
    const outcome = await planShipment.run(planShipment.input.parse(ROUTE_ARGS), context);
    expect(outcome).toMatchObject({ ok: true, value: { structured: { routeHeat: [] } } });
    expect([...asked.alerts, ...asked.risk]).toEqual([]);
  });

  it("asks nothing where it was not asked for", async () => {
    const { context, asked } = contextOver(WRITTEN);
    await planShipment.run(planShipment.input.parse({ ...ROUTE_ARGS, checkHeat: false }), context);
    expect([...asked.alerts, ...asked.risk]).toEqual([]);
  });
});
