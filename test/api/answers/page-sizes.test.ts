import { describe, expect, test } from "vitest";
import { page } from "../../support/alert-page.ts";
import { answerOf, failureOf, startScripted } from "../../support/client.ts";
import { PAGE_SIZES } from "../../support/contract.ts";
import { problem, type Received } from "../../support/scripted-service.ts";

const sizeOf = ({ url }: Received): number => Number(url.searchParams.get("pageSize") ?? 0);

describe("page sizes [G-paging]", () => {
  const refusing = (most: number) => (request: Received) => (sizeOf(request) > most ? problem(400, "r") : page(1, 1));

  const descent = PAGE_SIZES.slice(0, PAGE_SIZES.indexOf(1_000) + 1);

  test("the size that worked is used for an hour, then the largest is tried again", async () => {
    const { service, api, call, clock } = await startScripted({ alerts: refusing(1_000) });
    for (const waitMs of [0, 400_000, 3_300_000]) {
      clock.advance(waitMs);
      answerOf(await api.alerts({}, call()));
    }
    expect(service.requests("alerts").map(sizeOf)).toEqual([...descent, 1_000, ...descent]);
  });

  test("a stray 400 is the answer while a size is remembered, and shrinks no later page", async () => {
    const { service, api, call, clock } = await startScripted({
      alerts: (request) => (request.number === 2 ? problem(400, "r") : page(1, 1)),
    });
    answerOf(await api.alerts({}, call()));
    clock.advance(301_000);
    expect(failureOf(await api.alerts({}, call())).kind).toBe("invalid_request");
    answerOf(await api.alerts({}, call()));
    expect(service.requests("alerts").map(sizeOf)).toEqual([1, 2, 3].map(() => PAGE_SIZES[0]));
  });

  test("a level that the service does not know costs one request while a size is remembered", async () => {
    const { service, api, call } = await startScripted({
      alerts: ({ url }) => (url.searchParams.has("minLevel") ? problem(400, "r") : page(1, 1)),
    });
    answerOf(await api.alerts({}, call()));
    expect(failureOf(await api.alerts({ minLevel: "Tropical" }, call())).kind).toBe("invalid_request");
    expect(service.requests("alerts")).toHaveLength(2);
  });

  test("a 400 of the token endpoint leaves the remembered size alone", async () => {
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
