import { describe, expect, test } from "vitest";
import { answerOf, envelope, PACKAGE, startScripted } from "../support/client.ts";
import type { Received } from "../support/scripted-service.ts";

/** Time enough for a service that takes half a minute, on a machine that is slow itself. */
const PATIENT = { COLDROUTE_TIMEOUT_MS: "60000", COLDROUTE_MAX_WAIT_MS: "120000" };
const RISK = { granularity: "zip3", date: "2026-07-10" };

const LATER = { generatedAt: "2026-07-09T13:03:00Z" };

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

  test("of alerts whose data changed counts from what came before, as long as that is told, too", async () => {
    const { api, call, clock } = await startScripted(
      {
        alerts: (request) => {
          const page = pageOf(request);
          const generatedAt = request.number <= 2 ? "2026-07-09T12:03:00Z" : "2026-07-09T13:03:00Z";
          const meta = { generatedAt, total: 3, page, pageSize: 1, hasMore: page < 3 };
          return { status: 200, json: envelope([`8500${page + request.number}`], meta) };
        },
      },
      { ...PATIENT, COLDROUTE_MAX_BILLABLE_PER_CALL: "2" },
    );
    answerOf(await api.alerts({}, call()));
    clock.advance(30_000);
    const mine = call();
    expect(answerOf(await api.alerts({}, mine)).records.map(({ zip }) => zip)).toEqual([
      "85005",
      "85006",
      "85002",
      "85004",
    ]);
    expect(mine.usage.report().ageSeconds).toBeGreaterThanOrEqual(30);
  });

  test.each<[string, { readonly generatedAt?: string }, number, boolean]>([
    ["that took the place of all before it", LATER, 3, true],
    ["that came first, where all is of one time", {}, 4, false],
  ])("of alerts counts from the page %s", async (_, meta, records, isYoung) => {
    const { api, call, clock } = await startScripted(
      {
        alerts: ({ url, number }) => {
          const isWhole = url.searchParams.get("pageSize") === "3";
          // The page that was asked for is not the one that comes, and by the third the data may be another.
          if (isWhole) return { status: 200, json: envelope(["85001", "85002", "85003"], { ...meta, pageSize: 3 }) };
          if (number === 2) clock.advance(30_000);
          return { status: 200, json: envelope(["85009"], { total: 3, pageSize: 1, hasMore: true }) };
        },
      },
      PATIENT,
    );
    const mine = call();
    expect(answerOf(await api.alerts({}, mine))).toMatchObject({ records: { length: records } });
    const again = call();
    expect(answerOf(await api.alerts({}, again))).toMatchObject(meta);
    expect(again.usage.report()).toMatchObject({ cached: true });
    expect(again.usage.report().ageSeconds < 30).toBe(isYoung);
  });

  test.each([0, 3_600_000])(
    "of risk is told to who joins it late, though the clock goes %i ms wrong for a while",
    async (wrongMs) => {
      let release: () => void = () => undefined;
      const isJoined = new Promise<void>((resolve) => {
        release = resolve;
      });
      const { service, api, call, clock } = await startScripted(
        {
          risk: async () => {
            await isJoined;
            return { status: 200, json: envelope(["850"], { granularity: "zip3" }) };
          },
        },
        PATIENT,
      );
      const [first, second] = [call(), call()];
      const asked = [api.risk(RISK, first)];
      await expect.poll(() => service.requests("risk")).toHaveLength(1);
      clock.shiftWall(-wrongMs);
      clock.advance(4_500);
      asked.push(api.risk(RISK, second));
      clock.shiftWall(wrongMs);
      release();
      for (const day of await Promise.all(asked)) expect(answerOf(day).records).toHaveLength(1);
      expect(first.usage.report()).toMatchObject({ ageSeconds: 0, cached: false });
      expect(second.usage.report().ageSeconds).toBeGreaterThanOrEqual(4);
    },
  );

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
