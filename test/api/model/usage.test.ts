import { describe, expect, test } from "vitest";
import { CallUsage } from "../../../src/api/model/usage.ts";
import type { Failure } from "../../../src/domain/failure.ts";

const GONE: Failure = { kind: "network", product: "risk", code: "ECONNREFUSED", sent: false };

describe("the usage of one call [G-errors]", () => {
  test("billed, lost and open requests take up room; a refusal gives it back", () => {
    const usage = new CallUsage(3);
    for (let n = 0; n < 3; n += 1) usage.sent();
    expect(usage.roomLeft()).toBe(0);
    expect(usage.report()).toMatchObject({ requests: 3, maybeBilled: 3, billableRequests: 0 });
    usage.settled("refused");
    expect(usage.roomLeft()).toBe(1);
    usage.settled("billed");
    usage.settled("lost");
    expect(usage.roomLeft()).toBe(1);
    expect(usage.report()).toMatchObject({ requests: 3, maybeBilled: 1, billableRequests: 1 });
  });

  test("holds at most twenty request ids, each once [G-tracing]", () => {
    const usage = new CallUsage(1);
    for (let n = 0; n < 25; n += 1) usage.sawRequestId(`r-${n % 24}`);
    usage.sawRequestId("r-0");
    expect(usage.report().requestIds).toEqual(Array.from({ length: 20 }, (_, n) => `r-${n}`));
    const few = new CallUsage(1);
    for (const id of ["a", "b", "a"]) few.sawRequestId(id);
    expect(few.report().requestIds).toEqual(["a", "b"]);
  });

  test("is cached only if nothing was sent, as old as its oldest part, and stale if any part is", () => {
    const usage = new CallUsage(1);
    usage.answeredFromMemory("alerts", 40_999);
    usage.answeredFromMemory("alerts", 2_000);
    expect(usage.report()).toMatchObject({ cached: true, ageSeconds: 40, stale: false });
    usage.answeredFromMemory("alerts", 1_000, GONE);
    usage.answeredFromMemory("alerts", 1_000);
    expect(usage.report()).toMatchObject({ ageSeconds: 40, stale: true });

    usage.sent();
    expect(usage.report().cached).toBe(false);
    const shared = new CallUsage(1);
    shared.answeredFromMemory("alerts", 40_000);
    expect(shared.report().cached).toBe(true);
    shared.sawLive("alerts");
    expect(shared.report()).toMatchObject({ cached: false, requests: 0, ageSeconds: 40 });
  });

  test("is stale after the last failure that memory stood in for", () => {
    const usage = new CallUsage(1);
    usage.answeredFromMemory("alerts", 1_000);
    expect(usage.sourceOf("alerts").staleAfter).toBeUndefined();
    const limited: Failure = { kind: "rate_limited", product: "alerts", waitMs: 9_000 };
    for (const failure of [GONE, limited, undefined]) usage.answeredFromMemory("alerts", 1_000, failure);
    expect(usage.sourceOf("alerts")).toMatchObject({ data: "stale", staleAfter: limited });
  });
});
