import { describe, expect, test } from "vitest";
import { askForPlans as ask } from "../support/asking.ts";
import { BOX, shipment, shipmentOn } from "../support/samples.ts";

describe("a plan that differs from the request [G-plans]", () => {
  const madrid = { zipCode: "28013", city: "Madrid", country: "ES" };

  test("a country and a ZIP are in differs and in the headline", async () => {
    const { plans, structured } = await ask(
      () => shipment({ destination: { zipCode: "28013", city: "Madrid", state: "NC" } }),
      {
        ...BOX,
        destination: madrid,
        origin: "38119",
      },
    );
    expect(plans[0]?.["differs"]).toEqual([
      { field: "origin.zipCode", asked: "38119", answered: "38118" },
      { field: "destination.country", asked: "ES", answered: null },
    ]);
    expect(structured["answer"]).toMatch(
      /^Planned, but not as requested: you asked for origin ZIP 38119, the plan says 38118; you asked for destination country ES, which the plan does not confirm; .* → 28013 Madrid, NC,/,
    );
  });

  test("refrigeration is never confirmed, which the headline says", async () => {
    const { plans, structured } = await ask(() => shipment({}), { ...BOX, isRefrigerated: true });
    expect(plans[0]?.["differs"]).toEqual([{ field: "isRefrigerated", asked: true, answered: null }]);
    expect(structured["answer"]).toMatch(/You requested refrigeration; the plan does not confirm it\.$/);
  });

  test.each([
    [true, true, [], "no deadline given."],
    [true, false, [{ asked: true, answered: false }], "isSignatureRequired true, the plan says false"],
    [true, undefined, [{ asked: true, answered: null }], "isSignatureRequired true, which the plan does not confirm"],
    [false, true, [{ asked: false, answered: true }], "isSignatureRequired false, the plan says true"],
    [false, undefined, [], "no deadline given."],
  ])("a signature asked for (%s) and answered (%s) is reported", async (asked, answered, differs, told) => {
    const { plans, text, structured } = await ask(() => shipment({ isSignatureRequired: answered }), {
      ...BOX,
      isSignatureRequired: asked,
    });
    expect(plans[0]?.["differs"]).toEqual(
      differs.map((difference) => ({ field: "isSignatureRequired", ...difference })),
    );
    for (const channel of [text, JSON.stringify(structured)]) expect(channel).toContain(told);
  });

  test("a route that ends outside the destination's area is reported in both channels", async () => {
    const destination = { zipCode: "00901", city: "San Juan", state: "PR" };
    const far = [{ zip: "00501", dateTime: "2026-11-25T15:30:00Z" }];
    const { text, structured } = await ask(() => shipment({ destination }, {}, { predictedRoute: far }), {
      ...BOX,
      destination: "00901",
    });
    const told = "Planned, but not as requested: the predicted route ends at 00501 Holtsville, NY, not at 00901.";
    expect(structured["answer"]).toContain(told);
    expect(text).toContain(told);
    const late = ({ shipDate }: { readonly shipDate?: unknown }) =>
      shipmentOn(shipDate, shipDate === "2026-11-25" ? { parcel: { ...BOX.parcel, weight: 9 } } : {});
    const { text: days } = await ask(late, { ...BOX, shipDates: ["2026-11-24", "2026-11-25"] });
    expect(days).toContain("the plan says 9 (Wed 11-25). ");
    const near = shipment({}, {}, { predictedRoute: [{ zip: "33122" }] });
    expect((await ask(() => near)).text).not.toContain("route ends");
  });

  test.each([
    [
      { parcel: { length: 12, width: 10, height: 8, weight: 9 } },
      "parcel.weight",
      5.5,
      9,
      "parcel weight 5.5, the plan says 9",
    ],
    [{ parcel: { length: 14, width: 10, height: "8", weight: "5.5" } }, "parcel.length", 12, 14, "parcel length 12"],
    [{ externalShipmentId: "X-1" }, "externalShipmentId", "SO-7781", "X-1", "externalShipmentId SO-7781"],
    [{ deliveryByDate: "2026-11-30" }, "deliveryByDate", "2026-11-28", "2026-11-30", "deliveryByDate 2026-11-28"],
    [{ shipDate: "2026-11-26T00:00:00" }, "shipDate", "2026-11-24", "2026-11-26", "shipDate 2026-11-24"],
  ])("%j is a difference in both channels", async (changed, field, asked, answered, told) => {
    const sent = { shipDate: "2026-11-24", deliveryByDate: "2026-11-28T20:00", externalShipmentId: "SO-7781" };
    const { plans, structured } = await ask(() => shipment(changed), { ...BOX, ...sent });
    expect(plans[0]?.["differs"]).toEqual([{ field, asked, answered }]);
    expect(structured["answer"]).toContain(`Planned, but not as requested: you asked for ${told}`);
    // What the caller asked stays what counts.
    expect(plans[0]).toMatchObject({ shipDate: "2026-11-24", deliveryByDate: "2026-11-28T20:00" });
  });

  test.each([
    [{ destination: { zipCode: "33101-1234", city: "Miami", state: "FL", country: "USA" } }],
    [{ destination: { zipCode: 33_101, city: "Miami", state: "FL", country: "United States" } }],
    [{ destination: { zipCode: "331011234", city: "Miami", state: "FL" } }],
    [{ parcel: { length: 12, width: 10.001, height: 8, weight: 5.5, predefinedPackage: null } }],
    [{ parcel: { length: "12", width: "10.0", height: "8", weight: "5.50" } }],
    [{ shipDate: "2026-11-24T00:00:00Z", deliveryByDate: "2026-11-28T00:00:00" }],
  ])("%j is as requested", async (written) => {
    const asked = { ...BOX, destination: { zipCode: "33101", country: "US" }, shipDate: "2026-11-24" };
    const { plans, text } = await ask(() => shipment(written), { ...asked, deliveryByDate: "2026-11-28" });
    expect(plans[0]?.["differs"]).toEqual([]);
    expect(text).not.toContain("not as requested");
  });

  test.each(["24.37", 24.37])("a price of %j is a price", async (price) => {
    const { plans, text } = await ask(() => shipment({}, { price }));
    expect(plans[0]).toMatchObject({ price: 24.37 });
    expect(text).toContain("24.37 USD");
  });

  test.each([
    [{ zipCode: "85001", city: "Denver" }, "85001 is in Phoenix, AZ; the requested destination says Denver."],
    ["Denver, AZ 85001", "85001 is in Phoenix, AZ; the requested destination says Denver."],
    [{ zipCode: "63101", city: "St. Louis", state: "MO" }, undefined],
    [{ zipCode: "28013", city: "Madrid", country: "ES" }, undefined],
  ])("a city that is not the ZIP's is sent as asked, and the answer names the ZIP's: %j", async (destination, told) => {
    const { structured, text } = await ask(() => shipment(), { ...BOX, destination });
    for (const channel of [text, JSON.stringify(structured)])
      expect(channel.includes("requested destination says")).toBe(told !== undefined);
    if (told !== undefined) expect(structured["notes"]).toContain(told);
  });

  test("a clock is named after the ZIP's city, whatever the caller calls it", async () => {
    const denver = { zipCode: "33101", city: "Denver", state: "FL", country: "US" };
    const { text } = await ask(() => shipment({ destination: denver }), { ...BOX, destination: denver });
    expect(text).toContain("Miami time");
    expect(text).not.toContain("Denver time");
  });

  test("a value that differs only in case, or was not asked for, is no difference", async () => {
    const destination = { zipCode: "33101", country: "us" };
    expect((await ask(() => shipment({ origin: undefined }), { ...BOX, destination })).plans[0]?.["differs"]).toEqual(
      [],
    );
  });
});
