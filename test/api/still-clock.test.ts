import { describe, expect, onTestFinished, test } from "vitest";
import { createApi } from "../../src/api/client.ts";
import { tellAge } from "../../src/api/memory.ts";
import { CallUsage } from "../../src/api/usage.ts";
import { loadConfig } from "../../src/config.ts";
import { createLog } from "../../src/runtime/log.ts";
import { answerOf, envelope, failureOf } from "../support/client.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { problem, type Script, startScriptedService } from "../support/scripted-service.ts";

const MAX_BILLABLE = 10;

/** The real client against a scripted service, on a clock that stands still between two `advance`s. */
async function startStill(scripts: Parameters<typeof startScriptedService>[0]) {
  const service = await startScriptedService(scripts);
  onTestFinished(() => service.close());
  const clock = new ManualClock();
  const log = createLog({ level: "silent", clock });
  const api = createApi({ config: loadConfig(service.environment), clock, random: () => 0, log });
  onTestFinished(() => api.close());
  const call = (maxWaitMs: number = 60_000) => ({
    signal: new AbortController().signal,
    deadlineMs: clock.monotonicMs() + maxWaitMs,
    usage: new CallUsage(MAX_BILLABLE),
  });
  return { service, api, call, clock };
}

describe("to the millisecond (DESIGN 4, time)", () => {
  test("a wait that ends with the call's time is not begun", async () => {
    const headers = { "content-type": "application/problem+json", "retry-after": "5" };
    const unavailable = { status: 502, json: { title: "Bad gateway", status: 502, requestId: "r" }, headers };
    const { api, call, clock } = await startStill({ planning: () => unavailable });
    expect(failureOf(await api.plan({}, call(5_000))).kind).toBe("unavailable");
    expect(clock.monotonicMs()).toBe(0);
  });

  test("what was asked for a second before a call came is told by its age", () => {
    const clock = new ManualClock();
    const usage = new CallUsage(MAX_BILLABLE);
    const since = { wallMs: clock.nowMs(), monotonicMs: clock.monotonicMs() };
    tellAge(clock, usage, "alerts", since, { ...since, monotonicMs: since.monotonicMs + 999 });
    expect(usage.fromMemory).toBeUndefined();
    tellAge(clock, usage, "alerts", since, { ...since, monotonicMs: since.monotonicMs + 1_000 });
    expect(usage.fromMemory).toBe("fresh");
  });

  test("an hour after `page` was found to be ignored it is tried anew", async () => {
    const same: Script = () => ({ status: 200, json: envelope(["85001"], { total: 3, pageSize: 1, hasMore: true }) });
    const { service, api, call, clock } = await startStill({ alerts: same });
    const asked: number[] = [];
    for (const waitMs of [0, 3_599_999, 1]) {
      await clock.advance(waitMs);
      const before = service.requests("alerts").length;
      answerOf(await api.alerts({ minLevel: `after ${waitMs}` }, call()));
      asked.push(service.requests("alerts").length - before);
    }
    expect(asked).toEqual([3, 1, 3]);
  });

  test("what was left off when its data changed is no later than what was read whole in that moment", async () => {
    const [old, anew] = ["2026-07-09T12:03:00Z", "2026-07-09T13:03:00Z"];
    const pages = [
      { status: 200, json: envelope(["85001"], { generatedAt: old, total: 3, pageSize: 1, hasMore: true }) },
      { status: 200, json: envelope(["85002"], { generatedAt: anew, page: 2 }) },
      problem(403, "r"),
      { status: 200, json: envelope(["85002"], { generatedAt: anew }) },
    ];
    const { api, call, clock } = await startStill({ alerts: ({ number }) => pages[number - 1] ?? { status: 302 } });
    expect(answerOf(await api.alerts({}, call())).incomplete?.outdated).toBe(true);
    expect(answerOf(await api.alerts({}, call())).incomplete).toBeUndefined();
    await clock.advance(301_000);
    const stale = call();
    const set = answerOf(await api.alerts({}, stale));
    expect([set.records, set.later, stale.usage.report().stale]).toEqual([
      [expect.objectContaining({ zip: "85002" })],
      undefined,
      true,
    ]);
  });
});
