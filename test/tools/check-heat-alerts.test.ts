import { describe, expect, it } from "vitest";
import type { Incomplete } from "../../src/api/api.ts";
import { checkHeatAlerts } from "../../src/tools/check-heat-alerts.ts";
import { alerts } from "./samples.ts";
import { alertSet, ask, contextOver } from "./written-api.ts";

const ABSENT = "no alert in this data (no proof of safe temperatures)";

function check(args: object, written: Parameters<typeof alertSet>) {
  return ask(checkHeatAlerts, args, { alerts: alertSet(...written) });
}

describe("check_heat_alerts", () => {
  it("[2.2-SevereHot] says which places have an alert, which have none, and how many there are everywhere", async () => {
    const { text, structured } = await check({ locations: ["85001", "80202"] }, [alerts(312)]);
    expect(text).toContain("85001 Phoenix, AZ: SevereHot.");
    expect(text).toContain(`80202 Denver, CO: ${ABSENT}.`);
    expect(text).toContain("312 alerts, all SevereHot");
    expect(text).toContain("Window 24 h, by zip5");
    expect(structured).toEqual({
      alerts: [{ zip: "85001", temperatureLevel: "SevereHot" }],
      matched: 1,
      total: 312,
      byLevel: { SevereHot: 312 },
      noAlertFound: ["80202"],
      places: { "80202": "Denver, CO", "85001": "Phoenix, AZ" },
      complete: true,
      generatedAt: "2026-07-09T12:03:00Z",
      windowHours: 24,
      granularity: "zip5",
    });
  });

  it("[4.2-minLevel] passes the level on, asks for five-digit places by name, and says that it filtered", async () => {
    const { context, asked } = contextOver({ alerts: alertSet([]) });
    await checkHeatAlerts.run({ locations: ["85001"], minLevel: "SevereHot" }, context);
    await checkHeatAlerts.run({ locations: ["85001", "850"] }, context);
    await checkHeatAlerts.run({}, context);
    expect(asked.alerts).toEqual([{ minLevel: "SevereHot", zips: ["85001"] }, {}, {}]);
    const { text, notes } = await check({ minLevel: "SevereHot" }, [[]]);
    expect(text).toContain(ABSENT);
    expect(notes.join()).toContain("at or above SevereHot");
  });

  it("[2.2-fields-open] [2.2-levels-open] keeps fields and levels that nobody documented, and calls none of them heat", async () => {
    const record = { zip: "85001", temperatureLevel: "Frosty", maxF: 12, nested: { a: [1, null] } };
    const { text, structured } = await check({ locations: ["85001"] }, [[record]]);
    expect(structured).toMatchObject({ alerts: [record], byLevel: { Frosty: 1 } });
    expect(text).toContain("Frosty maxF=12 nested=(a=[1, null])");
    expect(text).not.toMatch(/\bheat|hot\b/i);
  });

  it("says so when the answer speaks for a wider area than the ZIP asked", async () => {
    const area = [{ zip: "850", temperatureLevel: "SevereHot" }];
    const { text, notes } = await check({ locations: ["85001"] }, [area, { granularity: "zip3" }]);
    expect(text).toContain("85001 Phoenix, AZ (area 850): SevereHot");
    expect(notes.join()).toContain("85001 for area 850, not that ZIP alone");
  });

  it("lists 20 rows unless told otherwise, places taking turns, and names what it left out", async () => {
    const many = [...alerts(300), { zip: "10001", temperatureLevel: "SevereHot" }];
    const everywhere = await check({}, [many]);
    expect(everywhere.structured["alerts"]).toHaveLength(20);
    expect(everywhere.notes.join()).toMatch(/Listed 20 of 301 .*limit/);
    const places = await check({ locations: ["85", "10001"], limit: 2 }, [many]);
    expect(places.structured).toMatchObject({ matched: 301, alerts: [{ zip: "85001" }, { zip: "10001" }] });
    expect(places.notes.join()).toContain("85: 1 of 300");
  });

  it("says of each place that it has alerts, though none of them can be listed", async () => {
    const locations = [
      ...["Phoenix, AZ", "Pheonix, AZ", "Las Vegas", "San Diego", "San Jose", "El Paso", "St Paul", "Lakewood CO"],
      ...["Miramar FL", "Bloomington MN", "Harlem", "Manhattan", "Queens", "Brooklyn", "Miami", "Dallas", "Houston"],
      ...["Austin", "Tampa", "Memphis", "Mesa", "Nashville", "Savannah", "Omaha", "Plano", "Frisco", "Katy", "Malibu"],
      ...["Stockton", "Oakland", "Centennial", "Fresno", "Modesto", "Gilbert", "Chandler", "Surprise", "Napa", "Koror"],
      ...["Hilo", "Chicago"],
    ];
    const zips = Array.from({ length: 14_000 }, (_, index) => String(501 + index * 7).padStart(5, "0"));
    const records = zips.map((zip, index) => ({ zip, temperatureLevel: ["SevereHot", "Hot", "Warm"][index % 3] }));
    const { text, structured } = await check({ locations }, [records]);
    expect(structured["alerts"]).toEqual([]);
    for (const place of ["Dallas", "Chicago", "Tampa"])
      expect(text).toMatch(new RegExp(`${place}[^;]*: \\d+ alerts: `));
  });

  it.each([
    ["page_ignored", { pagesRead: 1, pagesTotal: 42 }, /1 of 42 pages read.*same page.*cannot be read/],
    ["billing_limit", { pagesRead: 60, pagesTotal: 83 }, /60 of 83 pages read.*would bill 23 requests.*Ask again/],
    ["time", { pagesRead: 3, pagesTotal: null }, /3 of an unknown number of pages read.*time ran out.*Ask again/],
    [
      "failure",
      { pagesRead: 2, pagesTotal: 3 },
      /2 of 3 pages read.*failed.*would bill 1 request;|2 of 3 pages read.*failed.*would bill 1 request\./,
    ],
    [
      "changed",
      { pagesRead: 2, pagesTotal: 3, outdated: true },
      /2 of 3 pages read.*changed.*of newer data, which would bill 3 requests/,
    ],
  ] as const)("claims no absence from a part of the data (%s)", async (reason, pages, says) => {
    const incomplete: Incomplete = { reason, ...pages };
    const { text, structured, notes } = await check({ locations: ["85001", "33101"] }, [
      alerts(9),
      { incomplete, total: 99 },
    ]);
    expect(structured).toMatchObject({ complete: false, noAlertFound: [], matched: 1 });
    expect(notes.join(" ")).toMatch(says);
    expect(notes.join(" ")).toContain("Not found in what was read: 33101 Miami, FL");
    expect(text).not.toContain(ABSENT);
  });

  it("counts alerts of nowhere, and a page that was enough", async () => {
    const incomplete: Incomplete = { reason: "answered", pagesRead: 1, pagesTotal: 5 };
    const { text, structured, notes } = await check({ locations: ["85001"] }, [
      [...alerts(3), { temperatureLevel: "Odd" }],
      { incomplete, total: 99 },
    ]);
    expect(structured).toMatchObject({ complete: false, byLevel: { SevereHot: 3, Odd: 1 } });
    expect(text).toContain("Read so far: 4 alerts (the service's total: 99): SevereHot 3, Odd 1");
    expect(notes.join()).toMatch(/1 of 5 pages read.*4 requests/);
  });

  it("hands on the failure when nothing was read", async () => {
    const { context } = contextOver({});
    expect(await checkHeatAlerts.run({}, context)).toMatchObject({ ok: false, failure: { kind: "network" } });
  });

  it("says in the notes too that absence proves nothing", async () => {
    const noProof = "No alert in this data is no proof of safe temperatures.";
    const absent = await check({ locations: ["85001", "80202"] }, [alerts(3)]);
    const empty = await check({}, [[]]);
    const present = await check({ locations: ["85001"] }, [alerts(3)]);
    expect(absent.notes).toContain(noProof);
    expect(empty.notes).toContain(noProof);
    expect(present.notes).not.toContain(noProof);
  });

  it("reads a ZIP that was sent as a number, and tells of alerts without a readable one", async () => {
    const records = [
      { zip: 85_001, temperatureLevel: "SevereHot" },
      { zip: 2_134, temperatureLevel: "SevereHot" },
      { temperatureLevel: "SevereHot" },
    ];
    const { text, structured, notes } = await check({ locations: ["85001", "02134"] }, [records]);
    expect(text).toContain("85001 Phoenix, AZ: SevereHot");
    expect(structured).toMatchObject({ matched: 1, noAlertFound: ["02134"] });
    expect(notes).toContain("2 alerts name no readable ZIP: they may concern the places asked.");
    const everywhere = await check({}, [records]);
    expect(everywhere.notes.join()).not.toContain("readable");
  });

  it.each([
    [{ limit: 200 }, /Listed \d+ of 5000 alerts; check_heat_alerts with narrower locations may show more/],
    [
      { limit: 20 },
      /Listed 20 of 5000 alerts; check_heat_alerts with limit \(up to 200\) or narrower locations may show more/,
    ],
    [{ limit: 200, locations: ["85001"] }, /Listed \d+ of 5000 alerts; the rest is left out for size/],
  ])("names only what shows more: %j", async (args, says) => {
    const rich = alerts(5_000, () => ({ ...("locations" in args ? { zip: "85001" } : {}), area: "x y ".repeat(12) }));
    const { notes } = await check(args, [rich]);
    expect(notes.join(" ")).toMatch(says);
  });

  it("counts the levels beyond eight, and names what narrows them", async () => {
    const { structured, notes } = await check({}, [alerts(12, (index) => ({ temperatureLevel: `Level${index}` }))]);
    expect(Object.keys(structured["byLevel"] as object)).toHaveLength(8);
    expect(notes.join()).toContain("4 further levels with 4 alerts left out for size; minLevel narrows them");
  });
});
