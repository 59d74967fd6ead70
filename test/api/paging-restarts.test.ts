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
    expect(set.records.map(({ zip }) => zip)).toEqual(["85001", "85002"]);
    expect(set).toMatchObject({
      generatedAt: OLD,
      incomplete: { ...incomplete, pagesRead: 2, outdated: true },
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
      records: [{ zip: "85001" }, { zip: "85002" }],
      incomplete: { reason: "time", outdated: true },
    });
    clock.advance(30_000);
    expect(answerOf(await patient).records.map(({ zip }) => zip)).toEqual(["95001", "95002", "95003"]);
  });

  test("tells nothing older once a page of the new data has come", async () => {
    const { api, call } = await changing((request) => (pageOf(request) === 2 ? problem(403, "r") : undefined));
    const set = answerOf(await api.alerts({}, call()));
    expect(set.records.map(({ zip }) => zip)).toEqual(["95001"]);
    expect(set).toMatchObject({
      generatedAt: NEW,
      incomplete: { reason: "failure", pagesRead: 1 },
    });
    expect(set.incomplete).not.toHaveProperty("outdated");
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
