import { describe, expect, test } from "vitest";
import { hasRedis } from "../support/redis.ts";
import { callsUntil, kindOf, startTeam, type Team, type Told } from "./team.ts";

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const PLAN = {
  origin: "38118",
  destination: "85001",
  parcel: { length: 12, width: 10, height: 8, weight: 5 },
};

/** Looks packages up and plans, several calls at a time, while `trouble` happens. */
async function workDuring(team: Team, trouble: () => Promise<void>): Promise<readonly Told[]> {
  return callsUntil(trouble(), (number) => {
    if (number % 10 === 0) return team.call(number, "plan_shipment", { ...PLAN, externalShipmentId: `p${number}` });
    return team.call(number, "track_package", { ids: [String(10_101 + (number % 80))] });
  });
}

const failures = (told: readonly Told[]) => told.map(kindOf).filter((kind) => kind !== undefined);

/** The references of plans that the service made twice. */
function repeated({ sandbox }: Team): readonly (string | null)[] {
  const references = sandbox
    .requestsOf("planning")
    .filter(({ billed }) => billed)
    .map(({ body }) => /"externalShipmentId":"(\w+)"/.exec(body ?? "")?.[1] ?? null);
  return references.filter((each, at) => references.indexOf(each) !== at);
}

describe.runIf(hasRedis("test/replicas"))("[G-account] whatever becomes of Redis, calls go on", () => {
  test.each([
    [
      "is killed and comes back without its data",
      async ({ redis }: Team) => {
        await redis.kill();
        await pause(1_500);
        await redis.start();
      },
    ],
    [
      "stands still for 3 s",
      async ({ redis }: Team) => {
        redis.stop();
        await pause(3_000);
        redis.resume();
      },
    ],
    [
      "is wiped",
      async ({ redis }: Team) => {
        await redis.send("FLUSHALL");
      },
    ],
    [
      "is full",
      async ({ redis }: Team) => {
        await redis.send("CONFIG", "SET", "maxmemory", "1mb");
        await pause(1_500);
        await redis.send("CONFIG", "SET", "maxmemory", "0");
      },
    ],
    [
      "only reads",
      async ({ redis }: Team) => {
        await redis.send("REPLICAOF", "127.0.0.1", "1");
        await pause(1_500);
        await redis.send("REPLICAOF", "NO", "ONE");
      },
    ],
    [
      "forgets its scripts, and a value is of another type",
      async ({ redis }: Team) => {
        await redis.send("SCRIPT", "FLUSH");
        const [bill] = await redis.client.keys("*:bill");
        await redis.send("SET", bill ?? "", "nonsense");
        await pause(1_500);
        await redis.send("DEL", bill ?? "");
      },
    ],
  ] as const)("Redis %s: no failed call, no plan twice, one exchange more for each process", async (_what, trouble) => {
    const team = await startTeam({ replicas: 4 });
    await Promise.all([0, 1, 2, 3].map((at) => team.call(at, "track_package", { ids: ["10001"] })));
    const told = await workDuring(team, async () => {
      await pause(300);
      await trouble(team);
      await pause(1_500);
    });
    expect(failures(told)).toEqual([]);
    expect(repeated(team)).toEqual([]);
    expect(team.received("token")).toBeLessThanOrEqual(1 + 4);
    // Sharing resumes by itself: the bill agrees with the service's.
    await expect
      .poll(async () => {
        const { billed = 0, lost = 0 } = await team.redis.hash(":bill");
        return billed + lost;
      })
      .toBe(team.sandbox.ledger.billed());
  });

  test("a value planted in Redis is neither trusted nor waited for", async () => {
    const team = await startTeam({ replicas: 2 });
    await team.call(0, "track_package", { ids: ["10001"] });
    const { send, client } = team.redis;
    const values = () => client.keys(`*:value:${"?".repeat(22)}`);
    await expect.poll(values).toHaveLength(1);
    for (const key of await values()) await send("HSET", key, "id", "5.5", "box", "planted");
    expect(failures([await team.call(1, "track_package", { ids: ["10002"] })])).toEqual([]);
    expect(team.received("token")).toBe(2);
    await expect.poll(async () => (await team.redis.hash((await values())[0] ?? "-"))["id"]).toBeGreaterThan(6);
  });

  test("a process that dies with a lease delays the others only briefly", async () => {
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
