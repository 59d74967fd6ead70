import { describe, expect, test } from "vitest";
import { failureWords } from "../../src/tools/failures/failure-words.ts";
import { askScripted } from "../support/asking.ts";
import { failureOf, inTurn, startScripted } from "../support/client.ts";
import { alertsBody, BOX } from "../support/samples.ts";
import { problem, type Scripted } from "../support/scripted-service.ts";
import { QUESTIONS } from "./questions.ts";

/** Asks each product once, with `answer` as the service's answer. Returns the errors by product. */
async function errors(answer: Scripted) {
  const told: Record<string, object | undefined> = {};
  for (const [product, tool, args] of QUESTIONS) {
    const { ask } = await askScripted({ [product]: () => answer });
    told[product] = (await ask(tool, args)).error;
  }
  return told;
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
    expect(await errors(problem(status, "request-17", detail))).toMatchObject(Object.fromEntries(expected));
  });

  test.each(["alerts", "risk", "planning"] as const)("[7-404] 404 of %s becomes not_found", async (product) => {
    const [, tool, args] = QUESTIONS.find(([name]) => name === product) ?? QUESTIONS[0];
    const { ask } = await askScripted({ [product]: () => problem(404, "request-17") });
    expect((await ask(tool, args)).error).toMatchObject({ kind: "not_found", status: 404, retryable: false });
  });

  test("[7-404] 404 of a package is not_found only as problem details: any other server says 404, too", async () => {
    const answers = [
      problem(404, "request-17"),
      { status: 404, json: { message: "no Route matched with those values" }, headers: { "x-request-id": "r" } },
      { status: 404, json: { title: "Not Found", status: 404 }, headers: { "x-request-id": "r" } },
    ];
    const { api, call } = await startScripted({ tracking: inTurn(...answers) });
    const failures = [];
    for (const id of ["1", "2", "3"]) failures.push(failureOf(await api.package(id, call())));
    expect(failures.map(({ kind }) => kind)).toEqual(["not_found", "unexpected_response", "unexpected_response"]);
    expect(
      failures
        .slice(1)
        .map((failure) => failureWords(failure).next)
        .join(),
    ).toMatch(/URL may be wrong.*URL may/);
  });

  test("422 of a plan is what the service refuses, and does not blame the URL", async () => {
    const { api, call } = await startScripted({ planning: () => problem(422, "request-17", "the ZIP is unknown") });
    const failure = failureOf(await api.plan({}, call()));
    expect(failure).toMatchObject({ kind: "invalid_request", status: 422 });
    const { reason, next } = failureWords(failure);
    expect(reason).toContain("the ZIP is unknown");
    expect(next).not.toContain("URL");
  });
});

describe("problem details", () => {
  const body = { type: "about:blank", title: "No", status: 400, requestId: "request-17", detail: "why" };

  /** Looks up a package, which the service refuses with `json`. */
  async function refused(json: unknown) {
    const answer = { status: 400, json, headers: { "x-request-id": "request-17" } };
    const { ask, api } = await askScripted({ tracking: () => answer });
    const { error } = await ask("track_package", { ids: ["10045"] });
    return { error, drift: [...api.status().drift.keys()].join() };
  }

  test("[7-problem] [7-detail] as specified reach the error, without drift", async () => {
    expect(await refused(body)).toMatchObject({ error: { title: "No", detail: "why" }, drift: "" });
    const { error, drift } = await refused({ ...body, detail: undefined });
    expect([error?.["title"], error?.["detail"], drift]).toEqual(["No", undefined, ""]);
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
    expect(error?.["title"]).toBeUndefined();
  });
});

const UNSPECIFIED_BODIES = ["<html>Bad Request</html>", "", "[1]", '"no"', '{"title":', '{"message":"no","code":7}'];
test.each(UNSPECIFIED_BODIES)(
  "[7-formats-open] an error in an unspecified format is an ordinary failure, and drift: %j",
  async (raw) => {
    const { ask, api } = await askScripted({
      planning: () => ({ status: 400, raw }),
      tracking: () => ({ status: 400, raw }),
    });
    for (const [, tool, args] of QUESTIONS.slice(2)) {
      expect((await ask(tool, args)).error).toMatchObject({ kind: "invalid_request", status: 400, retryable: false });
    }
    expect([...api.status().drift.keys()].join()).toMatch(/planning\.problem.*tracking\.problem/);
  },
);

test("[4-request-id] a response has an X-Request-Id, which the result names; a missing one is drift", async () => {
  const { ask, api } = await askScripted({
    planning: () => ({ status: 200, json: {} }),
    alerts: () => ({ status: 200, json: alertsBody, anonymous: true }),
  });
  const { usage } = await ask("plan_shipment", BOX);
  expect(usage).toMatchObject({ requestIds: ["planning-1"] });
  await ask("check_heat_alerts", {});
  expect([...api.status().drift.keys()].filter((name) => name.includes("X-Request-Id"))).toEqual([
    "alerts: X-Request-Id missing",
  ]);
});
