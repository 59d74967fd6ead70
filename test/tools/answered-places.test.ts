import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import type { ServiceRecord } from "../../src/api/schema.ts";
import { ZipCodes } from "../../src/places/old/zip-codes.ts";
import { MAX_TOKENS } from "../../src/tools/tokens.ts";
import { checkHeatAlerts, getFiveDayRisk } from "./situation.ts";
import { alertSet, ask, riskDay } from "./written-api.ts";

const CITIES = [
  ...["Phoenix, AZ", "Tucson, AZ", "Mesa, AZ", "Denver, CO", "Boston, MA", "Portland, ME", "Houston, TX", "Miami, FL"],
  ...["Tampa, FL", "Memphis, TN", "Omaha, NE", "Fresno, CA", "Dallas, TX", "Chicago, IL", "Seattle, WA", "Tulsa, OK"],
  ...["Reno, NV", "Boise, ID", "Detroit, MI", "Atlanta, GA"],
];
const ZIPS = ["85001", "85701", "85201", "80201", "02108", "04101"];

/** A record of every area of three digits. */
const areas = (more: object = {}) =>
  Array.from({ length: 1000 }, (_, index) => ({
    zip: String(index).padStart(3, "0"),
    riskLevel: "Moderate",
    ...more,
  }));

function risk(args: object, records: readonly ServiceRecord[] = areas()) {
  return ask(getFiveDayRisk, { date: "2026-07-10", ...args }, { risk: () => riskDay(records) });
}

interface Day {
  readonly records: readonly ServiceRecord[];
  readonly matched: number;
}

describe("what was asked for is answered before an answer is cut to its usual size", () => {
  it.each([
    [ZIPS, 5],
    [ZIPS.map((zip) => zip.slice(0, 3)), 5],
    [CITIES.slice(0, 6), 3],
    [CITIES.slice(0, 8), 5],
    [CITIES.slice(0, 10), 5],
    [CITIES, 1],
  ])("%j on %i days: a record of each on each day", async (locations, days) => {
    const { text, structured, notes } = await risk({ locations, days });
    const lines = text.split("\n").slice(0, days);
    for (const location of locations) {
      for (const line of lines) expect(line).toContain(location);
    }
    for (const line of lines) expect(line).not.toMatch(/none listed|\(\)/);
    expect(notes.join()).not.toContain("none of");
    expect(countTokens(text)).toBeLessThanOrEqual(MAX_TOKENS);
    expect(countTokens(JSON.stringify({ ...structured, notes }))).toBeLessThanOrEqual(MAX_TOKENS);
  });

  it("also where one record is too large for its room", async () => {
    const records = areas().map((record) =>
      record.zip === "850" ? { ...record, history: "x ".repeat(9000) } : record,
    );
    const large = records.map((record) =>
      record.zip === "850"
        ? { ...record, ...Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`f${n}`, n])) }
        : record,
    );
    const { text, notes } = await risk({ locations: ZIPS }, large);
    for (const zip of ZIPS.slice(1)) expect(text).toContain(`${zip} `);
    expect(notes.join()).toMatch(
      /Listed 5 of 6 records, none of 85001; get_five_day_risk with fewer locations may show/,
    );
  });

  it("in more than twenty places, where no limit is set", async () => {
    const zips = Array.from({ length: 30 }, (_, index) => String(85_001 + index));
    const records = zips.map((zip) => ({ zip, temperatureLevel: "SevereHot" }));
    const { structured } = await ask(checkHeatAlerts, { locations: zips }, { alerts: alertSet(records) });
    expect(structured["alerts"]).toEqual(records);
    const few = await ask(checkHeatAlerts, { locations: zips, limit: 20 }, { alerts: alertSet(records) });
    expect(few.structured["alerts"]).toHaveLength(20);
    expect(few.notes.join()).toContain(
      `Listed 20 of 30 alerts, none of ${zips.slice(20).join("; ")}; check_heat_alerts with limit (up to 200) or fewer`,
    );
  });

  it("cuts further records of a place toward the usual size, but not where that saves nothing", async () => {
    const [day] = (await risk({ locations: ["Texas", "Florida"] }, areas({ note: "a long word of some kind" })))
      .structured["days"] as readonly Day[];
    expect(day?.records.length).toBeLessThan(20);
    expect(day?.records.length).toBeLessThan(day?.matched ?? 0);
    const days = (await risk({ locations: CITIES.slice(0, 6), days: 5 })).structured["days"] as readonly Day[];
    for (const { records, matched } of days) expect(records).toHaveLength(matched);
  });

  it("names each place that only the ceiling leaves out, and how to ask", async () => {
    const { text, notes, structured } = await risk({ locations: CITIES, days: 5 }, areas({ note: "x".repeat(90) }));
    const cut = /none of (.*), not on each day of (.*); get_five_day_risk with (.*) may show more\./.exec(
      notes.join("\n"),
    );
    const [never, notDaily] = [cut?.[1]?.split("; ") ?? [], cut?.[2]?.split("; ") ?? []];
    expect(never).toEqual(CITIES.slice(-never.length));
    expect(notDaily).toEqual(CITIES.slice(-never.length - notDaily.length, -never.length));
    expect(cut?.[3]).toBe("fewer locations or fewer days");
    expect(text).toContain(cut?.[0]);
    for (const { records } of structured["days"] as readonly Day[]) expect(records.length).toBeGreaterThan(1);
  });
});

