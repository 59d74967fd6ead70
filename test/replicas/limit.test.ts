import { describe, expect, test } from "vitest";
import { hasRedis } from "../support/redis.ts";
import { callsUntil, kindOf, startTeam, type Team, type Told } from "./team.ts";

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Packages that the sandbox knows, so that each call is billed. */
const track = (team: Team, number: number, token?: string): Promise<Told> =>
  team.call(number, "track_package", { ids: [String(10_101 + (number % 80))] }, token);

const LIMIT = 150;

describe.runIf(hasRedis("test/replicas"))("[G-account] the billing limit holds for all processes together", () => {
  test.each([
    ["in quiet", async () => undefined],
    [
      "while Redis is killed and comes back with its data",
      async ({ redis }: Team) => {
        await redis.kill();
        await pause(500);
        await redis.start();
      },
    ],
    [
      "while Redis is killed and comes back without its data",
      async ({ redis }: Team) => {
        await redis.kill();
        redis.erase();
        await redis.start();
      },
    ],
    [
      "while Redis stands still for 3 s",
      async ({ redis }: Team) => {
        redis.stop();
        await pause(3_000);
        redis.resume();
      },
    ],
    [
      "while Redis is wiped",
      async ({ redis }: Team) => {
        await redis.send("FLUSHALL");
      },
    ],
  ] as const)("%s", async (_what, trouble) => {
    const environment = { COLDROUTE_BILLABLE_LIMIT: String(LIMIT) };
    const team = await startTeam({ replicas: 4, environment, redis: ["--appendonly", "yes"] });
    // A new bill settles for three seconds.
    await Promise.all([0, 1, 2, 3].map((at) => track(team, at)));
    await callsUntil(
      until(() => team.sandbox.ledger.billed() > LIMIT / 3),
      (number) => track(team, number),
    );
    let refused = 0;
    const ends = trouble(team).then(() => until(() => refused > 100));
    const told = await callsUntil(ends, async (number) => {
      const each = await track(team, number);
      if (kindOf(each) === "billing_limit") refused += 1;
      return each;
    });
    const kinds = new Set(told.map(kindOf).filter((kind) => kind !== undefined));
    expect([...kinds].filter((kind) => kind !== "billing_limit")).toEqual([]);
    expect(team.sandbox.ledger.billed()).toBeLessThanOrEqual(LIMIT);
    expect(refused).toBeGreaterThan(100);
  });

  test("and so does a principal's limit", async () => {
    const tokens = "one:token-of-sixteen-1,two:token-of-sixteen-2";
    const environment = { COLDROUTE_HTTP_TOKENS: tokens, COLDROUTE_HTTP_BILLABLE_LIMIT: "20" };
    const team = await startTeam({ replicas: 3, environment });
    await track(team, 0, "token-of-sixteen-1");
    const told = await Promise.all(Array.from({ length: 60 }, (_, at) => track(team, at, "token-of-sixteen-1")));
    const billed = team.sandbox.ledger.billed();
    expect(told.filter((each) => kindOf(each) === "billing_limit")).toHaveLength(61 - billed);
    // On a busy machine Redis answers some draws too late: these calls are refused, and their chunks are spent.
    expect(billed).toBeLessThanOrEqual(20);
    expect(billed).toBeGreaterThan(10);
    expect(kindOf(await track(team, 1, "token-of-sixteen-2"))).toBeUndefined();
  });

  test("the bill in Redis agrees with the service's after 2,000 look-ups with faults", async () => {
    const team = await startTeam({ replicas: 4, environment: { COLDROUTE_RISK_TTL_S: "0" } });
    for (const kind of ["status", "reset", "truncate", "html", "rate-limit"] as const)
      for (let times = 0; times < 4; times += 1)
        team.sandbox.inject({
          product: "tracking",
          kind,
          times: 5,
          ...(kind === "rate-limit" ? { retryAfterS: 1, times: 1 } : {}),
        });
    let made = 0;
    const work = async (): Promise<void> => {
      while (made < 100) {
        made += 1;
        const ids = Array.from({ length: 20 }, (_, at) => String(10_101 + ((made * 20 + at) % 80)));
        await team.call(made, "track_package", { ids });
      }
    };
    await Promise.all(Array.from({ length: 8 }, work));
    const asked = team.received("tracking");
    expect(asked).toBeGreaterThan(1_000);
    await expect
      .poll(async () => {
        const bill = await team.redis.hash(":bill");
        return [bill["billed"] ?? 0, (bill["billed"] ?? 0) + (bill["lost"] ?? 0)];
      })
      .toEqual([
        expect.toSatisfy((billed: number) => billed <= team.sandbox.ledger.billed()),
        expect.toSatisfy((billed: number) => billed >= team.sandbox.ledger.billed()),
      ]);
  });
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(20);
}
