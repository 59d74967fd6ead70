import { describe, expect, test } from "vitest";
import { answerOf, failureOf, PACKAGE, startScripted } from "../support/client.ts";
import { problem, type Received, type Scripted } from "../support/scripted-service.ts";

const found: Scripted = { status: 200, json: PACKAGE };
const issued = ({ number }: Received): Scripted => ({
  status: 200,
  json: { access_token: `access-token-${number}`, expires_in: 1_000 },
});

describe("the token (DESIGN 4, token)", () => {
  test("[5.4-reuse] one exchange serves a hundred first callers, and is reused for the token's life", async () => {
    const { service, api, call, clock } = await startScripted({ token: issued, tracking: () => found });
    const asked = Array.from({ length: 100 }, (_, id) => api.package(String(id), call()));
    for (const answer of await Promise.all(asked)) answerOf(answer);
    clock.advance(899_000);
    answerOf(await api.package("1", call()));
    expect(service.requests("token")).toHaveLength(1);
  });

  test("[5.4-refresh] is refreshed in the background shortly before its end, and blocks only once it has expired", async () => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { service, api, call, clock } = await startScripted({
      token: async (request) => {
        if (request.number === 2) await released;
        return issued(request);
      },
      tracking: () => found,
    });
    answerOf(await api.package("1", call()));
    clock.advance(901_000);
    answerOf(await api.package("1", call()));
    const carried = () => service.requests("tracking").map(({ headers }) => headers.authorization?.slice(-1));
    expect(carried()).toEqual(["1", "1"]);
    release();
    while (api.status().token?.ageSeconds !== 0) await new Promise((resolve) => setTimeout(resolve, 5));
    answerOf(await api.package("1", call()));
    expect(carried()).toEqual(["1", "1", "2"]);
    clock.advance(1_001_000);
    answerOf(await api.package("1", call()));
    expect(carried().at(-1)).toBe("3");
  });

  test("that is refused is remembered for a minute, doubling to ten", async () => {
    const { service, api, call, clock } = await startScripted({
      token: () => problem(401, "t"),
      tracking: () => found,
    });
    const exchanges: number[] = [];
    for (const waitMs of [0, 59_000, 2_000, 118_000, 3_000, 239_000, 2_000, 479_000, 2_000, 599_000, 2_000]) {
      clock.advance(waitMs);
      expect(failureOf(await api.package("1", call()))).toMatchObject({ kind: "unauthorized", product: "token" });
      exchanges.push(service.requests("token").length);
    }
    expect(exchanges).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6]);
  });

  test("that a scope is missing of keeps the token, and for a minute that product's 401s start no exchange", async () => {
    const { service, api, call, clock } = await startScripted({
      tracking: () => problem(401, "r"),
      planning: () => ({ status: 200, json: { shipmentId: "shp_000000000000000000000001" } }),
    });
    for (const waitMs of [0, 30_000, 31_000]) {
      clock.advance(waitMs);
      expect(failureOf(await api.package("1", call()))).toMatchObject({ kind: "unauthorized", product: "tracking" });
      answerOf(await api.plan({}, call()));
    }
    expect(service.requests("token")).toHaveLength(3);
    expect(service.requests("tracking")).toHaveLength(5);
  });
});
