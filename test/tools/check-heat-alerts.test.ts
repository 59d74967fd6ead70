import { describe, expect, test } from "vitest";
import { askScripted, ORDERS } from "../support/asking.ts";
import { alert, sendsAlerts } from "../support/samples.ts";

const tool = "check_heat_alerts";

type Records = Parameters<typeof sendsAlerts>[0];

async function askRanked(records: Records, args: object = {}) {
  const { ask: put } = await askScripted({ alerts: sendsAlerts(records) }, ORDERS);
  return put(tool, args);
}

/** Asks over these alerts; `meta` and `size` are those of their pages. */
async function ask(records: Records, args: object = {}, meta: object = {}, size?: number) {
  const { ask: put, service } = await askScripted({ alerts: sendsAlerts(records, { ...meta }, size) });
  return { ...(await put(tool, args)), requests: () => service.requests("alerts") };
}

const zips = (rows: unknown): unknown[] => (rows as { zip: unknown }[]).map(({ zip }) => zip);

describe("the answer about alerts", () => {
  test("has the members of the contract in their order, headline and source first", async () => {
    const { structured } = await ask([alert("85001", "SevereHot")]);
    expect(Object.keys(structured)).toEqual(
      "answer source places alerts matched listed total byLevel byState complete windowHours granularity notes".split(
        " ",
      ),
    );
    expect(structured).toMatchObject({
      source: { data: "live", dataOf: "2026-11-23T08:03:00Z", billableRequests: 1 },
      complete: true,
      total: 1,
      windowHours: 24,
      granularity: "zip5",
    });
  });

  test("answers the known places, and opens with the unknown ones", async () => {
    const locations = ["Toronto, ON", "85001"];
    const { structured, usage } = await ask([alert("85001", "Hot")], { locations });
    const toronto = "Toronto, ON was not checked, since it names a place abroad: only US places are known.";
    expect(structured["answer"]).toBe(`${toronto} 85001 Phoenix, AZ: Hot.`);
    expect(structured["places"]).toMatchObject([
      { asked: "Toronto, ON", place: null, problem: "It names a place abroad: only US places are known." },
      { asked: "85001", matched: 1 },
    ]);
    expect(usage["billableRequests"]).toBe(1);
    const { error, requests } = await ask([], { locations: ["Toronto, ON", "Phoneix, AZ"] });
    expect([error?.["kind"], requests().length]).toEqual(["invalid_arguments", 0]);
  });

  test.each([
    ["Washington", "Washington, DC or Washington State"],
    ["Portland", "Portland, OR; Portland, ME"],
    ["dfw", "Dallas, TX or Fort Worth, TX"],
    ["New York", "New York City; New York, NY or New York State"],
    ["Chinatown", "Los Angeles, CA; San Francisco, CA"],
    ["Carolina", "North Carolina; South Carolina or Carolina, PR"],
  ])("names the choices for %s beside a known place, in both channels", async (name, choices) => {
    const { structured } = await ask([], { locations: [name, "85001"] });
    expect(structured["answer"]).toContain(`${name} was not checked, since it could be ${choices}`);
    expect(structured["places"]).toContainEqual(
      expect.objectContaining({ asked: name, problem: expect.stringContaining(choices) }),
    );
  });

  test("names levels in one order everywhere, the rarest of the answer first", async () => {
    const records = [
      ...["85001", "85002"].map((zip) => alert(zip, "Hot")),
      ...["85003", "75201", "75202"].map((zip) => alert(zip, "Warm")),
    ];
    const { structured } = await ask(records, { locations: ["Phoenix, AZ", "TX"] });
    expect(structured["answer"]).toContain("Phoenix, AZ: Hot in 2 of 81 ZIPs (85001–85002), Warm in 1 (85003).");
    const orders = [structured["byLevel"], (structured["places"] as { byLevel: object }[])[0]?.byLevel];
    expect(orders.map((counts) => Object.keys(counts as object))).toEqual([
      ["Hot", "Warm"],
      ["Hot", "Warm"],
    ]);
  });

  test("has null for what the service does not send", async () => {
    const unsaid = { generatedAt: undefined, window: undefined, granularity: undefined, total: undefined };
    const { structured, text } = await ask([alert("85001", "Hot")], {}, unsaid);
    expect(structured).toMatchObject({ windowHours: null, granularity: null, source: { data: "live" } });
    expect(structured["source"]).not.toHaveProperty("dataOf");
    expect(text).toContain("Live, data of unknown time, window not given");
  });
});

