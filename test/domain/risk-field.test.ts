import { describe, expect, test } from "vitest";
import type { JsonRecord } from "../../src/domain/record.ts";
import { riskFieldOf } from "../../src/domain/risk-field.ts";

/** Two records with one value or two values of each field. */
function records(fields: JsonRecord): JsonRecord[] {
  return ["850", "331"].map((zip, index) => {
    const own = Object.entries(fields).map(([name, value]) => [name, Array.isArray(value) ? value[index] : value]);
    return { zip, date: "2026-11-24", ...Object.fromEntries(own) };
  });
}

describe("the field of a record that is the risk [2.2-fields-open]", () => {
  test.each([
    // A name that speaks of risk, also with one value everywhere.
    [{ country: "US", riskLevel: "High" }, "riskLevel"],
    [{ heat: ["Hot", "Mild"], riskLevel: "Low" }, "riskLevel"],
    [{ state: ["AZ", "FL"], severity: ["Severe", "Low"] }, "severity"],
    [{ city: ["Phoenix", "Miami"], risk_level: ["HIGH", "LOW"] }, "risk_level"],
    [{ category: "Heat", level: ["3", "1"] }, "level"],
    [{ riskScore: [71.5, 12], riskCategory: ["High", "Low"] }, "riskCategory"],
    [{ category: "Heat", riskScore: [71.5, 12] }, "riskScore"],
    [{ region: "West", regionRisk: "Low" }, "regionRisk"],
    [{ confidenceLevel: ["low", "high"], riskName: ["Low", "High"] }, "riskName"],
    // The name is of a place, an id, a date or a unit that belongs to the risk.
    [{ riskRegion: "West", riskId: "a7", riskDate: "2026-11-24", riskUnit: "F", heat: ["Hot", "Mild"] }, "heat"],
    [{ riskUpdated: "2026-11-24", outlook: "Calm" }, "outlook"],
    // A text field, one that varies first.
    [{ scale: "Standard", outlook: ["Hot", "Calm"] }, "outlook"],
    [{ countryName: "Germany", postalCode: "x", tempUnit: "F", stationId: "KPHX", heat: "Hot" }, "heat"],
    [{ cc: ["US", "MX"], condition: ["Very hot", "Mild"] }, "condition"],
    [{ advice: "Keep the parcel out of the sun.", condition: "Mild" }, "condition"],
    // No field.
    [{ country: "US", state: ["AZ", "FL"], county: "Maricopa", lat: 33.4, lon: -112 }, undefined],
    [{ updatedAt: "2026-11-24", unit: "F", id: "KPHX" }, undefined],
    [{ peak: [114, 80], index: [3, 1] }, undefined],
    [{ detail: { level: "High" } }, undefined],
    [{}, undefined],
  ])("of %j is %s", (fields, field) => {
    expect(riskFieldOf(records(fields), undefined)).toBe(field);
  });

  test("is one whose values stand in the configured order, whatever its name", () => {
    const order = ["mild", "hot", "scorching"];
    const sent = records({ riskLevel: ["A", "B"], state: ["AZ", "FL"], comment: ["Hot", "MILD"] });
    expect(riskFieldOf(sent, undefined)).toBe("riskLevel");
    expect(riskFieldOf(sent, order)).toBe("comment");
    expect(riskFieldOf(records({ id: [1, 2], riskLevel: [2, 3] }), ["1", "2", "3"])).toBe("riskLevel");
  });

  test.each([
    [{ heatBand: ["hot", "mild"], riskLevel: ["hot", "mild"] }, "riskLevel"],
    [{ outlook: ["hot", "mild"], level: "hot" }, "level"],
    [{ level: ["hot", "mild"], severity: "hot" }, "severity"],
    [{ band: "hot", outlook: ["hot", "mild"] }, "outlook"],
  ])("of several with values in the order, %j, is %s: its name speaks of risk, or it varies", (fields, field) => {
    expect(riskFieldOf(records(fields), ["mild", "hot"])).toBe(field);
  });

  test.each(["confidence", "confidenceLevel", "forecastProbability"])(
    "is never how sure the forecast is: %s, though its values stand in the order",
    (name) => {
      const sent = records({ heatRisk: "Extreme", [name]: ["High", "Low"] });
      expect(riskFieldOf(sent, ["Low", "High"])).toBe("heatRisk");
    },
  );

  test("does not depend on how many records there are", () => {
    const many = Array.from({ length: 41_000 }, (_, index) => ({
      zip: `${index}`,
      city: `C${index % 9}`,
      heat: "Low",
    }));
    expect(riskFieldOf(many, undefined)).toBe("heat");
    expect(riskFieldOf([], undefined)).toBeUndefined();
  });
});
