import { describe, expect, test } from "vitest";
import { CallUsage } from "../../src/api/usage.ts";
import { answerOf, envelope, failureOf, type Silence, startScripted } from "../support/client.ts";
import { problem, type Received, type Scripted } from "../support/scripted-service.ts";

const pageOf = ({ url }: Received): number => Number(url.searchParams.get("page") ?? 1);
const page = (number: number, last = 3): Scripted => ({
  status: 200,
  json: envelope([`8500${number}`], { total: last, page: number, pageSize: 1, hasMore: number < last }),
});
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const TTL_OVER_MS = 301_000;

/** Three pages of alerts, one record each, where `answer` says nothing else. */
function reading(
  answer: (request: Received) => Scripted | Silence | undefined | Promise<Scripted>,
  settings: Readonly<Record<string, string>> = {},
) {
  return startScripted({ alerts: async (request) => (await answer(request)) ?? page(pageOf(request)) }, settings);
}

describe("alerts once they are too old (DESIGN 4, memory)", () => {
  test("are read anew, and then are not stale", async () => {
    const { api, call, clock } = await reading(() => undefined);
    answerOf(await api.alerts({}, call()));
    clock.advance(TTL_OVER_MS);
    const mine = call();
    expect(answerOf(await api.alerts({}, mine)).incomplete).toBeUndefined();
    expect(mine.usage.report()).toMatchObject({ stale: false, cached: false });
    expect(mine.usage.report().ageSeconds).toBeLessThan(60);
  });

  test.each([1, 2])("stand in whole for what cannot be read, and are told as stale: page %i", async (failing) => {
    let isDown = false;
    const { api, call, clock } = await reading((r) => (isDown && pageOf(r) >= failing ? { status: 500 } : undefined));
    answerOf(await api.alerts({}, call()));
    isDown = true;
    clock.advance(TTL_OVER_MS);
    const mine = call();
    const set = answerOf(await api.alerts({}, mine));
    expect([set.records.length, set.incomplete]).toEqual([3, undefined]);
    expect(set.later?.records.map(({ zip }) => zip)).toEqual(failing === 1 ? undefined : ["85001"]);
    expect(mine.usage.report().stale).toBe(true);
    expect(mine.usage.report().ageSeconds).toBeGreaterThanOrEqual(301);
    const again = answerOf(await api.alerts({}, call()));
    expect(again.later?.records).toEqual(set.later?.records);
    const { reason, failure } = again.later?.incomplete ?? {};
    expect([reason, failure?.kind]).toEqual(failing === 1 ? [undefined, undefined] : ["failure", "upstream_error"]);
  });

  test("that are too much to be kept are asked for again", async () => {
    const json = { ...envelope(["85001"]), data: [{ zip: "85001", note: "x".repeat(25 * 1024 * 1024) }] };
    const { service, api, call } = await startScripted({ alerts: () => ({ status: 200, json }) });
    answerOf(await api.alerts({}, call()));
    expect(api.status().memory.alerts).toEqual({ answers: 0, characters: 0 });
    const mine = call();
    answerOf(await api.alerts({}, mine));
    expect(service.requests("alerts")).toHaveLength(2);
    expect(mine.usage.report()).toMatchObject({ billableRequests: 1, cached: false });
  });

  test("are not later than themselves, where they were left off and then completed", async () => {
    let isDown = false;
    const { api, call, clock } = await reading(() => (isDown ? { status: 500 } : undefined));
    answerOf(await api.alerts({ zips: ["85001"] }, call()));
    answerOf(await api.alerts({}, call()));
    isDown = true;
    clock.advance(TTL_OVER_MS);
    for (let times = 0; times < 20; times += 1) expect(answerOf(await api.alerts({}, call())).later).toBeUndefined();
  });

  test.each([401, 403])("never stand in for what the account may not read: %i at a later page", async (status) => {
    let isRefused = false;
    const { api, call, clock } = await reading((r) =>
      isRefused && pageOf(r) === 2 ? problem(status, "r") : undefined,
    );
    answerOf(await api.alerts({}, call()));
    isRefused = true;
    clock.advance(TTL_OVER_MS);
    const mine = call();
    const set = answerOf(await api.alerts({}, mine));
    expect(set).toMatchObject({ records: { length: 1 }, incomplete: { reason: "failure", failure: { status } } });
    expect(mine.usage.report().stale).toBe(false);
  });

  test.each<[string, Scripted]>([
    ["failed", { status: 302 }],
    ["is of newer data", { status: 200, json: envelope(["85003"], { generatedAt: "2026-07-09T13:03:00Z", page: 3 }) }],
    ["is another one again", { status: 200, json: envelope(["85001"], { total: 5, page: 1, hasMore: true }) }],
    ["is empty", { status: 200, json: envelope([], { total: 5, page: 3, hasMore: true }) }],
  ])("nor where a page beside the one refused %s before, and the next request fails", async (_, third) => {
    let isRefused = false;
    let isLast = false;
    const { api, call, clock } = await reading((request) => {
      const number = pageOf(request);
      if (isLast) return { status: 302 };
      if (isRefused && number === 3) return third;
      if (!isRefused || number !== 4) return page(number, 5);
      isLast = true;
      return { ...(problem(403, "r") as object), delayMs: 200 } as Scripted;
    });
    answerOf(await api.alerts({}, call()));
    isRefused = true;
    clock.advance(TTL_OVER_MS);
    const mine = call();
    const set = answerOf(await api.alerts({}, mine));
    expect(set.incomplete).toMatchObject({ failure: { kind: "forbidden" } });
    expect(mine.usage.report().stale).toBe(false);
  });

  test("nor for one whose limit is reached, while others who share the reading pay for a page that failed", async () => {
    let isRefused = false;
    let failed = 0;
    const { api, call, clock } = await reading(async (request) => {
      const number = pageOf(request);
      if (isRefused && number === 4) return problem(403, "r");
      if (!isRefused || number !== 5 || failed > 0) return page(number, 6);
      failed += 1;
      await wait(300);
      return problem(502, "r");
    });
    answerOf(await api.alerts({}, call()));
    isRefused = true;
    clock.advance(TTL_OVER_MS);
    const limited = { ...call(), usage: new CallUsage(3) };
    const [mine] = await Promise.all([api.alerts({}, limited), api.alerts({}, call())]);
    expect(answerOf(mine).incomplete).toMatchObject({ reason: "failure", failure: { kind: "forbidden" } });
    expect(limited.usage.report()).toMatchObject({ billableRequests: 3, stale: false });
  });

  test("do not stand in where what was asked came beside a page that failed", async () => {
    let isFailing = false;
    const { api, call, clock } = await reading((request) =>
      isFailing && pageOf(request) === 5 ? { status: 302 } : page(pageOf(request), 6),
    );
    answerOf(await api.alerts({}, call()));
    isFailing = true;
    clock.advance(TTL_OVER_MS);
    const mine = call();
    const set = answerOf(await api.alerts({ zips: ["85004"] }, mine));
    expect([set.incomplete?.reason, set.at("85004").length]).toEqual(["answered", 1]);
    expect(mine.usage.report()).toMatchObject({ stale: false, cached: false, ageSeconds: 0 });
  });

  test.each<[string, Scripted | Silence, boolean]>([
    ["time runs out: what arrived is given", { silentMs: 3_000 }, false],
    ["the service holds requests back", { status: 429, headers: { "retry-after": "3600" } }, true],
  ])("stand in, or not, where %s", async (_, answer, stale) => {
    let isLimited = false;
    const { api, call, clock } = await reading((r) => (isLimited && pageOf(r) === 2 ? answer : undefined));
    answerOf(await api.alerts({}, call()));
    isLimited = true;
    clock.advance(TTL_OVER_MS);
    const mine = call(3_000);
    const set = answerOf(await api.alerts({}, mine));
    const zips = set.records.map(({ zip }) => zip);
    if (stale) expect([set.incomplete, zips]).toEqual([undefined, ["85001", "85002", "85003"]]);
    else expect([set.incomplete?.reason, zips]).toEqual(["time", ["85001"]]);
    expect((set.later ?? set).incomplete).toMatchObject({ reason: "time", pagesRead: 1 });
    expect(mine.usage.report().stale).toBe(stale);
  });

  test("are not gone on with", async () => {
    const { api, call, clock } = await reading(() => undefined, { COLDROUTE_MAX_BILLABLE_PER_CALL: "2" });
    expect(answerOf(await api.alerts({}, call())).records).toHaveLength(2);
    clock.advance(TTL_OVER_MS);
    const mine = call();
    expect(answerOf(await api.alerts({}, mine)).records).toHaveLength(2);
    expect(mine.usage.report().billableRequests).toBe(2);
    expect(mine.usage.report().ageSeconds).toBeLessThan(60);
  });
});

