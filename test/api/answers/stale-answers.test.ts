import { describe, expect, test } from "vitest";
import { page, pageOf, pages } from "../../support/alert-page.ts";
import { answerOf, envelope, startScripted } from "../../support/client.ts";
import { gate } from "../../support/events.ts";
import { problem, type Received, type Scripted } from "../../support/scripted-service.ts";

const LATER = "2026-07-09T13:03:00Z";

describe("a stale answer [G-memory]", () => {
  test("is the last whole set when a refresh fails, even after some newer pages came", async () => {
    const failing = (request: Received) => {
      if (request.number <= 2) return undefined;
      return pageOf(request) === 1 ? page(1, 2, { generatedAt: LATER }) : ({ status: 500 } as const);
    };
    const { api, call, clock } = await startScripted({ alerts: pages(2, failing) });
    const whole = answerOf(await api.alerts({}, call()));
    expect(answerOf(await api.alerts({}, call()))).toBe(whole);
    clock.advance(301_000);
    const stale = call();
    expect(answerOf(await api.alerts({}, stale))).toBe(whole);
    expect(stale.usage.sourceOf("alerts")).toMatchObject({ data: "stale", staleAfter: { kind: "upstream_error" } });
    clock.advance(3_300_000);
    expect(answerOf(await api.alerts({}, call()))).toMatchObject({ generatedAt: LATER, incomplete: { pagesRead: 1 } });
  });

  test.each<[string, Scripted, string]>([
    ["fewer records than announced", page(1, 1, { total: 5 }), "short"],
    ["the first page whatever page is asked", page(1, 2), "page_ignored"],
  ])("%s: such a set is never whole, evicts no whole set and never becomes stale", async (_, odd, reason) => {
    let phase = 0;
    const { service, api, call, clock } = await startScripted({
      alerts: () => [page(1, 1), odd, { status: 500 } as const][phase] ?? "reset",
    });
    const whole = answerOf(await api.alerts({}, call()));
    phase = 1;
    clock.advance(301_000);
    const set = answerOf(await api.alerts({}, call()));
    expect(set).toMatchObject({ incomplete: { reason } });
    const asked = service.requests("alerts").length;
    expect(answerOf(await api.alerts({}, call()))).toMatchObject({ incomplete: { reason } });
    expect(service.requests("alerts")).toHaveLength(asked);
    phase = 2;
    clock.advance(301_000);
    const stale = call();
    expect(answerOf(await api.alerts({}, stale))).toBe(whole);
    expect(stale.usage.report()).toMatchObject({ stale: true });
  });

  test("is never given after a 403 that lands while the call waits for the pages on the wire", async () => {
    const refusal = gate();
    let isRefusing = false;
    const { api, call, clock } = await startScripted({
      alerts: async (request) => {
        if (!isRefusing) return page(pageOf(request), 4);
        if (pageOf(request) === 3) return { status: 500 };
        if (pageOf(request) < 4) return page(pageOf(request), 4, { generatedAt: LATER });
        await refusal.opened;
        return problem(403, "r");
      },
    });
    answerOf(await api.alerts({}, call()));
    isRefusing = true;
    clock.advance(301_000);
    const mine = call();
    const asked = api.alerts({}, mine);
    await expect.poll(() => mine.usage.report()).toMatchObject({ requests: 5, maybeBilled: 1 });
    refusal.open();
    const set = answerOf(await asked);
    expect(set).toMatchObject({ generatedAt: LATER, incomplete: { failure: { kind: "forbidden" }, pagesRead: 2 } });
    expect(mine.usage.report()).toMatchObject({ stale: false });
  });
});

test("memory is bounded in bytes, for all products together [G-memory]", async () => {
  // Memory counts 5 MB for each body of 2.5 MB. It reaches its bound of 64 MB before it holds all 20.
  const { data, meta } = envelope(["85001"]);
  const large = { status: 200, json: { data: [{ ...data[0], remark: "x".repeat(2_500_000) }], meta } };
  const { api, call } = await startScripted({ alerts: () => large, risk: () => large });
  for (let index = 0; index < 10; index += 1) {
    answerOf(await api.alerts({ minLevel: `Level${index}` }, call()));
    answerOf(await api.risk({ granularity: "zip5", date: `2026-07-1${index}` }, call()));
  }
  const { alerts, risk } = api.status().memory;
  expect(alerts.bytes + risk.bytes).toBeLessThanOrEqual(64 * 1024 * 1024);
  expect(alerts.answers + risk.answers).toBeLessThan(20);
  expect(alerts.answers + risk.answers).toBeGreaterThan(10);
});
