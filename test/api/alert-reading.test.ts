import { describe, expect, test } from "vitest";
import { page, pageOf, pages } from "../support/alert-page.ts";
import { answerOf, envelope, failureOf, startScripted } from "../support/client.ts";
import { PAGE_SIZES } from "../support/contract.ts";
import { problem, type Received } from "../support/scripted-service.ts";

const LATER = "2026-07-09T13:03:00Z";
const LATEST = "2026-07-09T14:03:00Z";
const OLDER = "2026-07-09T11:03:00Z";

const sizeOf = ({ url }: Received): number => Number(url.searchParams.get("pageSize") ?? 0);

/** Resolves when the promise of an answer is left to wait. */
function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

const pagesAsked = (requests: readonly Received[]): readonly number[] => requests.map(pageOf);

describe("page sizes (DESIGN 4, paging)", () => {
  const refusing = (most: number) => (request: Received) => (sizeOf(request) > most ? problem(400, "r") : page(1, 1));

  const descent = PAGE_SIZES.slice(0, PAGE_SIZES.indexOf(1_000) + 1);

  test("the one that worked is asked for within the hour, and the largest again after it", async () => {
    const { service, api, call, clock } = await startScripted({ alerts: refusing(1_000) });
    for (const waitMs of [0, 400_000, 3_300_000]) {
      clock.advance(waitMs);
      answerOf(await api.alerts({}, call()));
    }
    expect(service.requests("alerts").map(sizeOf)).toEqual([...descent, 1_000, ...descent]);
  });

  test("one stray 400 is the answer while a size is remembered, and does not shrink it for good", async () => {
    const { service, api, call, clock } = await startScripted({
      alerts: (request) => (request.number === 2 ? problem(400, "r") : page(1, 1)),
    });
    answerOf(await api.alerts({}, call()));
    clock.advance(301_000);
    expect(failureOf(await api.alerts({}, call())).kind).toBe("invalid_request");
    answerOf(await api.alerts({}, call()));
    expect(service.requests("alerts").map(sizeOf)).toEqual([1, 2, 3].map(() => PAGE_SIZES[0]));
  });

  test("a level that the service does not know costs one request while a size is remembered", async () => {
    const { service, api, call } = await startScripted({
      alerts: ({ url }) => (url.searchParams.has("minLevel") ? problem(400, "r") : page(1, 1)),
    });
    answerOf(await api.alerts({}, call()));
    expect(failureOf(await api.alerts({ minLevel: "Tropical" }, call())).kind).toBe("invalid_request");
    expect(service.requests("alerts")).toHaveLength(2);
  });

  test("the refusals of a descent are logged for who debugs, no warning", async () => {
    const { api, call, lines, flushed } = await startScripted({ alerts: refusing(1_000) });
    answerOf(await api.alerts({}, call()));
    await flushed();
    const told = lines.map((line) => JSON.parse(line) as { status?: number; level: number });
    expect(told.filter(({ status }) => status === 400).map(({ level }) => level)).toEqual(
      descent.slice(1).map(() => 20),
    );
  });
});

