import { describe, expect, test } from "vitest";
import { answerOf, envelope, startScripted } from "../support/client.ts";
import { problem, type Received } from "../support/scripted-service.ts";

const pageOf = ({ url }: Received) => Number(url.searchParams.get("page") ?? 1);
const zips = (page: number, size = 10) =>
  Array.from({ length: size }, (_, n) => String(10_000 + (page - 1) * size + n));

describe("where a reading of alerts ends (DESIGN 4, paging)", () => {
  test("hasMore false ends the reading: an empty last page", async () => {
    const { api, call } = await startScripted({
      alerts: (r) => ({
        status: 200,
        json: envelope(pageOf(r) <= 3 ? zips(pageOf(r)) : [], {
          total: undefined,
          page: pageOf(r),
          pageSize: 10,
          hasMore: pageOf(r) <= 3,
        }),
      }),
    });
    expect(answerOf(await api.alerts({}, call())).incomplete).toBeUndefined();
  });
  test("a total that is too large: what was announced and not sent is told, and nothing is asked for twice", async () => {
    const { service, api, call } = await startScripted({
      alerts: (r) => ({
        status: 200,
        json: envelope(pageOf(r) <= 4 ? zips(pageOf(r)) : [], {
          total: 70,
          page: pageOf(r),
          pageSize: 10,
          hasMore: pageOf(r) < 4,
        }),
      }),
    });
    const set = answerOf(await api.alerts({}, call()));
    expect(set.records).toHaveLength(40);
    expect(set.incomplete).toMatchObject({ reason: "short" });
    const asked = service.requests("alerts").map((r) => r.url.search);
    expect(asked.length - new Set(asked).size).toBe(0);
  });
  test("one empty last page does not stop paging for the rest of the process' life", async () => {
    let pages = 1;
    const { api, call } = await startScripted(
      {
        alerts: (r) => ({
          status: 200,
          json: envelope(pageOf(r) <= pages ? zips(pageOf(r)) : [], {
            total: undefined,
            page: pageOf(r),
            pageSize: 10,
            hasMore: pageOf(r) <= pages,
          }),
        }),
      },
      { COLDROUTE_ALERTS_TTL_S: "0" },
    );
    await api.alerts({}, call());
    pages = 3;
    expect(answerOf(await api.alerts({}, call())).records).toHaveLength(30);
  });
  test("generatedAt missing on one page is no change of the data", async () => {
    const { api, call } = await startScripted({
      alerts: (r) => ({
        status: 200,
        json: envelope(zips(pageOf(r)), {
          total: 30,
          page: pageOf(r),
          pageSize: 10,
          hasMore: pageOf(r) < 3,
          ...(pageOf(r) === 2 ? { generatedAt: undefined } : {}),
        }),
      }),
    });
    expect(answerOf(await api.alerts({}, call())).records).toHaveLength(30);
  });
  test("pages counted from 0: none is skipped in silence", async () => {
    const { api, call } = await startScripted({
      alerts: ({ url }) => {
        const page = Number(url.searchParams.get("page") ?? 0);
        return {
          status: 200,
          json: envelope(zips(page + 1), { total: undefined, page, pageSize: 10, hasMore: page < 4 }),
        };
      },
    });
    const set = answerOf(await api.alerts({}, call()));
    expect(set.records.length === 50 || set.incomplete !== undefined).toBe(true);
  });
  test("the age of a resumed reading reaches everyone who shares it", async () => {
    const { api, call, clock } = await startScripted(
      {
        alerts: (r) => ({
          status: 200,
          delayMs: 30,
          json: envelope(zips(pageOf(r)), { total: 30, page: pageOf(r), pageSize: 10, hasMore: pageOf(r) < 3 }),
        }),
      },
      { COLDROUTE_MAX_BILLABLE_PER_CALL: "2" },
    );
    await api.alerts({}, call());
    clock.advance(60_000);
    const [a, b] = [call(), call()];
    await Promise.all([api.alerts({}, a), api.alerts({}, b)]);
    for (const { usage } of [a, b]) expect(usage.report().ageSeconds).toBeGreaterThanOrEqual(60);
  });
  test("a failed later page does not lose the complete answer that memory holds", async () => {
    let broken = false;
    const { api, call, clock } = await startScripted({
      alerts: (r) =>
        broken && pageOf(r) > 1
          ? problem(500, "x")
          : {
              status: 200,
              json: envelope(zips(pageOf(r)), { total: 30, page: pageOf(r), pageSize: 10, hasMore: pageOf(r) < 3 }),
            },
    });
    await api.alerts({}, call());
    broken = true;
    clock.advance(400_000);
    expect(answerOf(await api.alerts({}, call())).records).toHaveLength(30);
  });

  test.each([{ total: 1 }, { total: 0 }, { total: undefined }, { total: 9 }])(
    "the same page again that says there is more is never the whole, whatever total says: %o",
    async ({ total }) => {
      const page = { status: 200, json: envelope(["85001"], { total, page: undefined, hasMore: true }) };
      const { service, api, call } = await startScripted({ alerts: () => page });
      const set = answerOf(await api.alerts({}, call()));
      expect(set.incomplete?.reason).toBe("page_ignored");
      expect(service.requests("alerts").length).toBeLessThanOrEqual(3);
    },
  );

  test.each([{ hasMore: "true" }, { hasMore: { a: 1 } }, { hasMore: undefined, total: "9" }])(
    "what cannot be read of meta is never taken for the end: %o",
    async (meta) => {
      const json = envelope(["85001"], { total: undefined, page: undefined, ...meta });
      const { api, call } = await startScripted({ alerts: () => ({ status: 200, json }) });
      expect(answerOf(await api.alerts({}, call())).incomplete).toBeDefined();
    },
  );

  test("pages are read side by side, and a reader with nothing left to ask asks nothing", async () => {
    let open = 0;
    let most = 0;
    const { service, api, call } = await startScripted({
      alerts: async ({ url }) => {
        const page = Number(url.searchParams.get("page") ?? 1);
        open += 1;
        most = Math.max(most, open);
        await new Promise((resolve) => setTimeout(resolve, page === 3 ? 300 : 20));
        open -= 1;
        return { status: 200, json: envelope([`8500${page}`], { total: 6, page, pageSize: 1, hasMore: page < 6 }) };
      },
    });
    expect(answerOf(await api.alerts({}, call())).records).toHaveLength(6);
    const asked = service.requests("alerts").map(({ url }) => Number(url.searchParams.get("page") ?? 1));
    expect(asked.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(4);
  });
});
