import { describe, expect, test } from "vitest";
import { page, pageOf, pages } from "../../support/alert-page.ts";
import { answerOf, startScripted } from "../../support/client.ts";
import { gate } from "../../support/events.ts";
import type { Received, Scripted } from "../../support/scripted-service.ts";

const LATER = "2026-07-09T13:03:00Z";
const LATEST = "2026-07-09T14:03:00Z";
const OLDER = "2026-07-09T11:03:00Z";

describe("the time of alerts [G-paging]", () => {
  test("starts over when newer data comes, and keeps the page that showed it", async () => {
    const newer = (request: Received) => request.number >= 3 && page(pageOf(request), 3, { generatedAt: LATER });
    const { service, api, call } = await startScripted({ alerts: pages(3, (request) => newer(request) || undefined) });
    const mine = call();
    const set = answerOf(await api.alerts({}, mine));
    expect(set).toMatchObject({ generatedAt: LATER, records: { length: 3 } });
    expect(set.incomplete).toBeUndefined();
    expect(service.requests("alerts").map(pageOf).toSorted()).toEqual([1, 1, 2, 2, 3]);
  });

  test("compares times as instants, however they are written", async () => {
    const times = ["2026-07-09T12:03:00Z", "2026-07-09T12:03:00.000Z", "2026-07-09T14:03:00+02:00"];
    const alerts = (request: Received) =>
      page(pageOf(request), 3, { generatedAt: times[request.number - 1] ?? "2026-07-09T12:03Z" });
    const { service, api, call } = await startScripted({ alerts });
    expect(answerOf(await api.alerts({}, call())).incomplete).toBeUndefined();
    expect(service.requests("alerts")).toHaveLength(3);
  });

  describe("a generatedAt made for each answer", () => {
    /** Page `number` of `total`, sent at a minute of its own. Its data is from `ageSeconds` before. */
    const madeNow = (request: Received, total: number, ageSeconds: number, meta = {}): Scripted => {
      const sentMs = Date.UTC(2026, 6, 9, 12, request.number);
      const generatedAt = new Date(sentMs - 1000 * ageSeconds).toISOString();
      const { json } = page(pageOf(request), total, { generatedAt, ...meta }) as { readonly json: unknown };
      return { status: 200, json, headers: { date: new Date(sentMs).toUTCString() } };
    };

    test.each([
      [2, []],
      [-2, []],
      [2, [1]],
      [2, [2, 3, 4]],
    ])("is the time of the answer: pages of one total are one set (%i s old, none on %j)", async (age, untold) => {
      const alerts = (request: Received) =>
        madeNow(request, 4, age, untold.includes(pageOf(request)) ? { total: null } : {});
      const { service, api, call } = await startScripted({ alerts });
      const set = answerOf(await api.alerts({}, call()));
      expect(set.incomplete).toBeUndefined();
      expect(set.records).toHaveLength(4);
      expect(service.requests("alerts")).toHaveLength(4);
    });

    test("is then the time of the first answer about the newer data, whose first page comes later", async () => {
      const alerts = (request: Received) => madeNow(request, request.number === 1 ? 5 : 4, 0);
      const { api, call } = await startScripted({ alerts });
      expect(answerOf(await api.alerts({}, call())).generatedAt).toBe("2026-07-09T12:02:00.000Z");
    });

    test("with another total shows newer data, as does one well before Date", async () => {
      for (const [total, ageSeconds] of [
        [(request: Received) => 3 + request.number, 2],
        [() => 4, 60],
      ] as const) {
        const { api, call } = await startScripted({
          alerts: (request) => madeNow(request, total(request), ageSeconds),
        });
        expect(answerOf(await api.alerts({}, call())).incomplete?.reason).toBe("changed");
      }
    });
  });

  test("an end that comes before another page is the end", async () => {
    const late = gate();
    const { api, call } = await startScripted({
      alerts: async (request) => {
        if (pageOf(request) === 3) await late.opened;
        return page(pageOf(request), 4, { hasMore: undefined });
      },
    });
    const onPage = (pagesRead: number) => pagesRead === 3 && late.open();
    expect(answerOf(await api.alerts({}, { ...call(), onPage })).records).toHaveLength(4);
  });

  test("does not count a late page of the older data as a second change", async () => {
    const late = gate();
    const { api, call } = await startScripted({
      alerts: async (request) => {
        if (request.number === 3) await late.opened;
        if (request.number > 4) late.open();
        return page(pageOf(request), 4, request.number > 3 ? { generatedAt: LATER } : {});
      },
    });
    const set = answerOf(await api.alerts({}, call()));
    expect(set.generatedAt).toBe(LATER);
    expect(set.records.map(({ zip }) => zip)).toEqual(["85001", "85002", "85003", "85004"]);
    expect(set.incomplete).toBeUndefined();
  });

  test("stops at the second change of the data, and the next call resumes there", async () => {
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

  test("stops at a page of older data", async () => {
    const { api, call } = await startScripted({
      alerts: pages(3, (request) => (pageOf(request) === 2 ? page(2, 3, { generatedAt: OLDER }) : undefined)),
    });
    const set = answerOf(await api.alerts({}, call()));
    expect(set).toMatchObject({ records: [{ zip: "85001" }], incomplete: { reason: "changed", pagesRead: 1 } });
  });
});
