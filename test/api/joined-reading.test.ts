import { describe, expect, test } from "vitest";
import { CallUsage } from "../../src/api/usage.ts";
import { answerOf, envelope, failureOf, startScripted } from "../support/client.ts";
import { startReading } from "../support/held-reading.ts";
import { problem, type Scripted } from "../support/scripted-service.ts";

describe("who joins a reading under way (DESIGN 4, memory and time)", () => {
  test("is told how long before that it was begun, and who began it or came soon after that it is live", async () => {
    const { service, api, call, clock, release } = await startReading();
    const [first, second, soon] = [call(), call(), call()];
    const asked = [api.alerts({}, first), api.alerts({}, soon)];
    await expect.poll(() => service.requests("alerts")).toHaveLength(2);
    clock.advance(4_500);
    asked.push(api.alerts({}, second));
    release();
    for (const set of await Promise.all(asked)) expect(answerOf(set).records).toHaveLength(2);
    const ages = [first, soon, second].map(({ usage }) => usage.report());
    expect(ages.map(({ ageSeconds, cached }) => [ageSeconds >= 4, cached])).toEqual([
      [false, false],
      [false, false],
      [true, false],
    ]);
  });

  test.each(["alerts", "risk"] as const)(
    "is told no age of %s that were asked for after that, however long all waited",
    async (product) => {
      const json = envelope(["85001"], { total: 1, page: 1, pageSize: 1, hasMore: false });
      let answers = 0;
      const { service, api, call, clock } = await startScripted({
        [product]: () => {
          answers += 1;
          return answers === 1 ? { status: 429, headers: { "retry-after": "9" }, json: {} } : { status: 200, json };
        },
      });
      const ask = (mine: ReturnType<typeof call>) =>
        product === "alerts" ? api.alerts({}, mine) : api.risk({ granularity: "zip3", date: "2026-07-10" }, mine);
      const [first, second, later] = [call(), call(), call()];
      const asked = [ask(first)];
      await expect.poll(() => api.status().coolDownSeconds[product]).toBeGreaterThan(0);
      clock.advance(4_500);
      asked.push(ask(second));
      clock.advance(4_500);
      for (const set of await Promise.all(asked))
        expect(answerOf<object>(set)).toMatchObject({ records: { length: 1 } });
      answerOf<object>(await ask(later));
      expect(service.requests(product)).toHaveLength(2);
      for (const { usage } of [first, second, later]) expect(usage.report().ageSeconds).toBeLessThan(4);
      expect(later.usage.report().cached).toBe(true);
    },
  );

  test("gets nothing that came before, where a refusal is all that comes after", async () => {
    const { service, api, call, release } = await startReading({ after: problem(403, "r") });
    const begun = api.alerts({}, call());
    await expect.poll(() => service.requests("alerts")).toHaveLength(2);
    const joined = api.alerts({}, call());
    release();
    expect(failureOf(await joined).kind).toBe("forbidden");
    expect(answerOf(await begun)).toMatchObject({ records: { length: 1 }, incomplete: { reason: "failure" } });
  });

  test("gets what came before as STALE, where only a failure comes after", async () => {
    const { service, api, call, clock, release } = await startReading({ after: problem(500, "r") });
    const [first, second] = [call(), call()];
    const begun = api.alerts({}, first);
    await expect.poll(() => service.requests("alerts")).toHaveLength(2);
    clock.advance(4_500);
    const joined = api.alerts({}, second);
    release();
    for (const set of [await joined, await begun].map(answerOf)) {
      expect(set).toMatchObject({ records: { length: 1 }, incomplete: { reason: "failure" } });
    }
    const told = [first, second].map(({ usage }) => usage.report());
    expect(told.map(({ ageSeconds, stale }) => [ageSeconds >= 4, stale])).toEqual([
      [false, false],
      [true, true],
    ]);
  });

  test("gets it as STALE when its own time ends, too, while others wait on", async () => {
    const { service, api, call, clock } = await startReading();
    const begun = api.alerts({}, call());
    await expect.poll(() => service.requests("alerts")).toHaveLength(2);
    clock.advance(2_000);
    const short = call(1_000);
    const joined = api.alerts({}, short);
    clock.advance(1_000);
    expect(answerOf(await joined)).toMatchObject({ records: { length: 1 } });
    expect(short.usage.report()).toMatchObject({ stale: true, billableRequests: 0 });
    clock.advance(25_000);
    expect(answerOf(await begun)).toMatchObject({ records: { length: 1 }, incomplete: { reason: "time" } });
  });

  test("gets the failure where nothing is kept", async () => {
    const { service, api, call, release } = await startReading({
      after: problem(500, "r"),
      settings: { COLDROUTE_ALERTS_TTL_S: "0" },
    });
    const begun = api.alerts({}, call());
    await expect.poll(() => service.requests("alerts")).toHaveLength(2);
    const joined = api.alerts({}, call());
    release();
    expect(failureOf(await joined).kind).toBe("upstream_error");
    expect(answerOf(await begun)).toMatchObject({ records: { length: 1 } });
  });

  test("hears of the day's limit, which is everybody's, rather than of its own time", async () => {
    const { api, call, clock } = await startScripted(
      {
        alerts: ({ url }) => {
          const page = Number(url.searchParams.get("page") ?? 1);
          if (page > 2) return { status: 200, raw: "{", unfinished: true };
          return { status: 200, json: envelope([`8500${page}`], { total: 4, page, pageSize: 1, hasMore: true }) };
        },
      },
      { COLDROUTE_BILLABLE_LIMIT: "3" },
    );
    const begun = api.alerts({}, call());
    const joined = api.alerts({}, call(5_000));
    // Billed by its status line, while its body is still to come.
    await expect.poll(() => api.status().usage).toMatchObject([{ products: { alerts: { billed: 3 } } }]);
    clock.advance(5_000);
    expect(answerOf(await joined).incomplete).toMatchObject({ reason: "billing_limit", failure: { scope: "day" } });
    clock.advance(20_000);
    expect(answerOf(await begun)).toMatchObject({ records: { length: 2 } });
  });

  test.each([
    ["goes on with it for the rest", "300", 0, [], ["3", "4"]],
    ["goes on with it for the rest, also where nothing is kept", "0", 0, [], ["3", "4"]],
    ["reads it anew where it is too old by then", "5", 0, [], ["1", "2", "3", "4"]],
    ["reads anew what was too old already when it came", "5", 6_000, ["85001"], ["1"]],
  ])("whose payer has no more room, %s", async (_, ttlS, lateMs, zips, asked) => {
    const hanging: Scripted = { status: 200, raw: "{", unfinished: true };
    const { service, api, call, clock } = await startScripted(
      {
        alerts: ({ url, number }) => {
          if (number === 3) return hanging;
          if (number === 4) return problem(404, "r");
          const page = Number(url.searchParams.get("page") ?? 1);
          return { status: 200, json: envelope([`8500${page}`], { total: 4, page, pageSize: 1, hasMore: page < 4 }) };
        },
      },
      { COLDROUTE_ALERTS_TTL_S: ttlS, COLDROUTE_TIMEOUT_MS: "10000" },
    );
    const [payer, guest] = [{ ...call(), usage: new CallUsage(3) }, call()];
    const begun = api.alerts({}, payer);
    // Billed by its status line: what the reading has is spent, while its third page is still to come.
    await expect.poll(() => payer.usage.isSpent()).toBe(true);
    clock.advance(lateMs);
    const joined = api.alerts({ zips }, guest);
    clock.advance(10_000 - lateMs);
    expect(answerOf(await joined)).toMatchObject({ records: { length: zips.length || 4 } });
    const pages = service.requests("alerts").map(({ url }) => url.searchParams.get("page") ?? "1");
    expect(pages.slice(4).sort()).toEqual(asked);
    expect(answerOf(await begun)).toMatchObject({ records: { length: 2 } });
  });

  test.each([
    ["goes on with it, however old it is by then", "5", {}, 4, 1],
    ["is told that as live where it is enough", "300", { zips: ["85003"] }, 3, 0],
  ])("whose payer has no more room, and for whom a page has come, %s", async (_, ttlS, query, records, billed) => {
    let release: () => void = () => undefined;
    const { api, call, clock } = await startScripted(
      {
        alerts: ({ url }) => {
          const page = Number(url.searchParams.get("page") ?? 1);
          const json = envelope([`8500${page}`], { total: 4, page, pageSize: 1, hasMore: page < 4 });
          if (page !== 3) return { status: 200, json };
          const unfinished = new Promise<string>((resolve) => {
            release = () => resolve(JSON.stringify(json).slice(1));
          });
          return { status: 200, raw: "{", unfinished };
        },
      },
      { COLDROUTE_ALERTS_TTL_S: ttlS },
    );
    const [payer, guest] = [{ ...call(), usage: new CallUsage(3) }, call()];
    const begun = api.alerts({}, payer);
    await expect.poll(() => payer.usage.isSpent()).toBe(true);
    const joined = api.alerts(query, guest);
    clock.advance(6_000);
    release();
    expect(answerOf(await joined).records).toHaveLength(records);
    const { billableRequests, stale, ageSeconds } = guest.usage.report();
    expect([billableRequests, stale, ageSeconds < 4]).toEqual([billed, false, true]);
    expect(answerOf(await begun)).toMatchObject({ records: { length: 3 }, incomplete: { reason: "billing_limit" } });
  });

  test.each([403, 500])(
    "gets nothing that came before as live after a %i, though another was answered by it",
    async (status) => {
      const { service, api, call, release } = await startReading({ total: 9, slow: 4, after: problem(status, "r") });
      const [first, second] = [call(), call()];
      const answered = api.alerts({ zips: ["85003"] }, first);
      await expect.poll(() => service.requests("alerts")).toHaveLength(6);
      await expect.poll(() => first.usage.report().billableRequests).toBe(5);
      const joined = api.alerts({}, second);
      release();
      expect(answerOf(await answered).incomplete).toMatchObject({ reason: "answered" });
      const result = await joined;
      expect(second.usage.report().billableRequests).toBe(0);
      if (status === 403) expect(failureOf(result).kind).toBe("forbidden");
      else expect([answerOf(result).records.length, second.usage.report().stale]).toEqual([5, true]);
    },
  );

  test("is given nothing of more than an hour ago", async () => {
    const { service, api, call, clock, release } = await startReading({ after: problem(500, "r") });
    const begun = api.alerts({}, call());
    await expect.poll(() => service.requests("alerts")).toHaveLength(2);
    const joined = api.alerts({}, call());
    clock.shiftWall(3_600_000);
    release();
    expect(failureOf(await joined).kind).toBe("upstream_error");
    expect(answerOf(await begun)).toMatchObject({ records: { length: 1 } });
  });
});
