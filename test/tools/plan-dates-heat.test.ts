import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import type { Failure } from "../../src/api/failure.ts";
import type { ServiceRecord } from "../../src/api/schema.ts";
import { planShipment } from "../../src/tools/plan-shipment.ts";
import { MAX_TOKENS } from "../../src/tools/tokens.ts";
import { hostileText, shipment } from "./samples.ts";
import { alertSet, ask, riskDay, type Written } from "./written-api.ts";
import { noon, ROUTE_ARGS, WRITTEN } from "./written-route.ts";

const [FIRST, SECOND] = ["2026-07-13", "2026-07-14"];
const OUTSIDE: Failure = { kind: "invalid_request", product: "risk", status: 400, requestId: "r" };

/** The second page of alerts never came. */
const CUT_OFF = {
  reason: "failure",
  failure: { kind: "network", product: "alerts", code: "ECONNRESET", sent: true },
  pagesRead: 1,
  pagesTotal: 2,
} as const;

const memphis = noon;
const phoenix = { ...noon, zip: "85001", dateTime: "2026-07-15T20:00:00Z" };

/** Plans of two dates with these routes at these prices, compared with the heat on their way. */
async function compare(
  plans: Readonly<
    Record<string, { readonly route: unknown; readonly price: number; readonly carrierService?: string }>
  >,
  more: Partial<Written> = {},
) {
  const planned = ({ shipDate }: ServiceRecord): ServiceRecord => {
    const { route = [], ...fields } = plans[String(shipDate)] ?? {};
    const service = shipment.recommendedShipmentService;
    const risk = { ...service.risk, predictedRoute: route };
    return { ...shipment, shipDate, recommendedShipmentService: { ...service, ...fields, risk } };
  };
  const args = { ...ROUTE_ARGS, shipDates: Object.keys(plans) };
  const told = await ask(planShipment, args, { ...WRITTEN, ...more, shipment: planned });
  const rows = told.structured["plans"] as readonly { readonly shipDate: string; readonly heat: string }[];
  return { ...told, rows, order: rows.map(({ shipDate }) => shipDate) };
}