test("a reading of alerts tells of each page, and with no ZIP to look for reads them all", async () => {
  const { api, call } = await reading(() => undefined);
  const told: (number | null)[][] = [];
  const set = answerOf(await api.alerts({ zips: [] }, { ...call(), onPage: (...pages) => void told.push(pages) }));
  expect([set.records.length, set.incomplete]).toEqual([3, undefined]);
  expect(told).toEqual([
    [1, 3],
    [2, 3],
    [3, 3],
  ]);
});

describe("a reading of alerts that was begun", () => {
  test("goes on where it was left off, as old as it is and not stale, and counts among what is kept", async () => {
    const { api, call, clock } = await reading(() => undefined, { COLDROUTE_MAX_BILLABLE_PER_CALL: "2" });
    answerOf(await api.alerts({}, call()));
    expect(api.status().memory.alerts.characters).toBeGreaterThan(0);
    clock.advance(60_000);
    const mine = call();
    expect(answerOf(await api.alerts({}, mine)).records).toHaveLength(3);
    expect(mine.usage.report()).toMatchObject({ billableRequests: 1, stale: false });
    expect(mine.usage.report().ageSeconds).toBeGreaterThanOrEqual(60);
  });

  test("answers at once what it holds enough for, while it goes on for another", async () => {
    const { service, api, call } = await reading((r) => (pageOf(r) === 2 ? "hang" : undefined));
    answerOf(await api.alerts({ zips: ["85001"] }, call()));
    const leaving = call();
    const other = api.alerts({}, leaving);
    while (service.requests("alerts").length < 2) await wait(5);
    const mine = call(10_000);
    expect(answerOf(await api.alerts({ zips: ["85001"] }, mine)).incomplete?.reason).toBe("answered");
    expect(mine.usage.report().cached).toBe(true);
    leaving.cancel();
    expect(failureOf(await other)).toEqual({ kind: "cancelled", product: "alerts" });
  });
});

describe("time that ends before the first page", () => {
  test.each([
    ["the call's", 20_000, "60000"],
    ["each attempt's", 60_000, "20000"],
  ])("%s leaves nothing to give", async (_, maxWaitMs, timeoutMs) => {
    const { api, call } = await reading(() => ({ silentMs: 20_000 }), { COLDROUTE_TIMEOUT_MS: timeoutMs });
    expect(failureOf(await api.alerts({}, call(maxWaitMs)))).toMatchObject({ kind: "timeout", product: "alerts" });
  });

  test("one caller's, of a reading that goes on for another, leaves nothing to give either", async () => {
    const { service, api, call } = await reading(() => "hang");
    const patient = call();
    const other = api.alerts({}, patient);
    while (service.requests("alerts").length < 1) await wait(5);
    expect(failureOf(await api.alerts({}, call(100)))).toMatchObject({ kind: "timeout", product: "alerts" });
    patient.cancel();
    expect(failureOf(await other).kind).toBe("cancelled");
  });
});
