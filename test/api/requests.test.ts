import { describe, expect, test } from "vitest";
import { answerOf, envelope, failureOf, inTurn, PACKAGE, SHIPMENT, startScripted } from "../support/client.ts";
import { problem, type Scripted } from "../support/scripted-service.ts";

const PLAN = { destination: { zipCode: "33101" } };
const found: Scripted = { status: 200, json: PACKAGE };
const planned: Scripted = { status: 200, json: SHIPMENT };

describe("token and requests", () => {
  test("[5.1-bearer] [4.1-fields] one exchange for a hundred first callers, and its token in every request", async () => {
    const { service, api, call } = await startScripted({
      tracking: () => found,
    });
    const results = await Promise.all(Array.from({ length: 100 }, (_, n) => api.package(`order ${n}`, call())));
    expect(results.every((result) => result.ok)).toBe(true);
    expect(service.requests("token")).toHaveLength(1);
    expect(JSON.parse(service.requests("token")[0]?.body ?? "")).toEqual({
      grant_type: "client_credentials",
      client_id: "client",
      client_secret: "the-client-secret",
      audience: "urn:scripted:public-api",
    });
    expect(service.requests("tracking")).toHaveLength(100);
    expect(new Set(service.requests("tracking").map(({ headers }) => headers.authorization))).toEqual(
      new Set(["Bearer token-number-1"]),
    );
    const { headers } = service.requests("tracking")[0] ?? {};
    expect(headers).toMatchObject({ accept: "application/json, application/problem+json" });
    expect(headers).not.toHaveProperty("content-type");
  });

  test("[5.4-401] a 401 fetches one new token and repeats once, a POST too", async () => {
    const script = inTurn(problem(401, "r1"), planned);
    const { service, api, call } = await startScripted({ planning: script });
    const mine = call();
    answerOf(await api.plan(PLAN, mine));
    expect(service.requests("planning").map(({ headers }) => headers.authorization)).toEqual([
      "Bearer token-number-1",
      "Bearer token-number-2",
    ]);
    expect(mine.usage.report()).toMatchObject({
      billableRequests: 1,
      maybeBilled: 0,
      requests: 2,
    });
  });

  test("[7-401] a missing scope makes two exchanges at most, however often it is asked, and disturbs no other product", async () => {
    const { service, api, call } = await startScripted({
      risk: () => problem(401, "r"),
      tracking: () => found,
    });
    for (let round = 0; round < 5; round += 1) {
      const asked = Array.from({ length: 10 }, (_, n) =>
        api.risk({ granularity: "zip3", date: `2026-07-${10 + n}` }, call()),
      );
      asked.push(...Array.from({ length: 10 }, (_, n) => api.package(`${round}-${n}`, call()) as never));
      const results = await Promise.all(asked);
      expect(results.filter((result) => result.ok)).toHaveLength(10);
      expect(results.filter((result) => !result.ok && result.failure.kind === "unauthorized")).toHaveLength(10);
    }
    expect(service.requests("token").length).toBeLessThanOrEqual(2);
  });

  test("[5.4-401] a request's second 401 is its last, whatever the new token was good for meanwhile", async () => {
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

  test("a token endpoint that fails once is asked once more; one that refuses is not", async () => {
    const once = await startScripted({
      token: inTurn({ status: 500 }, { status: 200, json: { access_token: "abcdef", expires_in: 100 } }),
      tracking: () => found,
    });
    answerOf(await once.api.package("1", once.call()));
    expect(once.service.requests("token")).toHaveLength(2);
    const refused = await startScripted({
      token: () => problem(401, "t1"),
      tracking: () => found,
    });
    for (let n = 0; n < 3; n += 1) {
      expect(failureOf(await refused.api.package("1", refused.call()))).toMatchObject({
        kind: "unauthorized",
        product: "token",
        status: 401,
      });
    }
    expect(refused.service.requests("token")).toHaveLength(1);
    expect(refused.service.requests("tracking")).toHaveLength(0);
  });

  test("the secret is not in the log, nor is a token that the service echoes, nor anything that names a package", async () => {
    const echo = (authorization: string | undefined): Scripted => ({
      status: 500,
      json: {
        title: `you sent ${authorization}`,
        detail: "the-client-secret",
        status: 500,
      },
      headers: { "x-request-id": authorization ?? "" },
    });
    const { api, call, lines } = await startScripted({
      tracking: ({ headers }) => echo(headers.authorization),
    });
    const failure = failureOf(await api.package("order-zebra", call()));
    const told = JSON.stringify(failure) + lines.join("");
    expect(lines.length).toBeGreaterThan(2);
    expect(told).not.toMatch(/token-number|the-client-secret|zebra|\/v1\/packages/);
    expect(told).toContain("[secret]");
  });
});

describe("[8.2-honoured] [8.2-retry-after] cool-down over the wire", () => {
  test("while 20 calls wait nothing starts for two seconds, other products go on, and all 20 are answered", async () => {
    let refusedAtMs = 0;
    const { service, api, call } = await startScripted({
      tracking: ({ number }) => {
        // Seven more were under way already: answered late, so that the refusal is the first word.
        if (number > 1) return { ...(found as object), status: 200, delayMs: number <= 8 ? 300 : 0 };
        refusedAtMs = performance.now();
        return {
          ...(problem(429, "r") as object),
          status: 429,
          headers: { "retry-after": "2", "x-request-id": "r" },
        };
      },
      risk: () => ({ status: 200, json: envelope(["850"]) }),
    });
    const waiting = Array.from({ length: 20 }, (_, n) => api.package(`id-${n}`, call()));
    await new Promise((resolve) => setTimeout(resolve, 500));
    answerOf(await api.risk({ granularity: "zip3", date: "2026-07-10" }, call()));
    expect(service.requests("risk")).toHaveLength(1);
    for (const result of await Promise.all(waiting)) answerOf(result);
    const later = service.requests("tracking").slice(8);
    expect(later).toHaveLength(13);
    for (const { atMs } of later) expect(atMs - refusedAtMs).toBeGreaterThanOrEqual(2_000);
  });

  test("a wait beyond the call's time fails at once and names the seconds; the next call sends nothing", async () => {
    const { service, api, call } = await startScripted({
      tracking: () => ({ status: 429, headers: { "retry-after": "3600" } }),
    });
    expect(failureOf(await api.package("1", call()))).toMatchObject({
      kind: "rate_limited",
      status: 429,
      waitMs: 3_600_000,
    });
    const second = failureOf(await api.package("2", call()));
    expect(second).toMatchObject({ kind: "rate_limited", product: "tracking" });
    expect(second.kind === "rate_limited" && (second.waitMs ?? 0) > 3_590_000).toBe(true);
    expect(service.requests("tracking")).toHaveLength(1);
  });

  test("[7-503] a 503 with Retry-After holds the product too; one without is retried with backoff", async () => {
    const held = await startScripted({
      tracking: () => ({ status: 503, headers: { "retry-after": "3600" } }),
    });
    expect(failureOf(await held.api.package("1", held.call()))).toMatchObject({
      kind: "unavailable",
      status: 503,
    });
    expect(failureOf(await held.api.package("2", held.call()))).toMatchObject({
      kind: "rate_limited",
    });
    expect(held.service.requests("tracking")).toHaveLength(1);
    const free = await startScripted({
      tracking: inTurn({ status: 503 }, { status: 502 }, found),
    });
    answerOf(await free.api.package("1", free.call()));
    expect(free.service.requests("tracking")).toHaveLength(3);
  });
});
