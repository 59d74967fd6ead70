import { describe, expect, onTestFinished, test } from "vitest";
import { createApi } from "../../../src/api/api.ts";
import type { Made, Making } from "../../../src/api/model/account.ts";
import { Allowance } from "../../../src/api/model/allowance.ts";
import type { Call } from "../../../src/api/model/api.ts";
import { CallUsage } from "../../../src/api/model/usage.ts";
import { loadConfig } from "../../../src/config/config.ts";
import { success } from "../../../src/domain/failure.ts";
import type { Product } from "../../../src/domain/product.ts";
import type { WaitLimits } from "../../../src/runtime/clock.ts";
import { createLog } from "../../../src/runtime/log.ts";
import { answerOf, failureOf, SHIPMENT, startScripted } from "../../support/client.ts";
import { gate, until } from "../../support/events.ts";
import { problem, type Received, type Scripted, startScriptedService } from "../../support/scripted-service.ts";
import { ShiftedClock } from "../../support/shifted-clock.ts";

type TestedCall = Call & { readonly controller: AbortController };

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

  test("a request that is under way at midnight (UTC) counts for the day in which it was sent", async () => {
    const landing = gate();
    const { service, api, call, clock } = await startScripted({
      tracking: async ({ number }) => {
        if (number === 1) await landing.opened;
        return { status: 200, json: { status: "x" } };
      },
    });
    clock.shiftWall(86_399_000 - (clock.nowMs() % 86_400_000));
    const late = api.package("1", call());
    await until(() => service.requests("tracking").length === 1);
    clock.shiftWall(2_000);
    answerOf(await api.package("2", call()));
    landing.open();
    answerOf(await late);
    const billed = { tracking: { billed: 1, maybeBilled: 0 } };
    expect(api.status().usage.map(({ products }) => products)).toEqual([billed, billed]);
  });

  test("a request that is refused after midnight frees nothing of the new day", async () => {
    const landing = gate();
    const tracking = async ({ number }: Received): Promise<Scripted> => {
      if (number > 1) return { status: 200, json: { status: "x" } };
      await landing.opened;
      return problem(404, "r");
    };
    const { service, api, call, clock } = await startScripted({ tracking }, { COLDROUTE_BILLABLE_LIMIT: "1" });
    clock.shiftWall(86_399_000 - (clock.nowMs() % 86_400_000));
    const late = api.package("1", call());
    await until(() => service.requests("tracking").length === 1);
    clock.shiftWall(2_000);
    answerOf(await api.package("2", call()));
    landing.open();
    expect(failureOf(await late).kind).toBe("not_found");
    expect(failureOf(await api.package("3", call())).kind).toBe("billing_limit");
  });

  test("with a shared account, the call that pays is the one that was counted there", async () => {
    const service = await startScriptedService({ tracking: () => ({ status: 200, json: { status: "x" } }) });
    const clock = new ShiftedClock();
    const counting = gate();
    const counted: (string | undefined)[] = [];
    const account = {
      count: async (_: Product, allowances: readonly Allowance[]) => {
        counted.push(allowances.at(-1)?.principal);
        if (counted.length === 1) await counting.opened;
        return success({ coolDownMs: 0, giveBack: () => counted.push("given back") });
      },
      coolDown: () => undefined,
      share: <T extends Made>(_: string, __: WaitLimits, { make }: Making<T>) => make(),
      pseudonymKey: async () => new Uint8Array(),
      status: () => ({ state: "shared", billedToday: 0 }) as const,
      close: async () => undefined,
    };
    const config = loadConfig(service.environment);
    const log = createLog({ level: "silent", clock });
    const api = createApi({ config, clock, random: () => 0, log, account });
    onTestFinished(() => api.close());
    const [leaving, staying] = ["ann", "bob"].map((name) => {
      const controller = new AbortController();
      const usage = new CallUsage(9, new Allowance(9, name, name), name);
      return { signal: controller.signal, deadlineMs: clock.monotonicMs() + 25_000, usage, controller };
    }) as [TestedCall, TestedCall];
    const answers = [leaving, staying].map((call) => api.package("1", call));
    await until(() => counted.length === 1);
    leaving.controller.abort();
    counting.open();
    expect((await Promise.all(answers)).map(({ ok }) => ok)).toEqual([false, true]);
    expect(counted).toEqual(["ann", "given back", "bob"]);
    expect(staying.usage.report().billableRequests).toBe(1);
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
