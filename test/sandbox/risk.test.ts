import { describe, expect, test } from "vitest";
import { inDays } from "./plan.ts";
import { running } from "./running.ts";

describe("the sandbox's five-day risk (service.md 4.3)", () => {
  test("comes in an envelope with a horizon, and without page fields", async () => {
    const { client } = await running();
    const { status, data, meta } = await client.risk("?granularity=zip3");
    expect(status).toBe(200);
    expect(data.find((record) => record["zip"] === "850")).toEqual({ zip: "850", riskLevel: expect.any(String) });
    expect(Object.keys(meta)).toEqual(["generatedAt", "granularity", "horizon"]);
    expect(new Set(data.map((record) => record["zip"])).size).toBe(data.length);
  });

  test("is for tomorrow in UTC without a date", async () => {
    const { client } = await running();
    expect((await client.risk()).json).toEqual((await client.risk(`?date=${inDays(1)}&granularity=zip3`)).json);
  });

  test("[8.6-horizon] answers the days of its horizon and no other", async () => {
    const { client } = await running();
    const statuses = [];
    for (let day = 0; day <= 6; day += 1) statuses.push((await client.risk(`?date=${inDays(day)}`)).status);
    expect(statuses).toEqual([400, 200, 200, 200, 200, 200, 400]);
  });
});
