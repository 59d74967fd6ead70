import { describe, expect, test } from "vitest";
import { answerOf, failureOf, startClient } from "../support/client.ts";
import { sandboxOfTest } from "../support/per-test.ts";
import type { Fault, SandboxOptions } from "../support/sandbox.ts";
import { ShiftedClock } from "../support/shifted-clock.ts";

async function startBoth(options: SandboxOptions = {}, settings: Readonly<Record<string, string>> = {}) {
  const sandbox = await sandboxOfTest({ clock: new ShiftedClock(), ...options });
  return { sandbox, ...startClient({ ...sandbox.environment, ...settings }) };
}

const PLAN = {
  origin: { zipCode: "38118", city: "Memphis", state: "TN", country: "US" },
  destination: { zipCode: "33101", city: "Miami", state: "FL", country: "US" },
  parcel: { length: 12, width: 10, height: 8, weight: 5 },
};

describe("client and sandbox, two readings of one specification", () => {
  test("all four operations match the specification, and the two bills agree", async () => {
    const { sandbox, api, call, clock } = await startBoth();
    const mine = call();
    const alerts = answerOf(await api.alerts({}, mine));
    expect(alerts.incomplete).toBeUndefined();
    expect(alerts.records.length).toBe(alerts.total);
    const date = new Date(clock.nowMs() + 86_400_000).toISOString().slice(0, 10);
    const day = answerOf(await api.risk({ granularity: "zip3", date }, mine));
    expect(day).toMatchObject({ granularity: "zip3", complete: true });
    expect(day.at("33101").length).toBeGreaterThan(0);
    expect(answerOf(await api.plan(PLAN, mine))["recommendedShipmentService"]).toHaveProperty("risk");
    expect(failureOf(await api.package("unheard-of", mine))).toMatchObject({ kind: "not_found", status: 404 });
    expect([...api.status().drift]).toEqual([]);
    expect(sandbox.misplacedCredentials).toEqual([]);
    expect(mine.usage.report()).toMatchObject({ billableRequests: sandbox.ledger.billed(), maybeBilled: 0 });
    expect(mine.usage.report().requestIds).toEqual(sandbox.requests.slice(1).map(({ requestId }) => requestId));
  });

  test("the sandbox rejects the probes of doctor and bills nothing; a probe finds a wrong URL", async () => {
    const { sandbox, api, call } = await startBoth();
    for (const product of ["alerts", "risk", "planning", "tracking"] as const) {
      expect(await api.probe(product, call())).toMatchObject({ ok: true, requestId: expect.any(String) });
    }
    expect(sandbox.ledger.billed()).toBe(0);
    sandbox.inject({ product: "tracking", kind: "status", status: 404, requestId: false });
    expect(await api.probe("tracking", call())).toEqual({ ok: false, finding: { kind: "no_request_id", status: 404 } });
  });

  test.each<[string, Omit<Fault, "product">, string]>([
    ["400 with problem details", { kind: "status", status: 400 }, "invalid_request"],
    ["404 with X-Request-Id", { kind: "status", status: 404 }, "not_found"],
    ["404 without (a wrong URL)", { kind: "status", status: 404, requestId: false }, "unexpected_response"],
    ["200 HTML", { kind: "html" }, "unexpected_response"],
    ["200 without a token", { kind: "body", body: {} }, "unexpected_response"],
  ])("a token endpoint that answers %s is not taken for a product that does", async (_, fault, kind) => {
    const { api, call, sandbox } = await startBoth({ faults: [{ product: "token", times: "always", ...fault }] });
    for (const product of ["alerts", "planning"] as const) {
      expect(await api.probe(product, call())).toMatchObject({
        finding: { kind: "failed", failure: { kind, product: "token" } },
      });
      expect(sandbox.requestsOf(product)).toHaveLength(0);
    }
  });
});
