import { describe, expect, test } from "vitest";
import { askScripted } from "../support/asking.ts";
import { areas, sendsRisk } from "../support/samples.ts";
import { problem } from "../support/scripted-service.ts";

const tool = "get_five_day_risk";

async function ask(recordsOf: Parameters<typeof sendsRisk>[0], args: object = {}, meta: object = {}) {
  const { ask: put } = await askScripted({ risk: sendsRisk(recordsOf, { ...meta }) });
  return put(tool, args);
}

describe("all areas", () => {
  test("are counted by state and by each field with few values, and listed from the rarest value on", async () => {
    const sent = areas(100).map((record, id) => ({ ...record, id }));
    const { structured, text } = await ask(() => sent.toReversed(), { limit: 2 });
    expect(structured["counts"]).toEqual([
      {
        date: "2026-11-24",
        by: { riskLevel: { Severe: 1, Low: 99 } },
        ...{ areas: 100, none: 0 },
        byState: { Severe: { AZ: 1 }, Low: expect.objectContaining({ NM: expect.any(Number) }) },
      },
    ]);
    expect(structured["places"]).toMatchObject([{ area: "850", state: "AZ" }, { area: "949" }]);
    expect(text).toMatch(
      /^Tue 2026-11-24\. Everywhere \(100 areas\): riskLevel Severe in 1 \(AZ\), Low in the other 99\.$/m,
    );
    expect(text).toContain("\nSevere: Phoenix, AZ 850.\nLow: Petaluma, CA 949.\n2 of 100 areas listed;");
  });

  test("are listed for each of several days, of equal ones those that are so on the most days first", async () => {
    const sent = (date: string) =>
      areas(6).map((record, at) => (at > (date > "2026-11-24" ? 3 : 4) ? { ...record, riskLevel: "High" } : record));
    const { text } = await ask(sent, { days: 2, limit: 3 });
    expect(text).toMatch(/\nSevere on both days: .* 850\.\nHigh on both days: .* 855\.\nTue Low, Wed High: 854\.\n/);
  });

  test("of no field that is the risk are counted in a picture's title, too", async () => {
    const records = sendsRisk(() => areas(6).map(({ zip }, at) => ({ zip, peak: at % 2 })));
    const { catalogue } = await askScripted({ risk: records });
    const drawn = await catalogue.call(tool, {}, { signal: new AbortController().signal, drawsViews: true });
    expect(JSON.stringify(drawn)).toContain('"title":"Tue 2026-11-24. Everywhere (6 areas): peak ');
  });

  test("of a state count once in the headline, though a city of it was asked too", async () => {
    const calm = areas(6).map((record) => ({ ...record, riskLevel: "Low" }));
    const args = { locations: ["850", "AZ"], days: 2 };
    const { structured } = await ask((date) => (date > "2026-11-24" ? calm : areas(6)), args);
    expect(structured["answer"]).toContain("Rarest: Severe on Tue (Phoenix, AZ 850). Area 850: Tue Severe, Wed Low.");
  });

  test("of places that have the leading value on different days have it somewhere", async () => {
    const sent = (date: string) =>
      ["840", "841", "843", "844", "850", "851"].map((zip) => {
        return { zip, riskLevel: zip === (date > "2026-11-24" ? "851" : "850") ? "Severe" : "Low" };
      });
    const { structured } = await ask(sent, { locations: ["850", "851", "UT"], days: 2 });
    expect(structured["answer"]).toContain("Rarest: Severe somewhere on each day (Phoenix, AZ 850; ");
  });

  test("without a record are no low risk, and of a part are not all", async () => {
    const none = await ask(() => []);
    expect(none.structured["answer"]).toBe("Tue 2026-11-24. Everywhere: no record.");
    expect(none.text).toContain("No record does not mean low risk.");
    const part = await ask(() => areas(2).slice(1), {}, { total: 5 });
    expect(part.structured["answer"]).toBe(
      "PARTIAL: the service has more records than it sent. Tue 2026-11-24. Everywhere (1 area so far): riskLevel Low.",
    );
    const place = await ask(() => areas(1), { locations: ["Denver, CO"], days: 2 }, { total: 5 });
    expect(place.structured["answer"]).toMatch(/Denver, CO: no record so far on any day\.$/);
    expect(place.structured).toMatchObject({
      places: [{ days: [{ none: true, reason: "no record so far" }, { none: true }] }],
      uncovered: [],
    });
    const many = { locations: ["850", "Denver, CO", "Boston, MA", "Reno, NV"] };
    expect((await ask(() => areas(1), many)).text).toContain(". No record in Denver, CO; Boston, MA; Reno, NV.");
    const { text } = await ask(() => areas(1), many, { total: 5 });
    expect(text).toContain(". No record so far in Denver, CO; Boston, MA; Reno, NV.");
    const zips = { locations: ["Denver, CO"], granularity: "zip5" };
    const ofZips = await ask(() => [{ zip: "80202", riskLevel: "Low" }], zips, { total: 5 });
    expect(ofZips.text).toMatch(/^No record so far for \d+ of \d+ ZIPs of Denver, CO\./m);
  });

  test("are not counted by a field with many values, of which none can come first", async () => {
    const scores = areas(100).map(({ zip }, index) => ({ zip, riskScore: index }));
    const { structured } = await ask(() => scores);
    expect(structured["counts"]).toEqual([{ date: "2026-11-24", areas: 100, by: {}, none: 0, byState: {} }]);
    const { text } = await ask(() => scores, { locations: ["AZ", "NV", "NM", "UT"], days: 2 });
    expect(text).toMatch(/: riskScore differs in Arizona; .*\nRiskScore differs by area on both days: /);
    const gaps = await ask((date) => (date > "2026-11-24" ? scores : scores.slice(1)), { days: 2 });
    expect(gaps.text).toContain("Tue riskScore differs by area, no record in 1; Wed riskScore differs by area.");
    const none = await ask(() => [], { locations: ["85001", "850", "NV", "UT"] });
    expect(none.structured["answer"]).toContain(": no record in 85001 Phoenix, AZ; Area 850; Nevada; Utah.");
  });
});

