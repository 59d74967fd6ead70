import { describe, expect, it } from "vitest";
import { planShipment } from "../../src/tools/plan-shipment.ts";
import { shipment } from "./samples.ts";
import { ask, contextOver } from "./written-api.ts";

const args = { origin: "38118", destination: "33101", parcel: { length: 12, width: 10, height: 8, weight: 5.5 } };
const service = shipment.recommendedShipmentService;

function withService(more: object) {
  return { ...shipment, recommendedShipmentService: { ...service, ...more } };
}

describe("plan_shipment, what is sent", () => {
  it("[4.4-shipDate-default] [4-required-open] [2.3-country-default] sends what the caller gave and nothing else", async () => {
    const { context, asked } = contextOver({ shipment });
    await planShipment.run(planShipment.input.parse(args), context);
    expect(asked.plans).toEqual([{ ...args, origin: { zipCode: "38118" }, destination: { zipCode: "33101" } }]);
  });

  it("[4.4-forceRetrieveRates] [4.4-isRefrigerated] [4.4-isSignatureRequired] [4.4-externalShipmentId] passes options on", async () => {
    const options = {
      shipDate: "2026-07-09",
      deliveryByDate: "2026-07-10",
      isSignatureRequired: true,
      isRefrigerated: false,
      forceRetrieveRates: true,
      externalShipmentId: "order-10045",
    };
    const { context, asked } = contextOver({ shipment });
    await planShipment.run(planShipment.input.parse({ ...args, ...options }), context);
    expect(asked.plans[0]).toMatchObject(options);
  });

  it("ships from the configured origin where none is given, and says so", async () => {
    const { origin: _, ...rest } = args;
    const settings = { defaultOrigin: { zipCode: "38118", city: "Memphis" }, showRecipient: false };
    const { context, asked } = contextOver({ shipment }, settings);
    await planShipment.run(planShipment.input.parse(rest), context);
    expect(asked.plans[0]).toMatchObject({ origin: settings.defaultOrigin });
    const { notes } = await ask(planShipment, rest, { shipment }, settings);
    expect(notes.join()).toContain("COLDROUTE_DEFAULT_ORIGIN");
  });

  it("refuses a configured origin whose ZIP is in another state, before anything is billed", async () => {
    const { origin: _, ...rest } = args;
    const settings = { defaultOrigin: { zipCode: "38118", state: "GA" }, showRecipient: false };
    const { context, asked } = contextOver({ shipment }, settings);
    expect(await planShipment.run(planShipment.input.parse(rest), context)).toMatchObject({
      failure: {
        kind: "configuration",
        problems: [{ variable: "COLDROUTE_DEFAULT_ORIGIN", message: expect.stringContaining("38118 is Memphis, TN") }],
      },
    });
    expect(asked.plans).toEqual([]);
  });

  it("[2.4-predefinedPackage] takes a parcel as a plan returns it, null for no predefined package", async () => {
    const { context, asked } = contextOver({ shipment });
    await planShipment.run(planShipment.input.parse({ ...args, parcel: shipment.parcel }), context);
    expect(asked.plans[0]).toMatchObject({ parcel: shipment.parcel });
    const parcel = { weight: 5, predefinedPackage: null };
    expect(planShipment.input.safeParse({ ...args, parcel }).success).toBe(false);
  });

  it("invents no origin", async () => {
    const { origin: _, ...rest } = args;
    const { context, asked } = contextOver({ shipment });
    expect(await planShipment.run(planShipment.input.parse(rest), context)).toMatchObject({
      ok: false,
      failure: { kind: "invalid_arguments", problems: [{ parameter: "origin" }] },
    });
    expect(asked.plans).toEqual([]);
  });
});

