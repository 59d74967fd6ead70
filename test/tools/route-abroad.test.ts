import { describe, expect, it } from "vitest";
import { planShipment } from "../../src/tools/plan-shipment.ts";
import { alertSet, ask, contextOver, riskDay } from "./written-api.ts";
import { heat, noon, ROUTE_ARGS, routed, WRITTEN } from "./written-route.ts";

describe("heat along a route that leads abroad, or may", () => {
  it("looks nothing up, and says so, where the shipment leaves the United States", async () => {
    const destination = { zipCode: "06500", city: "Mexico City", country: "MX" };
    const { context, asked } = contextOver(WRITTEN);
    const outcome = await planShipment.run(planShipment.input.parse({ ...ROUTE_ARGS, destination }), context);
    expect([...asked.alerts, ...asked.risk]).toEqual([]);
    expect(outcome.ok && outcome.value.notes.join()).toContain("leaves the United States");
    expect(outcome.ok && outcome.value.structured).not.toHaveProperty("routeHeat");
  });

  it("asks for no point that says it lies abroad", async () => {
    const { points, text } = await heat({ shipment: routed(noon, { ...noon, zip: "10115", country: "DE" }) });
    expect(points[1]).toMatchObject({
      zip: "10115",
      place: null,
      alert: null,
      risk: null,
      note: "abroad, not asked for",
    });
    expect(text).toMatch(/^ {2}10115, type=H, .*: abroad, not asked for\.$/m);
    expect(text).not.toContain("New York");
  });

  it.each([
    ["of another state than its ZIP", { state: "BE" }, "ZIP 10115 is not in state BE"],
    ["of a city that is not at its ZIP", { city: "Berlin" }, "ZIP 10115 is not known to be in Berlin"],
  ])("asks for no point %s, which may lie abroad", async (_, more, doubt) => {
    const { points, text } = await heat({ shipment: routed(noon, { ...noon, zip: "10115", ...more }) });
    const note = `perhaps abroad, not asked for: ${doubt}`;
    expect(points[1]).toEqual({ ...points[1], place: null, localTime: null, alert: null, risk: null, note });
    expect(text).not.toContain("New York");
  });

  it("asks for no postal code that is no ZIP, and shows it as any text of the service", async () => {
    const { points, text } = await heat({ shipment: routed(noon, { ...noon, zip: "SW1A 1AA" }) });
    expect(points[1]).toMatchObject({ zip: "SW1A 1AA", place: null, alert: null, note: "no ZIP to ask for" });
    expect(text).toMatch(/^ {2}"SW1A 1AA", type=H, .*: no ZIP to ask for\.$/m);
  });

  it.each([
    ["the answer says it leaves the country", { destination: "33101" }, { country: "DE" }],
    ["the caller names a state abroad", { destination: { zipCode: "10115", city: "Berlin", state: "BE" } }, {}],
    ["the caller names a city abroad", { destination: { zipCode: "06600", city: "Mexico City" } }, {}],
    ["the answer names a state abroad", { destination: "28013" }, { zipCode: "28013", city: "Madrid", state: "MD" }],
  ])("is not looked up, and no city is named, where %s", async (_, more, destination) => {
    const sent = { ...routed(noon), destination };
    const { context, asked } = contextOver({ ...WRITTEN, shipment: sent });
    await planShipment.run(planShipment.input.parse({ ...ROUTE_ARGS, ...more }), context);
    expect([...asked.alerts, ...asked.risk]).toEqual([]);
    for (const checkHeat of [true, false]) {
      const told = await ask(planShipment, { ...ROUTE_ARGS, ...more, checkHeat }, { ...WRITTEN, shipment: sent });
      expect(told.structured).not.toHaveProperty("places");
      expect(told.structured).not.toHaveProperty("routeHeat");
      expect(told.notes.join(" ")).toMatch(/leaves the United States/);
      // Beside its address, as sent, the place is named nowhere.
      expect(told.text.replace(/\borigin [^;]*/, "")).not.toContain("Memphis, TN");
    }
  });

  it("takes no record of another country for one of a ZIP here", async () => {
    const abroad = { zip: "38118", country: "MX", temperatureLevel: "SevereHot" };
    const { points } = await heat({
      alerts: alertSet([abroad]),
      risk: () => riskDay([{ zip: "381", country: "MX", riskLevel: "High" }]),
    });
    expect(points[0]).toMatchObject({ alert: null, risk: null });
  });
});
