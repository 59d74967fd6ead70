import { describe, expect, test } from "vitest";
import { packageEndpoint, shipmentsEndpoint } from "../../src/api/endpoint.ts";
import { judge } from "../../src/api/outcome.ts";
import type { Reply } from "../../src/api/transport.ts";

const read = packageEndpoint("https://x.example", "1");
const plan = shipmentsEndpoint("https://x.example", "{}");
const probe = shipmentsEndpoint("https://x.example", "no", false);
const judging = { nowMs: Date.UTC(2026, 6, 9, 12), holdMs: undefined, timeoutMs: 900 };

const answer = (status: number, body: unknown, headers: Record<string, string> = {}): Reply => ({
  kind: "answer",
  status,
  headers: { "x-request-id": "r-1", ...headers },
  text: typeof body === "string" ? body : JSON.stringify(body),
});
const broken = (status: number, cause: Extract<Reply, { kind: "broken" }>["cause"]): Reply => ({
  kind: "broken",
  status,
  cause,
  headers: { "x-request-id": "r-1" },
});
const unknown = { kind: "outcome_unknown", product: "planning" };
const details = { type: "about:blank", title: "Down", status: 502, requestId: "r-1" };

describe("a 2xx that is JSON is an answer", () => {
  test.each([200, 201, 204, 299])("%i, with its size and its request id", (status) => {
    const received = { status, json: { a: 1 }, bytes: 7, requestId: "r-1" };
    expect(judge(read, answer(status, { a: 1 }), judging)).toStrictEqual({ ok: true, received });
  });

  test("null is JSON too, and a request id may be missing", () => {
    const reply: Reply = { kind: "answer", status: 200, headers: {}, text: "null" };
    expect(judge(read, reply, judging)).toStrictEqual({ ok: true, received: { status: 200, json: null, bytes: 4 } });
  });
});

describe("what no answer came of, read and planned (DESIGN 4, retries)", () => {
  test.each<[string, Reply, object, string, object]>([
    [
      "never sent",
      { kind: "unsent", code: "ECONNREFUSED" },
      { kind: "network", code: "ECONNREFUSED", sent: false },
      "allowed",
      { kind: "network", product: "planning", code: "ECONNREFUSED", sent: false },
    ],
    [
      "lost",
      { kind: "lost", code: "ECONNRESET" },
      { kind: "network", code: "ECONNRESET", sent: true },
      "once",
      { ...unknown, what: "the connection broke before an answer came" },
    ],
    [
      "out of time after it was sent",
      { kind: "timeout", sent: true },
      { kind: "timeout", afterMs: 900, sent: true },
      "once",
      { ...unknown, what: "no answer came in time" },
    ],
    [
      "out of time before it was sent",
      { kind: "timeout", sent: false },
      { kind: "timeout", afterMs: 900, sent: false },
      "allowed",
      { kind: "timeout", product: "planning", afterMs: 900, sent: false },
    ],
    [
      "cancelled after it was sent",
      { kind: "cancelled", sent: true },
      { kind: "cancelled" },
      "never",
      { ...unknown, what: "the call was cancelled before an answer came" },
    ],
    [
      "cancelled before it was sent",
      { kind: "cancelled", sent: false },
      { kind: "cancelled" },
      "never",
      { kind: "cancelled", product: "planning" },
    ],
  ])("%s", (_, reply, failure, repeat, planned) => {
    expect(judge(read, reply, judging)).toStrictEqual({
      ok: false,
      failure: { product: "tracking", ...failure },
      repeat,
    });
    const isProof = !("what" in planned);
    expect(judge(plan, reply, judging)).toStrictEqual({
      ok: false,
      failure: planned,
      repeat: isProof ? repeat : "never",
    });
    expect(judge(probe, reply, judging)).toStrictEqual({
      ok: false,
      failure: { product: "planning", ...failure },
      repeat,
    });
  });
});

