import { describe, expect, test } from "vitest";
import { page, pageOf } from "../../support/alert-page.ts";
import { answerOf, envelope, startScripted } from "../../support/client.ts";
import { quiet } from "../../support/events.ts";
import type { Received } from "../../support/scripted-service.ts";

const zips = (page: number, size = 10) =>
  Array.from({ length: size }, (_, n) => String(10_000 + (page - 1) * size + n));

describe("the end of a reading [G-paging]", () => {
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
  test("a page without generatedAt changes no data", async () => {
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
  test("no page is skipped where the service counts from 0", async () => {
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

  test.each([{ hasMore: "true" }, { hasMore: { a: 1 } }])(
    "what cannot be read of meta is never taken for the end: %o",
    async (meta) => {
      const json = envelope(["85001"], { total: undefined, page: undefined, ...meta });
      const { api, call } = await startScripted({ alerts: () => ({ status: 200, json }) });
      expect(answerOf(await api.alerts({}, call())).incomplete).toBeDefined();
    },
  );

  test("names the requests of pages that land after the call's limit has stopped it", async () => {
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
