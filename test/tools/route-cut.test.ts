import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import type { Failure } from "../../src/api/failure.ts";
import { planShipment } from "../../src/tools/plan-shipment.ts";
import type { PointHeat } from "../../src/tools/route-heat.ts";
import { MAX_TOKENS } from "../../src/tools/tokens.ts";
import { alertSet, ask, riskDay } from "./written-api.ts";
import { heat, noon, ROUTE_ARGS, routed, WRITTEN } from "./written-route.ts";

const ZIPS = ["38118", "38301", "37201", "37040", "37402", "30303", "31201", "31401", "32202", "32801", "33401"];

/** A route of `count` points, an hour each, to Miami. */
function longRoute(count: number): object[] {
  return Array.from({ length: count }, (_, index) => ({
    ...noon,
    zip: index === count - 1 ? "33101" : ZIPS[index % ZIPS.length],
    dateTime: `2026-07-${14 + Math.floor(index / 24)}T${String(index % 24).padStart(2, "0")}:00:00Z`,
  }));
}

/** As many fields as a record of the service may have, and longer than an answer holds. */
const FIELDS = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`field${index}`, "warm air ".repeat(20)]));

const MIAMI = alertSet([{ zip: "33101", temperatureLevel: "SevereHot" }]);

function zipsOf(points: readonly { readonly zip?: unknown }[]): unknown[] {
  return points.map(({ zip }) => zip);
}

function predictedRoute(structured: Readonly<Record<string, unknown>>): readonly { readonly zip: string }[] {
  const sent = structured["shipment"] as ReturnType<typeof routed>;
  return sent.recommendedShipmentService.risk.predictedRoute as readonly { readonly zip: string }[];
}