describe("a 2xx whose body cannot be used", () => {
  test.each<[string, Reply, string]>([
    ["an empty body", answer(200, " "), "once"],
    ["HTML instead of JSON", answer(200, " <html>"), "once"],
    ["JSON that is cut short or broken", answer(200, '{"a":'), "once"],
    ["JSON that is cut short or broken", answer(200, "[1,"), "once"],
    ["a body that is not JSON", answer(200, "hello"), "once"],
    ["a body that broke off", broken(200, "lost"), "once"],
    ["a body whose content encoding could not be read", broken(200, "encoding"), "once"],
    ["a body over 32 MiB", broken(299, "too_large"), "never"],
    ["a body with more in it escaped than is looked through", broken(200, "unsearched"), "never"],
  ])("%s", (what, reply, repeat) => {
    const evidence = { status: "status" in reply ? reply.status : 0, requestId: "r-1" };
    expect(judge(read, reply, judging)).toStrictEqual({
      ok: false,
      failure: { kind: "unexpected_response", product: "tracking", what, ...evidence },
      repeat,
    });
    expect(judge(plan, reply, judging)).toStrictEqual({
      ok: false,
      failure: { ...unknown, what: `the answer was ${what}`, ...evidence },
      repeat: "never",
    });
  });

  test.each([
    ["timeout", { kind: "timeout", afterMs: 900, sent: true }, "once", "the answer did not arrive whole in time"],
    ["cancelled", { kind: "cancelled" }, "never", "the call was cancelled while the answer arrived"],
  ] as const)("%s while it arrives", (cause, failure, repeat, what) => {
    const reply = broken(200, cause);
    expect(judge(read, reply, judging)).toStrictEqual({
      ok: false,
      failure: { product: "tracking", ...failure },
      repeat,
    });
    expect(judge(plan, reply, judging)).toStrictEqual({
      ok: false,
      failure: { ...unknown, what, status: 200, requestId: "r-1" },
      repeat: "never",
    });
  });

  test("a body without request id has none in its evidence", () => {
    const failure = { kind: "unexpected_response", product: "tracking", what: "a body that broke off", status: 200 };
    const reply: Reply = { kind: "broken", status: 200, headers: {}, cause: "lost" };
    expect(judge(read, reply, judging)).toStrictEqual({ ok: false, failure, repeat: "once" });
  });
});

describe("a status that is no 2xx", () => {
  test.each([
    [199, "never"],
    [300, "never"],
    [400, "never"],
    [403, "never"],
    [404, "never"],
    [429, "allowed"],
    [499, "never"],
  ])("%i: repeated %s, a plan too", (status, repeat) => {
    expect(judge(read, answer(status, ""), judging)).toMatchObject({ ok: false, repeat });
    expect(judge(plan, answer(status, ""), judging)).toMatchObject({ ok: false, repeat });
  });

  test.each([500, 501, 504, 599])("%i says nothing sure: a read once, a plan never", (status) => {
    expect(judge(read, answer(status, { ...details, status }), judging)).toMatchObject({ repeat: "once" });
    expect(judge(plan, answer(status, { ...details, status }), judging)).toStrictEqual({
      ok: false,
      repeat: "never",
      failure: {
        ...unknown,
        what: `the answer was ${status}, which does not say what became of the plan`,
        status,
        problem: { ...details, status },
        requestId: "r-1",
      },
    });
  });

  test.each([502, 503])("%i refuses a plan for certain only as problem details", (status) => {
    const problem = { ...details, status };
    const refusal = { kind: "unavailable", product: "planning", status, problem, requestId: "r-1" };
    expect(judge(plan, answer(status, problem), judging)).toStrictEqual({
      ok: false,
      failure: refusal,
      repeat: "allowed",
    });
    expect(judge(plan, answer(status, "<html>"), judging)).toMatchObject({ failure: unknown, repeat: "never" });
    expect(judge(probe, answer(status, "<html>"), judging)).toMatchObject({ repeat: "allowed" });
    expect(judge(read, answer(status, "<html>"), judging)).toMatchObject({ repeat: "allowed" });
  });

  test("a wait is told, and holds the product back where it may", () => {
    const held = { ...judging, holdMs: 3_000 };
    expect(judge(read, answer(429, ""), held)).toMatchObject({ failure: { waitMs: 3_000 }, holdMs: 3_000 });
    const lost = judge(plan, answer(503, "", { "retry-after": "3" }), held);
    expect(lost).toMatchObject({ failure: unknown, repeat: "never", holdMs: 3_000 });
    expect(lost).not.toHaveProperty("failure.waitMs");
    const gateway = judge(read, answer(502, "", { "retry-after": "7" }), judging);
    expect(gateway).toMatchObject({ failure: { kind: "unavailable", waitMs: 7_000 } });
    expect(gateway).not.toHaveProperty("holdMs");
    expect(judge(read, answer(500, "", { "retry-after": "7" }), judging)).not.toHaveProperty("failure.waitMs");
  });

  test("what is not there is no part of the evidence", () => {
    const reply: Reply = { kind: "answer", status: 403, headers: {}, text: "" };
    const failure = { kind: "forbidden", product: "tracking", status: 403 };
    expect(judge(read, reply, judging)).toStrictEqual({ ok: false, failure, repeat: "never" });
  });

  test("its status line stands, whatever became of the body", () => {
    expect(judge(read, broken(403, "lost"), judging)).toStrictEqual({
      ok: false,
      failure: { kind: "forbidden", product: "tracking", status: 403, requestId: "r-1" },
      repeat: "never",
    });
    expect(judge(plan, broken(502, "timeout"), judging)).toMatchObject({ failure: unknown });
    expect(judge(read, broken(199, "lost"), judging)).toMatchObject({ failure: { kind: "upstream_error" } });
    expect(judge(read, broken(300, "lost"), judging)).toMatchObject({
      failure: { kind: "unexpected_response" },
      repeat: "never",
    });
  });
});
