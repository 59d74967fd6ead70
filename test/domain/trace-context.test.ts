import { describe, expect, test } from "vitest";
import { childTraceparent, readTraceparent } from "../../src/domain/trace-context.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = "00f067aa0ba902b7";

describe("a traceparent (W3C Trace Context 3.2)", () => {
  test.each([
    [`00-${TRACE}-${PARENT}-01`, true],
    [`00-${TRACE}-${PARENT}-00`, false],
    [`00-${TRACE}-${PARENT}-03`, true],
    [`cc-${TRACE}-${PARENT}-01-what-comes-later`, true],
    [`cc-${TRACE}-${PARENT}-01`, true],
  ])("%s is read; sampled: %s", (text, sampled) => {
    expect(readTraceparent(text)).toEqual({ traceId: TRACE, sampled });
  });

  test("ids that begin or end with zeros are ids", () => {
    for (const id of [`00${TRACE.slice(2)}`, `${TRACE.slice(2)}00`]) {
      expect(readTraceparent(`00-${id}-00f067aa0ba90200-01`)?.traceId).toBe(id);
    }
  });

  test.each([
    undefined,
    7,
    [`00-${TRACE}-${PARENT}-01`],
    "",
    `00-${TRACE}-${PARENT}`,
    `00-${TRACE}-${PARENT}-01-more`,
    `ff-${TRACE}-${PARENT}-01`,
    `00-${TRACE.toUpperCase()}-${PARENT}-01`,
    `00-${"0".repeat(32)}-${PARENT}-01`,
    `00-${TRACE}-${"0".repeat(16)}-01`,
    `00-${TRACE}-${PARENT}-1`,
    ` 00-${TRACE}-${PARENT}-01`,
    `00-${TRACE}-${PARENT}-01\r\nx: y`,
  ])("%j counts as absent", (value) => {
    expect(readTraceparent(value)).toBeUndefined();
  });
});

describe("a child", () => {
  test.each([0, 0.999_999_999, 0.5])(
    "belongs to the trace under a valid parent id, whatever chance gives (%d)",
    (chance) => {
      const child = childTraceparent({ traceId: TRACE, sampled: true }, () => chance);
      expect(readTraceparent(child)).toEqual({ traceId: TRACE, sampled: true });
      expect(child).toMatch(/^00-/);
    },
  );

  test("is sampled where its parent is, and no two are the same", () => {
    const trace = { traceId: TRACE, sampled: false };
    expect(childTraceparent(trace, Math.random)).toMatch(/-00$/);
    expect(childTraceparent(trace, Math.random)).not.toBe(childTraceparent(trace, Math.random));
  });
});
