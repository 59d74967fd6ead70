import { describe, expect, test } from "vitest";
import { problem, type Scripted } from "../support/scripted-service.ts";
import { errorOf, startTools } from "./ask.ts";
import { alertsBody, leastPlanArguments, packageBody, shipmentBody } from "./bodies.ts";

const questions = [
  ["alerts", "check_heat_alerts", {}],
  ["risk", "get_five_day_risk", {}],
  ["planning", "plan_shipment", leastPlanArguments],
  ["tracking", "track_package", { ids: ["10045"] }],
] as const;

/** Asks each product once, each answered with `answer`: `_meta["coldroute/error"]` by product. Backoff takes no time. */
async function errors(answer: Scripted) {
  const told: Record<string, Readonly<Record<string, unknown>>> = {};
  for (const [product, tool, args] of questions) {
    const { ask } = await startTools({ [product]: () => answer });
    const result = await ask(tool, args);
    // A package that is not known is an answer about that number, not an error of the call.
    told[product] = result.isError ? errorOf(result) : { kind: "answered", text: result.content[0].text };
  }
  return told;
}

describe("an error of the service", () => {
  test.each([
    ["[7-400]", 400, "invalid_request"],
    ["[7-401]", 401, "unauthorized"],
    ["[7-403] [5.6-account] [4.4-account]", 403, "forbidden"],
    ["[7-502]", 502, "unavailable"],
    ["[7-503]", 503, "unavailable"],
  ])("%s %i is told as such by every product, with what the service says", async (_cite, status, kind) => {
    const told = await errors(problem(status, "request-17", "the field foo"));
    const said = { kind, status, title: `Status ${status}`, detail: "the field foo", requestId: "request-17" };
    for (const [product] of questions) expect(told[product]).toMatchObject({ ...said, product });
  });

  test("[7-404] 404 is told as such, for a package as a number that the service does not know", async () => {
    const told = await errors(problem(404, "request-17"));
    for (const product of ["alerts", "risk", "planning"])
      expect(told[product]).toMatchObject({ kind: "not_found", status: 404 });
    const { ask } = await startTools({
      tracking: ({ number }) => (number === 1 ? problem(404, "request-1") : { status: 200, json: packageBody }),
    });
    const { structuredContent } = await ask("track_package", { ids: ["10046", "10045"] });
    const packages = structuredContent?.["packages"];
    expect(packages).toContainEqual(expect.objectContaining({ found: false }));
    expect(packages).toContainEqual(expect.objectContaining({ found: true }));
  });

  test("[7-429] [8.2-retry-after] 429 is told with the seconds to wait, read from Retry-After", async () => {
    const limit = problem(429, "request-17");
    const told = await errors(
      typeof limit === "string" ? limit : { ...limit, headers: { ...limit.headers, "retry-after": "120" } },
    );
    for (const [product] of questions) expect(told[product]).toMatchObject({ kind: "rate_limited", retryable: true });
    for (const [product] of questions) expect(told[product]?.["retryAfterSeconds"]).toBeGreaterThan(115);
  });

  test("[8.2-honoured] [8.1-product] after a 429 nothing is sent to that product, and another product is asked", async () => {
    const { ask, service } = await startTools({
      alerts: () => ({ status: 429, headers: { "retry-after": "120" }, json: {} }),
      tracking: () => ({ status: 200, json: packageBody }),
    });
    for (let times = 0; times < 3; times += 1) {
      expect(errorOf(await ask("check_heat_alerts", {}))).toMatchObject({ kind: "rate_limited" });
    }
    expect((await ask("track_package", { ids: ["10045"] })).isError).toBeUndefined();
    expect([service.requests("alerts").length, service.requests("tracking").length]).toEqual([1, 1]);
  });
});

describe("problem details", () => {
  const body = { type: "about:blank", title: "No", status: 400, requestId: "request-17", detail: "why" };
  const refusal = (json: unknown) => ({ status: 400, json, headers: { "x-request-id": "request-17" } });

  /** Looks a package up, refused with `json`. */
  async function refused(json: unknown) {
    const { ask, api } = await startTools({ tracking: () => refusal(json) });
    return { error: errorOf(await ask("track_package", { ids: ["10045"] })), drift: [...api.drift().keys()].join() };
  }

  test("[7-problem] as the specification shows them are no drift", async () => {
    expect(await refused(body)).toMatchObject({ error: { title: "No", detail: "why" }, drift: "" });
    const { detail: _detail, ...without } = body;
    expect(await refused(without)).toMatchObject({ error: { title: "No" }, drift: "" });
  });

  test.each([
    ["[7-type]", "type"],
    ["[7-title]", "title"],
    ["[7-status]", "status"],
    ["[7-requestId]", "requestId"],
  ])("%s without %s are drift, and an orderly error", async (_cite, member) => {
    const { error, drift } = await refused({ ...body, [member]: undefined });
    expect(error).toMatchObject({ kind: "invalid_request", status: 400, requestId: "request-17" });
    expect(drift).toContain(`problem.${member}`);
  });

  test.each([
    ["[7-status]", "status", 500],
    ["[7-requestId]", "requestId", "request-18"],
  ])("%s with a %s that contradicts the response are drift; the response counts", async (_cite, member, value) => {
    const { error, drift } = await refused({ ...body, [member]: value });
    expect(error).toMatchObject({ kind: "invalid_request", status: 400, requestId: "request-17" });
    expect(drift).toContain(`problem.${member}`);
  });

  test("[7-detail] their detail is told where there is one", async () => {
    expect((await refused(body)).error).toMatchObject({ detail: "why" });
    expect((await refused({ ...body, detail: undefined })).error["detail"]).toBeUndefined();
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

describe("errors whose format is not shown", () => {
  test.each([
    ["HTML", "<html><body>Bad Request</body></html>"],
    ["nothing", ""],
    ["a list", "[1]"],
    ["a string", '"no"'],
    ["cut JSON", '{"title":'],
    ["another JSON", '{"message":"no","code":7}'],
  ])("[7-formats-open] %s in a 400 of planning or lookup is an orderly error", async (_name, raw) => {
    const { ask } = await startTools({
      planning: () => ({ status: 400, raw }),
      tracking: () => ({ status: 400, raw }),
    });
    for (const [tool, args] of [
      ["plan_shipment", leastPlanArguments],
      ["track_package", { ids: ["10045"] }],
    ] as const) {
      expect(errorOf(await ask(tool, args))).toMatchObject({ kind: "invalid_request", status: 400, retryable: false });
    }
  });
});

describe("every response", () => {
  test("[4-request-id] has an X-Request-Id, which the result names; a missing one is drift", async () => {
    const { ask, api } = await startTools({
      planning: () => ({ status: 200, json: shipmentBody }),
      alerts: () => ({ status: 200, json: alertsBody, anonymous: true }),
    });
    const planned = await ask("plan_shipment", leastPlanArguments);
    expect(planned._meta["coldroute/usage"]).toMatchObject({ requestIds: ["planning-1"] });
    expect(api.drift().size).toBe(0);
    await ask("check_heat_alerts", {});
    expect(api.drift().has("alerts: X-Request-Id missing")).toBe(true);
  });
});
