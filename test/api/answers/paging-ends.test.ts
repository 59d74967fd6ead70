import { describe, expect, test } from "vitest";
import { page, pageOf } from "../../support/alert-page.ts";
import { answerOf, envelope, startScripted } from "../../support/client.ts";
import { quiet } from "../../support/events.ts";
import { problem, type Received, type Scripted } from "../../support/scripted-service.ts";

/** A page of ten records, or an empty one, with its number, its size and the fields of `meta`. */
function ten(request: Received, isEmpty: boolean, meta: Readonly<Record<string, unknown>>): Scripted {
  const number = pageOf(request);
  const zips = Array.from({ length: isEmpty ? 0 : 10 }, (_, n) => String(10_000 + (number - 1) * 10 + n));
  return {
    status: 200,
    json: envelope(zips, { total: undefined, hasMore: undefined, page: number, pageSize: 10, ...meta }),
  };
}

describe("the end of a reading [G-paging]", () => {
  test("an empty page that announces more is no proof that `page` is ignored", async () => {
    const { api, call } = await startScripted({
      alerts: (request) => {
        const last = request.url.search.includes("SevereHot") ? 1 : 3;
        return ten(request, pageOf(request) > last, { hasMore: true });
      },
    });
    expect(answerOf(await api.alerts({ minLevel: "SevereHot" }, call())).records).toHaveLength(10);
    expect(answerOf(await api.alerts({}, call())).records).toHaveLength(30);
  });

  test("a later page may announce more records than the first, and may be the first with a time", async () => {
    const { api, call } = await startScripted({
      alerts: (request) => page(pageOf(request), 2, pageOf(request) === 1 ? { generatedAt: null } : { total: 5 }),
    });
    expect(answerOf(await api.alerts({}, call()))).toMatchObject({
      generatedAt: expect.any(String),
      incomplete: { reason: "short" },
    });
  });

  test.each([
    { total: undefined, told: null, asked: [1, 2, 3, 3] },
    { total: 60, told: 60, asked: [1, 2, 3, 3, 4, 5, 6] },
  ])("an empty page that announces more is requested once more, then ends it in part: %o", async (given) => {
    const { service, api, call } = await startScripted({
      alerts: (request) => ten(request, pageOf(request) > 2, { hasMore: true, total: given.total }),
    });
    const set = answerOf(await api.alerts({}, call()));
    expect(set).toMatchObject({
      records: { length: 20 },
      total: given.told,
      incomplete: { reason: "page_ignored", pagesRead: 2 },
    });
    expect(service.requests("alerts").map(pageOf).toSorted()).toEqual(given.asked);
  });

  const lastNotFull = (request: Received): Scripted => {
    const zips = pageOf(request) === 1 ? ["85001", "85002"] : ["85003"];
    const meta = { total: undefined, hasMore: undefined, pageSize: 2, page: pageOf(request) };
    return { status: 200, json: envelope(zips, meta) };
  };
  const secondSilent = (request: Received): Scripted => {
    const silent = pageOf(request) === 2 ? { generatedAt: undefined, page: undefined } : {};
    return ten(request, false, { total: 30, hasMore: pageOf(request) < 3, ...silent });
  };

  test.each<[string, number, number, (request: Received) => Scripted]>([
    ["an empty page", 30, 4, (request) => ten(request, pageOf(request) > 3, { hasMore: pageOf(request) <= 3 })],
    ["an empty page of size 0", 30, 4, (request) => ten(request, pageOf(request) > 3, { pageSize: 0 })],
    ["without hasMore and a total, a page that is not full", 3, 2, lastNotFull],
    ["without hasMore, the total, even after a full page", 20, 2, (request) => ten(request, false, { total: 20 })],
    ["hasMore, though a page lacks its number and generatedAt", 30, 3, secondSilent],
    ["hasMore, though the total is lower", 10, 1, (request) => ten(request, false, { hasMore: false, total: 1 })],
  ])("%s ends it: all %i records came", async (_, total, requests, alerts) => {
    const { service, api, call } = await startScripted({ alerts });
    const set = answerOf(await api.alerts({}, call()));
    expect(set).toMatchObject({ records: { length: total }, total });
    expect(set.incomplete).toBeUndefined();
    expect(service.requests("alerts").map(pageOf)).toEqual([1, 2, 3, 4].slice(0, requests));
  });

  test("no page beyond the total is requested where records repeat on their page and none tells its size", async () => {
    const { service, api, call } = await startScripted({
      alerts: (request) => {
        const zips = [1, 1, 1, 2].map((n) => String(10_000 * pageOf(request) + n));
        return {
          status: 200,
          json: envelope(zips, { total: 12, page: undefined, pageSize: undefined, hasMore: undefined }),
        };
      },
    });
    expect(answerOf(await api.alerts({}, call()))).toMatchObject({ records: { length: 6 }, total: 12 });
    expect(service.requests("alerts")).toHaveLength(3);
  });

  test("a page short of the total ends it, whatever comes of the pages beyond, requested at once", async () => {
    const { service, api, call } = await startScripted({
      alerts: async (request) => {
        if (pageOf(request) < 4) return ten(request, false, { hasMore: pageOf(request) < 3, total: 50 });
        await quiet();
        return pageOf(request) === 4 ? ten(request, true, { hasMore: false, total: 50 }) : problem(404, "r");
      },
    });
    const { records, incomplete } = answerOf(await api.alerts({}, call()));
    expect(records).toHaveLength(30);
    expect(incomplete).toEqual({ reason: "short", pagesRead: 3, pagesTotal: 3 });
    expect(service.requests("alerts")).toHaveLength(5);
  });

  test("no page is skipped when the service counts from 0 and newer data comes meanwhile", async () => {
    const { api, call } = await startScripted({
      alerts: ({ url, number }) => {
        const page = Number(url.searchParams.get("page") ?? 0);
        const generatedAt = `2026-07-09T1${number === 1 ? 2 : 3}:03:00Z`;
        const meta = { total: 5, page, pageSize: 1, hasMore: page < 4, generatedAt };
        return { status: 200, json: envelope([String(85_000 + page)], meta) };
      },
    });
    const set = answerOf(await api.alerts({}, call()));
    expect(set.records.map(({ zip }) => zip)).toEqual(["85000", "85001", "85002", "85003", "85004"]);
    expect(set.incomplete).toBeUndefined();
  });

  test.each([
    { total: 1, pagesTotal: null },
    { total: 0, pagesTotal: null },
    { total: undefined, pagesTotal: null },
    { total: 9, pagesTotal: 9 },
  ])(
    "a repeated page that announces more is never the whole, whatever total says: %o",
    async ({ total, pagesTotal }) => {
      const page = { status: 200, json: envelope(["85001"], { total, page: undefined, pageSize: 1, hasMore: true }) };
      const { service, api, call } = await startScripted({ alerts: () => page });
      const set = answerOf(await api.alerts({}, call()));
      expect(set.incomplete).toEqual({ reason: "page_ignored", pagesRead: 1, pagesTotal });
      expect(service.requests("alerts").length).toBeLessThanOrEqual(3);
    },
  );

  test("a call reports the request ids of pages that land after its limit stopped it", async () => {
    const limit = { COLDROUTE_MAX_BILLABLE_PER_CALL: "3" };
    const alerts = async (request: Received) => {
      if (pageOf(request) === 3) await quiet();
      return page(pageOf(request), 6);
    };
    const { api, call } = await startScripted({ alerts }, limit);
    const mine = call();
    expect(answerOf(await api.alerts({}, mine)).incomplete?.reason).toBe("billing_limit");
    expect(mine.usage.report()).toMatchObject({
      billableRequests: 3,
      requestIds: ["alerts-1", "alerts-2", "alerts-3"],
    });
  });
});
