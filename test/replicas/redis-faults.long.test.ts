import { describe, expect, test } from "vitest";
import { hasRedis } from "../support/redis.ts";
import { callsUntil, kindOf, startTeam, type Team, type Told } from "./team.ts";

/** Each test waits some seconds for Redis to fail and to come back. */
const SLOW = { timeout: 120_000 };

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const PLAN = {
  origin: "38118",
  destination: "85001",
  parcel: { length: 12, width: 10, height: 8, weight: 5 },
};

interface Trouble {
  readonly begin: (redis: Team["redis"]) => unknown;
  readonly end?: (redis: Team["redis"]) => unknown;
  /** The share by which the bill in Redis may differ from the service's. */
  readonly off: number;
}

const TROUBLES: Readonly<Record<string, Trouble>> = {
  "is killed and comes back without its data": { begin: ({ kill }) => kill(), end: ({ start }) => start(), off: 0.2 },
  "stands still": { begin: ({ stop }) => stop(), end: ({ resume }) => resume(), off: 0 },
};

const failures = (told: readonly Told[]) => told.map(kindOf).filter((kind) => kind !== undefined);

/** The references of plans that the service made twice. */
function repeated({ sandbox }: Team): readonly (string | null)[] {
  const references = sandbox
    .requestsOf("planning")
    .filter(({ billed }) => billed)
    .map(({ body }) => /"externalShipmentId":"(\w+)"/.exec(body ?? "")?.[1] ?? null);
  return references.filter((each, at) => references.indexOf(each) !== at);
}

describe.runIf(hasRedis("test/replicas"))("[G-account] whatever becomes of Redis, calls go on", SLOW, () => {
  test.each(Object.entries(TROUBLES))(
    "Redis %s: no failed call, no plan twice, a right bill after it",
    async (...row) => {
      const [, { begin, end, off }] = row;
      const team = await startTeam({ replicas: 4 });
      await Promise.all([0, 1, 2, 3].map((at) => team.call(at, "track_package", { ids: ["10001"] })));
      const trouble = async (): Promise<void> => {
        await pause(300);
        await begin(team.redis);
        await pause(3_000);
        await end?.(team.redis);
        await pause(1_500);
      };
      const told = await callsUntil(trouble(), (number) => {
        if (number % 10 === 0) return team.call(number, "plan_shipment", { ...PLAN, externalShipmentId: `p${number}` });
        return team.call(number, "track_package", { ids: [String(10_101 + (number % 80))] });
      });
      // Every process tells Redis what it billed meanwhile.
      await pause(500);
      for (const at of [0, 1, 2, 3]) told.push(await team.call(at, "track_package", { ids: ["10001"] }));
      expect(failures(told)).toEqual([]);
      expect(repeated(team)).toEqual([]);
      // Every process has its token, or exchanges once.
      expect(team.received("token")).toBeLessThanOrEqual(1 + 4);
      const billed = team.sandbox.ledger.billed();
      await expect
        .poll(async () => Math.abs((await team.redis.number("*:bill:*")) - billed))
        .toBeLessThanOrEqual(off * billed);
    },
  );

  // On a machine too busy for the 50 ms of Redis, processes rightly go on alone. Then the test runs again.
  test("if a process dies while it exchanges the token, another exchanges it", { retry: 2 }, async () => {
    const team = await startTeam({ replicas: 3 });
    team.sandbox.inject({ product: "token", kind: "slow", delayMs: 4_000 });
    const lost = team.call(0, "track_package", { ids: ["10001"] }).catch(() => undefined);
    await expect.poll(() => team.received("token")).toBe(1);
    const told = [1, 2].map((at) => team.call(at, "track_package", { ids: [String(10_001 + at)] }));
    await pause(100);
    team.servers[0]?.child.kill("SIGKILL");
    await lost;
    expect(failures(await Promise.all(told))).toEqual([]);
    expect(team.received("token")).toBe(2);
  });
});
