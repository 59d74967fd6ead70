import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { startAuthorizationServer } from "../http/authorization-server.ts";
import { hasRedis } from "../support/redis.ts";
import { kindOf, startTeam } from "./team.ts";

const TOKENS = ["token-of-sixteen-1", "token-of-sixteen-2"];

// On a machine too busy for the 50 ms of Redis, processes rightly count alone. Then the test runs again.
const BESIDE_REDIS = { retry: 2, timeout: 120_000 };

describe.runIf(hasRedis("test/replicas"))("[G-account] limits hold for all processes together", BESIDE_REDIS, () => {
  test.each([
    ["the day's limit", "COLDROUTE_BILLABLE_LIMIT", "billing_limit", 5],
    ["a principal's limit", "COLDROUTE_HTTP_BILLABLE_LIMIT", undefined, 2],
  ])("%s: four processes bill exactly so many requests", async (_what, variable, kindForOthers, billedToday) => {
    const tokens = `one:${TOKENS[0]},two:${TOKENS[1]}`;
    const team = await startTeam({ replicas: 4, environment: { COLDROUTE_HTTP_TOKENS: tokens, [variable]: "30" } });
    const track = (at: number, token = TOKENS[0]) =>
      team.call(at, "track_package", { ids: [String(10_101 + (at % 80))] }, token);
    // A new process needs more than the 50 ms for its first commands.
    await Promise.all([0, 1, 2, 3].map((at) => track(at)));
    // A principal's bill is told as its process knows it.
    expect((await track(4)).structuredContent?.["source"]).toMatchObject({ billedToday, dailyLimit: 30 });
    const kinds = (await Promise.all(Array.from({ length: 75 }, (_, at) => track(at)))).map(kindOf);
    expect(kinds.filter((kind) => kind === undefined)).toHaveLength(25);
    expect(kinds.filter((kind) => kind === "billing_limit")).toHaveLength(50);
    expect(team.sandbox.ledger.billed()).toBe(30);
    expect(kindOf(await track(0, TOKENS[1]))).toBe(kindForOthers);
  });
  test("a process that has sent nothing does not know the day's bill", async () => {
    const team = await startTeam({ replicas: 2, environment: { COLDROUTE_BILLABLE_LIMIT: "30" } });
    const [first, second] = [await team.call(0, "check_heat_alerts", {}), await team.call(1, "check_heat_alerts", {})];
    expect(first.structuredContent?.["source"]).toMatchObject({ data: "live", billedToday: 1 });
    expect(second.structuredContent?.["source"]).toMatchObject({ billedToday: null, dailyLimit: 30 });
    expect(JSON.stringify(second)).toContain("today's bill not known, limit 30.");
  });

  const nameless = () => ({ environment: { COLDROUTE_HTTP_TOKENS: TOKENS.join() }, tokenBy: () => TOKENS[0] });
  const byOAuth = async () => {
    const { environment, tokenOfPerson } = await startAuthorizationServer();
    return { environment, tokenBy: (client: number) => tokenOfPerson("jo", `client-${client}`) };
  };
  test.each([
    ["a nameless token", nameless],
    ["a person with several OAuth clients", byOAuth],
  ])("%s has one limit in four processes, though one is killed and starts again", async (_what, authorized) => {
    const { environment, tokenBy } = await authorized();
    const limit = { COLDROUTE_HTTP_BILLABLE_LIMIT: "5" };
    const team = await startTeam({ replicas: 4, environment: { ...environment, ...limit } });
    const kinds: (string | undefined)[] = [];
    const track = async (at: number) =>
      kinds.push(kindOf(await team.call(at, "track_package", { ids: [String(10_101 + at)] }, await tokenBy(at))));
    for (const at of [0, 1, 2]) await track(at);
    const { child } = team.servers[0] ?? {};
    child?.kill("SIGKILL");
    await (child && once(child, "exit"));
    team.servers[0] = await team.start();
    for (const at of [3, 4, 5, 6, 7, 8]) await track(at);
    expect(kinds).toEqual([...Array(5).fill(undefined), ...Array(4).fill("billing_limit")]);
    expect(team.sandbox.ledger.billed()).toBe(5);
  });
});
