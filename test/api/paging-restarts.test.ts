import { describe, expect, test } from "vitest";
import { answerOf, envelope, type Silence, startScripted } from "../support/client.ts";
import { problem, type Received, type Scripted } from "../support/scripted-service.ts";

const OLD = "2026-07-09T12:03:00Z";
const NEW = "2026-07-09T13:03:00Z";

const pageOf = ({ url }: Received): number => Number(url.searchParams.get("page") ?? 1);

/** Page `number` of three, each with a record that only its own time has. */
const page = (number: number, generatedAt: string): Scripted => ({
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

  test("and asks for no more than ZIPs that have come tells these alone, as old as they are", async () => {
    const { api, call } = await changing((request) => (pageOf(request) === 2 ? problem(403, "r") : undefined));
    const set = answerOf(await api.alerts({ zips: ["95001"] }, call()));
    expect(set).toMatchObject({ generatedAt: NEW, records: [{ zip: "95001" }], incomplete: { reason: "answered" } });
    expect(set.later).toBeUndefined();
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
