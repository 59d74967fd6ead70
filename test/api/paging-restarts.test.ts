import { describe, expect, test } from "vitest";
import type { AlertSet } from "../../src/api/api.ts";
import { answerOf, envelope, type Silence, startScripted } from "../support/client.ts";
import { problem, type Received, type Scripted } from "../support/scripted-service.ts";

const OLD = "2026-07-09T12:03:00Z";
const NEW = "2026-07-09T13:03:00Z";

const pageOf = ({ url }: Received): number => Number(url.searchParams.get("page") ?? 1);

/** Page `number` of three, each with a record that only its own time has. */
const page = (number: number, generatedAt: string) => ({
  status: 200,
  json: envelope([`${generatedAt === OLD ? 8 : 9}500${number}`], {
    generatedAt,
    total: 3,
    page: number,
    pageSize: 1,
    hasMore: number < 3,
  }),
});

/** Alerts whose third page is of newer data, as is all after it, where `answer` says nothing else of the latter. */
function changing(
  answer: (request: Received) => Scripted | Silence | undefined,
  settings: Readonly<Record<string, string>> = {},
) {
  let isNew = false;
  return startScripted(
    {
      alerts: (request) => {
        const wasNew = isNew;
        isNew ||= pageOf(request) === 3;
        return (wasNew ? answer(request) : undefined) ?? page(pageOf(request), isNew ? NEW : OLD);
      },
    },
    settings,
  );
}

