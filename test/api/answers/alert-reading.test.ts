import { describe, expect, test } from "vitest";
import { Allowance } from "../../../src/api/model/allowance.ts";
import { CallUsage } from "../../../src/api/model/usage.ts";
import { page, pageOf, pages } from "../../support/alert-page.ts";
import { answerOf, envelope, failureOf, startScripted } from "../../support/client.ts";
import { gate, quiet, until } from "../../support/events.ts";
import { problem, type Received } from "../../support/scripted-service.ts";

/** Alerts in `total` pages, each of which waits for its gate, if it has one. */
const gated = (total: number, gates: Readonly<Record<number, ReturnType<typeof gate>>>) => ({
  alerts: async (request: Received) => {
    await gates[pageOf(request)]?.opened;
    return page(pageOf(request), total);
  },
});

const pagesAsked = (requests: readonly Received[]): readonly number[] => requests.map(pageOf);

describe("reading alerts [G-paging]", () => {
  test("fetches up to four pages at a time once page 2 has come", async () => {
    let underWay = 0;
    const most: number[] = [];
    const { api, call } = await startScripted({
      alerts: async (request) => {
        underWay += 1;
        most[pageOf(request)] = underWay;
        await quiet();
        underWay -= 1;
        return page(pageOf(request), 8);
      },
    });
    expect(answerOf(await api.alerts({}, call())).records).toHaveLength(8);
    expect(most.slice(1, 3)).toEqual([1, 1]);
    expect(Math.max(...most.slice(3))).toBe(4);
  });

  test("reports a failure once the pages on the wire have landed, and keeps them for the next call", async () => {
    const late = gate();
    const { service, api, call } = await startScripted({
      alerts: async (request) => {
        if (pageOf(request) === 3 && request.number <= 4) return problem(403, "r");
        if (pageOf(request) === 4) await late.opened;
        return page(pageOf(request), 4);
      },
    });
    const asked = api.alerts({}, call());
    await until(() => service.requests("alerts").length === 4);
    late.open();
    expect(answerOf(await asked)).toMatchObject({
      records: { length: 3 },
      incomplete: { reason: "failure", failure: { kind: "forbidden" }, pagesRead: 3, pagesTotal: 4 },
    });
    const next = call();
    expect(answerOf(await api.alerts({}, next)).records).toHaveLength(4);
    expect(next.usage.report().billableRequests).toBe(1);
  });

  test("retries no page for a call that has stopped", async () => {
    const late = gate();
    const { service, api, call } = await startScripted({
      alerts: async (request) => {
        if (pageOf(request) === 3) return problem(403, "r");
        if (pageOf(request) < 4) return page(pageOf(request), 4);
        await late.opened;
        return problem(503, "r");
      },
    });
    const asked = api.alerts({}, call());
    await expect.poll(() => service.requests("alerts").length).toBe(4);
    await quiet();
    late.open();
    expect(answerOf(await asked)).toMatchObject({ incomplete: { reason: "failure", pagesRead: 2 } });
    expect(pagesAsked(service.requests("alerts")).toSorted()).toEqual([1, 2, 3, 4]);
  });

  test("keeps the page on the wire when the last call leaves, and requests no other", async () => {
    const late = gate();
    const { service, api, call } = await startScripted(gated(3, { 2: late }));
    const given = call();
    const asked = api.alerts({}, given);
    await until(() => service.requests("alerts").length === 2);
    given.cancel();
    expect(failureOf(await asked).kind).toBe("cancelled");
    late.open();
    await quiet();
    expect(pagesAsked(service.requests("alerts"))).toEqual([1, 2]);
    const next = call();
    expect(answerOf(await api.alerts({}, next)).records).toHaveLength(3);
    expect(pagesAsked(service.requests("alerts"))).toEqual([1, 2, 3]);
    expect(next.usage.report().billableRequests).toBe(1);
  });

  test("bills each page to the oldest call that can pay, and stops when none can", async () => {
    const late = gate();
    const limit = { COLDROUTE_MAX_BILLABLE_PER_CALL: "2" };
    const { service, api, call } = await startScripted(gated(5, { 2: late }), limit);
    const [first, second] = [call(), call()];
    const asked = [api.alerts({}, first), api.alerts({}, second)];
    await until(() => service.requests("alerts").length === 2);
    late.open();
    for (const answer of await Promise.all(asked)) {
      expect(answerOf(answer)).toMatchObject({ records: { length: 4 }, incomplete: { reason: "billing_limit" } });
    }
    expect([first, second].map(({ usage }) => usage.report().billableRequests)).toEqual([2, 2]);
    const next = call();
    expect(answerOf(await api.alerts({}, next)).records).toHaveLength(5);
    expect(next.usage.report().billableRequests).toBe(1);
  });

  test.each([
    ["another page than the one asked for", page(4, 5)],
    ["a page that was read before", page(2, 5, { page: 3 })],
  ])("asks once more where the service sends %s, and stops where it does so again", async (_, odd) => {
    let times = 1;
    const { service, api, call } = await startScripted({
      alerts: pages(5, (request) => {
        times -= Number(pageOf(request) === 3);
        return pageOf(request) === 3 && times >= 0 ? odd : undefined;
      }),
    });
    expect(answerOf(await api.alerts({}, call())).records).toHaveLength(5);
    expect(pagesAsked(service.requests("alerts")).toSorted()).toEqual([1, 2, 3, 3, 4, 5]);
    times = 2;
    expect(answerOf(await api.alerts({ minLevel: "Hot" }, call()))).toMatchObject({
      records: { length: 4 },
      incomplete: { reason: "page_ignored", pagesRead: 4, pagesTotal: 5 },
    });
    expect(answerOf(await api.alerts({ minLevel: "Hot" }, call())).records).toHaveLength(5);
  });

  test("tells a call its own limit though the call that paid has left", async () => {
    const late = gate();
    const { service, api, call } = await startScripted(gated(8, { 3: late, 4: late }));
    const limited = (owner: string, limit: number) => ({
      ...call(),
      usage: new CallUsage(120, new Allowance(limit, owner, owner)),
    });
    const [paying, spent] = [limited("alpha", 4), limited("beta", 0)];
    const left = api.alerts({}, paying);
    const asked = api.alerts({}, spent);
    await until(() => service.requests("alerts").length === 4);
    await quiet();
    paying.cancel();
    await left;
    late.open();
    expect(answerOf(await asked)).toMatchObject({ incomplete: { failure: { owner: "beta" } } });
  });

  test("is joined while it runs, however old its pages are", async () => {
    const [second, third] = [gate(), gate()];
    const short = { COLDROUTE_ALERTS_TTL_S: "5", COLDROUTE_TIMEOUT_MS: "60000" };
    const { service, api, call, clock } = await startScripted(gated(4, { 2: second, 3: third }), short);
    const first = call();
    const left = api.alerts({}, first);
    await until(() => service.requests("alerts").length === 2);
    first.cancel();
    await left;
    const joined = api.alerts({}, call());
    await quiet();
    second.open();
    await until(() => service.requests("alerts").length >= 3);
    await quiet();
    clock.advance(6_000);
    const late = api.alerts({}, call());
    await quiet();
    third.open();
    for (const answer of [await joined, await late]) expect(answerOf(answer).records).toHaveLength(4);
    expect(pagesAsked(service.requests("alerts")).toSorted()).toEqual([1, 2, 3, 4]);
  });

  test("ends with its run, even for a call that comes in a microtask around its end", async () => {
    const alerts = pages(2, (request) => (pageOf(request) === 2 ? problem(403, "r") : undefined));
    const { service, api, call, clock } = await startScripted({ alerts });
    for (let microtasks = 0; microtasks < 20; microtasks += 1) {
      const late: Promise<unknown>[] = [];
      const ask = async () => {
        for (let passed = 0; passed < microtasks; passed += 1) await Promise.resolve();
        await api.alerts({}, call());
      };
      await api.alerts({}, { ...call(), onPage: () => late.push(ask()) });
      await Promise.all(late);
      clock.advance(301_000);
      const before = service.requests("alerts").length;
      await api.alerts({}, call());
      expect(pagesAsked(service.requests("alerts").slice(before))).toEqual([1, 2]);
    }
  });

  test("resumes within the TTL, counts its age from the first page, and starts over after the TTL", async () => {
    const limit = { COLDROUTE_MAX_BILLABLE_PER_CALL: "2" };
    const { service, api, call, clock } = await startScripted({ alerts: pages(6) }, limit);
    answerOf(await api.alerts({}, call()));
    for (const records of [4, 6]) {
      clock.advance(100_000);
      const more = call();
      expect(answerOf(await api.alerts({}, more)).records).toHaveLength(records);
      const ageSeconds = 50 * (records - 2);
      expect(more.usage.report()).toMatchObject({ billableRequests: 2, ageSeconds, stale: false });
    }
    clock.advance(101_000);
    answerOf(await api.alerts({}, call()));
    // Pages 3 to 6 run side by side, in any order.
    expect([...pagesAsked(service.requests("alerts"))].sort()).toEqual([1, 1, 2, 2, 3, 4, 5, 6]);
  });

  test("stops when page 2 repeats page 1 twice, and for the next hour after page 1", async () => {
    const { service, api, call, clock } = await startScripted({ alerts: () => page(1, 3) });
    const told = { records: { length: 1 }, incomplete: { reason: "page_ignored", pagesRead: 1 } };
    expect(answerOf(await api.alerts({}, call()))).toMatchObject(told);
    clock.advance(301_000);
    expect(answerOf(await api.alerts({}, call()))).toMatchObject(told);
    expect(service.requests("alerts")).toHaveLength(4);
    clock.advance(3_400_000);
    expect(answerOf(await api.alerts({}, call()))).toMatchObject(told);
    expect(service.requests("alerts")).toHaveLength(7);
  });

  test.each([
    [6, undefined],
    [7, "short"],
  ])(
    "shows equal records once; of a total of %i, repeats on one page count, repeats on another do not",
    async (total, end) => {
      const answers = [
        ["85001 Hot", "85001 Warm"],
        ["85001 Warm", "85003 Hot"],
        ["85004 Hot", "85004 Hot", "85004 Hot"],
      ];
      const { api, call } = await startScripted({
        alerts: (request) => {
          const number = pageOf(request);
          const { meta } = envelope([], { total, page: number, pageSize: 3, hasMore: number < 3 });
          const records = (answers[number - 1] ?? []).map((text) => text.split(" "));
          const data = records.map(([zip, temperatureLevel]) => ({ zip, temperatureLevel }));
          return { status: 200, json: { data, meta } };
        },
      });
      const set = answerOf(await api.alerts({}, call()));
      const shown = set.records.map(({ zip, temperatureLevel }) => `${String(zip)} ${String(temperatureLevel)}`);
      expect(shown).toEqual(["85001 Hot", "85001 Warm", "85003 Hot", "85004 Hot"]);
      expect(set.incomplete?.reason).toBe(end);
    },
  );
});
