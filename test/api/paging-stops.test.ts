import { describe, expect, test } from "vitest";
import { graver } from "../../src/api/alert-download.ts";
import type { Stop } from "../../src/api/alert-pages.ts";
import { answerOf, envelope, failureOf, type Silence, startScripted } from "../support/client.ts";
import { problem, type Received, type Scripted } from "../support/scripted-service.ts";

const pageOf = ({ url }: Received): number => Number(url.searchParams.get("page") ?? 1);
const sizeOf = ({ url }: Received): string | null => url.searchParams.get("pageSize");
const page = (number: number, meta: Readonly<Record<string, unknown>> = {}): Scripted => ({
  status: 200,
  json: envelope([`8500${number}`], { total: 3, page: number, pageSize: 1, hasMore: number < 3, ...meta }),
});
const HOUR_MS = 3_600_000;

/** Alerts in pages of one, where `answer` says nothing else. */
function reading(
  answer: (request: Received) => Scripted | Silence | undefined,
  settings: Readonly<Record<string, string>> = {},
) {
  return startScripted({ alerts: (request) => answer(request) ?? page(pageOf(request)) }, settings);
}

describe("what stops a reading of alerts (DESIGN 4, paging)", () => {
  test("an empty page although more was announced: fewer than there are, and nothing more to ask for", async () => {
    const { service, api, call } = await reading((request) =>
      pageOf(request) === 2 ? { status: 200, json: envelope([], { total: 3, page: 2, hasMore: true }) } : undefined,
    );
    for (let n = 0; n < 2; n += 1) {
      const set = answerOf(await api.alerts({}, call()));
      expect(set.incomplete).toEqual({ reason: "short", pagesRead: 1, pagesTotal: 3, since: expect.anything() });
      expect(service.requests("alerts")).toHaveLength(2);
    }
  });

  test("the day's limit, once: what came until then is told", async () => {
    const { service, api, call } = await reading(() => undefined, { COLDROUTE_BILLABLE_LIMIT: "2" });
    const set = answerOf(await api.alerts({}, call()));
    expect(set).toMatchObject({
      records: { length: 2 },
      incomplete: { reason: "billing_limit", failure: { kind: "billing_limit", scope: "day" }, pagesRead: 2 },
    });
    expect(service.requests("alerts")).toHaveLength(2);
  });

  test.each<[string, Scripted | Silence, string, string]>([
    ["a refusal", problem(403, "r"), "failure", "forbidden"],
    [
      "a rate limit beyond the call's time",
      { status: 429, headers: { "retry-after": "3600" } },
      "time",
      "rate_limited",
    ],
    ["one attempt's time, with time left for the call", { silentMs: 5_000 }, "failure", "timeout"],
  ])("%s of a later page, with what arrived", async (_, fault, reason, kind) => {
    const { api, call } = await reading((request) => (pageOf(request) === 2 ? fault : undefined), {
      COLDROUTE_TIMEOUT_MS: "5000",
    });
    const set = answerOf(await api.alerts({}, call()));
    expect(set.records).toHaveLength(1);
    expect(set.incomplete).toMatchObject({ reason, failure: { kind } });
  });

  test("a refusal of one page beside others that come after it, once, with what arrived", async () => {
    const { service, api, call } = await reading((request) => {
      const number = pageOf(request);
      if (number === 3) return problem(403, "r");
      const later = number < 3 ? {} : { delayMs: 200 };
      return { ...(page(number, { total: 5, hasMore: number < 5 }) as object), ...later } as Scripted;
    });
    expect(answerOf(await api.alerts({}, call()))).toMatchObject({
      records: { length: 4 },
      incomplete: { reason: "failure", failure: { kind: "forbidden" }, pagesRead: 4, pagesTotal: 5 },
    });
    expect(service.requests("alerts")).toHaveLength(5);
  });

  test("a cool-down that another waits out and this call has no time for, with what arrived", async () => {
    let refusals = 0;
    const { api, call, clock } = await reading((request) => {
      if (pageOf(request) !== 2 || refusals > 0) return undefined;
      refusals += 1;
      return { status: 429, headers: { "retry-after": "30" } };
    });
    const [hurried, patient] = [api.alerts({}, call(20_000)), api.alerts({}, call(60_000))];
    expect(answerOf(await hurried)).toMatchObject({
      records: { length: 1 },
      incomplete: { reason: "time", failure: { kind: "rate_limited" } },
    });
    clock.advance(30_000);
    expect(answerOf(await patient).incomplete).toBeUndefined();
  });

  test("what another had enough of, and came for this call too, is neither lost nor billed again, whatever the TTL", async () => {
    const { service, api, call } = await reading((request) => (pageOf(request) === 2 ? problem(403, "r") : undefined), {
      COLDROUTE_ALERTS_TTL_S: "0",
    });
    const [content, curious] = await Promise.all([api.alerts({ zips: ["85001"] }, call()), api.alerts({}, call())]);
    expect(answerOf(content).incomplete?.reason).toBe("answered");
    expect(answerOf(curious)).toMatchObject({ records: [{ zip: "85001" }], incomplete: { reason: "failure" } });
    expect(service.requests("alerts").map(pageOf)).toEqual([1, 2]);
  });

  test("a refusal of the first page, whatever its size: nothing smaller is tried", async () => {
    const { service, api, call } = await reading(() => problem(403, "r"));
    expect(failureOf(await api.alerts({}, call())).kind).toBe("forbidden");
    expect(service.requests("alerts")).toHaveLength(1);
  });

  test("a level that is refused says nothing of page sizes", async () => {
    const { service, api, call } = await reading(({ url }) =>
      url.searchParams.has("minLevel") ? problem(400, "r") : undefined,
    );
    failureOf(await api.alerts({ minLevel: "Tepid" }, call()));
    const before = service.requests("alerts").length;
    answerOf(await api.alerts({}, call()));
    expect(service.requests("alerts").slice(before).map(sizeOf)[0]).toBe("50000");
  });
});

