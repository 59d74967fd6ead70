import { describe, expect, test } from "vitest";
import { driftName, startTools, structuredOf } from "./ask.ts";
import { alertsBody, riskBody } from "./bodies.ts";
import { withValue } from "./path.ts";

describe("meta of the data APIs", () => {
  const alerts = async (body: unknown) => {
    const { ask, api } = await startTools({ alerts: () => ({ status: 200, json: body }) });
    return { told: structuredOf(await ask("check_heat_alerts", {})), drift: [...api.drift().keys()] };
  };
  const risk = async (body: unknown) => {
    const { ask, api } = await startTools({ risk: () => ({ status: 200, json: body }) });
    return {
      told: structuredOf(await ask("get_five_day_risk", { date: "2026-07-10" })),
      drift: [...api.drift().keys()],
    };
  };

  test("[2.1-envelope] [4.2-response] [4.2-meta] [2.2-zip] [2.2-temperatureLevel] of alerts is told, and no drift", async () => {
    const { told, drift } = await alerts(alertsBody);
    expect(told).toMatchObject({
      source: { data: "live", dataOf: "2026-07-09T12:03:00Z" },
      alerts: alertsBody.data,
      total: 1,
      windowHours: 24,
      granularity: "zip5",
      complete: true,
    });
    expect(drift).toEqual([]);
  });

  test.each([
    ["[2.1-meta.generatedAt]", "meta.generatedAt", 7],
    ["[2.1-timestamps]", "meta.generatedAt", "9 July 2026"],
    ["[2.1-meta.window]", "meta.window", 24],
    ["[2.1-meta.window]", "meta.window.hours", 23.5],
    ["[2.1-meta.granularity]", "meta.granularity", 5],
    ["[2.1-meta.total]", "meta.total", "1"],
    ["[2.1-meta.page]", "meta.page", "1"],
    ["[2.1-meta.pageSize]", "meta.pageSize", "1000"],
    ["[2.1-meta.hasMore]", "meta.hasMore", "no"],
  ])("%s %s against its rule is drift, never an error", async (_cite, path, wrong) => {
    const { told, drift } = await alerts(withValue(alertsBody, path, wrong));
    expect(told["alerts"]).toEqual([expect.objectContaining(alertsBody.data[0])]);
    expect(drift).toEqual([expect.stringContaining(driftName("alerts", path))]);
  });

  const horizons: readonly unknown[] = [["2026-07-10", "2026-07-14"], { from: "2026-07-10", days: 5 }, "five days", 5];
  test.each(horizons.map((horizon) => ({ horizon })))(
    "[2.1-meta.horizon] $horizon as a horizon is passed on as sent",
    async ({ horizon }) => {
      const { told, drift } = await risk(withValue(riskBody, "meta.horizon", horizon));
      expect(told["horizon"]).toEqual(horizon);
      expect(drift).toEqual([]);
    },
  );

  test("[4.3-response] of risk is told", async () => {
    const { told, drift } = await risk(riskBody);
    expect(told).toMatchObject({
      source: { dataOf: "2026-07-09T11:00:00Z" },
      places: [{ area: "850", days: [{ date: "2026-07-10", riskLevel: "High" }] }],
      granularity: "zip3",
    });
    expect(drift).toEqual([]);
  });

  test.each([{ zip: "85001" }, "85001", null, undefined])(
    "[2.1-data] %j instead of a list is an unexpected response",
    async (data) => {
      const { ask } = await startTools({
        alerts: () => ({ status: 200, json: { ...alertsBody, data } }),
        risk: () => ({ status: 200, json: { ...riskBody, data } }),
      });
      for (const tool of ["check_heat_alerts", "get_five_day_risk"]) {
        expect((await ask(tool, {}))._meta["coldroute/error"]).toMatchObject({ kind: "unexpected_response" });
      }
    },
  );
});
