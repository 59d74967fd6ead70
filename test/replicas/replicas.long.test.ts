import { describe, expect, test } from "vitest";
import { hasRedis } from "../support/redis.ts";
import { kindOf, startTeam } from "./team.ts";

/** Dates within the forecast, by the machine's clock, which the processes use. */
const DATES = [1, 2, 3, 4, 5].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10));

// On a machine too busy for the 50 ms of Redis, processes rightly go on alone. Then the test runs again.
const BESIDE_REDIS = { retry: 2, timeout: 120_000 };

describe.runIf(hasRedis("test/replicas"))("[G-account] several processes are one client", BESIDE_REDIS, () => {
  test("400 first calls of 4 processes at once cause one token exchange", async () => {
    const team = await startTeam({ replicas: 4 });
    const calls = Array.from({ length: 400 }, (_, at) =>
      team.call(at, "track_package", { ids: [String(10_001 + at)] }),
    );
    await Promise.all(calls);
    expect(team.received("token")).toBe(1);
    expect(team.received("tracking")).toBe(400);
  });

  test("the same 50 questions of 4 processes reach the service once each", async () => {
    const team = await startTeam({ replicas: 4 });
    const questions = Array.from({ length: 50 }, (_, at) => ({ date: DATES[at % 5], locations: [String(100 + at)] }));
    const risk = (at: number) => questions.map((question) => team.call(at, "get_five_day_risk", question));
    const alerts = (at: number) => questions.map(({ locations }) => team.call(at, "check_heat_alerts", { locations }));
    const told = await Promise.all([0, 1, 2, 3].flatMap((at) => [...risk(at), ...alerts(at)]));
    expect(told.map(kindOf).filter((kind) => kind !== undefined)).toEqual([]);
    // Five days, and one set of alerts.
    expect({ risk: team.received("risk"), alerts: team.received("alerts") }).toEqual({ risk: 5, alerts: 1 });
  });
});
