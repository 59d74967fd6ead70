import { describe, expect, test } from "vitest";
import type { JsonRecord } from "../../src/domain/record.ts";
import { askScripted, askUnder, type Environment, ORDERS } from "../support/asking.ts";
import { sendsRisk } from "../support/samples.ts";

const tool = "get_five_day_risk";

describe("with an order of levels [G-order]", () => {
  const ORDER = { ...ORDERS, COLDROUTE_RISK_LEVELS: "low,Severe" };
  type Sent = readonly JsonRecord[];
  const askRanked = async (sent: Sent | ((date: string) => Sent), args: object = {}, settings = ORDER) => {
    const risk = sendsRisk(typeof sent === "function" ? sent : () => sent);
    return (await askScripted({ risk }, settings)).ask(tool, args);
  };
  const severe = [
    { zip: "850", riskLevel: "Severe" },
    { zip: "851", riskLevel: "Severe" },
    { zip: "852", riskLevel: "Low" },
  ];

  test("the most severe comes first, though the mildest is rarer", async () => {
    const { text, structured } = await askRanked(severe);
    expect(text).toMatch(
      /^Tue 2026-11-24\. Everywhere \(3 areas\): riskLevel Severe in 2 \(AZ\), Low in the other one\./,
    );
    expect(text).toContain("Order of levels: as configured.");
    expect(text).not.toContain("does not define");
    expect(Object.keys((structured["counts"] as { by: Record<string, object> }[])[0]?.by["riskLevel"] ?? {})).toEqual([
      "Severe",
      "Low",
    ]);
  });

  test("levels that are numbers keep the order, too", async () => {
    const numbers = { ...ORDERS, COLDROUTE_RISK_LEVELS: "1,2,3" };
    const records = [1, 2, 3, 3].map((riskLevel, index) => ({ zip: `${850 + index}`, riskLevel }));
    expect((await askRanked(records, {}, numbers)).text).toMatch(/: riskLevel 3 in 2 \(AZ\), riskLevel 2 in 1 \(AZ\),/);
    const { text } = await askRanked(records, { locations: ["AZ"] }, numbers);
    expect(text).toMatch(/riskLevel 3 in 2, riskLevel 2 in 1, riskLevel 1 in the other one/);
  });

  test.each([
    [{ days: 1, date: "2026-11-25" }, /: riskLevel Odd \(.*\) in 2 \(AZ\), Severe in 2 \(AZ\), Low in the other one\./],
    [{ locations: ["AZ"] }, /-25\. Not ranked: Odd \(not in the configured order\) somewhere on Wed \(/],
    [{ locations: ["AZ", "850", "851", "852"] }, /-25, first those not ranked, then by the most severe value: Odd /],
    [{ locations: ["853", "855", "85501", "85502"], minRisk: "Severe" }, /: Odd .* 0 of 4 places at .*-25\.$/],
  ])("a level that the order lacks comes first of all, but not as the most severe: %j", async (args, answer) => {
    const riskOn = (date: string) => (date > "2026-11-24" ? "Odd" : "Low");
    const sent = (date: string) => [...severe, ...["853", "855"].map((zip) => ({ zip, riskLevel: riskOn(date) }))];
    expect((await askRanked(sent, { days: 2, ...args })).structured["answer"]).toMatch(answer);
  });

  test("a wrong one blocks the tool and is named", async () => {
    const { text, result } = await askRanked(severe, {}, { ...ORDERS, COLDROUTE_RISK_LEVELS: "Low,LOW" });
    expect(result.isError).toBe(true);
    expect(text).toContain("COLDROUTE_RISK_LEVELS should hold names from the least to the most severe");
  });

  describe("minRisk", () => {
    const six = ["850", "851", "852", "853", "855", "856", "Honolulu, HI"];
    const levels = ["Low", "Low", "Moderate", "Odd", "High", "Severe"];
    const sent = levels.map((riskLevel, index) => ({ zip: six[index], riskLevel }));

    test("counts the areas at or above it everywhere", async () => {
      const { structured } = await askRanked(sent, { minRisk: "High" }, ORDERS);
      expect(structured["answer"]).toBe(
        "2 of 6 areas at or above High on Tue 2026-11-24. Everywhere (6 areas): Odd (not in the configured order) in 1 (AZ), Severe in 1 (AZ), High in 1 (AZ), Moderate in 1 (AZ), Low in the other 2.",
      );
      const { structured: none } = await askRanked([{ zip: "850", riskLevel: "Low" }], { minRisk: "High" }, ORDERS);
      expect(none["answer"]).toBe("0 of 1 area at or above High on Tue 2026-11-24. Everywhere (1 area): Low.");
    });

    test("leaves the places at or above it, counts the others, and hides no odd level", async () => {
      const { structured } = await askRanked(sent, { locations: six, minRisk: "high" }, ORDERS);
      expect(structured["answer"]).toBe(
        "Not ranked: Odd (not in the configured order) in Area 853. 2 of 7 places at or above High on Tue 2026-11-24: Severe in Area 856. High in Area 855. No record in Honolulu, HI. 3 below, not named: Moderate 1, Low 2.",
      );
      expect(structured).toMatchObject({
        places: [{ asked: "853" }, { asked: "856" }, { asked: "855" }, { asked: "Honolulu, HI" }],
        below: { Low: 2, Moderate: 1 },
      });
    });

    test("says so if no place reaches it, and takes one place too", async () => {
      const { structured } = await askRanked(sent, { locations: ["850"], minRisk: "High" }, ORDERS);
      expect(structured).toMatchObject({
        answer: "0 of 1 place at or above High on Tue 2026-11-24. Below: Low in Area 850.",
        places: [],
      });
      const zip = await askRanked(sent, { locations: ["85001"], minRisk: "High" }, ORDERS);
      expect(zip.structured["answer"]).toMatch(/Below: Low in 85001 Phoenix, AZ\.$/);
      expect(zip.text).toContain("Values are of larger areas; zip5 is finer but may have gaps.");
    });

    test.each([
      [["AZ"], 1, "Below: Moderate in 1 of 6 areas of Arizona."],
      [["AZ", "NV"], 2, "Below: Moderate on Wed in 1 of 6 areas of Arizona. Low on both days in Nevada."],
      [["Miami, FL"], 1, "Below: Moderate in 1 of 2 areas of Miami, FL."],
      [["89101", "89301"], 1, "Below: Low in 89101 Las Vegas, NV; 89301 Ely, NV."],
    ])("says of how many areas of a place below it the most severe level is: %j", async (locations, days, below) => {
      const mild = (date: string): Sent =>
        ["850", "851", "852", "853", "855", "856", "889", "890", "891", "893", "331", "332"].map((zip) => {
          const isFirst = (zip === "850" && (days === 1 || date > "2026-11-24")) || zip === "331";
          return { zip, riskLevel: isFirst ? "Moderate" : "Low" };
        });
      const { structured } = await askRanked(mild, { locations, days, minRisk: "High" }, ORDERS);
      expect(String(structured["answer"]).slice(-below.length)).toBe(below);
    });

    test("names the areas of a larger place that reach it on each day, the most severe first", async () => {
      const days = (date: string): Sent =>
        ["850", "851", "852", "853", "855", "856"].map((zip, at) => {
          const hot = date === "2026-11-24" ? 1 : 4;
          return { zip, riskLevel: at === hot ? "Severe" : at === hot + 1 ? "High" : "Low" };
        });
      const { ask: put, catalogue } = await askScripted({ risk: sendsRisk(days) }, ORDERS);
      const args = { locations: ["AZ"], days: 2, minRisk: "High", limit: 4 };
      const drawn = await catalogue.call(tool, args, { signal: new AbortController().signal, drawsViews: true });
      expect(JSON.stringify(drawn)).toMatch(/"title":"4 of .* AZ 855\)\. Arizona \(6 areas\)\."/);
      const { text, structured } = await put(tool, args);
      expect(structured["answer"]).toBe(
        "4 of 6 areas at or above High from Tue 2026-11-24 to Wed 2026-11-25. Most severe: Severe somewhere on each day (Apache Junction, AZ 851; Globe, AZ 855). Arizona (6 areas): Severe in 1, High in 1, Low in the other 4 on both days.",
      );
      expect(text).toContain("3 of 4 areas listed;");
      expect(structured["places"]).toMatchObject([{ areas: 6 }, { area: "851" }, { area: "855" }, { area: "852" }]);
    });

    test.each([
      [["AZ"], "2 of 6 areas at or above High on Tue 2026-11-24."],
      [["AZ", "NV"], "2 of 10 areas at or above High on Tue 2026-11-24."],
      [["AZ", "889", "890", "891"], "Not ranked: Odd (not in the configured order) in parts of Arizona ("],
      [["AZ", "850"], "1 of 2 places at or above High on Tue 2026-11-24."],
      [["NV"], "0 of 4 areas at or above High on Tue 2026-11-24. Below: Low in Nevada."],
    ])("counts states by area, or in a list names parts: %j", async (locations, opening) => {
      const nevada = ["889", "890", "891", "893"].map((zip) => ({ zip, riskLevel: "Low" }));
      const { structured } = await askRanked([...sent.slice(0, 6), ...nevada], { locations, minRisk: "High" }, ORDERS);
      expect(String(structured["answer"]).slice(0, opening.length)).toBe(opening);
    });

    test("leaves the areas at or above it if no place is named, and counts all", async () => {
      const { structured, text } = await askRanked(sent, { minRisk: "High" }, ORDERS);
      expect((structured["places"] as { area: string }[]).map(({ area }) => area)).toEqual(["853", "856", "855"]);
      expect(structured["counts"]).toMatchObject([
        { by: { riskLevel: { Odd: 1, Severe: 1, High: 1, Moderate: 1, Low: 2 } } },
      ]);
      expect(text).not.toContain("Low: ");
    });

    test("leaves an area that reaches it on a later day alone", async () => {
      const calmFirst = (date: string): Sent => [
        { zip: "850", riskLevel: date === "2026-11-24" ? "Low" : "Severe" },
        { zip: "851", riskLevel: "Low" },
      ];
      const { structured } = await askRanked(calmFirst, { days: 3, minRisk: "High" }, ORDERS);
      expect(structured["places"]).toMatchObject([{ area: "850" }]);
    });

    test("is listed only where an order is configured, with its levels", async () => {
      const parameters = (settings: Environment) => {
        const listed = askUnder(settings).catalogue.list();
        const { inputSchema } = listed.find(({ name }) => name === tool) ?? {};
        return Object.entries(inputSchema?.["properties"] ?? {});
      };
      const schema = expect.objectContaining({ type: "string", enum: ["Low", "Moderate", "High", "Severe"] });
      expect(parameters(ORDERS)).toContainEqual(["minRisk", schema]);
      expect(parameters({}).map(([name]) => name)).not.toContain("minRisk");
      const unset = await askRanked(sent, { minRisk: "High" }, { ...ORDERS, COLDROUTE_RISK_LEVELS: "" });
      expect(unset.result.isError).toBe(true);
      expect((await askRanked(sent, { minRisk: "Odd" }, ORDERS)).text).toContain(
        "should be one of Low, Moderate, High, Severe",
      );
    });
  });
});
