import { describe, expect, test } from "vitest";
import { answerOf, envelope, failureOf, startScripted } from "../support/client.ts";
import { problem, type Received, type Scripted } from "../support/scripted-service.ts";

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

test("a reading is whole although another reading meanwhile learns that the service takes smaller pages only", async () => {
  const zips = Array.from({ length: 21_000 }, (_, index) => String(10_000 + index));
  let release: () => void = () => undefined;
  const smallerIsLearned = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { service, api, call } = await startScripted({
    alerts: async ({ url }) => {
      const pageSize = Number(url.searchParams.get("pageSize"));
      const page = Number(url.searchParams.get("page") ?? 1);
      if (pageSize > (url.searchParams.has("minLevel") ? 1_000 : 10_000)) return problem(400, "r");
      if (page === 2 && !url.searchParams.has("minLevel")) await smallerIsLearned;
      const some = zips.slice((page - 1) * pageSize, page * pageSize);
      const hasMore = page * pageSize < zips.length;
      return { status: 200, json: envelope(some, { total: zips.length, page, pageSize, hasMore }) };
    },
  });
  const first = api.alerts({}, call());
  await expect.poll(() => service.requests("alerts").at(-1)?.url.search).toContain("page=2");
  expect(answerOf(await api.alerts({ minLevel: "SevereHot" }, call())).records).toHaveLength(zips.length);
  release();
  const { records, incomplete } = answerOf(await first);
  expect([incomplete, records.map(({ zip }) => zip)]).toEqual([undefined, zips]);
});

test("is not told as later than one that was read whole since (DESIGN 4, memory)", async () => {
  let [isCut, isDown] = [false, false];
  const { api, call, clock } = await startScripted({
    alerts: ({ url }) => {
      if (isDown || (isCut && url.searchParams.has("page"))) return problem(500, "r");
      const zip = isCut ? "85001" : "33101";
      return { status: 200, json: envelope([zip], isCut ? { total: 2, pageSize: 1, hasMore: true } : {}) };
    },
  });
  isCut = true;
  expect(answerOf(await api.alerts({}, call()))).toMatchObject({ records: [{ zip: "85001" }] });
  clock.advance(301_000);
  isCut = false;
  expect(answerOf(await api.alerts({}, call()))).toMatchObject({ records: [{ zip: "33101" }] });
  clock.advance(301_000);
  isDown = true;
  const mine = call();
  const set = answerOf(await api.alerts({}, mine));
  expect(set).toMatchObject({ records: [{ zip: "33101" }] });
  expect(set.later).toBeUndefined();
  expect(mine.usage.report().stale).toBe(true);
});