describe("plan_shipment, what is told", () => {
  it("[2.6-price] [2.8-predictedRoute] tells service, price, arrival, slack, risk and route, and that no label was bought", async () => {
    const { text, structured, notes } = await ask(planShipment, args, { shipment }, { showRecipient: true });
    for (const says of [/no label bought/, /Arrival is an estimate/, /no scans/, /risk and onDate not documented/]) {
      expect(notes.join(" ")).toMatch(says);
    }
    expect(text).toContain("Recommended: CarrierBPriorityOvernight, 48.20 USD");
    expect(text).toContain("Estimated arrival Fri 2026-07-10 10:30 America/New_York");
    expect(text).toContain("deadline Fri 2026-07-10: met by estimate, 13.5 h before day's end");
    expect(text).toContain("Low (onDate 0.93)");
    expect(text).toContain("Predicted route: 38118 Memphis, TN 2026-07-10 04:10Z ± 45 min");
    expect(text).toContain(shipment.shipmentId);
    const { returnAddress: _, ...rest } = shipment;
    expect(structured).toEqual({
      shipment: rest,
      arrivesInTime: true,
      slackHours: 13.5,
      places: { 33102: "Miami, FL", 38118: "Memphis, TN" },
    });
    expect(notes).toContain("returnAddress equals origin.");
  });

  it("names no places of a route that leaves the United States", async () => {
    const destination = { zipCode: "33101", city: "Irgendwo", country: "DE" };
    const { text, structured } = await ask(planShipment, { ...args, destination }, { shipment });
    expect(structured).not.toHaveProperty("places");
    // Beside its address, as sent, the place is named nowhere.
    expect(text.replace(/\borigin [^;]*/, "")).not.toContain("Memphis, TN");
  });

  it("holds the arrival against the response's deadline, else the request's", async () => {
    const asked = { ...args, deliveryByDate: "2026-07-09" };
    const both = await ask(planShipment, asked, { shipment });
    expect(both.structured).toMatchObject({ arrivesInTime: true, slackHours: 13.5 });
    expect(both.notes.join()).toContain("Asked for deliveryByDate 2026-07-09, planned with 2026-07-10");
    const { deliveryByDate: _, ...silent } = shipment;
    const late = await ask(planShipment, asked, { shipment: silent });
    expect(late.structured).toMatchObject({ arrivesInTime: false, slackHours: -10.5 });
    expect(late.notes).toContain("Deadline 2026-07-09 (as asked).");
    expect(both.notes.join()).not.toContain("as asked");
    expect(late.text).toContain("missed by estimate, 10.5 h after day's end");
  });

  it.each([
    ["no arrival", withService({ estimatedArrivalDateTime: undefined }), "no readable estimated arrival"],
    ["an arrival without offset", withService({ estimatedArrivalDateTime: "2026-07-10T10:30:00" }), "no offset"],
    ["no zone", withService({ estimatedArrivalDateTimeZone: undefined }), "zone was not sent"],
    ["an unknown zone", withService({ estimatedArrivalDateTimeZone: "Mars/Base" }), "zone is not known"],
    ["a deadline that is no date", { ...shipment, deliveryByDate: "soon" }, "no calendar date"],
    [
      "no service at all",
      { shipmentId: shipment.shipmentId, deliveryByDate: "2026-07-10" },
      "no readable estimated arrival",
    ],
  ])("says nothing about being in time with %s, and why", async (_, sent, why) => {
    const { text, structured, notes } = await ask(planShipment, args, { shipment: sent });
    expect(structured).toMatchObject({ arrivesInTime: null, slackHours: null });
    expect(notes.join(" ")).toContain(why);
    expect(text).not.toMatch(/met by|missed by/);
  });

  it("shows of the recipient city, state and ZIP only, and names the setting that shows more", async () => {
    const { text, structured, notes } = await ask(planShipment, args, { shipment });
    expect(structured).toMatchObject({ shipment: { destination: { zipCode: "33101", city: "Miami", state: "FL" } } });
    for (const channel of [text, JSON.stringify(structured)]) expect(channel).not.toMatch(/secret|hidden|555|apt 4/i);
    expect(notes.join()).toContain("COLDROUTE_SHOW_RECIPIENT");
  });

  it("[2.7-carrierService] [2.8-weightedOnDateRisk.risk] [9.2-additive] passes unknown values and fields on", async () => {
    const sent = {
      ...withService({ carrierService: "CarrierZHover", carrier: "CarrierZ", newField: "new" }),
      another: [1],
    };
    const { text, structured } = await ask(planShipment, args, { shipment: sent }, { showRecipient: true });
    const { returnAddress: _, ...rest } = sent;
    expect(structured["shipment"]).toEqual(rest);
    for (const part of ["CarrierZHover", "newField=new", "another=[1]"]) expect(text).toContain(part);
  });

  it("shows a return address that is not the origin", async () => {
    const returnAddress = { ...shipment.origin, city: "Elsewhere" };
    const { text, structured, notes } = await ask(planShipment, args, { shipment: { ...shipment, returnAddress } });
    expect(structured).toMatchObject({ shipment: { returnAddress } });
    expect(text).toContain("city=Elsewhere");
    expect(notes.join()).not.toContain("returnAddress");
  });

  it("uses no word that promises anything", async () => {
    const { text } = await ask(planShipment, args, { shipment });
    expect(text).not.toMatch(/\b(safe|clear|fine|on time|guarantee|will arrive)\b/i);
  });

  it.each([
    [{ currency: null }, "48.20 (currency not given)"],
    [{ currency: undefined }, "48.20 (currency not given)"],
    [{ price: null }, "price not given USD"],
  ])("writes no null for a word: %j", async (more, says) => {
    const { text } = await ask(planShipment, args, { shipment: withService(more) });
    expect(text).toContain(says);
  });
});