describe("counts and rows", () => {
  const many = [
    ...Array.from({ length: 30 }, (_, index) => alert(String(75_201 + index), "Warm")),
    ...Array.from({ length: 10 }, (_, index) => alert(String(85_001 + index), "Hot")),
    alert("92211", "SevereHot"),
    alert("85701", "SevereHot"),
  ];

  test("counts are complete over what was read, however few rows are listed", async () => {
    const { structured, text } = await ask(many, { limit: 3 });
    expect(structured).toMatchObject({ matched: 42, byLevel: { SevereHot: 2, Hot: 10, Warm: 30 } });
    expect(structured["byState"]).toEqual({ TX: 30, AZ: 11, CA: 1 });
    expect(structured["answer"]).toContain(
      "42 alerts (TX 30, AZ 11, CA 1): SevereHot 2 (CA 1, AZ 1), Hot 10 (AZ), Warm 30 (TX). None elsewhere in this data.",
    );
    expect(text).toContain("SevereHot: Palm Desert, CA 92211; 1 more.");
    expect(text).toContain("9 more.");
    expect(structured["alerts"]).toHaveLength(3);
  });

  test("rows take turns among the levels, the rarest first, even if it comes last by ZIP", async () => {
    const { structured } = await ask(many, { limit: 3 });
    expect(zips(structured["alerts"])).toEqual(["92211", "85001", "75201"]);
  });

  test("rows of one level take turns among its states", async () => {
    const texasFirst = [alert("75201", "Hot"), alert("75202", "Hot"), alert("75203", "Hot"), alert("85001", "Hot")];
    const { structured } = await ask(texasFirst, { limit: 2 });
    expect(zips(structured["alerts"])).toEqual(["75201", "85001"]);
  });

  test("twenty rows are listed unless the call says otherwise", async () => {
    expect((await ask(many)).structured["alerts"]).toHaveLength(20);
    expect((await ask(many, { limit: 200 })).structured["alerts"]).toHaveLength(42);
  });
});

describe("asked places", () => {
  test("each has its ZIPs, its alerts and their levels, even if there are none", async () => {
    const locations = ["Phoenix, AZ", "TX", "80202", "857", "85000"];
    const records = [alert("85001", "SevereHot"), alert("85002", "Hot"), alert("73301", "Hot")];
    const { structured, text } = await ask(records, { locations });
    expect(structured["places"]).toEqual([
      { asked: "Phoenix, AZ", place: "Phoenix, AZ", zips: 81, matched: 2, byLevel: { SevereHot: 1, Hot: 1 } },
      { asked: "TX", place: "Texas", zips: expect.any(Number), matched: 1, byLevel: { Hot: 1 } },
      { asked: "80202", place: "Denver, CO", zips: 1, matched: 0, byLevel: {} },
      { asked: "857", place: null, zips: expect.any(Number), matched: 0, byLevel: {} },
      { asked: "85000", place: null, problem: "It is not a known ZIP: check it.", zips: 1, matched: 0, byLevel: {} },
    ]);
    expect(structured["matched"]).toBe(3);
    for (const note of ["temperatures are safe or places covered.", "Levels are not degrees and may ignore cold."])
      expect(text).toContain(note);
  });

  test("an alert that two asked places share is one row", async () => {
    const { structured } = await ask([alert("85001", "Hot")], { locations: ["Phoenix, AZ", "85001", "AZ"] });
    expect(structured).toMatchObject({ matched: 1, byLevel: { Hot: 1 } });
    expect(structured["alerts"]).toHaveLength(1);
  });

  test("two spellings of one place are one place", async () => {
    const { structured } = await ask([], { locations: ["phoenix az", "Phoenix, AZ", "85001-1234", "85001"] });
    expect(structured["places"]).toMatchObject([{ asked: "phoenix az" }, { asked: "85001" }]);
  });
});

test("records of other countries match no US place, and are counted as abroad", async () => {
  const mixed = [
    alert("10115", "Warm", { country: "DE" }),
    alert("33101", "Warm", { countryCode: "MEX" }),
    alert("00901", "Hot", { country: "Puerto Rico" }),
    alert("85001", "Hot", { country: "usa" }),
  ];
  const { structured } = await ask(mixed, { locations: ["10115", "33101", "00901", "85001"] });
  expect(structured["places"]).toMatchObject([{ asked: "00901", matched: 1 }, { matched: 1 }, { matched: 0 }, {}]);
  const everywhere = await ask(mixed);
  expect(everywhere.structured["byState"]).toEqual({ abroad: 2, PR: 1, AZ: 1 });
  expect(everywhere.structured["alerts"]).toContainEqual(expect.objectContaining({ zip: "10115", place: "DE" }));
});