describe("a reading that was left off with enough, and then cannot be gone on with (DESIGN 4, memory)", () => {
  const inPages = ({ url }: Received): Scripted => {
    const page = Number(url.searchParams.get("page") ?? 1);
    return { status: 200, json: envelope([`8500${page}`], { total: 3, page, pageSize: 1, hasMore: page < 3 }) };
  };

  test.each<[string, Scripted, string]>([
    ["401", problem(401, "r"), "unauthorized"],
    ["403", problem(403, "r"), "forbidden"],
    ["503", problem(503, "r"), "stale"],
    ["a reset", "reset", "stale"],
    ["404", problem(404, "r"), "fresh"],
    ["400", problem(400, "r"), "fresh"],
  ])("after %s is an older answer, or none", async (_, failing, expected) => {
    let isFailing = false;
    const { api, call } = await startScripted({ alerts: (request) => (isFailing ? failing : inPages(request)) });
    answerOf(await api.alerts({ zips: ["85001"] }, call()));
    isFailing = true;
    const mine = call();
    const result = await api.alerts({ zips: ["85001", "85003"] }, mine);
    if (expected === "stale" || expected === "fresh") {
      expect(answerOf(result)).toMatchObject({
        records: { length: 1 },
        incomplete: { reason: "failure", pagesRead: 1 },
      });
    } else expect(failureOf(result).kind).toBe(expected);
    expect(mine.usage.report().stale).toBe(expected === "stale");
  });

  test("for the day's limit is none, unless a page came before it", async () => {
    const settings = { COLDROUTE_BILLABLE_LIMIT: "2" };
    const { api, call } = await startScripted({ alerts: inPages }, settings);
    answerOf(await api.alerts({ zips: ["85001"] }, call()));
    const further = answerOf(await api.alerts({}, call()));
    expect(further).toMatchObject({ records: { length: 2 }, incomplete: { reason: "billing_limit", pagesRead: 2 } });
    const mine = call();
    expect(failureOf(await api.alerts({}, mine))).toMatchObject({ kind: "billing_limit", scope: "day" });
    expect(mine.usage.report()).toMatchObject({ stale: false, requests: 0 });
  });

  test("is told to who shared its pages as they came, whatever comes after them", async () => {
    let release: () => void = () => undefined;
    const isAsked = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { api, call } = await startScripted({
      alerts: async (request) => {
        if (request.url.searchParams.has("page")) return problem(403, "r");
        await isAsked;
        return inPages(request);
      },
    });
    const mine = call();
    const both = Promise.all([api.alerts({ zips: ["85001"] }, call()), api.alerts({}, mine)]);
    release();
    const [enough, all] = (await both).map(answerOf);
    expect(enough).toMatchObject({ records: { length: 1 }, incomplete: { reason: "answered" } });
    expect(all).toMatchObject({ records: { length: 1 }, incomplete: { reason: "failure", failure: { status: 403 } } });
    expect(mine.usage.report().stale).toBe(false);
  });

  test("is gone on with: a record that the next page repeats is told once", async () => {
    const levels = [
      ["Hot", "Warm"],
      ["Warm", "Cold"],
    ];
    const { api, call } = await startScripted({
      alerts: ({ url }) => {
        const page = Number(url.searchParams.get("page") ?? 1);
        const { meta } = envelope([], { total: 3, page, pageSize: 2, hasMore: page < 2 });
        const data = levels[page - 1]?.map((temperatureLevel) => ({ zip: "85001", temperatureLevel }));
        return { status: 200, json: { data, meta } };
      },
    });
    expect(answerOf(await api.alerts({ zips: ["85001"] }, call())).records).toHaveLength(2);
    const set = answerOf(await api.alerts({}, call()));
    expect([set.byLevel, set.incomplete]).toEqual([{ Hot: 1, Warm: 1, Cold: 1 }, undefined]);
  });

  test("is told with what came since, though in a page that calls itself another", async () => {
    const another = envelope(["85002"], { total: 3, page: 1, pageSize: 1, hasMore: true });
    const { api, call } = await startScripted({
      alerts: (request) => {
        const { searchParams } = request.url;
        if (searchParams.get("page") === "2") return { status: 200, json: another };
        return searchParams.get("pageSize") === "3" ? problem(403, "r") : inPages(request);
      },
    });
    answerOf(await api.alerts({ zips: ["85001"] }, call()));
    const mine = call();
    expect(answerOf(await api.alerts({}, mine))).toMatchObject({
      records: [{ zip: "85001" }, { zip: "85002" }],
      incomplete: { reason: "failure", failure: { kind: "forbidden" } },
    });
    expect(mine.usage.report().stale).toBe(false);
  });

  test("answers what has come since by all that has, while another goes on with it", async () => {
    const { service, api, call } = await startScripted({
      alerts: (request) => (request.url.searchParams.get("page") === "3" ? "hang" : inPages(request)),
    });
    expect(answerOf(await api.alerts({ zips: ["85001"] }, call())).records).toHaveLength(1);
    const other = call();
    const further = api.alerts({ zips: ["85003"] }, other);
    await expect.poll(() => service.requests("alerts")).toHaveLength(3);
    const whileUnderWay = await api.alerts({ zips: ["85002"] }, call());
    other.cancel();
    expect(failureOf(await further).kind).toBe("cancelled");
    for (const set of [whileUnderWay, await api.alerts({ zips: ["85002", "85001"] }, call())].map(answerOf)) {
      expect(set.records).toMatchObject([{ zip: "85001" }, { zip: "85002" }]);
      expect(set.incomplete).toMatchObject({ reason: "answered", pagesRead: 2 });
    }
    expect(service.requests("alerts")).toHaveLength(3);
  });

  test.each<[string, Scripted | undefined]>([
    ["is as old as its oldest page", undefined],
    ["is told to nobody after a refusal", problem(403, "r")],
  ])("%s, for one who joins when it is no longer fresh, too", async (_, second) => {
    let release: () => void = () => undefined;
    const isJoined = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { service, api, call, clock } = await startScripted({
      alerts: async (request) => {
        if (!request.url.searchParams.has("page")) return inPages(request);
        await isJoined;
        return second ?? inPages(request);
      },
    });
    answerOf(await api.alerts({ zips: ["85001"] }, call()));
    clock.advance(299_000);
    const both = [call(), call()];
    const [first, joined] = both.map(async (mine, index) => {
      if (index > 0) {
        await expect.poll(() => service.requests("alerts")).toHaveLength(2);
        clock.advance(2_000);
        setImmediate(release);
      }
      return api.alerts({}, mine);
    });
    for (const asked of [first, joined]) {
      const result = await asked;
      if (second === undefined) expect(result).toMatchObject({ ok: true, value: { records: { length: 3 } } });
      else expect(result).toMatchObject({ ok: false, failure: { kind: "forbidden" } });
    }
    for (const { usage } of both) {
      const { ageSeconds, stale } = usage.report();
      expect([ageSeconds >= 300, stale]).toEqual([second === undefined, false]);
    }
  });
});
