import { describe, expect, test } from "vitest";
import { answerOf, envelope, PACKAGE, startScripted } from "../support/client.ts";
import type { Received } from "../support/scripted-service.ts";

/** Time enough for a service that takes half a minute, on a machine that is slow itself. */
const PATIENT = { COLDROUTE_TIMEOUT_MS: "60000", COLDROUTE_MAX_WAIT_MS: "120000" };
const RISK = { granularity: "zip3", date: "2026-07-10" };

const pageOf = ({ url }: Received): number => Number(url.searchParams.get("page") ?? 1);

/** Whatever is told by its age may be older than told never, and younger by no more than the test's own time. */
describe("age (DESIGN 4, time)", () => {
  test("of an answer counts from when it was asked for, however long the service took", async () => {
    const { api, call, clock } = await startScripted(
      {
        risk: () => {
          clock.advance(30_000);
          return { status: 200, json: envelope(["850"], { granularity: "zip3" }) };
        },
      },
      PATIENT,
    );
    answerOf(await api.risk(RISK, call()));
    const again = call();
    answerOf(await api.risk(RISK, again));
    expect(again.usage.report()).toMatchObject({ cached: true });
    expect(again.usage.report().ageSeconds).toBeGreaterThanOrEqual(30);
  });

  test("of alerts whose data changed meanwhile counts from when their reading started over", async () => {
    let asked = 0;
    const { api, call, clock } = await startScripted(
      {
        alerts: (request) => {
          asked += 1;
          const page = pageOf(request);
          if (asked === 2) clock.advance(30_000);
          const generatedAt = asked === 1 ? "2026-07-09T12:03:00Z" : "2026-07-09T13:03:00Z";
          const meta = { generatedAt, total: 2, page, pageSize: 1, hasMore: page < 2 };
          return { status: 200, json: envelope([`8500${page}`], meta) };
        },
      },
      PATIENT,
    );
    expect(answerOf(await api.alerts({}, call())).records).toHaveLength(2);
    expect(asked).toBe(4);
    const again = call();
    answerOf(await api.alerts({}, again));
    expect(again.usage.report()).toMatchObject({ cached: true });
    expect(again.usage.report().ageSeconds).toBeLessThan(30);
  });

  test("of a token counts from when its exchange was sent, not from when a connection for it was begun", async () => {
    const { api, call, clock } = await startScripted({ tracking: () => ({ status: 200, json: PACKAGE }) }, PATIENT);
    const asked = api.package("1", call());
    // Nothing can connect while only what is resolved already runs on.
    for (let tick = 0; tick < 100; tick += 1) await Promise.resolve();
    clock.advance(30_000);
    answerOf(await asked);
    expect(api.status().token?.ageSeconds).toBeLessThan(30);
  });
});
