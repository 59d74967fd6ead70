import { describe, expect, test } from "vitest";
import { askedWaitMs, holdMs, statusFailure } from "../../src/api/status-failure.ts";

const evidence = { problem: { title: "No" }, requestId: "r-1", waitMs: 2_000 };
const now = Date.UTC(2026, 6, 9, 12);

describe("what a status stands for (DESIGN 3, errors; spec 7)", () => {
  test.each([
    [400, "invalid_request"],
    [401, "unauthorized"],
    [403, "forbidden"],
    [404, "not_found"],
    [429, "rate_limited"],
    [502, "unavailable"],
    [503, "unavailable"],
    [402, "upstream_error"],
    [418, "upstream_error"],
    [500, "upstream_error"],
    [501, "upstream_error"],
    [504, "upstream_error"],
  ])("%i is %s, with all its evidence", (status, kind) => {
    expect(statusFailure("risk", status, {}, evidence)).toStrictEqual({ kind, product: "risk", status, ...evidence });
  });

  test("a 429 that names no wait has one of 0", () => {
    expect(statusFailure("risk", 429, {}, {})).toStrictEqual({
      kind: "rate_limited",
      product: "risk",
      status: 429,
      waitMs: 0,
    });
  });

  test("a 404 without X-Request-Id is not the service's own", () => {
    expect(statusFailure("tracking", 404, {}, { waitMs: 1 })).toStrictEqual({
      kind: "unexpected_response",
      product: "tracking",
      status: 404,
      what: "a 404 that is not the service's own",
    });
  });

  const location = { location: "https://elsewhere.test/" };
  test.each<[number, Readonly<Record<string, string>>, string]>([
    [300, location, "a redirect, which is not followed"],
    [301, location, "a redirect, which is not followed"],
    [307, location, "a redirect, which is not followed"],
    [399, location, "a redirect, which is not followed"],
    [300, {}, "neither an answer nor a redirect, since it names no Location"],
    [302, {}, "neither an answer nor a redirect, since it names no Location"],
    [304, {}, "Not Modified, to a request that set no condition"],
    [304, location, "Not Modified, to a request that set no condition"],
  ])("[RFC 9110 15.4] %i with %j is unexpected: %s", (status, headers, what) => {
    const unexpected = { kind: "unexpected_response", product: "token", status, what };
    expect(statusFailure("token", status, headers, evidence)).toStrictEqual({ ...unexpected, requestId: "r-1" });
    expect(statusFailure("token", status, headers, {})).toStrictEqual(unexpected);
  });

  test.each([100, 299])("%i is none of these", (status) => {
    expect(statusFailure("token", status, {}, {}).kind).toBe("upstream_error");
  });
});

describe("what holds a product back (DESIGN 4, rate limit)", () => {
  const backoff = { leastMs: 700, insteadMs: 1_500 };
  test.each([
    [429, "3", 3_000],
    [429, "0", 700],
    [429, undefined, 1_500],
    [429, "soon", 1_500],
    [503, "3", 3_000],
    [503, "soon", 1_500],
    [503, undefined, undefined],
    [502, "3", undefined],
    [500, "3", undefined],
    [200, "3", undefined],
  ])("%i with Retry-After %j: %j ms", (status, retryAfter, expected) => {
    const headers = retryAfter === undefined ? {} : { "retry-after": retryAfter };
    expect(holdMs(status, headers, now, backoff)).toBe(expected);
  });

  test("a date is held against the response's own Date", () => {
    const headers = { "retry-after": "Thu, 09 Jul 2026 10:00:30 GMT", date: "Thu, 09 Jul 2026 10:00:00 GMT" };
    expect(askedWaitMs(headers, now)).toBe(30_000);
    expect(askedWaitMs({}, now)).toBeUndefined();
  });
});
