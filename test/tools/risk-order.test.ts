import { describe, expect, test } from "vitest";
import type { JsonRecord } from "../../src/domain/record.ts";
import { askScripted, ORDERS } from "../support/asking.ts";
import { sendsRisk } from "../support/samples.ts";

const tool = "get_five_day_risk";

describe("with an order of levels [G-order]", () => {
  const ORDER = { ...ORDERS, COLDROUTE_RISK_LEVELS: "low,Severe" };
  const askRanked = async (records: readonly JsonRecord[], args: object = {}, settings = ORDER) => {
    const { ask: put } = await askScripted({ risk: sendsRisk(() => records) }, settings);
    return put(tool, args);
  };
  const severe = [
    { zip: "850", riskLevel: "Severe" },
    { zip: "851", riskLevel: "Severe" },
    { zip: "852", riskLevel: "Low" },
  ];

  test("the most severe comes first, though the mildest is rarer", async () => {
    const { text, structured } = await askRanked(severe);
    expect(text).toMatch(/^3 areas on Tue 2026-11-24: riskLevel Severe 2 \(AZ\), Low 1\./);
    expect(text).toContain("Order of levels: as configured.");
    expect(text).not.toContain("does not define");
    expect(Object.keys((structured["counts"] as { by: Record<string, object> }[])[0]?.by["riskLevel"] ?? {})).toEqual([
      "Severe",
      "Low",
    ]);
  });

  test("a level that the order lacks comes first of all, and is said to", async () => {
    const { text } = await askRanked([...severe, { zip: "853", riskLevel: "Odd" }, { zip: "855", riskLevel: "Odd" }]);
    expect(text).toMatch(/riskLevel Odd \(not in the configured order\) 2 \(AZ\), Severe 2, Low 1\./);
  });

  test("a wrong one blocks the tool and is named", async () => {
    const { text, result } = await askRanked(severe, {}, { ...ORDERS, COLDROUTE_RISK_LEVELS: "Low,LOW" });
    expect(result.isError).toBe(true);
    expect(text).toContain("COLDROUTE_RISK_LEVELS should hold names from the least to the most severe");
  });
});