describe("a route that is too long for an answer", () => {
  it.each([11, 12, 20, 60])("keeps the alert at its end, and says how many there are: %d points", async (count) => {
    const { text, structured, notes, points } = await heat({ shipment: routed(...longRoute(count)), alerts: MIAMI });
    expect(points.at(-1)).toMatchObject({ zip: "33101", alert: "SevereHot" });
    expect(text).toMatch(/^ {2}33101 Miami, FL, .*: alert SevereHot;/m);
    expect(text).toContain(`Heat on the predicted route, 1 of ${count} route points with an alert (`);
    expect(notes.join(" ")).toContain(`Heat on the predicted route: 1 of ${count} route points with an alert`);
    const left = count - points.length;
    const gone = /(\d+) of (\d+) route points? left out for size: [^;]+; none of them with an alert in this data; /;
    for (const channel of [text, notes.join(" ")]) {
      expect(gone.exec(channel)?.slice(1) ?? []).toEqual(left === 0 ? [] : [String(left), String(count)]);
    }
    // What both channels hold: of the shipment's own list no point that the text does not tell.
    expect(zipsOf(points)).toEqual(expect.arrayContaining(zipsOf(predictedRoute(structured))));
    expect(predictedRoute(structured).at(-1)?.zip).toBe("33101");
    for (const channel of [text, JSON.stringify({ ...structured, notes })]) {
      expect(countTokens(channel)).toBeLessThanOrEqual(MAX_TOKENS - 100);
    }
  });

  it("tells what fits of an alert or a risk with very many fields", async () => {
    const [alert, risk] = [
      { zip: "38118", temperatureLevel: "SevereHot", ...FIELDS },
      { zip: "381", riskLevel: "High", ...FIELDS },
    ];
    for (const written of [{ alerts: alertSet([alert]) }, { risk: () => riskDay([risk]) }]) {
      const { text, structured, notes, points } = await heat(written);
      expect(points).toMatchObject([{ zip: "38118", alert: expect.stringMatching(/^SevereHot/) }]);
      expect(text).toMatch(/^ {2}38118 Memphis, TN, .*: alert SevereHot/m);
      for (const channel of [text, JSON.stringify({ ...structured, notes })]) {
        expect(countTokens(channel)).toBeLessThanOrEqual(MAX_TOKENS - 100);
      }
    }
  });

  it("tells the level of each alert at a point, however much another says", async () => {
    const [mild, severe] = [
      { zip: "38118", temperatureLevel: "Warm", ...FIELDS },
      { zip: "38118", temperatureLevel: "SevereHot" },
    ];
    const { text, points } = await heat({ alerts: alertSet([mild, severe]) });
    expect(points).toMatchObject([{ alert: expect.stringMatching(/^Warm, SevereHot \(Warm field0=/) }]);
    expect(text).toMatch(/^ {2}38118 Memphis, TN, .*: alert Warm, SevereHot \(Warm field0=/m);
  });

  it("shows what fits", async () => {
    const shown = async (count: number) =>
      (await heat({ shipment: routed(...longRoute(count)), alerts: MIAMI })).points;
    for (const count of [11, 12]) expect(await shown(count)).toHaveLength(count);
    expect((await shown(30)).length).toBeGreaterThan(9);
  });

  it("says how many of the points shown the shipment itself still has", async () => {
    const { structured, points, notes, text } = await heat({ shipment: routed(...longRoute(13)), alerts: MIAMI });
    const repeated = predictedRoute(structured).length;
    expect(repeated).toBeLessThan(points.length);
    expect(notes.join(" ")).toContain(`; ${points.length} route points in routeHeat, ${repeated} in predictedRoute.`);
    expect(text).not.toContain("predictedRoute");
  });

  it("keeps alerts before the destination, that before what nobody knows, and these before the rest", async () => {
    const route = longRoute(40).map((point, index) => ({
      ...point,
      ...(index === 20 ? { zip: "98101" } : index === 30 ? { zip: "M5V 2T6", country: "CA" } : {}),
    }));
    const { points, notes } = await heat({
      shipment: routed(...route),
      alerts: alertSet([{ zip: "98101", temperatureLevel: "Hot" }]),
    });
    expect(zipsOf(points.slice(-3))).toEqual(["98101", "M5V 2T6", "33101"]);
    expect(zipsOf(points)[0]).toBe("38118");
    expect(notes.join(" ")).toContain("1 of 39 route points with an alert, 1 not asked for");
  });

  it("counts the alerts among the points left out where not even these fit", async () => {
    const { points, notes } = await heat({
      shipment: routed(...longRoute(60)),
      alerts: alertSet(["33101", ...ZIPS].map((zip) => ({ zip, temperatureLevel: "SevereHot" }))),
    });
    expect(notes.join(" ")).toContain("60 of 60 route points with an alert");
    expect(notes.join(" ")).toContain(`; ${60 - points.length} of them with an alert; risk there `);
    expect(notes.join(" ")).not.toContain("none of them");
    expect(points.at(-1)?.zip).toBe("33101");
  });

  const down: Failure = { kind: "network", product: "alerts", code: "ECONNREFUSED", sent: false };
  it.each([
    ["none could be asked", down, "alerts not known"],
    [
      "they were read in part",
      alertSet([], { incomplete: { reason: "time", pagesRead: 1, pagesTotal: 2 } }),
      "0 of 60 route points with an alert, 60 not known, alerts read in part",
    ],
  ])("claims no absence of alerts at points left out where %s", async (_, alerts, counted) => {
    const { points, notes, text } = await heat({ shipment: routed(...longRoute(60)), alerts });
    expect(notes.join(" ")).toContain(`Heat on the predicted route: ${counted}`);
    expect(text).toContain(`Heat on the predicted route, ${counted} (`);
    expect(notes.join(" ")).toContain(`; alerts not known at ${60 - points.length} of them; `);
    expect(notes.join(" ")).not.toContain("none of them");
  });

  it("claims nothing of points that no answer could hold, and so were not looked up", async () => {
    const { points, notes } = await heat({ shipment: routed(...longRoute(2000)), alerts: MIAMI });
    const [, left, unknown] =
      /(\d+) of 2000 route points left out for size: .*; alerts not known at (\d+) of them/.exec(notes.join(" ")) ?? [];
    expect(Number(left)).toBe(2000 - points.length);
    expect(Number(unknown)).toBeGreaterThan(1500);
    expect(notes.join(" ")).toContain(`, the last ${unknown} of the route were not read, its end among them; `);
    expect(notes.join(" ")).toContain(
      `: 0 of ${2000 - Number(unknown)} route points with an alert, ${unknown} not asked for`,
    );
    expect(notes.join(" ")).not.toContain("none of them");
  });

  it("is no whole one to compare ship dates by, where its end was not read", async () => {
    const args = { ...ROUTE_ARGS, shipDates: ["2026-07-13", "2026-07-14"] };
    const rule = async (count: number) => {
      const { notes } = await ask(planShipment, args, { ...WRITTEN, shipment: routed(...longRoute(count)) });
      return notes.find((note) => note.startsWith("Ordered by ")) ?? "";
    };
    expect(await rule(2000)).toContain("fewest route points with an alert now or not looked up");
    expect(await rule(20)).toContain("fewest route points with an alert now, then");
  });

  it("stays readable beneath five ship dates: whole times, and of the shipment's own points those with an alert", async () => {
    const shipDates = ["2026-07-10", "2026-07-11", "2026-07-12", "2026-07-13", "2026-07-14"];
    const written = { ...WRITTEN, shipment: routed(...longRoute(12)), alerts: MIAMI };
    const { text, structured } = await ask(planShipment, { ...ROUTE_ARGS, shipDates }, written);
    expect(text).toContain("\nEstimated arrival Fri 2026-07-10 10:30 America/New_York (14:30Z)");
    expect(text).toContain("\nRecommended: CarrierBPriorityOvernight, 48.20 USD.");
    expect(predictedRoute(structured).at(-1)?.zip).toBe("33101");
  });

  it("is cut likewise beneath the ship dates that it was compared with", async () => {
    const args = { ...ROUTE_ARGS, shipDates: ["2026-07-13", "2026-07-14"] };
    const written = {
      ...WRITTEN,
      shipment: routed(...longRoute(30)),
      alerts: MIAMI,
      risk: () => riskDay([{ zip: "381", riskLevel: "Low" }]),
    };
    const { text, structured, notes } = await ask(planShipment, args, written);
    const points = structured["routeHeat"] as readonly PointHeat[];
    expect(points.at(-1)).toMatchObject({ zip: "33101", alert: "SevereHot" });
    for (const channel of [text, notes.join(" ")]) {
      expect(channel).toContain(`${30 - points.length} of 30 route points left out for size: `);
    }
  });
});
