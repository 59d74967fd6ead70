import { expect, test } from "vitest";
import { answerOf, envelope, failureOf, type Silence, startScripted } from "../support/client.ts";
import type { Received, Scripted } from "../support/scripted-service.ts";

/** Three pages of one record, of which the second never comes. */
function withoutSecond({ url }: Received, second: Scripted | Silence): Scripted | Silence {
  const page = Number(url.searchParams.get("page") ?? 1);
  if (page === 2) return second;
  return { status: 200, json: envelope([`8500${page}`], { total: 3, page, pageSize: 1, hasMore: page < 3 }) };
}

test("a reading that was given up leaves the next one what arrived for it (DESIGN 4, paging)", async () => {
  const { service, api, call, clock } = await startScripted({ alerts: (request) => withoutSecond(request, "hang") });
  const givenUp = new AbortController();
  const first = api.alerts({}, { ...call(), signal: givenUp.signal });
  await expect.poll(() => service.requests("alerts")).toHaveLength(2);
  givenUp.abort();
  // No waiter is left by then, and what there was is still being wound up.
  for (let tick = 0; tick < 4; tick += 1) await Promise.resolve();
  const second = api.alerts({}, call());
  expect(failureOf(await first).kind).toBe("cancelled");
  await expect.poll(() => service.requests("alerts").slice(2).at(-1)?.url.search).toContain("page=2");
  clock.advance(25_000);
  expect(answerOf(await second)).toMatchObject({ records: [{ zip: "85001" }], incomplete: { reason: "time" } });
});

test("the last attempt that ends with the call's time is want of time, not a failure", async () => {
  const { api, call } = await startScripted({ alerts: (request) => withoutSecond(request, { silentMs: 10_000 }) });
  const set = answerOf(await api.alerts({}, call(20_045)));
  expect(set).toMatchObject({ records: { length: 1 }, incomplete: { reason: "time", failure: { kind: "timeout" } } });
});

test("goes on in pages of the size that it began with, whatever the service took from others since", async () => {
  let largest = 10_000;
  const { service, api, call } = await startScripted(
    {
      alerts: ({ url }) => {
        const pageSize = Number(url.searchParams.get("pageSize"));
        if (pageSize > largest) return { status: 400, json: { title: "too many" } };
        const page = Number(url.searchParams.get("page") ?? 1);
        return { status: 200, json: envelope([`8500${page}`], { total: 3, page, pageSize, hasMore: page < 3 }) };
      },
    },
    { COLDROUTE_MAX_BILLABLE_PER_CALL: "2" },
  );
  expect(answerOf(await api.alerts({}, call()))).toMatchObject({ records: { length: 2 } });
  largest = 1_000;
  answerOf(await api.alerts({ minLevel: "SevereHot" }, call()));
  largest = 10_000;
  answerOf(await api.alerts({}, call()));
  expect(service.requests("alerts").at(-1)?.url.search).toContain("pageSize=10000");
});
