import { describe, expect, test } from "vitest";
import { page, pageOf } from "../../support/alert-page.ts";
import { answerOf, failureOf, startScripted } from "../../support/client.ts";
import { LEARNED_MS, PAGE_SIZES } from "../../support/contract.ts";
import { problem, type Received } from "../../support/scripted-service.ts";

const sizeOf = ({ url }: Received): number => Number(url.searchParams.get("pageSize") ?? 0);

describe("page sizes [G-paging]", () => {
  const refusing = (most: number) => (request: Received) => (sizeOf(request) > most ? problem(400, "r") : page(1, 1));

  const descent = PAGE_SIZES.slice(0, PAGE_SIZES.indexOf(1_000) + 1);

  test("a size that worked serves for an hour, then the largest is tried again; a reading keeps its size", async () => {
    const alerts = (request: Received) => (sizeOf(request) > 1_000 ? problem(400, "r") : page(pageOf(request), 2));
    const limit = { COLDROUTE_MAX_BILLABLE_PER_CALL: "1" };
    const { service, api, call, clock } = await startScripted({ alerts }, limit);
    answerOf(await api.alerts({ minLevel: "Hot" }, call()));
    clock.advance(LEARNED_MS - 60_000);
    answerOf(await api.alerts({}, call()));
    clock.advance(120_000);
    expect(answerOf(await api.alerts({}, call())).records).toHaveLength(2);
    answerOf(await api.alerts({ minLevel: "Warm" }, call()));
    expect(service.requests("alerts").map(sizeOf)).toEqual([...descent, 1_000, 1_000, ...descent]);
    const levels = service.requests("alerts").map(({ url }) => url.searchParams.get("minLevel"));
    expect(levels).toEqual([...descent.map(() => "Hot"), null, null, ...descent.map(() => "Warm")]);
  });

  test.each([413, 422])("a %i refuses a size, too", async (status) => {
    const alerts = (request: Received) => (sizeOf(request) > 1_000 ? problem(status, "r") : page(1, 1));
    const { service, api, call } = await startScripted({ alerts });
    answerOf(await api.alerts({}, call()));
    expect(service.requests("alerts").map(sizeOf)).toEqual([...descent]);
  });

  test("a size that is refused later is forgotten, and the next call finds a smaller one", async () => {
    let most = PAGE_SIZES[0] ?? 0;
    const { service, api, call, clock } = await startScripted({ alerts: (request) => refusing(most)(request) });
    answerOf(await api.alerts({}, call()));
    most = 1_000;
    clock.advance(301_000);
    expect(failureOf(await api.alerts({}, call())).kind).toBe("invalid_request");
    answerOf(await api.alerts({}, call()));
    expect(service.requests("alerts").map(sizeOf)).toEqual([PAGE_SIZES[0], PAGE_SIZES[0], ...descent]);
  });

  test("a size that brought no answer is not remembered", async () => {
    const { api, call } = await startScripted({
      alerts: (request) => (request.number <= 2 ? { status: 500 } : refusing(1_000)(request)),
    });
    expect(failureOf(await api.alerts({}, call())).kind).toBe("upstream_error");
    answerOf(await api.alerts({}, call()));
  });

  test("a level that the service does not know costs one request while a page size is remembered", async () => {
    const { service, api, call } = await startScripted({
      alerts: ({ url }) => (url.searchParams.has("minLevel") ? problem(400, "r") : page(1, 1)),
    });
    answerOf(await api.alerts({}, call()));
    expect(failureOf(await api.alerts({ minLevel: "Tropical" }, call())).kind).toBe("invalid_request");
    expect(service.requests("alerts")).toHaveLength(2);
  });

  test("a 400 from the token endpoint leaves the remembered size alone", async () => {
    const { service, api, call, clock } = await startScripted({
      alerts: refusing(1_000),
      token: ({ number }) => {
        const json = { access_token: `access-token-${number}`, expires_in: 100 };
        return number === 2 ? problem(400, "r") : { status: 200, json };
      },
    });
    answerOf(await api.alerts({}, call()));
    clock.advance(301_000);
    expect(failureOf(await api.alerts({ minLevel: "Warm" }, call()))).toMatchObject({ product: "token" });
    clock.advance(61_000);
    answerOf(await api.alerts({ minLevel: "Warm" }, call()));
    expect(service.requests("alerts").map(sizeOf)).toEqual([...descent, 1_000]);
  });
});
