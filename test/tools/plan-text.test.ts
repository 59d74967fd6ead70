import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { planShipment } from "../../src/tools/plan-shipment.ts";
import { specShaped } from "./plan-situations.ts";
import { plan } from "./situation.ts";
import { ask } from "./written-api.ts";

async function textOf(shipment: object): Promise<string> {
  return (await ask(planShipment, plan, { shipment: { ...shipment } })).text;
}

describe("the text of a plan in full", () => {
  it("takes less than 475 tokens with three ids of 36 characters, each told once: a third is times and addresses", async () => {
    const text = await textOf({ ...specShaped, shipmentId: "c1b2c3d4-e5f6-4789-8abc-def012345678" });
    expect(countTokens(text)).toBeLessThan(475);
    for (const id of ["a", "b", "c"]) {
      expect(text.match(new RegExp(`[= ]${id}1b2c3d4-e5f6-4789-8abc-def012345678[ ,]`, "g"))).toHaveLength(1);
    }
  });

  it("says a date once where times follow one another on it", async () => {
    const text = await textOf(specShaped);
    expect(text).toContain("Estimated arrival Fri 2026-07-10 10:30 America/New_York (14:30Z)");
    expect(text).toContain(
      "38118 Memphis, TN 2026-07-10 04:10Z ± 45 min type=H; 30320 Atlanta, GA 08:10Z ± 45 min type=H; 33101 Miami, FL 14:30Z ± 60 min type=D.",
    );
    expect(text).toContain(
      "createdAt, updatedAt: shipment 2026-07-09 12:03:00.123Z, 12:03:01.456Z; service 12:03:00.500Z, 12:03:00.900Z",
    );
  });

  it("says each date where they differ, and times that cannot be read as sent", async () => {
    const text = await textOf({ ...specShaped, createdAt: "2026-07-08T23:59:00Z", updatedAt: "2026-07-09T00:01:00Z" });
    expect(text).toContain("shipment 2026-07-08 23:59Z, 2026-07-09 00:01Z; service 12:03:00.500Z, 12:03:00.900Z");
    const unread = await textOf({ ...specShaped, createdAt: "today", updatedAt: null });
    expect(unread).toContain("createdAt=today updatedAt=null");
    expect(unread).toContain("createdAt, updatedAt: service 2026-07-09 12:03:00.500Z, 12:03:00.900Z");
    const night = { ...specShaped.recommendedShipmentService, estimatedArrivalDateTime: "2026-07-11T02:30:00Z" };
    expect(await textOf({ ...specShaped, recommendedShipmentService: night })).toContain(
      "Fri 2026-07-10 22:30 America/New_York (2026-07-11 02:30Z)",
    );
  });

  it("names what a return address shares with the origin, and shows what it does not", async () => {
    expect(await textOf(specShaped)).toContain("; returnAddress with zipCode, line1, city, state, country of origin; ");
    const returnAddress = { ...specShaped.origin, line1: "1 Elsewhere", isResidential: true };
    expect(await textOf({ ...specShaped, returnAddress })).toContain(
      '; returnAddress (line1="1 Elsewhere" isResidential=true) with zipCode, line2, city, state, country, name, company, phone, email of origin; ',
    );
    const other = { zipCode: "10001", city: "New York", state: "NY", country: "US" };
    expect(await textOf({ ...specShaped, returnAddress: other })).toContain(
      '; returnAddress 10001 "New York", NY, US; ',
    );
  });

  it("writes an address and a parcel short where they are whole, else field by field", async () => {
    const text = await textOf(specShaped);
    expect(text).toContain('Shipment: origin 38118 Memphis, TN, US (line1="3131 Democrat Rd" line2=null ');
    expect(text).toContain(' name=company="Cold Chain LLC"); destination 33101 Miami, FL; ');
    expect(text).toContain("parcel 12×10×8 in, 5.5 lb (predefinedPackage=null); ");
    const odd = await textOf({ ...specShaped, origin: { zipCode: "38118", city: null }, parcel: { weight: 5 } });
    expect(odd).toContain("Shipment: origin=(zipCode=38118 city=null); ");
    expect(odd).toContain("; parcel=(weight=5); ");
  });
});
