import { describe, expect, test } from "vitest";
import { ShiftedClock } from "../support/shifted-clock.ts";
import { running } from "./running.ts";

const DAY_MS = 86_400_000;

function utcDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

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
    const clock = new ShiftedClock();
    const { client } = await running({ clock });
    const tomorrow = utcDay(clock.nowMs() + DAY_MS);
    expect((await client.risk()).json).toEqual((await client.risk(`?date=${tomorrow}&granularity=zip3`)).json);
  });

  test("answers the days of its horizon and no other", async () => {
    const clock = new ShiftedClock();
    const { client } = await running({ clock });
    const statuses = [];
    for (let day = 0; day <= 6; day += 1) {
      statuses.push((await client.risk(`?date=${utcDay(clock.nowMs() + day * DAY_MS)}`)).status);
    }
    expect(statuses).toEqual([400, 200, 200, 200, 200, 200, 400]);
  });

  test("is finer at zip5", async () => {
    const { client } = await running();
    const { data, meta } = await client.risk("?granularity=zip5");
    expect(meta["granularity"]).toBe("zip5");
    expect(data.map((record) => record["zip"])).toContain("85001");
  });
});
