import { describe, expect, test } from "vitest";
import { until } from "../support/events.ts";
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

  test("a 429 to one process holds back all of them", async () => {
    const team = await startTeam({ replicas: 4, environment: { COLDROUTE_TOOLS: "track_package" } });
    await Promise.all([0, 1, 2, 3].map((at) => team.call(at, "track_package", { ids: ["10001"] })));
    team.sandbox.inject({ product: "tracking", kind: "rate-limit", retryAfterS: 3 });
    const asked = team.received("tracking");
    const first = team.call(0, "track_package", { ids: ["10002"] });
    await until(() =>
      team.sandbox
        .requestsOf("tracking")
        .slice(asked)
        .some(({ finishedAtMs }) => finishedAtMs !== null),
    );
    // The other processes hear of the cool-down with their next attempt.
    await new Promise((resolve) => setTimeout(resolve, 100));
    const others = Array.from({ length: 40 }, (_, at) =>
      team.call(at, "track_package", { ids: [String(10_010 + at)] }),
    );
    const told = await Promise.all([first, ...others]);
    expect(told.map(kindOf).filter((kind) => kind !== undefined)).toEqual([]);
    const [refused, ...rest] = team.sandbox.requestsOf("tracking").slice(asked);
    // The process may see the end before the sandbox notes it, so the time counts from the request.
    const nextMs = Math.min(...rest.map(({ receivedAtMs }) => receivedAtMs));
    expect(nextMs - (refused?.receivedAtMs ?? 0)).toBeGreaterThanOrEqual(3_000);
    expect(rest).toHaveLength(41);
  });
});
