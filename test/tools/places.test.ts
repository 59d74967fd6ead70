import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import type { ServiceRecord } from "../../src/api/schema.ts";
import { completeCity } from "../../src/places/old/complete-place.ts";
import { cityOfZip } from "../../src/places/old/place.ts";
import { readPlace } from "../../src/places/old/read-place.ts";
import { checkHeatAlerts } from "../../src/tools/check-heat-alerts.ts";
import { getFiveDayRisk } from "../../src/tools/get-five-day-risk.ts";
import { MAX_TOKENS } from "../../src/tools/tokens.ts";
import { alertSet, ask, contextOver, riskDay } from "./written-api.ts";

const cityLabels = completeCity("").slice(0, 400);
const hot = (zip: string, more: object = {}): ServiceRecord => ({ zip, temperatureLevel: "SevereHot", ...more });

function check(locations: readonly string[], records: readonly ServiceRecord[], more: object = {}) {
  return ask(checkHeatAlerts, { locations }, { alerts: alertSet(records, more) });
}

describe("places in the two tools that take locations", () => {
  it("find the alerts of a city's ZIPs and no other, and name what was asked as it was written", async () => {
    const { text, structured } = await check(["Phoenix, AZ", "denver co"], [hot("85003"), hot("85021"), hot("85201")]);
    expect(text).toMatch(/^Phoenix, AZ \(\d\d ZIPs\): 2 alerts, all SevereHot \(85003, 85021: SevereHot\)\.$/m);
    expect(text).toMatch(/^denver co = Denver, CO \(\d\d ZIPs\): no alert in this data/m);
    expect(structured).toMatchObject({
      alerts: [{ zip: "85003" }, { zip: "85021" }],
      matched: 2,
      noAlertFound: ["denver co"],
      places: {
        "Phoenix, AZ": expect.stringMatching(/^Phoenix, AZ \(\d\d ZIPs\): 2 alerts, all SevereHot$/),
        "denver co": expect.stringMatching(/^Denver, CO \(/),
      },
    });
  });

  it.each([
    ["names a country", { country: "DE" }],
    ["is of another state", { city: "Berlin", state: "BE" }],
    ["is of a city abroad", { city: "Berlin" }],
  ])("give no US place to a record with five digits that %s", async (_, more) => {
    const { text, structured } = await check(["10115", "New York, NY"], [hot("10115", more)]);
    expect(structured).toMatchObject({ noAlertFound: ["New York, NY"], alerts: [{ zip: "10115", ...more }] });
    expect(Object.keys(structured["places"] as object)).toEqual(["New York, NY"]);
    expect(text).toMatch(/^10115: SevereHot /m);
    const risk = await ask(
      getFiveDayRisk,
      { locations: ["10115", "New York, NY"], date: "2026-07-10" },
      { risk: () => riskDay([{ zip: "10115", ...more, riskLevel: "High" }]) },
    );
    expect(risk.structured).toMatchObject({ uncovered: ["New York, NY"] });
    expect(risk.text).not.toMatch(/10115 New York/);
  });

  it("find them by area too, and say where an area is wider than the city", async () => {
    const records = [hot("850"), hot("852"), hot("801")];
    const { text, notes, structured } = await check(["Phoenix, AZ", "Mesa, AZ"], records, { granularity: "zip3" });
    expect(text).toMatch(
      /Phoenix, AZ \(\d\d ZIPs\): 1 alert, all SevereHot \(850: SevereHot\); Mesa, AZ \(\d\d ZIPs\): 1 alert, .*\(852: /,
    );
    expect(structured).toMatchObject({ matched: 2, noAlertFound: [] });
    // Area 852 holds Scottsdale and Tempe beside Mesa.
    expect(notes.join(" ")).toMatch(/Mesa, AZ for area 852.*reaching beyond/);
  });

  it("find the areas of a state without calling them wider, and codes newer than the index", async () => {
    const records = [hot("75099"), hot("770"), hot("85001")];
    const { text, structured, notes } = await check(["TX"], records);
    expect(text).toMatch(/^TX = Texas \(\d{4} ZIPs\): 2 alerts, all SevereHot \(75099.*770/m);
    expect(structured).toMatchObject({ matched: 2 });
    expect(notes.join()).not.toContain("beyond");
  });

  it("count a city's levels, however few of its alerts are listed", async () => {
    const records = Array.from({ length: 60 }, (_, index) =>
      hot(String(85_001 + index), index < 9 ? {} : { temperatureLevel: "Hot" }),
    );
    const { text, structured } = await check(["Phoenix, AZ"], records);
    expect(text).toMatch(/Phoenix, AZ \(\d\d ZIPs\): (\d\d) alerts: Hot \d\d, SevereHot \d \(/);
    expect(structured["places"]).toEqual({ "Phoenix, AZ": expect.stringMatching(/alerts: Hot \d\d, SevereHot \d$/) });
  });

  it("say what was understood of a misspelt name, and of one that has a namesake", async () => {
    const { notes } = await check(["Phoneix, AZ", "Miami"], [hot("85001")]);
    expect(notes).toContain('"Phoneix, AZ": read as Phoenix, AZ, the only name close to it.');
    expect(notes.join()).toMatch(/"Miami": read as Miami, FL, by far the largest; also in .*OK/);
  });

  it("say where a ZIP is not of the city beside it, once, whatever else asks for it, and look up the ZIP", async () => {
    const locations = ["85001", "Mesa, AZ 85001", "Phoenix, AZ 85001", "Tempe, AZ 85281"];
    const note = '"Mesa, AZ 85001": read as ZIP 85001, known here as Phoenix, AZ, not as Mesa, AZ.';
    const alerts = await check(locations, [hot("85001"), hot("85201")]);
    expect(alerts.text).toContain(note);
    expect(alerts.text).toMatch(/^85001 Phoenix, AZ: SevereHot\.$/m);
    expect(alerts.text.match(/not as/g)).toHaveLength(1);
    expect(alerts.structured).toMatchObject({ alerts: [{ zip: "85001" }], noAlertFound: ["85281"] });
    const risk = await ask(
      getFiveDayRisk,
      { locations, date: "2026-07-10" },
      { risk: () => riskDay([{ zip: "85001", riskLevel: "High" }]) },
    );
    expect(risk.text).toContain(note);
    expect(risk.notes).toContain(note);
    expect(risk.structured).toMatchObject({ days: [{ matched: 1 }], uncovered: ["85281"] });
  });

  it("are refused with both, where a ZIP and the city beside it are far apart", () => {
    const parsed = checkHeatAlerts.input.safeParse({ locations: ["Flagstaff, AZ 85001"] });
    expect(parsed.error?.issues).toMatchObject([{ message: expect.stringMatching(/write 85001 or Flagstaff, AZ/) }]);
  });

  it("say it of many in one sentence for those alike", async () => {
    const lone = ["Miami", "Dallas", "Denver", "Boston", "Austin", "Tampa", "Omaha", "Aspen", "Moab"];
    const { notes } = await check(lone, [hot("85001")]);
    expect(notes.join("\n")).toMatch(
      /^by far the largest: "Miami" = Miami, FL; "Dallas" = Dallas, TX; .*"Omaha" = Omaha, NE\.$/m,
    );
    expect(notes).toContain('the only place of that name here: "Aspen" = Aspen, CO; "Moab" = Moab, UT.');
  });

  it("are 40 at most in a call, ZIPs not counted", () => {
    const zips = Array.from({ length: 60 }, (_, index) => String(85_001 + index));
    const cities = cityLabels.slice(0, 41);
    const parse = (locations: readonly string[]) => getFiveDayRisk.input.safeParse({ locations });
    expect(parse([...zips, ...cities.slice(1)]).success).toBe(true);
    expect(parse(cities).error?.issues).toMatchObject([
      { message: expect.stringMatching(/40 cities and states at most/) },
    ]);
  });

  it.each([checkHeatAlerts, getFiveDayRisk])("keep the budget of $name, however many and long", async (tool) => {
    const long = cityLabels.toSorted((a, b) => b.length - a.length).slice(0, 40);
    const lone = completeCity("")
      .filter((_, index) => index % 97 === 0)
      .map((label) => label.slice(0, -4));
    for (const named of [long, lone.filter((each) => readPlace(each).kind === "place").slice(0, 40)]) {
      const locations = named;
      const alerts = alertSet(Array.from({ length: 900 }, (_, index) => hot(String(10_000 + index * 97))));
      const risk = () =>
        riskDay(Array.from({ length: 900 }, (_, index) => ({ zip: String(100 + index), riskLevel: "High" })));
      const days = tool === getFiveDayRisk ? { days: 5 } : {};
      const { text, structured, notes } = await ask(tool, { locations, ...days }, { alerts, risk });
      expect(countTokens(text)).toBeLessThanOrEqual(MAX_TOKENS);
      expect(countTokens(JSON.stringify({ ...structured, notes }))).toBeLessThanOrEqual(MAX_TOKENS);
    }
  });

  it("say of how many ZIPs the cities are left out for size beside others that have theirs, and what names more", async () => {
    const zips = Array.from({ length: 100 }, (_, index) => String(85_001 + index)).filter((zip) => cityOfZip(zip));
    const counted = (notes: readonly string[]) =>
      /(\d+) ZIPs stand without their cities, for size; (.*)$/m.exec(notes.join("\n"));
    for (const records of [zips.map((zip, n) => hot(zip, { n })), []]) {
      const { notes, structured, text } = await check(zips, records);
      const [, unnamed, way] = counted(notes) ?? [];
      expect(Number(unnamed)).toBe(zips.length - Object.keys(structured["places"] as object).length);
      expect(way).toBe("fewer locations or a lower limit name more.");
      expect(text).toContain("stand without their cities");
    }
    const risk = await ask(
      getFiveDayRisk,
      { locations: zips, date: "2026-07-10", granularity: "zip5" },
      { risk: () => riskDay(zips.map((zip, n) => ({ zip, n }))) },
    );
    const named = Object.keys(risk.structured["places"] as object).length;
    expect(named).toBeGreaterThan(10);
    expect(counted(risk.notes)?.[1]).toBe(String(zips.length - named));
    // A ZIP abroad, of a city asked by name, or unknown lacks nothing.
    const all = await check(
      ["Phoenix, AZ", "85281", "00000"],
      [hot("85003"), hot("85281"), hot("10115", { country: "DE" })],
    );
    expect(counted(all.notes)).toBeNull();
  });

  it.each([
    ["Springfield", /could be Springfield, MO; Springfield, MA/],
    ["Phoneix", /did you mean Phoenix, AZ/],
    ["Los Angeles County", /counties are not understood/],
    ["LA", /Los Angeles, CA or Louisiana/],
    ["8500", /did you mean 08500/],
  ])("refuse %s and say what to write instead", (text, says) => {
    const parsed = getFiveDayRisk.input.safeParse({ locations: ["85001", text] });
    expect(parsed.error?.issues).toMatchObject([{ path: ["locations", 1], message: expect.stringMatching(says) }]);
  });

  it("take a ZIP that nobody knows: the service decides", async () => {
    const { text, structured } = await check(["00000"], [hot("00000")]);
    expect(text).toContain("00000: SevereHot");
    expect(structured).toMatchObject({ matched: 1, places: {} });
  });

  it.each([{ country: "DE" }, { countryCode: "MX" }, { place: { country: "Germany" } }])(
    "never give a record of another country a name or a place of this one: %j",
    async (foreign) => {
      const records = [hot("85001", foreign), hot("85003", { country: "US" }), hot("85004")];
      const city = await check(["Phoenix, AZ"], records);
      expect(city.structured).toMatchObject({ matched: 2, alerts: [{ zip: "85003" }, { zip: "85004" }] });
      const zip = await check(["85001", "85003"], records);
      expect(zip.text).toContain("85003 Phoenix, AZ: SevereHot");
      expect(zip.structured["places"]).toEqual({ "85003": "Phoenix, AZ" });
      const everywhere = await ask(checkHeatAlerts, {}, { alerts: alertSet(records) });
      expect(everywhere.structured["places"]).toEqual({ "85003": "Phoenix, AZ", "85004": "Phoenix, AZ" });
    },
  );

  it("name listed ZIPs while there is room, and neighbours in one city once", async () => {
    const few = await ask(checkHeatAlerts, {}, { alerts: alertSet([hot("85001"), hot("85003"), hot("33101")]) });
    expect(few.text).toContain("85001, 85003 Phoenix, AZ, 33101 Miami, FL: SevereHot");
    const many = Array.from({ length: 200 }, (_, index) => hot(String(85_001 + index), { maxF: 100, minF: index }));
    const { structured } = await ask(checkHeatAlerts, {}, { alerts: alertSet(many) });
    expect(Object.keys(structured["places"] as object).length).toBeLessThan(20);
  });

  it("ask for whole ZIPs by name only where nothing else is asked", async () => {
    const { context, asked } = contextOver({ alerts: alertSet([]) });
    await checkHeatAlerts.run({ locations: ["85001", "Phoenix, AZ"] }, context);
    expect(asked.alerts).toEqual([{}]);
  });

  it("hold in the five-day risk: by area, and what is not covered as it was written", async () => {
    const written = {
      risk: () =>
        riskDay([
          { zip: "850", riskLevel: "High" },
          { zip: "331", riskLevel: "Low" },
        ]),
    };
    const args = { locations: ["phoenix, az", "33101", "Anchorage, AK"], days: 2 };
    const { text, structured } = await ask(getFiveDayRisk, args, written);
    expect(text).toMatch(
      /Fri 2026-07-10: phoenix, az = Phoenix, AZ \(\d\d ZIPs\): 1 record \(850: riskLevel=High\); 33101 Miami/,
    );
    expect(text).toMatch(/Anchorage, AK \(\d\d ZIPs\): no record/);
    expect(structured).toMatchObject({ uncovered: ["Anchorage, AK"], days: [{ matched: 2 }, { matched: 2 }] });
  });
});