describe("a place that is listed in part", () => {
  const texas = (level: (index: number) => object) => areas().map(({ zip }, index) => ({ zip, ...level(index) }));

  it("is not told by one record, but by how many say what, in both channels", async () => {
    const records = texas((index) => ({ riskLevel: index === 733 ? "High" : "Moderate" }));
    const { text, reworded } = await risk({ locations: ["Texas"], limit: 1 }, records);
    const counts = "52 records: riskLevel=Moderate 51, riskLevel=High 1";
    expect(text).toContain(`Texas (2661 ZIPs): ${counts} (1 listed, 733: riskLevel=High).`);
    expect(reworded).toContain(`Texas 2026-07-10: ${counts}.`);
    expect((await risk({ locations: ["7"], limit: 1 }, records)).text).toMatch(
      /: 7: 100 records: riskLevel=Moderate 99, riskLevel=High 1 \(1 listed, 700: riskLevel=Moderate\)/,
    );
    const alike = await risk({ locations: ["Texas"], limit: 1 });
    expect(alike.text).toContain("52 records, all riskLevel=Moderate (1 listed, ");
  });

  it("is counted alone where the records say too much, or too many things", async () => {
    for (const level of [
      (index: number) => ({ riskLevel: `L${index}` }),
      () => ({ riskLevel: "x".repeat(50) }),
      () => ({ riskLevel: ["Low"] }),
      () => ({ a: 1, b: 2, c: 3, d: 4 }),
    ]) {
      const { text, reworded } = await risk({ locations: ["Texas"], limit: 1 }, texas(level));
      expect(text).toContain("Texas (2661 ZIPs): 52 records (1 listed, ");
      expect(reworded).toEqual([]);
    }
  });

  it("tells what stands with another place's records, and a prefix' alerts by their number", async () => {
    const alerts = alertSet(
      [75_201, 75_203, 75_204, 77_001].map((zip) => ({ zip: `${zip}`, temperatureLevel: "Hot" })),
    );
    const { text } = await ask(checkHeatAlerts, { locations: ["Texas", "Dallas, TX", "75"], limit: 2 }, { alerts });
    expect(text).toContain("(2 listed, 75201, 75203: Hot); Dallas, TX");
    expect(text).toMatch(
      /Dallas, TX \(\d+ ZIPs\): 3 alerts, all Hot; 75: 3 alerts \(2 listed, 75201, 75203 told with the others\)/,
    );
  });
});

describe("cities beside ZIPs", () => {
  it("are named of few rows, though these fill the usual size", async () => {
    const more = { maxF: 104, validUntil: "2026-07-10T00:00:00Z", source: "a station's own name" };
    const few = Array.from({ length: 6 }, (_, index) => ({ zip: String(85_003 + index), ...more, index }));
    for (const { notes, structured, text } of [
      await ask(checkHeatAlerts, { locations: ["Arizona", "85001"] }, { alerts: alertSet(few) }),
      await ask(checkHeatAlerts, {}, { alerts: alertSet([...few, ...few.map((each) => ({ ...each, zip: "33101" }))]) }),
      await ask(getFiveDayRisk, { granularity: "zip5" }, { risk: () => riskDay(few) }),
    ]) {
      expect(text).toContain("85003 Phoenix, AZ: ");
      expect(structured["places"]).toMatchObject({ "85003": "Phoenix, AZ", "85007": "Phoenix, AZ" });
      expect(notes.join()).not.toContain("for size; fewer");
    }
  });

  it("are not missed where hardly any of many rows has room for its own", async () => {
    const rows = ZipCodes.open()
      .under("29")
      .slice(0, 48)
      .map((zip, index) => ({ zip, temperatureLevel: ["Warm", "Hot", "SevereHot"][index % 3] }));
    const { notes, structured } = await ask(checkHeatAlerts, {}, { alerts: alertSet(rows) });
    expect(structured["alerts"]).toHaveLength(20);
    expect(Object.keys(structured["places"] as object).length).toBeLessThan(4);
    expect(notes.join()).toContain("Listed 20 of 48 alerts");
    expect(notes.join()).not.toContain("ZIP");
  });
});
