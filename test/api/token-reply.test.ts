import { describe, expect, test } from "vitest";
import { readTokenReply } from "../../src/api/token-reply.ts";
import type { Reply } from "../../src/api/transport.ts";

const issuedMs = 2;
const reading = { issuedMs, nowMs: Date.UTC(2026, 6, 9, 12), timeoutMs: 900 };
const ID = { "x-request-id": "r-1" };

const answer = (status: number, body: unknown, headers: Record<string, string> = ID): Reply => ({
  kind: "answer",
  status,
  headers,
  text: typeof body === "string" ? body : JSON.stringify(body),
  bytes: 1,
});
const token = (fields: object) =>
  readTokenReply(answer(200, { access_token: "abc", expires_in: 60, ...fields }), reading);
const failed = { ok: false, refused: false, drift: [] };

describe("a token (spec 4.1; DESIGN 4, token)", () => {
  test.each([200, 201, 299])("is read from a %i", (status) => {
    const reply = answer(status, { access_token: "abc", expires_in: 86_400, token_type: "Bearer" });
    expect(readTokenReply(reply, reading)).toStrictEqual({
      ok: true,
      value: "abc",
      issuedMs,
      lifeMs: 86_400_000,
      mayRepeat: false,
      drift: [],
    });
  });

  test.each([
    ["60", 60_000, true],
    [3600, 3_600_000, false],
    [0.5, 500, true],
    [undefined, 300_000, true],
    [null, 300_000, true],
    [0, 300_000, true],
    [-1, 300_000, true],
    ["60s", 300_000, true],
    ["1e3", 300_000, true],
    ["0x10", 300_000, true],
    ["s60", 300_000, true],
    ["-60", 300_000, true],
    ["", 300_000, true],
    [true, 300_000, true],
    [[60], 300_000, true],
  ])("expires_in of %j is a life of %i ms; drift: %j", (life, lifeMs, drifts) => {
    const drift = drifts ? ["token.expires_in: not a number of seconds"] : [];
    expect(token({ expires_in: life })).toMatchObject({ ok: true, lifeMs, drift });
  });

  test("a life without end is none", () => {
    const reply = answer(200, '{"access_token":"abc","expires_in":1e999}');
    expect(readTokenReply(reply, reading)).toMatchObject({ ok: true, lifeMs: 300_000 });
  });

  test("an answer without X-Request-Id is drift", () => {
    const reply = answer(200, { access_token: "abc" }, {});
    expect(readTokenReply(reply, reading).drift).toStrictEqual([
      "token: X-Request-Id missing",
      "token.expires_in: not a number of seconds",
    ]);
  });

  test.each(["~!abc", "x".repeat(16_384)])("one of characters that fit into a header is taken", (value) => {
    expect(token({ access_token: value })).toMatchObject({ ok: true, value });
  });

  test.each([
    ...["", "a b", "a\r\nX: y", "ä", "\u007f", "abc ", "\nabc", "x".repeat(16_385), 5, null, undefined, ["abc"]].map(
      (value) => JSON.stringify({ access_token: value }),
    ),
    "null",
    '"abc"',
    "[]",
  ])("%.60s holds none that can be sent", (body) => {
    const what = "no access_token that can be sent";
    const failure = { kind: "unexpected_response", product: "token", status: 200, what, requestId: "r-1" };
    expect(readTokenReply(answer(200, body), reading)).toStrictEqual({ ...failed, failure, mayRepeat: false });
    const anonymous = readTokenReply(answer(200, body, {}), reading);
    expect(anonymous).toMatchObject({ drift: ["token: X-Request-Id missing"] });
    expect(anonymous).not.toHaveProperty("failure.requestId");
  });

  test.each([
    ["", "an empty body"],
    ["<html>", "HTML instead of JSON"],
    ['{"access_token":"abc', "JSON that is cut short or broken"],
    ["abc", "a body that is not JSON"],
  ])("%j is an answer that broke on its way: it is asked for once more", (body, what) => {
    const failure = { kind: "unexpected_response", product: "token", status: 200, what, requestId: "r-1" };
    expect(readTokenReply(answer(200, body), reading)).toStrictEqual({ ...failed, failure, mayRepeat: true });
  });
});

