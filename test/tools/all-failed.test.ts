import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, test } from "vitest";
import type { Failure } from "../../src/api/failure.ts";
import { allFailed } from "../../src/tools/all-failed.ts";
import { failureWords } from "../../src/tools/failure-text.ts";
import { MAX_TOKENS } from "../../src/tools/tokens.ts";

const refused: Failure = {
  kind: "invalid_request",
  product: "tracking",
  status: 400,
  problem: { title: "Bad Request", detail: "no such form of number" },
};
const broken: Failure = { kind: "upstream_error", product: "tracking", status: 500 };
const unusable: Failure = {
  kind: "unexpected_response",
  product: "tracking",
  what: "no JSON",
  status: 200,
  requestId: "r",
};
const lost: Failure = { kind: "outcome_unknown", product: "planning", what: "the connection broke" };

function limited(waitMs: number): Failure {
  return { kind: "rate_limited", product: "tracking", waitMs };
}

function parts(...failures: readonly Failure[]) {
  return failures.map((failure, index) => ({ name: `${index + 1}`, failure }));
}

describe("what a call comes to of which no part was answered (DESIGN 3, errors)", () => {
  test("the failure itself, where it has one part", () => {
    expect(allFailed(parts(refused))).toEqual({ ok: false, failure: refused });
  });

  test("tells each part, those with one reason together, with when to come back", () => {
    const { failure, lines } = allFailed(parts(refused, limited(29_001), limited(12_000)));
    expect(failure).toEqual(limited(29_001));
    expect(lines).toEqual([
      '1: refused (400): "Bad Request", "no such form of number".',
      "2, 3: requests are held back, ask again in 30 s.",
    ]);
  });

  test("says with a failure that names no wait the longest of the others'", () => {
    const { failure, lines } = allFailed(parts(broken, limited(12_000), limited(30_000)));
    expect(failure).toEqual({ ...broken, waitMs: 30_000 });
    expect(lines).toEqual(["1: status 500.", "2, 3: requests are held back, ask again in 30 s."]);
  });

  test("waits for nothing that will not be asked again", () => {
    const unauthorized: Failure = { kind: "unauthorized", product: "tracking", status: 401, waitMs: 60_000 };
    expect(allFailed(parts(limited(12_000), unauthorized)).failure).toEqual(limited(12_000));
  });

  test.each<[string, readonly Failure[], Failure]>([
    ["a plan that may exist, before what may be asked again", [refused, limited(1), lost], lost],
    ["what may be billed again, before what may be asked again", [limited(1), unusable], unusable],
    ["what may be asked again, before a redirect", [{ ...unusable, status: 303 }, limited(1)], limited(1)],
    ["what may be billed again, before a redirect", [{ ...unusable, status: 303 }, unusable], unusable],
    ["what may be asked again, before a refusal", [refused, limited(1)], limited(1)],
    ["the first of refusals", [refused, { ...refused, status: 422 }], refused],
  ])("is %s", (_, failures, told) => {
    expect(allFailed(parts(...failures)).failure).toEqual(told);
  });

  test("the first one, where that is asked for", () => {
    expect(allFailed(parts(refused, limited(30_000)), () => 0).failure).toEqual(refused);
  });

  test.each<[string, string, number]>([
    ["many pieces", "熱", 3],
    ["more pieces than letters", "\u{10000}", 1],
  ])("keeps the budget, and counts what has no room, in words of %s", (_, letter, least) => {
    const many = Array.from({ length: 20 }, (_each, index) => ({
      name: `${index}${"溫".repeat(98)}`,
      failure: { ...refused, problem: { title: `${index}${letter.repeat(200)}`, detail: letter.repeat(200) } },
    }));
    const { failure, lines = [] } = allFailed(many);
    const { what, next } = failureWords(failure);
    expect(countTokens([what, ...lines, next].join("\n"))).toBeLessThan(MAX_TOKENS);
    expect(lines.at(-1)).toBe(`And ${20 - (lines.length - 1)} more.`);
    expect(lines.length).toBeGreaterThan(least);
  });
});
