import { describe, expect, test } from "vitest";
import { departures, shipment } from "../../src/api/contract/schema.ts";
import { valueAt } from "../spec/path.ts";
import { shipment as sample } from "../support/samples.ts";
import { inDays, PLAN } from "./plan.ts";
import { running } from "./running.ts";

const REQUEST = {
  externalShipmentId: "po-7",
  origin: { zipCode: "38118", name: "Cold Store" },
  destination: { zipCode: "10001", line1: "1 Example Plaza", city: "New York", state: "NY", isResidential: false },
  parcel: PLAN.parcel,
  shipDate: inDays(1),
  deliveryByDate: inDays(3),
  isSignatureRequired: true,
  isRefrigerated: true,
};

describe("the sandbox's planning (service.md 4.4)", () => {
  test("[4.4-response] [4.4-effect] makes one plan, and answers with every field, as requested", async () => {
    const { sandbox, client } = await running();
    const { status, json } = await client.plan(REQUEST);
    expect(status).toBe(201);
    for (const path of ["", "recommendedShipmentService", "recommendedShipmentService.risk"]) {
      expect(Object.keys(Object(valueAt(json, path))).toSorted()).toEqual(
        Object.keys(Object(valueAt(sample({ deliveryByDate: "", externalShipmentId: "" }), path))).toSorted(),
      );
    }
    expect(departures("shipment", shipment, json)).toEqual([]);
    const { isRefrigerated: _, ...asked } = REQUEST;
    const origin = { ...REQUEST.origin, city: "Memphis", state: "TN", country: "US" };
    const parcel = { ...REQUEST.parcel, predefinedPackage: null };
    expect(json).toMatchObject({ ...asked, origin, returnAddress: origin, parcel });
    expect([sandbox.ledger.billed("planning"), sandbox.ledger.billed()]).toEqual([1, 1]);
  });

  test("predicts a route over the hub to the destination, in the order of time", async () => {
    const { client } = await running();
    const { json } = await client.plan({ ...REQUEST, origin: { zipCode: "90001" } });
    const route = valueAt(json, "recommendedShipmentService.risk.predictedRoute") as { dateTime: string }[];
    expect(route).toMatchObject([
      { zip: "38118", type: "H" },
      { zip: "10001", type: "D", stdDevMinutes: 75 },
    ]);
    expect(route.map(({ dateTime }) => dateTime)).toEqual(route.map(({ dateTime }) => dateTime).toSorted());
  });

  test.each([
    ["00901", "San Juan", "America/Puerto_Rico"],
    ["09366", "APO", "America/New_York"],
    ["99801", "Juneau", "America/Juneau"],
  ])("ends the route at %s itself, though its world has no row for it", async (zipCode, city, zone) => {
    const { client } = await running();
    const { json } = await client.plan({ ...REQUEST, destination: { zipCode } });
    expect(json["destination"]).toMatchObject({ zipCode, city });
    const route = valueAt(json, "recommendedShipmentService.risk.predictedRoute") as object[];
    expect(route.at(-1)).toMatchObject({ zip: zipCode, type: "D" });
    expect(valueAt(json, "recommendedShipmentService.estimatedArrivalDateTimeZone")).toBe(zone);
  });

  test("defaults the ship date to today, and repeats only what was asked", async () => {
    const { client } = await running();
    const { status, json } = await client.plan(PLAN);
    expect([status, json["shipDate"]]).toEqual([201, inDays(0)]);
    expect(json).not.toHaveProperty("deliveryByDate");
    expect(json).not.toHaveProperty("externalShipmentId");
  });

  test("chooses a faster service for an earlier deadline", async () => {
    const { client } = await running();
    const far = { ...REQUEST, origin: { zipCode: "90001" }, isRefrigerated: false };
    const late = await client.plan({ ...far, deliveryByDate: inDays(9) });
    const soon = await client.plan({ ...far, deliveryByDate: inDays(2) });
    expect(late.json).toMatchObject({ recommendedShipmentService: { transitServiceClass: "Ground" } });
    expect(soon.json).toMatchObject({ recommendedShipmentService: { transitServiceClass: "OneDay" } });
  });
});