describe("a reading (DESIGN 4, paging)", () => {
  test("asks for up to four pages at a time once the second page came", async () => {
    let underWay = 0;
    const most: number[] = [];
    const { api, call } = await startScripted({
      alerts: async (request) => {
        underWay += 1;
        most[pageOf(request)] = underWay;
        await new Promise((resolve) => setTimeout(resolve, 30));
        underWay -= 1;
        return page(pageOf(request), 8);
      },
    });
    expect(answerOf(await api.alerts({}, call())).records).toHaveLength(8);
    expect(most.slice(1, 3)).toEqual([1, 1]);
    expect(Math.max(...most.slice(3))).toBe(4);
  });

  test("whose data changes is read anew, with what came of the newer data", async () => {
    const newer = (request: Received) => request.number >= 3 && page(pageOf(request), 3, { generatedAt: LATER });
    const { service, api, call } = await startScripted({ alerts: pages(3, (request) => newer(request) || undefined) });
    const mine = call();
    const set = answerOf(await api.alerts({}, mine));
    expect(set).toMatchObject({ generatedAt: LATER, records: { length: 3 } });
    expect(set.incomplete).toBeUndefined();
    expect(pagesAsked(service.requests("alerts")).toSorted()).toEqual([1, 1, 2, 2, 3]);
  });

  test("whose data changes a second time ends with what there is, and the next question goes on", async () => {
    const times = ["2026-07-09T12:03:00Z", LATER, LATEST];
    const { api, call } = await startScripted({
      alerts: (request) => page(pageOf(request), 3, { generatedAt: times[Math.min(request.number, 3) - 1] }),
    });
    const set = answerOf(await api.alerts({}, call()));
    expect(set).toMatchObject({ generatedAt: LATEST, incomplete: { reason: "changed" } });
    const next = call();
    expect(answerOf(await api.alerts({}, next))).toMatchObject({ generatedAt: LATEST, records: { length: 3 } });
    expect(next.usage.report().billableRequests).toBe(3 - (set.incomplete?.pagesRead ?? 0));
  });

  test("that gets a page of older data ends with what there is", async () => {
    const { api, call } = await startScripted({
      alerts: pages(3, (request) => (pageOf(request) === 2 ? page(2, 3, { generatedAt: OLDER }) : undefined)),
    });
    const set = answerOf(await api.alerts({}, call()));
    expect(set).toMatchObject({ records: [{ zip: "85001" }], incomplete: { reason: "changed", pagesRead: 1 } });
  });

  test("tells a failure once the pages on the wire have landed, and keeps them for the next question", async () => {
    const late = gate();
    const { service, api, call } = await startScripted({
      alerts: async (request) => {
        if (pageOf(request) === 3 && request.number <= 4) return problem(403, "r");
        if (pageOf(request) === 4) await late.opened;
        return page(pageOf(request), 4);
      },
    });
    const asked = api.alerts({}, call());
    while (service.requests("alerts").length < 4) await new Promise((resolve) => setTimeout(resolve, 5));
    late.open();
    expect(answerOf(await asked)).toMatchObject({
      records: { length: 3 },
      incomplete: { reason: "failure", failure: { kind: "forbidden" }, pagesRead: 3, pagesTotal: 4 },
    });
    const next = call();
    expect(answerOf(await api.alerts({}, next)).records).toHaveLength(4);
    expect(next.usage.report().billableRequests).toBe(1);
  });

  test("that nobody waits for keeps the page on the wire, and asks for no other", async () => {
    const late = gate();
    const { service, api, call } = await startScripted({
      alerts: async (request) => {
        if (pageOf(request) === 1) await late.opened;
        return page(pageOf(request), 2);
      },
    });
    const given = call();
    const asked = api.alerts({}, given);
    while (service.requests("alerts").length < 1) await new Promise((resolve) => setTimeout(resolve, 5));
    given.cancel();
    expect(failureOf(await asked).kind).toBe("cancelled");
    late.open();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(pagesAsked(service.requests("alerts"))).toEqual([1]);
    const next = call();
    expect(answerOf(await api.alerts({}, next)).records).toHaveLength(2);
    expect(pagesAsked(service.requests("alerts"))).toEqual([1, 2]);
    expect(next.usage.report().billableRequests).toBe(1);
  });

  test("is billed page by page to the oldest call that waits; where its limit is spent, the reading ends for all", async () => {
    const late = gate();
    const { service, api, call } = await startScripted(
      {
        alerts: async (request) => {
          if (pageOf(request) === 2) await late.opened;
          return page(pageOf(request), 4);
        },
      },
      { COLDROUTE_MAX_BILLABLE_PER_CALL: "2" },
    );
    const [first, second] = [call(), call()];
    const asked = [api.alerts({}, first), api.alerts({}, second)];
    while (service.requests("alerts").length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    late.open();
    for (const answer of await Promise.all(asked)) {
      expect(answerOf(answer)).toMatchObject({ records: { length: 2 }, incomplete: { reason: "billing_limit" } });
    }
    expect([first, second].map(({ usage }) => usage.report().billableRequests)).toEqual([2, 0]);
    const next = call();
    expect(answerOf(await api.alerts({}, next)).records).toHaveLength(4);
    expect(next.usage.report().billableRequests).toBe(2);
  });

  test("goes on where it was left off within the TTL, as old as its first page, and anew after it", async () => {
    const { service, api, call, clock } = await startScripted({ alerts: pages(3) });
    answerOf(await api.alerts({ zips: ["85001"] }, call()));
    const same = call();
    expect(answerOf(await api.alerts({ zips: ["85001"] }, same)).incomplete).toMatchObject({ reason: "answered" });
    expect(same.usage.report()).toMatchObject({ cached: true, requests: 0 });
    clock.advance(100_000);
    const rest = call();
    expect(answerOf(await api.alerts({}, rest)).records).toHaveLength(3);
    expect(rest.usage.report()).toMatchObject({ billableRequests: 2, ageSeconds: 100, stale: false });
    clock.advance(201_000);
    answerOf(await api.alerts({ zips: ["85001"] }, call()));
    expect(pagesAsked(service.requests("alerts"))).toEqual([1, 2, 3, 1]);
  });

  test("of a service that ignores page ends after the second page, and for an hour after the first", async () => {
    const { service, api, call, clock } = await startScripted({ alerts: () => page(1, 3) });
    const told = { records: { length: 1 }, incomplete: { reason: "page_ignored", pagesRead: 1 } };
    expect(answerOf(await api.alerts({}, call()))).toMatchObject(told);
    clock.advance(301_000);
    expect(answerOf(await api.alerts({}, call()))).toMatchObject(told);
    expect(service.requests("alerts")).toHaveLength(3);
    clock.advance(3_400_000);
    expect(answerOf(await api.alerts({}, call()))).toMatchObject(told);
    expect(service.requests("alerts")).toHaveLength(5);
  });

  test("without hasMore and total ends with a page that is not full", async () => {
    const size = { total: undefined, hasMore: undefined, pageSize: 2 };
    const { service, api, call } = await startScripted({
      alerts: (request) =>
        pageOf(request) === 1
          ? { status: 200, json: envelope(["85001", "85002"], { ...size, page: 1 }) }
          : { status: 200, json: envelope(["85003"], { ...size, page: 2 }) },
    });
    const set = answerOf(await api.alerts({}, call()));
    expect(set).toMatchObject({ records: { length: 3 }, total: 3 });
    expect(set.incomplete).toBeUndefined();
    expect(service.requests("alerts")).toHaveLength(2);
  });

  test("tells a record that two pages have once, and two equal ones of one page as what total counts", async () => {
    const answers = [
      ["85001", "85002"],
      ["85002", "85003"],
      ["85004", "85004"],
    ];
    const { api, call } = await startScripted({
      alerts: (request) => ({
        status: 200,
        json: envelope(answers[pageOf(request) - 1] ?? [], {
          total: 5,
          page: pageOf(request),
          pageSize: 2,
          hasMore: pageOf(request) < 3,
        }),
      }),
    });
    const set = answerOf(await api.alerts({}, call()));
    expect(set.records.map(({ zip }) => zip)).toEqual(["85001", "85002", "85003", "85004"]);
    expect(set.incomplete).toBeUndefined();
  });
});
