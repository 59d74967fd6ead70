import { describe, expect, test } from "vitest";
import { answerOf, envelope, startScripted } from "../../support/client.ts";
import type { Received, Scripted } from "../../support/scripted-service.ts";

const zipOf = (n: number): string => String(n).padStart(5, "0");
const zips = (count: number): string[] => Array.from({ length: count }, (_, n) => zipOf(n));

/** A service with `count` alerts and pages of at most `max`, whatever size is asked. */
function paged(count: number, max: number) {
  const all = zips(count);
  return ({ url }: Pick<Received, "url">): Scripted => {
    const asked = Number(url.searchParams.get("pageSize") ?? max);
    const pageSize = Math.min(asked, max);
    const page = Number(url.searchParams.get("page") ?? 1);
    const rows = all.slice((page - 1) * pageSize, page * pageSize);
    const meta = { total: count, page, pageSize, hasMore: page * pageSize < count };
    return { status: 200, json: envelope(rows, meta) };
  };
}

describe("paging of alerts [G-paging] (service.md 4.2)", () => {
  test("[2.1-meta.hasMore] 41,000 alerts in pages of 1,000: complete, none twice, each page fetched once", async () => {
    const { service, api, call } = await startScripted({ alerts: paged(41_000, 1_000) });
    const mine = call();
    const set = answerOf(await api.alerts({}, mine));
    expect(set.incomplete).toBeUndefined();
    expect(set.records).toHaveLength(41_000);
    expect(new Set(set.records.map((record) => record["zip"]))).toHaveProperty("size", 41_000);
    const pages = service.requests("alerts").map(({ url }) => url.searchParams.get("page") ?? "1");
    expect(pages).toHaveLength(41);
    expect(new Set(pages).size).toBe(41);
    expect(mine.usage.report()).toMatchObject({ billableRequests: 41, requests: 41 });
  });

  test("when time runs out, the call gets the pages that arrived", async () => {
    const pages = paged(5_000, 1_000);
    const { api, call } = await startScripted({
      alerts: (request) => (request.number < 3 ? pages(request) : { silentMs: 25_000 }),
    });
    const part = answerOf(await api.alerts({}, call()));
    expect(part.incomplete).toMatchObject({ reason: "time", pagesRead: 2, pagesTotal: 5 });
    expect(part.records).toHaveLength(2_000);
  });
});
