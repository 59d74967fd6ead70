import { describe, expect, test } from "vitest";
import type { Failure } from "../../src/api/failure.ts";
import { backoffMs, holdBackoffMs, MAX_ATTEMPTS, moreTelling, notBefore } from "../../src/api/retry.ts";
import { mayAnswerStale } from "../../src/api/stale.ts";
import { systemCode } from "../../src/api/system-code.ts";

describe("backoff (DESIGN 4, retries)", () => {
  test("is full jitter from half a second, doubling with each of four attempts", () => {
    expect(MAX_ATTEMPTS).toBe(4);
    expect([1, 2, 3].map((attempts) => backoffMs(attempts, () => 1))).toEqual([500, 1_000, 2_000]);
    expect([1, 2, 3].map((attempts) => backoffMs(attempts, () => 0.5))).toEqual([250, 500, 1_000]);
    expect(backoffMs(3, () => 0)).toBe(0);
  });

  test("where a refusal names no wait it holds whole, jitter only adds", () => {
    expect([1, 2, 3].map((attempts) => holdBackoffMs(attempts, () => 0))).toEqual([500, 1_000, 2_000]);
    expect([1, 2, 3].map((attempts) => holdBackoffMs(attempts, () => 1))).toEqual([625, 1_250, 2_500]);
  });
});

describe("when to come back (DESIGN 4, rate limit)", () => {
  const refused = { kind: "rate_limited", product: "risk", waitMs: 2_000 } as const;
  const unavailable = { kind: "unavailable", product: "risk", status: 503 } as const;

  test("is never told inside a cool-down, and never sooner than the service said", () => {
    expect(notBefore(refused, 4_000)).toEqual({ ...refused, waitMs: 4_000 });
    expect(notBefore(refused, 1_000)).toBe(refused);
    expect(notBefore(unavailable, 4_000)).toEqual({ ...unavailable, waitMs: 4_000 });
    expect(notBefore(unavailable, 0)).toBe(unavailable);
  });

  test.each<Failure>([
    { kind: "network", product: "risk", code: "ECONNRESET", sent: true },
    { kind: "timeout", product: "risk", afterMs: 10_000, sent: true },
    { kind: "upstream_error", product: "risk", status: 500 },
  ])("is told after $kind, too", (failure) => {
    expect(notBefore(failure, 4_000)).toEqual({ ...failure, waitMs: 4_000 });
    expect(notBefore(notBefore(failure, 9_000), 4_000)).toEqual({ ...failure, waitMs: 9_000 });
  });

  test.each<Failure>([
    { kind: "not_found", product: "tracking", status: 404 },
    { kind: "outcome_unknown", product: "planning", what: "the answer was lost" },
  ])("is told of nothing that is not asked again: $kind", (failure) => {
    expect(notBefore(failure, 4_000)).toBe(failure);
  });
});

describe("a repetition that could not start", () => {
  const unavailable = { kind: "unavailable", product: "risk", status: 503, waitMs: 1_000 } as const;

  test.each<Failure>([
    { kind: "rate_limited", product: "token", waitMs: 60_000 },
    { kind: "timeout", product: "token", afterMs: 9_000, sent: true, waitMs: 60_000 },
    { kind: "billing_limit", product: "risk", scope: "day", limit: 9, waitMs: 60_000 },
  ])("adds its wait to what the service said last: $kind", (now) => {
    expect(moreTelling(unavailable, now)).toEqual({ ...unavailable, waitMs: 60_000 });
  });

  test("is told itself where it says more", () => {
    const refused: Failure = { kind: "unauthorized", product: "token", status: 401 };
    expect(moreTelling(unavailable, refused)).toBe(refused);
  });
});

describe("an earlier answer stands in (DESIGN 4, memory)", () => {
  const evidence = { product: "risk", status: 500, waitMs: 0, limit: 1, code: "X", sent: true, afterMs: 1, what: "x" };
  const failure = (kind: Failure["kind"], fields: object = {}) =>
    ({ ...evidence, ...fields, kind }) as unknown as Failure;

  test.each(["network", "timeout", "rate_limited", "unavailable", "unexpected_response"] as const)(
    "after %s",
    (kind) => {
      expect(mayAnswerStale(failure(kind, { status: 200 }))).toBe(true);
    },
  );

  test("after a 5xx, not after another status", () => {
    expect([499, 500, 599].map((status) => mayAnswerStale(failure("upstream_error", { status })))).toEqual([
      false,
      true,
      true,
    ]);
  });

  test.each([
    "invalid_arguments",
    "configuration",
    "invalid_request",
    "unauthorized",
    "forbidden",
    "not_found",
    "outcome_unknown",
    "billing_limit",
    "cancelled",
    "internal",
  ] as const)("never after %s", (kind) => {
    expect(mayAnswerStale(failure(kind))).toBe(false);
  });
});

describe("the stable code of an error", () => {
  const coded = (code: unknown, more: object = {}): Error => Object.assign(new Error("x"), { code, ...more });

  test.each([
    ["its own", coded("ECONNRESET", { cause: coded("OTHER") }), "ECONNRESET"],
    ["of its cause", new Error("x", { cause: coded("UND_ERR_SOCKET") }), "UND_ERR_SOCKET"],
    ["of the first of several addresses", coded(7, { errors: [coded("ECONNREFUSED"), coded("B")] }), "ECONNREFUSED"],
    ["of none of no addresses", coded(undefined, { errors: [] }), "UNKNOWN"],
    ["of what is no list", coded(undefined, { errors: "x", cause: coded("A") }), "A"],
    ["of a cause that is missing", coded(undefined, { cause: undefined }), "UNKNOWN"],
    ["of no error", "ECONNRESET", "UNKNOWN"],
    ["of nothing", null, "UNKNOWN"],
  ])("%s", (_, error, code) => {
    expect(systemCode(error)).toBe(code);
  });
});
