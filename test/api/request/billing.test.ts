import { describe, expect, onTestFinished, test } from "vitest";
import { createApi } from "../../../src/api/api.ts";
import type { Account } from "../../../src/api/model/account.ts";
import { Allowance } from "../../../src/api/model/allowance.ts";
import { CallUsage } from "../../../src/api/model/usage.ts";
import { loadConfig } from "../../../src/config/config.ts";
import { failed, success } from "../../../src/domain/failure.ts";
import { createLog } from "../../../src/runtime/log.ts";
import { answerOf, failureOf, SHIPMENT, startScripted } from "../../support/client.ts";
import { gate, quiet, until } from "../../support/events.ts";
import { problem, type Received, type Scripted, startScriptedService } from "../../support/scripted-service.ts";
import { ShiftedClock } from "../../support/shifted-clock.ts";

/** A client whose shared account claims with `claim`. */
async function startShared(claim: Account["claim"], coolDownLeftMs: () => number = () => 0) {
  const service = await startScriptedService({
    tracking: () => ({ status: 200, json: { status: "x" } }),
    planning: () => ({ status: 201, json: SHIPMENT }),
  });
  const clock = new ShiftedClock();
  const account: Account = {
    claim,
    coolDownLeftMs: async () => coolDownLeftMs(),
    beginCoolDown: () => undefined,
    getOrMake: (_, __, { make }) => make(),
    pseudonymKey: async () => new Uint8Array(),
    status: () => ({ state: "shared", billedToday: 0 }),
    close: async () => undefined,
  };
  const log = createLog({ level: "silent", clock });
  const api = createApi({ config: loadConfig(service.environment), clock, random: () => 0, log, account });
  onTestFinished(() => api.close());
  const callOf = (name: string, allowance = new Allowance(9, name, name)) => {
    const controller = new AbortController();
    const usage = new CallUsage(9, allowance, name);
    return { signal: controller.signal, deadlineMs: clock.monotonicMs() + 25_000, usage, controller };
  };
  return { api, callOf, clock };
}

