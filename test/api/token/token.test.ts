import { describe, expect, test } from "vitest";
import { answerOf, failureOf, PACKAGE, SHIPMENT, startScripted } from "../../support/client.ts";
import { gate, until } from "../../support/events.ts";
import { problem, type Received, type Scripted } from "../../support/scripted-service.ts";

const found: Scripted = { status: 200, json: PACKAGE };
const planned: Scripted = { status: 200, json: SHIPMENT };
const PLAN = { destination: { zipCode: "33101" } };
const issued = ({ number }: Received): Scripted => ({
  status: 200,
  json: { access_token: `access-token-${number}`, expires_in: 1_000 },
});

describe("the token [G-token]", () => {
  test("[4.1-expires_in] [5.4-life] [5.4-refresh] is refreshed before its end, and callers wait only after it", async () => {
    const second = gate();
    const { service, api, call, clock } = await startScripted({
      token: async (request) => {
        if (request.number === 2) await second.opened;
        return issued(request);
      },
      tracking: () => found,
    });
    answerOf(await api.package("1", call()));
    clock.advance(901_000);
    answerOf(await api.package("1", call()));
    const carried = () => service.requests("tracking").map(({ headers }) => headers.authorization?.slice(-1));
    expect(carried()).toEqual(["1", "1"]);
    second.open();
    await until(() => api.status().token?.ageSeconds === 0);
    answerOf(await api.package("1", call()));
    expect(carried()).toEqual(["1", "1", "2"]);
    clock.advance(1_001_000);
    answerOf(await api.package("1", call()));
    expect(carried().at(-1)).toBe("3");
  });

  test("a plan that is cancelled while it waits for a token ends as cancelled, not as late", async () => {
    const { service, api, call } = await startScripted({ token: () => "hang", planning: () => planned });
    const leaving = call();
    const asked = api.plan(PLAN, leaving);
    await until(() => service.requests("token").length === 1);
    leaving.cancel();
    expect(failureOf(await asked).kind).toBe("cancelled");
  });

  test("a refused exchange is remembered for a minute, doubling to ten", async () => {
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

  test("an early refresh that was refused is not repeated by the next calls", async () => {
    const { service, api, call, clock, lines } = await startScripted({
      token: (request) => (request.number === 1 ? issued(request) : problem(401, "t")),
      tracking: () => found,
    });
    answerOf(await api.package("1", call()));
    clock.advance(901_000);
    for (const id of ["2", "3", "4"]) {
      answerOf(await api.package(id, call()));
      await until(() => lines.some((line) => line.includes('"status":401')));
    }
    expect(service.requests("token")).toHaveLength(2);
  });

  test("a token that has expired on arrival is not used, and the exchange is not repeated", async () => {
    const { service, api, call, clock } = await startScripted({
      token: (request) => {
        clock.advance(1_001_000);
        return issued(request);
      },
      tracking: () => found,
    });
    for (let asked = 0; asked < 2; asked += 1) {
      const failure = failureOf(await api.package("1", call(3_600_000)));
      expect(failure).toMatchObject({ kind: "unauthorized", product: "token", lifeMs: 1_000_000 });
    }
    expect(service.received.map(({ route }) => route)).toEqual(["token"]);
  });

  test("[7-401] a missing scope keeps the token, and for a minute that product's 401s start no exchange", async () => {
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

  test("[5.1-bearer] [5.4-reuse] [8.4-life] [4.1-fields] [4.1-audience] a hundred callers cause one exchange, and reuse its token", async () => {
    const { service, api, call, clock } = await startScripted({ tracking: () => found });
    const results = await Promise.all(Array.from({ length: 100 }, (_, n) => api.package(`order ${n}`, call())));
    expect(results.every((result) => result.ok)).toBe(true);
    clock.advance(86_400_000 - 601_000);
    answerOf(await api.package("later", call()));
    expect(service.requests("token")).toHaveLength(1);
    expect(JSON.parse(service.requests("token")[0]?.body ?? "")).toEqual({
      grant_type: "client_credentials",
      client_id: "client",
      client_secret: "the-client-secret",
      audience: "urn:scripted:public-api",
    });
    expect(service.requests("tracking")).toHaveLength(101);
    expect(new Set(service.requests("tracking").map(({ headers }) => headers.authorization))).toEqual(
      new Set(["Bearer token-number-1"]),
    );
    const { headers } = service.requests("tracking")[0] ?? {};
    expect(headers).toMatchObject({ accept: "application/json, application/problem+json" });
    expect(headers).not.toHaveProperty("content-type");
  });

  test("[5.4-401] a late 401 for an old token does not drop a newer one", async () => {
    const late = gate();
    const { service, api, call } = await startScripted({
      tracking: async ({ url, headers }) => {
        if (headers.authorization !== "Bearer token-number-1") return found;
        if (url.pathname.endsWith("/late")) await late.opened;
        return problem(401, "r");
      },
    });
    const asked = api.package("late", call());
    await until(() => service.requests("tracking").length === 1);
    answerOf(await api.package("prompt", call()));
    late.open();
    answerOf(await asked);
    expect(service.requests("token")).toHaveLength(2);
  });

  test("[5.4-401] a second 401 ends the request, even if the new token worked elsewhere", async () => {
    let refusals = 0;
    const { service, api, call } = await startScripted({
      tracking: async ({ url }) => {
        if (url.pathname.endsWith("/good")) return found;
        refusals += 1;
        if (refusals === 2) answerOf(await api.package("good", call()));
        return problem(401, "r");
      },
    });
    expect(failureOf(await api.package("bad", call()))).toMatchObject({ kind: "unauthorized", product: "tracking" });
    expect(refusals).toBe(2);
    expect(service.requests("token")).toHaveLength(2);
  });

  test("a header that holds an echoed token as JSON with escaped slashes is cleaned, and its answer kept", async () => {
    const headers = { "x-request-id": String.raw`{"t":"\/abc\/def+ghi\/jkl"}` };
    const { api, call, lines } = await startScripted({
      token: () => ({ status: 200, json: { access_token: "/abc/def+ghi/jkl", expires_in: 1_000 } }),
      tracking: () => ({ status: 200, json: PACKAGE, headers }),
    });
    const request = call();
    expect(answerOf(await api.package("10045", request))).toEqual(PACKAGE);
    expect(request.usage.report().requestIds).toEqual(['{"t":"[secret]"}']);
    expect(lines.join("")).not.toContain("jkl");
  });
});
