import { describe, expect, test } from "vitest";
import { ShiftedClock } from "../support/shifted-clock.ts";
import { aNumber, anArray, aString, including, matching } from "./matchers.ts";
import { running } from "./running.ts";

const DAY_MS = 86_400_000;
const TIMESTAMP = matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
const ID = matching(/^.{28,90}$/);
const ZONE = matching(/^[A-Z]\w+\/\w+$/);

/** Counted from the day of the sandboxes here. */
function inDays(days: number): string {
  return new Date(new ShiftedClock().nowMs() + days * DAY_MS).toISOString().slice(0, 10);
}

const REQUEST = {
  externalShipmentId: "po-7",
  origin: { zipCode: "38118", name: "Cold Store" },
  destination: { zipCode: "10001", line1: "1 Example Plaza", city: "New York", state: "NY", isResidential: false },
  parcel: { length: 12, width: 10, height: 8, weight: 5 },
  shipDate: inDays(1),
  deliveryByDate: inDays(3),
  isSignatureRequired: true,
  isRefrigerated: true,
};

describe("the sandbox's planning (spec 4.4)", () => {
  test("answers with every field of a shipment (spec 2.5, 2.6, 2.8)", async () => {
    const { sandbox, client } = await running();
    const { status, json } = await client.plan(REQUEST);
    expect(status).toBe(201);
    expect(json).toEqual({
      shipmentId: ID,
      origin: { ...REQUEST.origin, city: "Memphis", state: "TN", country: "US" },
      destination: { ...REQUEST.destination, country: "US" },
      returnAddress: including(REQUEST.origin),
      parcel: { ...REQUEST.parcel, predefinedPackage: null },
      isSignatureRequired: true,
      createdAt: TIMESTAMP,
      updatedAt: TIMESTAMP,
      recommendedShipmentService: {
        shipmentServiceId: ID,
        credentialId: ID,
        carrier: matching(/^(Carrier[A-I]|Operator)$/),
        carrierService: aString,
        carrierServiceCode: aString,
        transitService: aString,
        transitServiceClass: aString,
        price: aNumber,
        currency: "USD",
        estimatedArrivalDateTime: TIMESTAMP,
        estimatedArrivalDateTimeZone: ZONE,
        estimatedPickupDateTime: TIMESTAMP,
        estimatedPickupDateTimeZone: ZONE,
        provider: aString,
        createdAt: TIMESTAMP,
        updatedAt: TIMESTAMP,
        risk: {
          version: aString,
          weightedOnDateRisk: { risk: aString, onDate: aNumber },
          predictedRoute: anArray,
        },
      },
      shipDate: REQUEST.shipDate,
      deliveryByDate: REQUEST.deliveryByDate,
      externalShipmentId: "po-7",
    });
    expect(sandbox.plans).toBe(1);
    expect(sandbox.ledger.byProduct()).toEqual({ alerts: 0, risk: 0, planning: 1, tracking: 0 });
  });

  test("predicts the points to come, over the hub to the destination, forward in time", async () => {
    const { client } = await running();
    const { json } = await client.plan({ ...REQUEST, origin: { zipCode: "90001" } });
    expect(json).toMatchObject({
      recommendedShipmentService: {
        risk: {
          predictedRoute: [
            { zip: "38118", type: "H", dateTime: TIMESTAMP },
            { zip: "10001", type: "D", dateTime: TIMESTAMP, stdDevMinutes: 75 },
          ],
        },
      },
    });
    const times = [...JSON.stringify(json["recommendedShipmentService"]).matchAll(/"dateTime":"([^"]+)"/g)].map(
      ([, time]) => time,
    );
    expect(times).toHaveLength(2);
    expect(times).toEqual([...times].sort());
  });

  test("defaults the ship date to today, and repeats only what was asked", async () => {
    const { client } = await running();
    const { origin, destination, parcel } = REQUEST;
    const { status, json } = await client.plan({ origin, destination, parcel });
    expect(status).toBe(201);
    expect(json["shipDate"]).toBe(inDays(0));
    expect(json).not.toHaveProperty("deliveryByDate");
    expect(json).not.toHaveProperty("externalShipmentId");
  });

  test("takes a faster service for an earlier deadline", async () => {
    const { client } = await running();
    const far = { ...REQUEST, origin: { zipCode: "90001" }, isRefrigerated: false };
    const late = await client.plan({ ...far, deliveryByDate: inDays(9) });
    const soon = await client.plan({ ...far, deliveryByDate: inDays(2) });
    expect(late.json).toMatchObject({ recommendedShipmentService: { transitServiceClass: "Ground" } });
    expect(soon.json).toMatchObject({ recommendedShipmentService: { transitServiceClass: "OneDay" } });
  });

  test.each([
    ["origin", { origin: undefined }],
    ["destination.zipCode", { destination: {} }],
    ["destination.zipCode", { destination: { zipCode: "123456" } }],
    ["destination.zipCode", { destination: { zipCode: "" } }],
    ["origin.state", { origin: { zipCode: "38118", state: "TEN" } }],
    ["origin.country", { origin: { zipCode: "38118", country: "USA" } }],
    ["origin.isResidential", { origin: { zipCode: "38118", isResidential: "no" } }],
    ["parcel.weight", { parcel: { ...REQUEST.parcel, weight: -1 } }],
    ["parcel.length", { parcel: { weight: 5 } }],
    ["parcel.predefinedPackage", { parcel: { weight: 5, predefinedPackage: "Suitcase" } }],
    ["externalShipmentId", { externalShipmentId: "x".repeat(51) }],
    ["shipDate", { shipDate: "2026-02-30" }],
    ["shipDate", { shipDate: inDays(-3) }],
    ["deliveryByDate", { deliveryByDate: inDays(0) }],
    ["isRefrigerated", { isRefrigerated: "yes" }],
    ["isFragile", { isFragile: true }],
  ])("refuses a bad %s and names it (spec 8.5)", async (named, change) => {
    const { sandbox, client } = await running();
    const { status, json } = await client.plan({ ...REQUEST, ...change });
    expect(status).toBe(400);
    expect(json["detail"]).toMatch(new RegExp(`^${named.replace(".", "\\.")}: `));
    expect(sandbox.plans).toBe(0);
    expect(sandbox.ledger.billed()).toBe(0);
  });

  test("takes the bounds themselves", async () => {
    const { client } = await running();
    const edge = {
      externalShipmentId: "x".repeat(50),
      origin: { zipCode: "3" },
      destination: { zipCode: "K1A0B", country: "CA" },
      parcel: { weight: 0.1, predefinedPackage: "SmallBox" },
    };
    const { status, json } = await client.plan(edge);
    expect(status).toBe(201);
    expect(json["parcel"]).toEqual({ length: 9, width: 6, height: 3, weight: 0.1, predefinedPackage: "SmallBox" });
  });

  test("takes JSON of reasonable size alone", async () => {
    const { client } = await running();
    expect((await client.plan("not JSON")).status).toBe(400);
    expect((await client.plan("[]")).status).toBe(400);
    expect((await client.plan(REQUEST, { "Content-Type": "text/plain" })).status).toBe(415);
    expect((await client.plan({ ...REQUEST, origin: { zipCode: "38118", line1: "x".repeat(70_000) } })).status).toBe(
      413,
    );
  });
});
