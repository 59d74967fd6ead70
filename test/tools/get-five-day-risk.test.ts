import { describe, expect, test } from "vitest";
import { askScripted } from "../support/asking.ts";
import { areas, sendsRisk } from "../support/samples.ts";

const tool = "get_five_day_risk";

async function ask(recordsOf: Parameters<typeof sendsRisk>[0], args: object = {}, meta: object = {}) {
  const { ask: put, service, progress } = await askScripted({ risk: sendsRisk(recordsOf, { ...meta }) });
  const told = await put(tool, args);
  const queries = service.requests("risk").map(({ url }) => Object.fromEntries(url.searchParams));
  return { ...told, queries, progress };
}

test("asks the service for consecutive days, one request each", async () => {
  const { queries, usage, progress } = await ask(() => [], { date: "2026-11-26", days: 3, granularity: "zip5" });
  expect(queries.map(({ date }) => date).sort()).toEqual(["2026-11-26", "2026-11-27", "2026-11-28"]);
  expect(new Set(queries.map(({ granularity }) => granularity))).toEqual(new Set(["zip5"]));
  expect(usage["billableRequests"]).toBe(3);
  expect(progress.at(-1)).toEqual({ progress: 3, total: 3 });
});

describe("the answer about risk", () => {
  test("has the members of the contract in their order, headline and source first", async () => {
    const { structured } = await ask(() => areas(1), { locations: ["850"] });
    const members = "answer source places riskField unavailable uncovered horizon granularity complete notes";
    expect(Object.keys(structured)).toEqual(members.split(" "));
    expect(structured).toMatchObject({ granularity: "zip3", complete: true, unavailable: [], uncovered: [] });
  });

  test("has an entry for each date in JSON, while the text states equal days once", async () => {
    const { structured, text } = await ask(() => areas(1), { locations: ["Phoenix, AZ"], days: 3 });
    expect(structured["places"]).toEqual([
      {
        asked: "Phoenix, AZ",
        place: "Phoenix, AZ",
        largerThanPlace: true,
        area: "850",
        days: ["2026-11-24", "2026-11-25", "2026-11-26"].map((date) => ({ riskLevel: "Severe", date })),
      },
    ]);
    expect(text.match(/Severe/g)).toHaveLength(1);
  });

  test("names the field once before the areas of a place that differ", async () => {
    const sent = ["331", "332"].map((zip, index) => ({ zip, riskLevel: ["Low", "High"][index] }));
    const { structured } = await ask(() => sent, { locations: ["Miami, FL"] });
    expect(structured["answer"]).toMatch(/ Miami, FL, riskLevel: area 331 Low; area 332 High\.$/);
  });

  test("says of how many ZIPs of a city there is no record at zip5", async () => {
    const sent = ["02108", "02201", "85001"].map((zip) => ({ zip, riskLevel: "Low" }));
    const args = { locations: ["Boston, MA", "85001"], granularity: "zip5" };
    const { structured, text } = await ask(() => sent, args, { granularity: "zip5" });
    expect(structured["notes"]).toContain("No record for 38 of 40 ZIPs of Boston, MA.");
    expect(text).toContain("No record for 38 of 40 ZIPs of Boston, MA. No record does not mean low risk.");
  });

  test("gives a record's own fields without its ZIP, under the date asked for", async () => {
    const sent = { zip: "850", date: "2026-11-24T00:00:00Z", index: 7.5, detail: { hours: [12, 18] } };
    const { structured } = await ask(() => [sent], { locations: ["85001"] });
    expect(structured["places"]).toEqual([
      expect.objectContaining({ days: [{ date: "2026-11-24", index: 7.5, detail: { hours: [12, 18] } }] }),
    ]);
  });

  test("tells a record's own date that is not the date asked for", async () => {
    const sent = [{ zip: "850", date: "2026-11-25", riskLevel: "High" }];
    const { structured } = await ask(() => sent, { locations: ["85001"] });
    expect(structured["places"]).toMatchObject([{ days: [{ date: "2026-11-24", recordDate: "2026-11-25" }] }]);
    expect(structured["answer"]).toContain(" riskLevel High (record dated Wed 2026-11-25).");
    for (const { answer } of [structured, (await ask(() => sent)).structured])
      expect(answer).toMatch(/^You asked for Tue 2026-11-24; the service sent records dated Wed 2026-11-25\. /);
  });

  test("tells only the records of the date asked for, if there are some", async () => {
    const days = ["2026-11-24", "2026-11-25", "2026-11-26"];
    const sent = days.map((date, index) => ({ zip: "850", date, riskLevel: ["Low", "High", "Severe"][index] }));
    const { structured } = await ask(() => sent, { locations: ["85001"], date: "2026-11-25" });
    expect(structured["answer"]).toContain("Wed 2026-11-25. 85001 Phoenix, AZ (area 850): riskLevel High.");
    expect(JSON.stringify(structured)).not.toMatch(/Severe|recordDate/);
  });

  test("calls no field the risk if none qualifies, and tells the fields as they are", async () => {
    const sent = ["850", "851"].map((zip, index) => ({ zip, country: "US", unit: "F", peak: 90 + index }));
    const { structured, text } = await ask(() => sent, { locations: ["85001"] });
    expect(structured).toMatchObject({ riskField: null });
    expect(structured["answer"]).toContain("country US, unit F, peak 90");
    expect(text).toContain("No field of these records is known to be the risk; they are shown as sent.");
    expect((await ask(() => sent)).structured["answer"]).toBe(
      "Tue 2026-11-24. Everywhere (2 areas): country US in 2; unit F in 2; peak 90 in 1, 91 in 1.",
    );
  });

  test("names no leading area of the first of many places if no field is the risk", async () => {
    const sent = ["850", "851", "852", "853", "331"].map((zip, index) => ({ zip, peak: 90 + index }));
    const { structured } = await ask(() => sent, { locations: ["AZ", "33101", "Denver, CO", "Boise, ID"] });
    expect(structured["answer"]).not.toContain("()");
  });

  test.each(["riskLevel\u200b", `risk${"Level".repeat(20)}`])("counts by a field of the name %j", async (name) => {
    const sent = areas(6).map(({ zip, riskLevel }) => ({ zip, [name]: riskLevel }));
    const { structured } = await ask(() => sent, { locations: ["AZ", "850", "851", "852"], days: 2 });
    expect(structured["answer"]).toMatch(/: Severe on both days in Arizona \(Phoenix, AZ 850\); Area 850\. Low on /);
    const { text } = await ask(() => sent, { locations: ["AZ"], days: 2 });
    expect(text).toContain("Severe in 1, Low in the other 4 on both days.");
    expect(text).toContain("\nSevere on both days: Phoenix, AZ 850.");
  });

  test("has an entry for each of up to three areas, and counts those of a larger place", async () => {
    const miami = ["Low", "High"].map((riskLevel, at) => ({ zip: `33${at + 1}`, riskLevel }));
    const few = await ask(() => miami, { locations: ["Miami, FL"] });
    expect(few.structured["places"]).toMatchObject([{ area: "331" }, { area: "332" }]);
    const arizona = { locations: ["AZ"], days: 2, limit: 1 };
    const many = await ask((date) => (date === "2026-11-24" ? areas(6) : areas(4)), arizona);
    expect(many.structured["places"]).toEqual([
      {
        asked: "AZ",
        place: "Arizona",
        areas: expect.any(Number),
        days: [
          { date: "2026-11-24", by: { riskLevel: { Severe: 1, Low: expect.any(Number) } }, none: 0 },
          { date: "2026-11-25", by: { riskLevel: { Severe: 1, Low: expect.any(Number) } }, none: expect.any(Number) },
        ],
      },
    ]);
  });

  test("lists the areas of a state by value up to the limit, in both channels", async () => {
    const { structured, text } = await ask(() => areas(8), { locations: ["AZ"], limit: 4 });
    expect(structured["answer"]).toBe("Tue 2026-11-24. Arizona (7 areas): riskLevel Severe in 1, Low in the other 6.");
    expect(text).toContain("\nSevere: Phoenix, AZ 850.\nLow: Apache Junction, AZ 851; Mesa, AZ 852.\n");
    expect(structured["places"]).toMatchObject([
      { areas: 7 },
      { area: "850", around: "Phoenix, AZ" },
      { area: "851" },
      { area: "852" },
    ]);
    expect(text).toContain("3 of 7 areas listed; limit lists up to 200.");
    expect((await ask(() => areas(8), { locations: ["AZ"] })).text).not.toContain("listed;");
    const twice = await ask(() => [...areas(8), { zip: "850", riskLevel: "Low" }], { locations: ["AZ"] });
    expect(twice.text).toContain("\nSevere and Low: Phoenix, AZ 850.\n");
  });

  test("names the rarest areas of any day, in their order", async () => {
    const records = (date: string) =>
      areas(8).map(({ zip }) => ({ zip, riskLevel: date > "2026-11-24" && zip === "856" ? "High" : "Low" }));
    const { structured } = await ask(records, { locations: ["AZ"], days: 2, limit: 3 });
    expect(structured["answer"]).toContain("Arizona (7 areas): riskLevel Tue Low; Wed High in 1, Low in the other 6.");
    expect(structured["places"]).toMatchObject([{ areas: 7 }, { area: "856" }, { area: "850" }]);
  });

  test("says which days and which places have no record", async () => {
    const { structured } = await ask((date) => (date === "2026-11-24" ? areas(1) : []), {
      locations: ["Phoenix, AZ", "Honolulu, HI"],
      days: 2,
    });
    expect(structured["places"]).toMatchObject([
      { area: "850", days: [{ riskLevel: "Severe" }, { date: "2026-11-25", none: true }] },
      { area: null, days: [{ none: true, reason: "no record" }, { none: true }] },
    ]);
    expect(structured["uncovered"]).toEqual(["Honolulu, HI"]);
    expect(structured["notes"]).toContain("No record does not mean low risk.");
  });

  test("names every place beside those it equals, the rarest first, in both channels", async () => {
    const locations = ["851", "852", "853", "85600", "850"];
    const { structured, text } = await ask(() => areas(9), { locations, limit: 2 });
    expect(structured["answer"]).toBe("5 places on Tue 2026-11-24: Severe in Area 850. Low in the other 4.");
    expect(structured["places"]).toMatchObject([{ asked: "850" }, { asked: "851" }]);
    expect(structured["groups"]).toEqual([
      { risk: "Low", places: ["Area 851", "Area 852", "Area 853", "85600 (not a known ZIP, check it)"] },
    ]);
    expect(text).toContain("Low: Area 851; Area 852; Area 853; 85600 (not a known ZIP, check it).");
  });

  test("says of states whose areas differ that the leading value is of parts, named or not", async () => {
    const zips = "850 851 852 853 889 890 891 893 840 841 843 844 800 801 802 803".split(" ");
    const states = zips.map((zip, at) => ({ zip, riskLevel: at % 4 < 2 ? "High" : "Low" }));
    const records = [{ zip: "331", riskLevel: "Severe" }, ...states];
    const { structured } = await ask(() => records, { locations: ["AZ", "NV", "UT", "CO", "331"] });
    expect(structured["answer"]).toMatch(/: Severe in Area 331\. High in parts of the other 4\.$/);
    const { structured: named } = await ask(() => records, { locations: ["AZ", "NV", "852", "331"] });
    expect(named["answer"]).toContain("High in parts of each: Arizona; Nevada. Low in Area 852.");
  });

  test("counts an area once that has two equal records, and begins a sentence with a capital", async () => {
    const zips = ["850", "850", "851", "852", "853", "331", "889"];
    const values: Readonly<Record<string, string>> = { 331: "Severe", 889: "" };
    const records = zips.map((zip) => ({ zip, riskLevel: values[zip] ?? "Low" }));
    const { structured } = await ask(() => records, { locations: ["331", "AZ", "NV", "HI"] });
    expect(structured["answer"]).toBe(
      "4 places on Tue 2026-11-24: Severe in Area 331. Not given in Nevada. Low in Arizona. No record in Hawaii.",
    );
  });

  test("leads many places by the rarest value of any day, and tells their days", async () => {
    const records = (date: string) =>
      areas(5).map(({ zip }, at) => ({ zip, riskLevel: at < (date > "2026-11-24" ? 2 : 1) ? "severe" : "low" }));
    const { structured, text } = await ask(records, { locations: ["851", "852", "853", "850", "HI"], days: 2 });
    expect(structured["answer"]).toBe(
      "5 places from Tue 2026-11-24 to Wed 2026-11-25, rarest first, not by severity: severe on both days in Area 850. severe on Wed in Area 851. low on both days in Area 852; Area 853. No record on any day in Hawaii.",
    );
    expect(text).toContain("Area 851: Tue low, Wed severe.");
  });

  test("names every place of a short list that the limit has no room for", async () => {
    const numbered = areas(3).map((record, id) => ({ ...record, id }));
    const { structured } = await ask(() => numbered, { locations: ["851", "850", "852"], limit: 1 });
    expect(structured["answer"]).toContain("Area 851: riskLevel Low, id 1. Area 852: riskLevel Low, id 2.");
    expect(structured).toMatchObject({ places: [{ asked: "850" }], groups: [{ risk: "Low" }] });
    expect(structured["notes"]).toContain("1 of 3 places listed; limit lists up to 200. groups names all of them.");
  });

  test("counts records without a readable ZIP, which may concern any place", async () => {
    const odd = [...areas(1), { zip: "8500", riskLevel: "High" }, { zip: "0000", country: "DE", riskLevel: "High" }];
    const { text } = await ask(() => odd, { locations: ["850"] });
    expect(text).toContain("1 record without a readable ZIP may concern these places.");
    expect((await ask(() => odd)).text).not.toContain("readable");
  });

  test("passes a horizon through whatever its shape, and compares only equal strings", async () => {
    for (const horizon of [["2026-11-24", "2026-11-25"], { days: 2, note: "x" }, "2026-11-25", 5]) {
      const { structured } = await ask(() => areas(1), { locations: ["850"], days: 2 }, { horizon });
      expect(structured["horizon"]).toEqual(horizon);
      expect(String(structured["answer"]).includes("the end of the forecast")).toBe(Array.isArray(horizon));
    }
  });
});
