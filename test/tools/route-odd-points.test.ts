import { describe, expect, it } from "vitest";
import { planShipment } from "../../src/tools/plan-shipment.ts";
import { ask, contextOver, riskDay } from "./written-api.ts";
import { heat, noon, ROUTE_ARGS, routed, WRITTEN } from "./written-route.ts";

describe("a route point that lacks something", () => {
  it.each([
    [
      "a ZIP that nobody knows",
      { ...noon, zip: "00000" },
      { place: null, localTime: null, note: expect.stringContaining("zone of the ZIP not known, date by UTC") },
    ],
    ["no ZIP", { ...noon, zip: null }, { zip: null, alert: null, risk: null, note: "no ZIP to ask for" }],
    [
      "a time that cannot be read",
      { ...noon, dateTime: "soon" },
      { localTime: null, risk: null, note: "time not readable" },
    ],
    ["no time", { ...noon, dateTime: null }, { at: null, localTime: null, risk: null, note: "time not given" }],
    [
      "a time without offset",
      { ...noon, dateTime: "2026-07-14T12:00:00" },
      { localTime: "2026-07-14 12:00", risk: "riskLevel=2026-07-14", note: "zone not given, date as written" },
    ],
  ])("%s leaves the rest of the point as it is", async (_, point, expected) => {
    const { points } = await heat({
      shipment: routed(point),
      risk: (date) => riskDay([{ zip: "381", riskLevel: date }]),
    });
    expect(points).toHaveLength(1);
    expect(points[0]).toMatchObject({ type: "H", ...expected });
  });

  it("calls the zone of a place unknown only where it is", async () => {
    const timed = async (point: object) =>
      (await heat({ shipment: routed({ ...noon, ...point }) })).text.split("\n").find((line) => /type=H/.test(line));
    expect(await timed({ zip: "85001", dateTime: "garbage" })).toContain(
      "85001 Phoenix, AZ, type=H, garbage ± 10 min: ",
    );
    expect(await timed({ zip: "09012" })).toContain("2026-07-14 17:00Z (zone of the place not known)");
    expect(await timed({ zip: null, dateTime: "garbage" })).toMatch(
      /garbage ± .*: no ZIP to ask for; time not readable\.$/,
    );
  });

  it("words what a point lacks", async () => {
    const bare = { zip: "38118" };
    const { text } = await heat({ shipment: routed(bare) });
    expect(text).toMatch(/38118 Memphis, TN, type not given: alert SevereHot; risk not known; time not given\.$/m);
    const { text: unasked } = await ask(
      planShipment,
      { ...ROUTE_ARGS, checkHeat: false },
      { ...WRITTEN, shipment: routed({ zip: null, dateTime: null, stdDevMinutes: null, type: "H" }) },
    );
    expect(unasked).toContain("Predicted route: ZIP not given time not given type=H.");
  });

  it("asks for the date of a local time without zone, and says that its instant is not known", async () => {
    const local = { ...noon, dateTime: "2026-07-14T22:30:00" };
    const { context, asked } = contextOver({ ...WRITTEN, shipment: routed(local) });
    await planShipment.run(planShipment.input.parse(ROUTE_ARGS), context);
    expect(asked.risk).toEqual([{ granularity: "zip3", date: "2026-07-14" }]);
    const { text } = await heat({ shipment: routed(local) });
    expect(text).toContain(
      "38118 Memphis, TN, type=H, Tue 2026-07-14 22:30 ± 10 min: alert SevereHot; riskLevel=Level-2026-07-14; zone not given, date as written.",
    );
    expect(text).not.toContain("not readable");
  });

  it.each([
    [null, "null"],
    ["x", "x"],
    [["a", 1], "[a, 1]"],
  ])("counts and shows a point that is no object: %j", async (odd, shown) => {
    const { text, points, notes } = await heat({ shipment: routed(...([noon, odd] as object[])) });
    const note = `no route point, sent as ${shown}`;
    expect(points[1]).toMatchObject({ zip: null, at: null, alert: null, risk: null, note });
    expect(text).toContain(`  ZIP not given, type not given: ${note}.`);
    expect(notes.join(" ")).toContain("1 of 1 route point with an alert, 1 not asked for");
    const { text: plain } = await ask(
      planShipment,
      { ...ROUTE_ARGS, checkHeat: false },
      { ...WRITTEN, shipment: routed(...([noon, odd] as object[])) },
    );
    expect(plain).toContain(`; no route point (sent as ${shown}).`);
  });
});
