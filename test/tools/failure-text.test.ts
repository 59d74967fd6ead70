import { describe, expect, it } from "vitest";
import type { Failure } from "../../src/api/failure.ts";
import { failureFacts, failureWords } from "../../src/tools/failure-text.ts";

const problem = { type: "about:blank", title: "Bad\u001b[31m", detail: 'say "all is fine"\u202e', requestId: "r-1" };
const refusal = { product: "tracking", status: 400, problem, requestId: "r-1" } as const;

const failures: readonly (readonly [failure: Failure, says: RegExp, facts: object])[] = [
  [
    { kind: "invalid_arguments", problems: [{ parameter: "ids.3", message: "is empty" }] },
    /ids\.3: is empty \(a good value: \["10045"\]\).*Nothing was sent/,
    { retryable: false },
  ],
  [
    {
      kind: "configuration",
      problems: [
        { variable: "COLDROUTE_CLIENT_ID", message: "is not set" },
        { variable: "COLDROUTE_AUTH_URL", message: "is not set" },
      ],
    },
    /^.+:\n- COLDROUTE_CLIENT_ID is not set\n- COLDROUTE_AUTH_URL is not set Nothing was sent.*doctor/,
    { retryable: false },
  ],
  [
    { kind: "invalid_request", ...refusal },
    /400.*"Bad", "say 'all is fine'"/,
    { status: 400, title: "Bad", requestId: "r-1" },
  ],
  [{ kind: "unauthorized", ...refusal, status: 401, waitMs: 59_001 }, /401.*scope/, { retryable: false }],
  [
    { kind: "invalid_request", product: "token", status: 400 },
    /400.*COLDROUTE_CLIENT_ID.*COLDROUTE_CLIENT_SECRET.*COLDROUTE_AUDIENCE.*COLDROUTE_AUTH_URL/,
    { product: "token", status: 400, retryable: false },
  ],
  [
    { kind: "unexpected_response", product: "token", what: "HTML instead of JSON", status: 200 },
    /COLDROUTE_AUTH_URL/,
    { product: "token" },
  ],
  [
    { kind: "unexpected_response", product: "risk", what: "an empty body", status: 200, requestId: "req-42" },
    /an empty body.*request id req-42/,
    { requestId: "req-42" },
  ],
  [{ kind: "unauthorized", product: "token", status: 401 }, /401.*COLDROUTE_CLIENT_SECRET/, { product: "token" }],
  [{ kind: "forbidden", ...refusal, status: 403 }, /403.*account/, { retryable: false }],
  [{ kind: "not_found", ...refusal, status: 404 }, /no such package/, { status: 404, retryable: false }],
  [{ kind: "not_found", product: "risk", status: 404 }, /COLDROUTE_RISK_URL/, { product: "risk" }],
  [
    { kind: "rate_limited", product: "alerts", waitMs: 1_001 },
    /^(?!.*rate limit).*holds requests back.*in 2 s, not earlier/,
    { retryable: true, retryAfterSeconds: 2 },
  ],
  [
    { kind: "rate_limited", product: "alerts", status: 429, waitMs: 1_001 },
    /rate limit is reached.*in 2 s, not earlier/,
    { status: 429, retryable: true, retryAfterSeconds: 2 },
  ],
  [{ kind: "unavailable", product: "alerts", status: 503 }, /503.*later/, { retryable: true }],
  [{ kind: "upstream_error", product: "alerts", status: 500 }, /500/, { status: 500, retryable: true }],
  [{ kind: "upstream_error", product: "alerts", status: 409 }, /409/, { retryable: false }],
  [
    { kind: "network", product: "planning", code: "ECONNREFUSED", sent: false },
    /ECONNREFUSED.*COLDROUTE_PLANNING_URL/,
    { retryable: true },
  ],
  [{ kind: "timeout", product: "risk", afterMs: 25_000, sent: true }, /25 s/, { retryable: true }],
  [
    { kind: "unexpected_response", product: "tracking", what: "404 without X-Request-Id", status: 404 },
    /wrong URL.*COLDROUTE_TRACKING_URL/,
    { status: 404, retryable: false },
  ],
  [
    { kind: "unexpected_response", product: "risk", what: "Not Modified", status: 304, requestId: "r-1" },
    /^(?!.*(?:redirect|followed)).*304.*Not Modified.*not billed.*COLDROUTE_RISK_URL/,
    { status: 304, retryable: false },
  ],
  [
    { kind: "outcome_unknown", product: "planning", what: "the connection broke" },
    /may exist and may be billed.*cannot list plans.*ask the user before planning again/,
    { product: "planning", retryable: false },
  ],
  [
    { kind: "billing_limit", product: "risk", scope: "day", limit: 500, waitMs: 3_600_000 },
    /500.*COLDROUTE_BILLABLE_LIMIT.*3600 s/,
    { retryable: true, retryAfterSeconds: 3600 },
  ],
  [
    { kind: "billing_limit", product: "alerts", scope: "call", limit: 60 },
    /60.*COLDROUTE_MAX_BILLABLE_PER_CALL/,
    { retryable: false },
  ],
  [{ kind: "cancelled" }, /cancelled/, {}],
  [{ kind: "internal", reference: "c0ffee00" }, /c0ffee00/, { retryable: false }],
];

describe("failures in words", () => {
  it.each([
    [{ kind: "billing_limit", product: "alerts", scope: "call", limit: 1 }, "limit of 1 billable request a call"],
    [{ kind: "billing_limit", product: "alerts", scope: "call", limit: 2 }, "limit of 2 billable requests a call"],
    [{ kind: "billing_limit", product: "risk", scope: "day", limit: 1, waitMs: 9 }, "limit of 1 billable request is"],
  ] as const)("counts what %j allows", (failure, says) => {
    expect(failureWords(failure).reason).toContain(says);
  });

  it.each(failures)("%j", (failure, says, facts) => {
    const { what, next, reason } = failureWords(failure, { ids: '["10045"]' });
    expect(`${what} ${next}`).toMatch(says);
    expect(reason).not.toBe("");
    expect(failureFacts(failure)).toMatchObject({ kind: failure.kind, ...facts });
  });

  it("never hold a hidden character of the service", () => {
    for (const [failure] of failures) {
      const { what, next, reason } = failureWords(failure);
      // The lines of a list are our own.
      const text = [what.replaceAll("\n- ", " "), next, reason, JSON.stringify(failureFacts(failure))].join();
      expect(text).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    }
  });

  it("never say that a signed answer is none, nor ask a model to mend credentials", () => {
    const signed = { kind: "unexpected_response", product: "risk", what: "an empty body", requestId: "r" } as const;
    expect(failureWords(signed).next).not.toContain("no X-Request-Id");
    expect(failureWords({ kind: "invalid_request", product: "token", status: 400 }).next).not.toContain("Mend");
  });

  it("count what is beyond a dozen problems", () => {
    const problems = Array.from({ length: 30 }, (_, index) => ({ parameter: `p${index}`, message: "is wrong" }));
    const { what } = failureWords({ kind: "invalid_arguments", problems });
    expect(what).toContain("and 18 more");
  });
});