describe("a reading of alerts that starts over, since the data changed (DESIGN 4, paging)", () => {
  test.each<[string, Scripted | Silence | undefined, object, Readonly<Record<string, string>>]>([
    ["a refusal", problem(403, "r"), { reason: "failure", failure: { kind: "forbidden" } }, {}],
    [
      "a rate limit beyond the call's time",
      { status: 429, headers: { "retry-after": "3600" } },
      { reason: "time", failure: { kind: "rate_limited" } },
      {},
    ],
    [
      "silence",
      { silentMs: 5_000 },
      { reason: "failure", failure: { kind: "timeout" } },
      { COLDROUTE_TIMEOUT_MS: "5000" },
    ],
    [
      "the call's billing limit",
      undefined,
      { reason: "billing_limit", failure: { kind: "billing_limit" } },
      { COLDROUTE_MAX_BILLABLE_PER_CALL: "3" },
    ],
  ])("and ends at its first page, by %s, tells what had come before", async (_, fault, incomplete, settings) => {
    const { api, call } = await changing(() => fault, settings);
    const set = answerOf(await api.alerts({}, call()));
    expect(set.records.map(({ zip }) => zip)).toEqual(["95003", "85001", "85002"]);
    expect(set).toMatchObject({
      generatedAt: OLD,
      incomplete: { ...incomplete, pagesRead: 2, outdated: true },
      later: { generatedAt: NEW, records: [{ zip: "95003" }] },
    });
  });

  test("tells who has no time for a cool-down what had come before, and who has, the whole", async () => {
    let refusals = 0;
    const { api, call, clock } = await changing(() => {
      refusals += 1;
      return refusals > 1 ? undefined : { status: 429, headers: { "retry-after": "30" } };
    });
    const [hurried, patient] = [api.alerts({}, call(20_000)), api.alerts({}, call(60_000))];
    expect(answerOf(await hurried)).toMatchObject({
      generatedAt: OLD,
      records: [{ zip: "95003" }, { zip: "85001" }, { zip: "85002" }],
      incomplete: { reason: "time", outdated: true },
    });
    clock.advance(30_000);
    expect(answerOf(await patient).records.map(({ zip }) => zip)).toEqual(["95001", "95002", "95003"]);
  });

  test("tells what came before the data changed until all of the new data has come, then nothing of it", async () => {
    let refusals = 0;
    const { api, call } = await changing((request) => {
      if (pageOf(request) === 2) refusals += 1;
      return pageOf(request) === 2 && refusals === 1 ? problem(403, "r") : undefined;
    });
    const set = answerOf(await api.alerts({}, call()));
    expect(set.records.map(({ zip }) => zip)).toEqual(["95001", "95003", "85001", "85002"]);
    expect(set).toMatchObject({
      generatedAt: OLD,
      incomplete: { reason: "failure", pagesRead: 1 },
      later: { generatedAt: NEW, records: [{ zip: "95001" }, { zip: "95003" }] },
    });
    expect(set.incomplete).not.toHaveProperty("outdated");
    const whole = answerOf(await api.alerts({}, call()));
    expect(whole).toMatchObject({ generatedAt: NEW, records: [{ zip: "95001" }, { zip: "95002" }, { zip: "95003" }] });
    expect([whole.incomplete, whole.later]).toEqual([undefined, undefined]);
  });

  test("takes no room for what came before the data changed, once it is whole", async () => {
    const { api, call } = await changing(() => undefined);
    expect(answerOf(await api.alerts({}, call()))).toMatchObject({ generatedAt: NEW, records: { length: 3 } });
    const pages = [1, 2, 3].map((number) => page(number, NEW));
    const characters = pages.reduce((sum, { json }) => sum + JSON.stringify(json).length, 0);
    expect(api.status().memory.alerts).toEqual({ answers: 1, characters });
  });

  test("tells newer alerts of a ZIP beside older ones that answer for it, in this call and the next", async () => {
    const { api, call } = await startScripted({
      alerts: (request) => {
        if (request.number > 3) return problem(403, "r");
        const isNew = request.number === 3;
        const meta = { generatedAt: isNew ? NEW : OLD, total: 3, page: request.number, pageSize: 1, hasMore: true };
        const json = envelope([isNew ? "85001" : `8500${request.number}`], meta);
        return { status: 200, json: isNew ? { ...json, data: [{ zip: "85001", temperatureLevel: "New" }] } : json };
      },
    });
    const levels = (set: AlertSet) => set.at("85001").map(({ temperatureLevel }) => temperatureLevel);
    const first = answerOf(await api.alerts({}, call()));
    expect(levels(first)).toEqual(["New", "SevereHot"]);
    const mine = call();
    const again = answerOf(await api.alerts({ zips: ["85001"] }, mine));
    expect([levels(again), again.incomplete?.reason]).toEqual([["New", "SevereHot"], "answered"]);
    expect(mine.usage.report()).toMatchObject({ cached: true, requests: 0 });
  });

  test("and was left off for another caller's sake tells who goes on all that had come", async () => {
    let isLeftOff = false;
    const { api, call } = await startScripted({
      alerts: async (request) => {
        const number = pageOf(request);
        if (isLeftOff && number === 1) return problem(403, "r");
        if (number > 3) isLeftOff = true;
        const isNew = number > 3;
        const meta = { generatedAt: isNew ? NEW : OLD, total: 10, page: number, pageSize: 1, hasMore: true };
        const answer = { status: 200, json: envelope([`850${10 + number}`], meta) } as const;
        return { ...answer, delayMs: number > 3 ? 150 : 50 };
      },
    });
    const mine = call();
    const [all, one] = await Promise.all([api.alerts({}, mine), api.alerts({ zips: ["85013"] }, call())]);
    expect(answerOf(one).at("85013")).toHaveLength(1);
    const set = answerOf(all);
    expect(set.incomplete).toMatchObject({ reason: "failure", failure: { kind: "forbidden" } });
    expect(set.records.map(({ zip }) => zip).sort()).toEqual(["85011", "85012", "85013", "85014", "85015", "85016"]);
    expect(mine.usage.report().stale).toBe(false);
  });

  test("is gone on with for its own time, however old what newer data cut off", async () => {
    const { service, api, call, clock } = await startScripted(
      { alerts: (request) => page(pageOf(request), request.number === 1 ? OLD : NEW) },
      { COLDROUTE_MAX_BILLABLE_PER_CALL: "2" },
    );
    answerOf(await api.alerts({}, call()));
    clock.advance(200_000);
    const part = call();
    expect(answerOf(await api.alerts({}, part)).records.map(({ zip }) => zip)).toEqual(["95001", "95002", "85001"]);
    expect(part.usage.report().ageSeconds).toBeGreaterThanOrEqual(200);
    clock.advance(150_000);
    const mine = call();
    expect(answerOf(await api.alerts({ zips: ["95002"] }, mine)).at("95002")).toHaveLength(1);
    expect(mine.usage.report()).toMatchObject({ requests: 0, cached: true });
    const whole = answerOf(await api.alerts({}, call()));
    expect([whole.incomplete, whole.records.length]).toEqual([undefined, 3]);
    expect(service.requests("alerts").map(pageOf)).toEqual([1, 2, 1, 2, 3]);
  });

  test("and changes again tells of all three times what came", async () => {
    const { api, call } = await startScripted({
      alerts: (request) => page(pageOf(request), `2026-07-09T12:0${Math.min(request.number, 9)}:00Z`),
    });
    const mine = call();
    const set = answerOf(await api.alerts({}, mine));
    expect(set.incomplete?.reason).toBe("changed");
    expect(mine.usage.report().billableRequests).toBe(4);
    expect(set.records.map(({ zip }) => zip)).toEqual(["95002", "85001", "95001"]);
  });

  test("and was cut off is not gone on with: the next call asks for the first page, and for each once", async () => {
    let refusals = 0;
    const { service, api, call } = await changing(() => {
      refusals += 1;
      return refusals > 1 ? undefined : problem(403, "r");
    });
    expect(answerOf(await api.alerts({}, call())).generatedAt).toBe(OLD);
    const before = service.requests("alerts").length;
    const set = answerOf(await api.alerts({}, call()));
    expect(set).toMatchObject({ generatedAt: NEW, records: { length: 3 } });
    expect(set.incomplete).toBeUndefined();
    expect(service.requests("alerts").slice(before).map(pageOf)).toEqual([1, 2, 3]);
  });
});