describe("no token", () => {
  test.each<[Reply, object, boolean]>([
    [{ kind: "unsent", code: "ECONNREFUSED" }, { kind: "network", code: "ECONNREFUSED", sent: false }, true],
    [{ kind: "lost", code: "ECONNRESET" }, { kind: "network", code: "ECONNRESET", sent: true }, true],
    [{ kind: "timeout", sent: true }, { kind: "timeout", afterMs: 900, sent: true }, true],
    [{ kind: "timeout", sent: false }, { kind: "timeout", afterMs: 900, sent: false }, true],
    [{ kind: "cancelled", sent: true }, { kind: "cancelled" }, false],
    [
      { kind: "broken", status: 200, headers: ID, cause: "timeout" },
      { kind: "timeout", afterMs: 900, sent: true },
      true,
    ],
    [{ kind: "broken", status: 299, headers: ID, cause: "cancelled" }, { kind: "cancelled" }, false],
    [
      { kind: "broken", status: 200, headers: ID, cause: "lost" },
      { kind: "unexpected_response", status: 200, what: "a body that could not be read", requestId: "r-1" },
      true,
    ],
  ])("after %j", (reply, failure, mayRepeat) => {
    expect(readTokenReply(reply, reading)).toStrictEqual({
      ...failed,
      failure: { product: "token", ...failure },
      mayRepeat,
    });
  });

  test.each([
    [400, "invalid_request", true, false],
    [401, "unauthorized", true, false],
    [403, "forbidden", true, false],
    [404, "not_found", false, false],
    [429, "rate_limited", false, false],
    [499, "upstream_error", false, false],
    [199, "upstream_error", false, false],
    [300, "unexpected_response", false, false],
    [500, "upstream_error", false, true],
    [503, "unavailable", false, true],
  ])("%i is %s; credentials refused: %j; may be repeated: %j", (status, kind, refused, mayRepeat) => {
    const answered = readTokenReply(answer(status, ""), reading);
    expect(answered).toMatchObject({
      ok: false,
      refused,
      mayRepeat,
      drift: [],
      failure: { kind, product: "token", requestId: "r-1" },
    });
    expect(answered).not.toHaveProperty("holdMs");
    expect(answered).not.toHaveProperty("failure.problem");
    // No final status is below 200: such a body never breaks.
    for (const cause of status < 200 ? [] : (["timeout", "cancelled", "lost"] as const)) {
      const broken: Reply = { kind: "broken", status, headers: {}, cause };
      const expected = status === 404 ? "unexpected_response" : kind;
      expect(readTokenReply(broken, reading)).toMatchObject({
        ok: false,
        refused,
        mayRepeat,
        failure: { kind: expected },
      });
    }
  });

  test("what a refusal does not say is no part of the evidence", () => {
    expect(readTokenReply(answer(401, "", {}), reading)).toStrictEqual({
      ok: false,
      refused: true,
      failure: { kind: "unauthorized", product: "token", status: 401 },
      mayRepeat: false,
      drift: ["token: X-Request-Id missing"],
    });
  });

  test("a wait that is asked for is told and held, and nothing is repeated at once", () => {
    const headers = { ...ID, "retry-after": "7" };
    expect(readTokenReply(answer(503, "", headers), reading)).toMatchObject({
      failure: { kind: "unavailable", waitMs: 7_000 },
      holdMs: 7_000,
      mayRepeat: false,
    });
  });

  test("the reason is told in problem details, or in the token endpoint's own terms (RFC 6749 section 5.2)", () => {
    const problemOf = (body: unknown) => {
      const answered = readTokenReply(answer(400, body), reading);
      return !answered.ok && "problem" in answered.failure ? answered.failure.problem : undefined;
    };
    expect(problemOf({ title: "No", error: "x" })).toStrictEqual({ title: "No" });
    expect(problemOf({ error: "invalid_\u200bclient", error_description: "Unknown\nclient" })).toStrictEqual({
      title: "invalid_client",
      detail: "Unknown client",
    });
    expect(problemOf({ error: "invalid_client", error_description: 5 })).toStrictEqual({ title: "invalid_client" });
    for (const body of [{ error: 5 }, { error_description: "x" }, "null", '"error"', ""]) {
      expect(problemOf(body)).toBeUndefined();
    }
  });
});