describe("a service that ignores page", () => {
  const ignoring = (meta: Readonly<Record<string, unknown>>, onAll: Scripted | undefined) =>
    reading((request) => (sizeOf(request) === "3" ? onAll : undefined) ?? page(1, { hasMore: true, ...meta }));
  const ignored = { reason: "page_ignored", pagesRead: 1 };

  test("and gives no total, or none that is not there already, is not asked for all", async () => {
    for (const total of [undefined, 1]) {
      const { service, api, call } = await ignoring({ total }, undefined);
      expect(answerOf(await api.alerts({}, call())).incomplete).toMatchObject(ignored);
      expect(service.requests("alerts").map(pageOf)).toEqual([1, 2]);
    }
  });

  test("and answers with all there are is asked so from then on", async () => {
    const all = { status: 200, json: envelope(["1", "2", "3"], { total: 3, pageSize: 3 }) };
    const { service, api, call, clock } = await ignoring({}, all);
    expect(answerOf(await api.alerts({}, call())).incomplete).toBeUndefined();
    clock.advance(301_000);
    expect(answerOf(await api.alerts({}, call())).records).toHaveLength(3);
    expect(service.requests("alerts").map(sizeOf)).toEqual(["50000", "50000", "3", "3"]);
  });

  test.each<[Scripted, object]>([
    [problem(400, "r"), ignored],
    [problem(403, "r"), { reason: "failure", failure: { kind: "forbidden" } }],
  ])("and refuses to give all at once: %#", async (refusal, incomplete) => {
    const { api, call } = await ignoring({}, refusal);
    expect(answerOf(await api.alerts({}, call())).incomplete).toMatchObject(incomplete);
  });

  test("and fails to give all at once is asked for all alone by who goes on: the second page is billed once", async () => {
    const whole: Scripted = { status: 200, json: envelope(["1", "2", "3"], { total: 3, pageSize: 3 }) };
    let all: Scripted = problem(500, "r");
    const { service, api, call } = await reading((request) =>
      sizeOf(request) === "3" ? all : page(1, { hasMore: true }),
    );
    const failing = { reason: "failure", failure: { status: 500 } };
    expect(answerOf(await api.alerts({}, call())).incomplete).toMatchObject(failing);
    const before = service.requests("alerts").length;
    expect(answerOf(await api.alerts({}, call())).incomplete).toMatchObject(failing);
    all = whole;
    const mine = call();
    expect(answerOf(await api.alerts({}, mine)).incomplete).toBeUndefined();
    expect(mine.usage.report().billableRequests).toBe(1);
    expect(new Set(service.requests("alerts").slice(before).map(sizeOf))).toEqual(new Set(["3"]));
  });

  test("is not asked for a second page for an hour, and then once more", async () => {
    const { service, api, call, clock } = await ignoring({}, problem(400, "r"));
    const asked = async (): Promise<readonly (string | null)[]> => {
      const before = service.requests("alerts").length;
      expect(answerOf(await api.alerts({}, call())).incomplete).toMatchObject(ignored);
      return service
        .requests("alerts")
        .slice(before)
        .map(({ url }) => url.searchParams.get("page"));
    };
    expect(await asked()).toEqual([null, "2", null]);
    clock.advance(HOUR_MS - 60_000);
    expect(await asked()).toEqual([null]);
    clock.advance(120_000 + 301_000);
    expect(await asked()).toEqual([null, "2", null]);
  });

  test("only from the third on has shown that it knows the second", async () => {
    const { service, api, call, clock } = await reading((request) =>
      sizeOf(request) === "4" ? problem(400, "r") : page(Math.min(pageOf(request), 2), { hasMore: true, total: 4 }),
    );
    for (let turn = 0; turn < 2; turn += 1) {
      const before = service.requests("alerts").length;
      expect(answerOf(await api.alerts({}, call())).incomplete).toMatchObject({ reason: "page_ignored", pagesRead: 2 });
      const asked = service.requests("alerts").slice(before).map(pageOf);
      expect(asked).toContain(2);
      answerOf(await api.alerts({}, call()));
      expect(service.requests("alerts")).toHaveLength(before + asked.length);
      clock.advance(301_000);
    }
  });
});

