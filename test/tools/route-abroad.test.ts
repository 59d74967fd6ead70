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
    ["the caller names a city of Germany's", { destination: { zipCode: "10115", city: "Berlin" } }, {}],
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

  it.each([
    [
      "a city elsewhere here, without its state",
      { zipCode: "33101", city: "Atlanta" },
      "ZIP 33101 is Miami, FL, and is not known as Atlanta",
    ],
    [
      "such a city with the state of the ZIP",
      { zipCode: "33101", city: "Atlanta", state: "FL" },
      "ZIP 33101 is Miami, FL, and is not known as Atlanta",
    ],
    [
      "a city that is known abroad, too, and the country",
      { zipCode: "33101", city: "Berlin", country: "US" },
      "ZIP 33101 is Miami, FL, and is not known as Berlin",
    ],
    [
      "a state that is another for all that is known of the area, and the country",
      { zipCode: "33100", state: "GA", country: "US" },
      "ZIP 33100 is not known to be in state GA",
    ],
  ])("is held against the ZIP codes, and the contradiction told, beside %s", async (_, destination, mismatch) => {
    const args = { ...ROUTE_ARGS, destination };
    const sent = { ...routed(noon), destination: { country: "US", ...destination } };
    const note = `destination: ${mismatch}; planned as given, places and heat go by ZIP.`;
    const { structured, notes, text } = await ask(planShipment, args, { ...WRITTEN, shipment: sent });
    expect(structured["routeHeat"]).toMatchObject([{ zip: "38118", place: "Memphis, TN", alert: "SevereHot" }]);
    expect(notes).toContain(note);
    expect(text).toContain(note);
    expect(text).not.toContain("leaves the United States");
    const unchecked = await ask(planShipment, { ...args, checkHeat: false }, { ...WRITTEN, shipment: sent });
    expect(unchecked.notes).toContain(note);
    expect(unchecked.structured["places"]).toEqual({ "38118": "Memphis, TN" });
  });

  it("is held against the ZIP codes where the military's post names the country of its unit", async () => {
    const destination = { zipCode: "09012", city: "APO", state: "AE", country: "DE" };
    const { structured, notes } = await ask(planShipment, { ...ROUTE_ARGS, destination }, WRITTEN);
    expect(structured["routeHeat"]).toMatchObject([{ zip: "38118", place: "Memphis, TN", alert: "SevereHot" }]);
    expect(notes.join()).not.toContain("leaves the United States");
  });

  it.each([
    { zipCode: "33101", city: "MIAMI BEACH", state: "FL" },
    { zipCode: "33139", city: "Miami", state: "FL" },
    { zipCode: "85004" },
    { city: "Atlanta", state: "FL" },
    { zipCode: "33101", city: "Mexico City", country: "MX" },
  ])("finds nothing to tell in %j", async (destination) => {
    const told = await ask(planShipment, { ...ROUTE_ARGS, destination }, WRITTEN);
    expect(told.notes.join()).not.toContain("planned as given");
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