describe("days that are missing", () => {
  const beyond = problem(400, "req-4", "date lies outside the published horizon");

  test("are named with the reason, while the others are answered", async () => {
    const { structured, result } = await ask((date) => (date > "2026-11-28" ? beyond : areas(1)), {
      locations: ["850"],
      date: "2026-11-27",
      days: 4,
    });
    expect(result.isError).toBeUndefined();
    expect(structured["unavailable"]).toEqual(
      ["2026-11-29", "2026-11-30"].map((date) => ({
        date,
        reason: expect.stringContaining("outside the published horizon"),
      })),
    );
    expect(structured["places"]).toMatchObject([{ days: [{ date: "2026-11-27" }, { date: "2026-11-28" }] }]);
  });

  test("make the answer partial if they were lost, but not if they lie beyond the horizon", async () => {
    const lose = (failure: ReturnType<typeof problem>, locations = ["850"]) =>
      ask((date) => (date === "2026-11-25" ? failure : areas(1)), { locations, days: 3 });
    const lost = await lose(problem(500, "req-5"));
    expect(lost.structured).toMatchObject({ complete: false });
    expect(lost.structured["answer"]).toMatch(/^PARTIAL: 2 of 3 days read\. Tue .* Area 850: riskLevel Severe/);
    const grouped = await lose(beyond, ["850", "851", "852", "853"]);
    expect(grouped.structured).toMatchObject({ complete: true });
    expect(grouped.structured["answer"]).toMatch(/^4 places on Tue 2026-11-24, Thu 2026-11-26: /);
  });

  test.each(["2026-11-20", "2026-11-29"])("are told beside the days that have a forecast: %s", async (date) => {
    const { text } = await ask(() => beyond, { date });
    expect(text).toContain("The five days from tomorrow (UTC) are 2026-11-24 to 2026-11-28; without date");
    expect(text).not.toContain("granularity");
  });

  test("are no cause to doubt the date if the granularity is odd", async () => {
    for (const date of [undefined, "2026-11-25"]) {
      const { text } = await ask(() => problem(400, "req-4", "granularity: zip9"), { granularity: "zip9", date });
      expect(text).toContain('The granularities of this service are zip3 and zip5; "zip9" was asked.');
      expect(text).not.toContain("five days");
    }
  });
});

test("an area whose record lacks the risk is not quoted as if the service had said so", async () => {
  const records = [{ zip: "331", riskLevel: "Low" }, { zip: "381" }];
  expect((await ask(() => records, { locations: ["TN", "FL"] })).text).toMatch(/(?:area 381 |Tennessee: )not given/);
  const { text } = await ask(() => records);
  expect(text).toMatch(/: riskLevel Low in 1 \(FL\), not given in the other one\.(?:.|\n)*^not given/m);
});
