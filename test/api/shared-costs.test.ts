import { describe, expect, test } from "vitest";
import type { ServiceRecord } from "../../src/api/schema.ts";
import { answerOf, envelope, failureOf, startScripted } from "../support/client.ts";
import { startReading } from "../support/held-reading.ts";

describe("a shared reading costs no more than is asked for (DESIGN 4, paging)", () => {
  test("who asks for what has come is answered by it at once", async () => {
    const { service, api, call, release } = await startReading();
    const whole = api.alerts({}, call());
    await expect.poll(() => service.requests("alerts")).toHaveLength(2);
    const mine = call();
    expect(answerOf(await api.alerts({ zips: ["85001"] }, mine))).toMatchObject({
      records: [{ zip: "85001" }],
      incomplete: { reason: "answered", pagesRead: 1 },
    });
    expect(mine.usage.report()).toMatchObject({ cached: true, billableRequests: 0, stale: false });
    release();
    expect(answerOf(await whole).records).toHaveLength(2);
    expect(service.requests("alerts")).toHaveLength(2);
  });

  test("nothing is read on for one who is gone", async () => {
    const { service, api, call, release } = await startReading({ total: 9 });
    const starter = call();
    const whole = api.alerts({}, starter);
    await expect.poll(() => service.requests("alerts")).toHaveLength(2);
    const mine = call();
    const asked = api.alerts({ zips: ["85002"] }, mine);
    starter.cancel();
    expect(failureOf(await whole).kind).toBe("cancelled");
    release();
    expect(answerOf(await asked).records).toHaveLength(2);
    expect(service.requests("alerts")).toHaveLength(2);
    expect(mine.usage.report().billableRequests).toBe(0);
  });

  test("a record that names the ZIP, and is of another place, answers nobody: what is asked for is read on to", async () => {
    const pages = ["MX", "FR", "US", ...Array.from({ length: 9 }, () => "US")];
    const { service, api, call } = await startScripted({
      alerts: ({ url }) => {
        const page = Number(url.searchParams.get("page") ?? 1);
        const json = envelope([], { total: pages.length, page, pageSize: 1, hasMore: page < pages.length });
        return { status: 200, json: { ...json, data: [{ zip: "85001", country: pages[page - 1], page }] } };
      },
    });
    const isOfPlace = ({ country }: ServiceRecord) => country === "US";
    const set = answerOf(await api.alerts({ zips: ["85001"], isOfPlace }, call()));
    expect(set.at("85001").map(({ country }) => country)).toContain("US");
    expect(set.incomplete?.reason).toBe("answered");
    const asked = service.requests("alerts").length;
    expect(asked).toBeLessThan(pages.length);
    const isElsewhere = ({ country }: ServiceRecord) => country === "FR";
    answerOf(await api.alerts({ zips: ["85001"], isOfPlace: isElsewhere }, call()));
    expect(service.requests("alerts")).toHaveLength(asked);
  });

  test("no record is told twice to who reads on, whoever is answered while pages are still coming", async () => {
    let release: () => void = () => undefined;
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    const two = (zip: string) => ["Hot", "Warm"].map((temperatureLevel) => ({ zip, temperatureLevel }));
    const { api, call } = await startScripted({
      alerts: async ({ url }) => {
        const page = Number(url.searchParams.get("page") ?? 1);
        if (page === 3 || page === 5) await isReleased;
        const { meta } = envelope([], { total: 10, page, pageSize: 2, hasMore: page < 5 });
        // One page has all that is left, and another number.
        if (page !== 4) return { status: 200, json: { data: two(`8500${page}`), meta } };
        const data = ["85003", "85004", "85005"].flatMap(two);
        return { status: 200, json: { data, meta: { ...meta, page: 9, hasMore: undefined } } };
      },
    });
    let pagesCame = 0;
    const onPage = () => {
      pagesCame += 1;
    };
    const whole = api.alerts({}, { ...call(), onPage });
    await expect.poll(() => pagesCame).toBe(3);
    expect(answerOf(await api.alerts({ zips: ["85003"] }, call())).records).toHaveLength(10);
    release();
    expect(answerOf(await whole)).toMatchObject({ records: { length: 10 }, total: 10, byLevel: { Hot: 5, Warm: 5 } });
  });

  test.each([0, 1])(
    "who has enough is answered, and the others read on from there: %i left before",
    async (leaving) => {
      const { service, api, call, release } = await startReading({ total: 5 });
      const whole = api.alerts({}, call());
      await expect.poll(() => service.requests("alerts")).toHaveLength(2);
      for (let left = 0; left < leaving; left += 1) {
        const other = call();
        const given = api.alerts({}, other);
        other.cancel();
        expect(failureOf(await given).kind).toBe("cancelled");
      }
      const mine = call();
      const asked = api.alerts({ zips: ["85002"] }, mine);
      release();
      expect(answerOf(await asked).incomplete).toMatchObject({ reason: "answered", pagesRead: 2 });
      expect(answerOf(await whole).records).toHaveLength(5);
      expect(service.requests("alerts")).toHaveLength(5);
      expect(mine.usage.report().billableRequests).toBe(0);
    },
  );

  test("all are asked for at once by whoever needs them, at no cost to who has enough", async () => {
    const { service, api, call } = await startScripted({
      alerts: ({ url }) => {
        const { searchParams } = url;
        const isAll = searchParams.get("pageSize") === "3";
        const zips = isAll ? ["85001", "85002", "85003"] : [searchParams.has("page") ? "85002" : "85001"];
        return { status: 200, json: envelope(zips, { total: 3, page: 1, hasMore: !isAll }) };
      },
    });
    const calls = [call(), call()];
    const queries = [{ zips: ["85002"] }, {}];
    const [one, all] = await Promise.all(calls.map((each, index) => api.alerts(queries[index] ?? {}, each)));
    expect(one && answerOf(one)).toMatchObject({ records: { length: 2 }, incomplete: { reason: "answered" } });
    expect(all && answerOf(all)).toMatchObject({ records: { length: 3 }, total: 3 });
    expect(calls.map(({ usage }) => usage.report().billableRequests)).toEqual([2, 1]);
    expect(service.requests("alerts")).toHaveLength(3);
  });

  test.each([
    ["nobody", false],
    ["one who has enough", true],
  ])("going on with a page that becomes too old meanwhile costs the same when %s joins", async (_, isJoined) => {
    let release: () => void = () => undefined;
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { service, api, call, clock } = await startScripted({
      alerts: async ({ url, number }) => {
        if (number === 2) await isReleased;
        const isAll = url.searchParams.get("pageSize") === "3";
        const zips = isAll ? ["85001", "85002", "85003"] : ["85001"];
        return { status: 200, json: envelope(zips, { total: 3, page: 1, hasMore: !isAll }) };
      },
    });
    answerOf(await api.alerts({ zips: ["85001"] }, call()));
    clock.advance(298_000);
    const mine = call();
    const whole = api.alerts({}, mine);
    await expect.poll(() => service.requests("alerts")).toHaveLength(2);
    clock.advance(2_500);
    const joined = isJoined ? [api.alerts({ zips: ["85001"] }, call())] : [];
    release();
    expect(answerOf(await whole)).toMatchObject({ records: { length: 3 }, total: 3 });
    for (const each of joined) expect(answerOf(await each).incomplete?.reason).toBe("answered");
    expect(mine.usage.report().billableRequests).toBe(2);
  });

  test("all are asked for at once for nobody who has enough", async () => {
    let release: () => void = () => undefined;
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { service, api, call } = await startScripted(
      {
        alerts: async ({ number }) => {
          if (number === 2) await isReleased;
          return { status: 200, json: envelope(["85001"], { total: 9, pageSize: 1, hasMore: true }) };
        },
      },
      { COLDROUTE_ALERTS_TTL_S: "0" },
    );
    const starter = call();
    const whole = api.alerts({}, starter);
    await expect.poll(() => service.requests("alerts")).toHaveLength(2);
    const asked = api.alerts({ zips: ["85001"] }, call());
    starter.cancel();
    release();
    expect(failureOf(await whole).kind).toBe("cancelled");
    expect(answerOf(await asked).incomplete).toMatchObject({ reason: "answered" });
    expect(service.requests("alerts")).toHaveLength(2);
  });
});