describe("the bill (service.md 1.5) [G-billing]", () => {
  test("the daily limit is never exceeded, a refusal does not count, and the next UTC day starts anew", async () => {
    const { service, api, call, clock } = await startScripted(
      {
        tracking: ({ url }) =>
          url.pathname.endsWith("no") ? problem(404, "r") : { status: 200, json: { status: "x" } },
      },
      { COLDROUTE_BILLABLE_LIMIT: "5" },
    );
    expect(failureOf(await api.package("no", call())).kind).toBe("not_found");
    const results = await Promise.all(Array.from({ length: 20 }, (_, n) => api.package(`p${n}`, call())));
    expect(results.filter((result) => result.ok)).toHaveLength(5);
    expect(results.filter((result) => !result.ok && result.failure.kind === "billing_limit")).toHaveLength(15);
    expect(service.requests("tracking")).toHaveLength(6);
    clock.advance(86_400_000);
    answerOf(await api.package("again", call()));
    // Setting the clock back frees no requests: four of the five are left.
    clock.shiftWall(-86_400_000);
    const back = await Promise.all(Array.from({ length: 5 }, (_, n) => api.package(`b${n}`, call())));
    expect(back.filter((result) => result.ok)).toHaveLength(4);
  });

  /** Asks for a package just before midnight (UTC), and for another after it, before the first is answered. */
  const aroundMidnight = async (late: Scripted, limit = "9") => {
    const landing = gate();
    const tracking = async ({ number }: Received): Promise<Scripted> => {
      if (number > 1) return { status: 200, json: { status: "x" } };
      await landing.opened;
      return late;
    };
    const { service, api, call, clock } = await startScripted({ tracking }, { COLDROUTE_BILLABLE_LIMIT: limit });
    clock.shiftWall(86_399_000 - (clock.nowMs() % 86_400_000));
    const first = api.package("1", call());
    await until(() => service.requests("tracking").length === 1);
    clock.shiftWall(2_000);
    answerOf(await api.package("2", call()));
    landing.open();
    return { api, call, first: await first };
  };

  test("a request that is under way at midnight (UTC) counts for the day in which it was sent", async () => {
    const { api, first } = await aroundMidnight({ status: 200, json: { status: "x" } });
    answerOf(first);
    const billed = { tracking: { billed: 1, maybeBilled: 0 } };
    expect(api.status().usage.map(({ products }) => products)).toEqual([billed, billed]);
  });

  test("a request that is refused after midnight frees nothing of the new day", async () => {
    const { api, call, first } = await aroundMidnight(problem(404, "r"), "1");
    expect(failureOf(first).kind).toBe("not_found");
    expect(failureOf(await api.package("3", call())).kind).toBe("billing_limit");
  });

  test("with a shared account, the call that pays is the one that was counted there", async () => {
    const counting = gate();
    const counted: (string | undefined)[] = [];
    const { api, callOf } = await startShared(async (_, allowances) => {
      counted.push(allowances.at(-1)?.principal);
      if (counted.length === 1) await counting.opened;
      return success(() => void counted.push("given back"));
    });
    const [leaving, staying] = [callOf("ann"), callOf("bob")];
    const answers = [leaving, staying].map((call) => api.package("1", call));
    await until(() => counted.length === 1);
    leaving.controller.abort();
    counting.open();
    expect((await Promise.all(answers)).map(({ ok }) => ok)).toEqual([false, true]);
    expect(counted).toEqual(["ann", "given back", "bob"]);
    expect(staying.usage.report().billableRequests).toBe(1);
  });

  test("with a shared account, a call that leaves as it is counted lets the next go alone [G-rate-limit]", async () => {
    const second = gate();
    let counts = 0;
    const givenBack: number[] = [];
    const claim: Account["claim"] = async () => {
      counts += 1;
      if (counts === 1) leaving.controller.abort();
      if (counts === 2) await second.opened;
      return success(() => void givenBack.push(counts));
    };
    const coolDownsMs = [5_000];
    const { api, callOf, clock } = await startShared(claim, () => coolDownsMs.pop() ?? 0);
    const leaving = callOf("ann");
    const asked = [api.plan({}, leaving)];
    await until(() => api.status().coolDownSeconds.planning > 0);
    for (const name of ["bob", "eve"]) asked.push(api.plan({}, callOf(name)));
    await quiet();
    clock.advance(5_000);
    await until(() => counts >= 2);
    await quiet();
    expect([counts, givenBack]).toEqual([2, [1]]);
    second.open();
    expect((await Promise.all(asked)).map(({ ok }) => ok)).toEqual([false, true, true]);
  });

  test("with a shared account, a principal's spent limit is counted once a request, not once a call", async () => {
    let counts = 0;
    const { api, callOf } = await startShared(async (product, [, allowance]) => {
      counts += 1;
      return failed((allowance ?? new Allowance(0)).exceeded(product, 0));
    });
    const allowance = new Allowance(9, "ann", "ann");
    const asked = Array.from({ length: 16 }, () => api.package("1", callOf("ann", allowance)));
    expect((await Promise.all(asked)).map(failureOf)).toHaveLength(16);
    expect(counts).toBe(16);
  });

  test("a request that got no answer counts against the limit", async () => {
    const { api, call } = await startScripted({ tracking: () => "reset" }, { COLDROUTE_BILLABLE_LIMIT: "1" });
    expect(failureOf(await api.package("1", call())).kind).toBe("network");
    expect(failureOf(await api.package("2", call())).kind).toBe("billing_limit");
  });

  test("a plan on the wire lands though its caller leaves: its outcome is billed and logged [G-retry]", async () => {
    const landing = gate();
    const { service, api, call, lines, flushed } = await startScripted({
      planning: async () => {
        await landing.opened;
        return { status: 200, json: SHIPMENT };
      },
    });
    const leaving = call();
    const asked = api.plan({}, leaving);
    await until(() => service.requests("planning").length === 1);
    leaving.cancel();
    landing.open();
    answerOf(await asked);
    expect(leaving.usage.report()).toMatchObject({ billableRequests: 1, maybeBilled: 0 });
    await flushed();
    const ends = lines.map((line) => JSON.parse(line)).filter(({ product }) => product === "planning");
    expect(ends).toMatchObject([{ msg: "request answered", status: 200, requestId: "planning-1" }]);
  });
});
