import { describe, expect, test } from "vitest";
import { failed, type Product, success } from "../../src/api/failure.ts";
import { probeEndpoint, readProbe } from "../../src/api/probe.ts";

describe("requests that must be rejected (DESIGN 1, doctor)", () => {
  test.each<[Product, string, string | undefined]>([
    ["alerts", "https://x.example/v1/temperature-alerts?pageSize=none", undefined],
    ["risk", "https://x.example/v1/risk-levels?date=none", undefined],
    ["planning", "https://x.example/shipments", "not JSON"],
    ["tracking", "https://x.example/v1/packages/coldroute-doctor-7", undefined],
  ])("%s is asked %s, and nothing is created", (product, url, body) => {
    const endpoint = probeEndpoint(product, "https://x.example", "7");
    expect(endpoint).toMatchObject({ product, creates: false });
    expect([endpoint.url.href, endpoint.body]).toEqual([url, body]);
  });

  const refusal = (status: number, requestId?: string) =>
    failed({ kind: "upstream_error", product: "risk", status, ...(requestId === undefined ? {} : { requestId }) });

  test.each([400, 404, 415, 422])(
    "a %i with X-Request-Id proves the way, without it a wrong URL is likely",
    (status) => {
      expect(readProbe("risk", refusal(status, "r-1"))).toEqual({ ok: true, status, requestId: "r-1" });
      expect(readProbe("risk", refusal(status))).toEqual({ ok: false, finding: { kind: "no_request_id", status } });
    },
  );

  test.each([401, 403, 429, 500, 300])("a %i proves nothing: the failure is told", (status) => {
    const answer = refusal(status, "r-1");
    expect(readProbe("risk", answer)).toEqual({ ok: false, finding: { kind: "failed", failure: answer.failure } });
  });

  test("what was answered is billed, whatever its body", () => {
    expect(readProbe("risk", success({ status: 200, json: {}, bytes: 2, requestId: "r-1" }))).toStrictEqual({
      ok: false,
      finding: { kind: "billed", status: 200, requestId: "r-1" },
    });
    expect(readProbe("risk", success({ status: 201, json: {}, bytes: 2 }))).toStrictEqual({
      ok: false,
      finding: { kind: "billed", status: 201 },
    });
    for (const status of [200, 299]) {
      expect(readProbe("risk", refusal(status))).toStrictEqual({ ok: false, finding: { kind: "billed", status } });
    }
    expect(readProbe("risk", refusal(199)).ok).toBe(false);
    expect(readProbe("risk", refusal(199))).toMatchObject({ finding: { kind: "failed" } });
  });

  test("without a status, or with the token endpoint's, the product said nothing", () => {
    const lost = failed({ kind: "network", product: "risk", code: "ECONNREFUSED", sent: false });
    expect(readProbe("risk", lost)).toEqual({ ok: false, finding: { kind: "failed", failure: lost.failure } });
    const token = failed({ kind: "invalid_request", product: "token", status: 400, requestId: "r-1" });
    expect(readProbe("risk", token)).toEqual({ ok: false, finding: { kind: "failed", failure: token.failure } });
  });
});