describe("ZIPs that are not five digits", () => {
  const mixed = [alert("2108", "Hot"), alert("85001", "Hot"), { ...alert("601", "Hot"), zip: 601 }];

  test("get back the zeros they lost, numbers too", async () => {
    const { structured } = await ask(mixed, { locations: ["Boston, MA", "PR"] });
    expect(structured["places"]).toMatchObject([{ matched: 1 }, { matched: 1 }]);
    const everywhere = await ask(mixed);
    expect(everywhere.text).toMatch(/^3 alerts \(MA 1, AZ 1, PR 1\): /);
    expect(zips(everywhere.structured["alerts"])).toEqual(["02108", "85001", "00601"]);
  });

  test.each([
    ["another record is foreign", alert("10115", "Warm", { country: "DE" }), "zip5"],
    ["another ZIP shows its zero", alert("02109", "Warm"), "zip5"],
    ["the data is not of five digits", alert("021", "Warm"), "zip3"],
  ])("are no US place where %s, and this is said", async (_, other, granularity) => {
    const meta = { granularity };
    const { structured, text } = await ask([...mixed.slice(0, 2), other], { locations: ["02108", "210"] }, meta);
    expect(structured["places"]).toMatchObject([{}, { matched: 0 }]);
    expect(text).not.toContain("Hot in");
    expect(text).toContain("1 alert without a readable ZIP may concern these places.");
    const everywhere = await ask([...mixed.slice(0, 2), other], {}, meta);
    expect(everywhere.structured["byState"]).toMatchObject({ unknown: 1, AZ: 1 });
  });

  test("of a foreign city match no US place", async () => {
    const sydney = [alert("2000", "Hot", { country: "AU" })];
    const { structured, text } = await ask(sydney, { locations: ["Washington, DC", "020"] });
    expect(structured["places"]).toMatchObject([{ matched: 0 }, { matched: 0 }]);
    expect(text).not.toContain("readable ZIP");
    expect((await ask(sydney)).text).toContain("AU 2000");
  });

  test("count as one ZIP each, whatever four digits follow", async () => {
    const three = ["1234", "1235", "1236"].map((more) => alert(`85001-${more}`, "Hot"));
    expect((await ask(three, { locations: ["85001"] })).text).toContain("85001 Phoenix, AZ: Hot (3 alerts).");
  });

  test("a level that is a number is told from its count", async () => {
    const numeric = [alert("85001", "1"), { ...alert("85002", "3"), temperatureLevel: 3 }, alert("85003", "3")];
    const { text, structured } = await ask(numeric);
    expect(structured["byLevel"]).toEqual({ "1": 1, "3": 2 });
    expect(text).toContain('"1" 1 (AZ), "3" 2 (AZ)');
  });
});

describe("with an order of levels", () => {
  const many = [
    ...["85001", "85002", "85003"].map((zip) => alert(zip, "severehot")),
    alert("73301", "Warm"),
    alert("80202", "Tropical"),
    alert("33101", "Hot"),
  ];

  test("levels outside the order come first, then the most severe, in both channels", async () => {
    const { structured, text } = await askRanked(many);
    expect(structured["answer"]).toContain(
      "Tropical (not in the configured order) 1 (CO), severehot 3 (AZ), Hot 1 (FL), Warm 1 (TX).",
    );
    expect(Object.keys(structured["byLevel"] as object)).toEqual(["Tropical", "severehot", "Hot", "Warm"]);
    expect(zips(structured["alerts"])).toEqual(["80202", "85001", "85002", "85003", "33101", "73301"]);
    expect(text).toContain("Order of levels: as configured.");
    expect(text).not.toContain("not define levels");
    expect((await askRanked([alert("85001", "Hot")])).text).not.toContain("Order of levels");
  });

  test("places with the most severe alerts come first in the text", async () => {
    const locations = ["Austin, TX", "Boston, MA", "Phoenix, AZ", "Miami, FL"];
    expect((await askRanked(many, { locations: locations.slice(0, 3) })).structured["answer"]).toMatch(
      /^Phoenix, AZ: severehot .* Austin, TX: Warm .* Boston, MA: no alert/,
    );
    expect((await askRanked(many, { locations })).structured["answer"]).toBe(
      "severehot: Phoenix, AZ. Hot: Miami, FL. Warm: Austin, TX. No alert in this data: Boston, MA.",
    );
  });
});
