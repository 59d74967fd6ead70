import { describe, expect, test } from "vitest";
import { isProblemDetails, readProblem, requestIdOf } from "../../../src/api/attempt/problem.ts";

const whole = { type: "about:blank", title: "No", status: 400, detail: "pageSize is no number" };

describe("problem details (RFC 9457; service.md 7)", () => {
  test("type, title, status and detail are read, other members are not", () => {
    expect(readProblem(JSON.stringify({ ...whole, instance: "/x", requestId: "r-1", errors: [] }))).toStrictEqual(
      whole,
    );
  });

  test.each([["type"], ["title"], ["detail"]] as const)("%s alone makes an object problem details", (member) => {
    expect(readProblem(JSON.stringify({ [member]: "x" }))).toStrictEqual({ [member]: "x" });
  });

  test.each(["", "<html>", "null", "5", '"type"', '[{"title":"No"}]', "{}", '{"status":400,"requestId":"r"}', '{"ti'])(
    "%j holds no problem details",
    (body) => {
      expect(readProblem(body)).toBeUndefined();
    },
  );

  test("members of a wrong type and empty ones count as missing", () => {
    const odd = { type: "", title: "No", status: "400", detail: { a: 1 }, requestId: 7 };
    expect(readProblem(JSON.stringify(odd))).toStrictEqual({ title: "No" });
  });

  test("text is cleaned and bounded", () => {
    const { title, detail } = readProblem(JSON.stringify({ title: "a\u202eb\nc", detail: "x".repeat(500) })) ?? {};
    expect(title).toBe("ab c");
    expect(detail).toHaveLength(200);
  });

  test.each([
    ["application/problem+json", { detail: "x" }, true],
    ["Application/Problem+JSON ; charset=utf-8", { detail: "x" }, true],
    ["application/json", whole, false],
    [undefined, whole, false],
    ["application/problem+json", undefined, false],
    ["text/html", { detail: "x" }, false],
  ])("only the media type makes problem details certain: %j with %j, %j", (mediaType, problem, sure) => {
    const headers = mediaType === undefined ? {} : { "content-type": mediaType };
    expect(isProblemDetails(problem, headers)).toBe(sure);
  });
});

test("the first X-Request-Id of the headers counts, cleaned and bounded; an empty one counts as missing", () => {
  expect(requestIdOf({ "x-request-id": [" a  b~ ", "c"] })).toBe("a b~");
  expect(requestIdOf({ "x-request-id": "x".repeat(101) })).toHaveLength(100);
  expect([requestIdOf({}), requestIdOf({ "x-request-id": " \u200b" })]).toStrictEqual([undefined, undefined]);
});
