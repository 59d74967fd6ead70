import { describe, expect, test } from "vitest";
import { inDays } from "./plan.ts";
import { running } from "./running.ts";

const UTC_TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

describe("the sandbox's temperature alerts (service.md 4.2)", () => {
  test("come in an envelope with every field of meta (service.md 2.1)", async () => {
    const { client } = await running({ settings: { alertCount: 5 } });
    const { status, json, data, meta, headers } = await client.alerts("?pageSize=3");
    expect(status).toBe(200);
    expect(headers.get("Content-Type")).toBe("application/json");
    expect(Object.keys(json)).toEqual(["data", "meta"]);
    expect(data).toHaveLength(3);
    expect(data[0]).toEqual({ zip: expect.stringMatching(/^\d{5}$/), temperatureLevel: expect.any(String) });
    expect(meta).toEqual({
      generatedAt: expect.stringMatching(UTC_TIMESTAMP),
      window: { hours: 24 },
      granularity: "zip5",
      total: 5,
      page: 1,
      pageSize: 3,
      hasMore: true,
    });
  });

  test("are limited to those at or above minLevel", async () => {
    const { client } = await running();
    const all = (await client.alerts()).data;
    const severe = (await client.alerts("?minLevel=SevereHot")).data;
    const levels = new Set(severe.map((record) => record["temperatureLevel"]));
    expect(levels).toContain("SevereHot");
    expect([...levels].filter((level) => level !== "SevereHot" && level !== "ExtremeHot")).toEqual([]);
    expect(all.length).toBeGreaterThan(severe.length);
  });
});

describe("the sandbox's five-day risk (service.md 4.3)", () => {
  test("comes in an envelope with a horizon, and without page fields", async () => {
    const { client } = await running();
    const { status, data, meta } = await client.risk("?granularity=zip3");
    expect(status).toBe(200);
    expect(data.find((record) => record["zip"] === "850")).toEqual({ zip: "850", riskLevel: expect.any(String) });
    expect(Object.keys(meta)).toEqual(["generatedAt", "granularity", "horizon"]);
    expect(new Set(data.map((record) => record["zip"])).size).toBe(data.length);
  });

  test("[8.6-horizon] answers the days of its horizon and no other", async () => {
    const { client } = await running();
    const statuses = [];
    for (let day = 0; day <= 6; day += 1) statuses.push((await client.risk(`?date=${inDays(day)}`)).status);
    expect(statuses).toEqual([400, 200, 200, 200, 200, 200, 400]);
  });
});