describe("of two things that stop a reading, the first counts, but for a refusal (DESIGN 4, memory)", () => {
  const { failed, lost, forbidden, unauthorized, held, limit } = {
    failed: { reason: "failure", failure: { kind: "upstream_error", product: "alerts", status: 500 } },
    lost: { reason: "time", failure: { kind: "timeout", product: "alerts", afterMs: 1, sent: true } },
    forbidden: { reason: "failure", failure: { kind: "forbidden", product: "alerts", status: 403 } },
    unauthorized: { reason: "failure", failure: { kind: "unauthorized", product: "alerts", status: 401 } },
    held: { reason: "time", failure: { kind: "rate_limited", product: "alerts", waitMs: 30_000 } },
    limit: { reason: "billing_limit", failure: { kind: "billing_limit", product: "alerts", scope: "call", limit: 1 } },
  } as const satisfies Record<string, Stop>;
  const answered: Stop = { reason: "answered" };
  const changed: Stop = { reason: "changed" };

  test.each<[string, Stop | undefined, Stop | undefined, Stop | undefined]>([
    ["nothing at all", undefined, undefined, undefined],
    ["a failure alone", undefined, failed, failed],
    ["a failure and then nothing", failed, undefined, failed],
    ["two failures", failed, lost, failed],
    ["a failure and then a wait", failed, held, { ...failed, failure: { ...failed.failure, waitMs: 30_000 } }],
    ["new data and then a failure", changed, failed, changed],
    ["a failure and then a 403", failed, forbidden, forbidden],
    ["time and then a 401", lost, unauthorized, unauthorized],
    ["new data and then the limit", changed, limit, limit],
    ["a 403 and then the limit", forbidden, limit, forbidden],
    ["the limit and then a 401", limit, unauthorized, limit],
    ["enough and then a 403", answered, forbidden, answered],
  ])("%s", (_, first, next, expected) => {
    expect(graver(first, next)).toEqual(expected);
  });
});
