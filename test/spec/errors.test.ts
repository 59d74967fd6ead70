import { describe, expect, test } from "vitest";
import { problem, type Scripted } from "../support/scripted-service.ts";
import { errorOf, QUESTIONS, startTools } from "./ask.ts";
import { alertsBody, leastPlanArguments } from "./bodies.ts";

/**
 * Asks each product once, with `answer` as the service's answer. Returns `_meta["coldroute/error"]` by product. Backoff
 * takes no time.
 */
async function errors(answer: Exclude<Scripted, string>) {
  const told: Record<string, Readonly<Record<string, unknown>>> = {};
  for (const [product, tool, args] of QUESTIONS) {
    const { ask } = await startTools({ [product]: () => answer });
    told[product] = errorOf(await ask(tool, args));
  }
  return told;
}

/** Problem details with additional headers. */
function refusal(status: number, detail?: string, headers: Readonly<Record<string, string>> = {}) {
  const scripted = problem(status, "request-17", detail);
  if (typeof scripted === "string") throw new Error("problem details are no fault");
  return { ...scripted, headers: { ...scripted.headers, ...headers } };
}

describe("an error of the service", () => {
  test.each([
    ["[7-400]", 400, "invalid_request", false],
    ["[7-401]", 401, "unauthorized", false],
    ["[7-403] [5.6-account] [4.4-account]", 403, "forbidden", false],
    ["[7-502]", 502, "unavailable", true],
    ["[7-503]", 503, "unavailable", true],
  ])("%s %i becomes %s for every product, with the service's words", async (_cite, status, kind, retryable) => {
    const detail = "the field foo";
    const said = { kind, status, title: `Status ${status}`, detail, requestId: "request-17", retryable };
    const expected = QUESTIONS.map(([product]) => [product, { ...said, product }]);
    expect(await errors(refusal(status, "the field foo"))).toMatchObject(Object.fromEntries(expected));
  });

  test.each(["alerts", "risk", "planning"] as const)("[7-404] 404 of %s becomes not_found", async (product) => {
    const [, tool, args] = QUESTIONS.find(([name]) => name === product) ?? QUESTIONS[0];
    const { ask } = await startTools({ [product]: () => refusal(404) });
    expect(errorOf(await ask(tool, args))).toMatchObject({ kind: "not_found", status: 404, retryable: false });
  });

  test("[7-429] [8.2-retry-after] 429 is an error with the seconds of Retry-After", async () => {
    const told = Object.values(await errors(refusal(429, undefined, { "retry-after": "120" })));
    expect(told).toMatchObject(QUESTIONS.map(() => ({ kind: "rate_limited", retryable: true })));
    for (const { retryAfterSeconds } of told) expect(retryAfterSeconds).toBeGreaterThan(115);
  });
});

describe("problem details", () => {
  const body = { type: "about:blank", title: "No", status: 400, requestId: "request-17", detail: "why" };

  /** Looks up a package, which the service refuses with `json`. */
  async function refused(json: unknown) {
    const answer = { status: 400, json, headers: { "x-request-id": "request-17" } };
    const { ask, api } = await startTools({ tracking: () => answer });
    return {
      error: errorOf(await ask("track_package", { ids: ["10045"] })),
      drift: [...api.status().drift.keys()].join(),
    };
  }

  test("[7-problem] [7-detail] as specified reach the error, without drift", async () => {
    expect(await refused(body)).toMatchObject({ error: { title: "No", detail: "why" }, drift: "" });
    const { error, drift } = await refused({ ...body, detail: undefined });
    expect([error["title"], error["detail"], drift]).toEqual(["No", undefined, ""]);
  });

  test.each([
    ["[7-type]", "type", undefined],
    ["[7-title]", "title", undefined],
    ["[7-status]", "status", undefined],
    ["[7-status]", "status", 500],
    ["[7-requestId]", "requestId", undefined],
    ["[7-requestId]", "requestId", "request-18"],
  ])("%s with %s as %j are drift, and the response's own values count", async (_cite, member, value) => {
    const { error, drift } = await refused({ ...body, [member]: value });
    expect(error).toMatchObject({ kind: "invalid_request", status: 400, requestId: "request-17" });
    expect(drift).toContain(`problem.${member}`);
  });

  test("[7-type-open] of any type lead to the same error", async () => {
    const types = ["about:blank", "https://errors.example/not-found", "urn:rate-limit", ""];
    const told = await Promise.all(types.map(async (type) => (await refused({ ...body, type })).error));
    expect(new Set(told.map((error) => JSON.stringify({ ...error, type: undefined }))).size).toBe(1);
  });

  test("[7-unwrapped] [2.1-errors] are read from the top, never from data", async () => {
    const { error } = await refused({ data: body, meta: {} });
    expect(error).toMatchObject({ kind: "invalid_request", status: 400 });
    expect(error["title"]).toBeUndefined();
  });
});

describe("an error in an unspecified format", () => {
  const bodies = ["<html>Bad Request</html>", "", "[1]", '"no"', '{"title":', '{"message":"no","code":7}'];
  test.each(bodies)("[7-formats-open] becomes an ordinary failure: %j", async (raw) => {
    const { ask } = await startTools({
      planning: () => ({ status: 400, raw }),
      tracking: () => ({ status: 400, raw }),
    });
    for (const [, tool, args] of QUESTIONS.slice(2)) {
      expect(errorOf(await ask(tool, args))).toMatchObject({ kind: "invalid_request", status: 400, retryable: false });
    }
  });
});

describe("a response", () => {
  test("[4-request-id] has an X-Request-Id, which the result names; a missing one is drift", async () => {
    const { ask, api } = await startTools({
      planning: () => ({ status: 200, json: {} }),
      alerts: () => ({ status: 200, json: alertsBody, anonymous: true }),
    });
    const planned = await ask("plan_shipment", leastPlanArguments);
    expect(planned._meta["coldroute/usage"]).toMatchObject({ requestIds: ["planning-1"] });
    await ask("check_heat_alerts", {});
    expect([...api.status().drift.keys()].filter((name) => name.includes("X-Request-Id"))).toEqual([
      "alerts: X-Request-Id missing",
    ]);
  });
});