describe("ship dates compared by the heat on their way", () => {
  it("tell in each row, in both channels, where no risk is known and why: outside the horizon is not cool", async () => {
    const { rows, text, notes } = await compare(
      {
        [FIRST]: { route: [memphis, { ...phoenix, dateTime: "2026-07-14T20:00:00Z" }], price: 20 },
        [SECOND]: { route: [memphis, phoenix, { ...phoenix, zip: "85043", dateTime: "soon" }], price: 30 },
      },
      {
        alerts: alertSet([]),
        risk: (date) =>
          date > "2026-07-14"
            ? OUTSIDE
            : riskDay([
                { zip: "381", riskLevel: "Low" },
                { zip: "850", riskLevel: "Severe" },
              ]),
      },
    );
    const unknown =
      "risk on the way riskLevel=Low; no risk known for its date at 2 of 3 points " +
      "(85001 Phoenix, AZ: refused, outside the published horizon; 85043 Phoenix, AZ: time not readable)";
    expect(rows.map(({ heat }) => heat)).toEqual([
      "0 of 2 route points with an alert; risk on the way riskLevel=Low, riskLevel=Severe",
      `0 of 3 route points with an alert; ${unknown}`,
    ]);
    expect(text.split("\n").find((line) => line.startsWith("Tue 2026-07-14:"))).toContain(unknown);
    expect(notes.join(" ")).toContain(
      "Risk on the way takes no part: its names have no known order, and on the way of Tue 2026-07-14 it is not known everywhere.",
    );
  });

  it("take no point for one without alert that is not found in a part of the alerts", async () => {
    const { rows, order, notes } = await compare(
      { [FIRST]: { route: [memphis], price: 90 }, [SECOND]: { route: [phoenix], price: 5 } },
      { alerts: alertSet([{ zip: "85001", temperatureLevel: "Hot" }], { incomplete: CUT_OFF }) },
    );
    expect(order).toEqual([SECOND, FIRST]);
    expect(rows[0]?.heat).toMatch(/^1 of 1 route point with an alert \(85001 Phoenix, AZ Hot\)/);
    expect(rows[1]?.heat).toMatch(/^0 of 1 route point with an alert, 1 not known, alerts read in part;/);
    expect(notes.join(" ")).toContain(
      "fewest route points with an alert now or not found in what was read, then price",
    );
  });

  it("say of a row where nothing is known no less", async () => {
    const { rows, notes } = await compare(
      { [FIRST]: { route: [memphis, phoenix], price: 20 }, [SECOND]: { route: [memphis], price: 30 } },
      { risk: (date) => (date > "2026-07-14" ? riskDay([]) : OUTSIDE) },
    );
    expect(rows.map(({ heat }) => heat)).toEqual([
      expect.stringMatching(
        /SevereHot\); no risk known for its date at 2 of 2 points \(38118 Memphis, TN: refused, .*; 85001 Phoenix, AZ: no risk record \(not known\)\)$/,
      ),
      expect.stringMatching(/; no risk known for its date at 1 of 1 point \(38118 Memphis, TN: refused, /),
    ]);
    expect(notes.join(" ")).toContain("on the way of Mon 2026-07-13, Tue 2026-07-14 it is not known everywhere");
  });

  it("name whole alerts, risks and reasons, however little room a row has, and count the others", async () => {
    const zips = [
      "38118",
      "33101",
      "85001",
      "60601",
      "98101",
      "96813",
      "10001",
      "80202",
      "30303",
      "75201",
      "89101",
      "94103",
    ];
    const route = zips.map((zip, index) => ({ ...noon, zip, dateTime: `2026-07-${10 + index}T17:00:00Z` }));
    const dates = ["2026-07-10", "2026-07-11", "2026-07-12", "2026-07-13", "2026-07-14"];
    const { rows, text } = await compare(Object.fromEntries(dates.map((date) => [date, { route, price: 20 }])), {
      alerts: alertSet(zips.map((zip) => ({ zip, temperatureLevel: "SevereHot" }))),
      risk: (date) =>
        date > "2026-07-14"
          ? OUTSIDE
          : riskDay(zips.map((zip) => ({ zip: zip.slice(0, 3), riskLevel: `Level${date.slice(-2)}` }))),
    });
    for (const { heat } of rows) {
      expect(heat).toMatch(
        /^12 of 12 route points with an alert \((?:\d{5} [\w ]+, [A-Z]{2} SevereHot(?:, | and \d+ more\)))+; /,
      );
      expect(heat).toMatch(/; risk on the way (?:riskLevel=Level\d\d(?:, | and \d more|(?=;)))+; no risk known/);
      expect(heat).not.toContain("…");
      expect(text).toContain(heat);
    }
  });

  it("close the bracket of an alert that is longer than the room for all", async () => {
    const { rows } = await compare(
      { [FIRST]: { route: [memphis], price: 20 }, [SECOND]: { route: [memphis], price: 30 } },
      { alerts: alertSet([{ zip: "38118", temperatureLevel: "Hot and hotter ".repeat(20) }]) },
    );
    expect(rows[0]?.heat).toMatch(/^1 of 1 route point with an alert \(38118 Memphis, TN "Hot and [^"]*…"\); /);
  });

  it("mention no gap where there is none", async () => {
    const { rows, notes } = await compare({
      [FIRST]: { route: [memphis], price: 20 },
      [SECOND]: { route: [memphis], price: 30 },
    });
    expect(JSON.stringify(rows)).not.toContain("known");
    expect(notes.join(" ")).toContain("fewest route points with an alert now, then price");
    expect(notes.join(" ")).toContain("Risk on the way takes no part: its names have no known order.");
  });

  it.each([
    ["null", null, "no predicted route, heat not known"],
    ["abroad alone", [{ ...noon, zip: "M5V 2T6", country: "CA" }], "none of 1 route point looked up, heat not known"],
  ])("put a route that nobody could look up last, however cheap: %s", async (_, route, heat) => {
    const { order, rows, notes } = await compare({
      [FIRST]: { route, price: 1 },
      [SECOND]: { route: [memphis, { ...phoenix, zip: "38118" }], price: 90 },
    });
    expect(order).toEqual([SECOND, FIRST]);
    expect(rows.at(-1)?.heat).toBe(heat);
    expect(notes.join(" ")).toContain(
      "fewest route points with an alert now or not looked up (a route of which none was comes last)",
    );
  });

  it("count a point that was not looked up as one that may have an alert", async () => {
    const abroad = { ...noon, zip: "06600", country: "MX" };
    const { order, rows, notes } = await compare({
      [FIRST]: { route: [phoenix, abroad, abroad], price: 1 },
      [SECOND]: { route: [memphis], price: 90 },
    });
    expect(order).toEqual([SECOND, FIRST]);
    expect(rows.at(-1)?.heat).toContain("0 of 1 route point with an alert, 2 not asked for");
    expect(notes.join(" ")).toContain("fewest route points with an alert now or not looked up");
  });

  it.each([
    ["plain", {}, "Low"],
    [
      "hostile",
      { carrierService: hostileText, currency: hostileText, estimatedArrivalDateTimeZone: hostileText },
      hostileText,
    ],
  ])("keep the size of an answer, and their times and numbers whole, where much is %s", async (_, more, level) => {
    const zips = ["38118", "85001", "33101", "10115", "60601", "98101", "27101", "55437", "80228", "96813"];
    const dates = ["2026-07-10", "2026-07-11", "2026-07-12", "2026-07-13", "2026-07-14"];
    const route = zips.flatMap((zip, index) => [
      { ...noon, zip, dateTime: `2026-07-${10 + index}T17:00:00Z` },
      { ...noon, zip, dateTime: "soon" },
      { ...noon, zip: "M5V 2T6", country: "CA" },
    ]);
    const { text, structured, notes, rows } = await compare(
      Object.fromEntries(dates.map((date) => [date, { route, price: 20, ...more }])),
      {
        alerts: alertSet(zips.map((zip) => ({ zip, temperatureLevel: level }))),
        risk: (date) => (date > "2026-07-12" ? OUTSIDE : riskDay([{ zip: "381", riskLevel: level }])),
      },
    );
    for (const channel of [text, JSON.stringify({ ...structured, notes })]) {
      expect(countTokens(channel)).toBeLessThanOrEqual(MAX_TOKENS - 100);
    }
    expect(rows).toHaveLength(dates.length);
    for (const row of rows) {
      expect(row).toMatchObject({ shipmentId: shipment.shipmentId, estimatedArrivalDateTime: "2026-07-10T14:30:00Z" });
      expect(row.heat).toContain("no risk known for its date at 19 of 20 points (38118 Memphis, TN, ");
    }
  });
});
