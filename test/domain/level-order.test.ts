import { describe, expect, test } from "vitest";
import { compareLevels, isAtOrAbove, severityOf } from "../../src/domain/level-order.ts";

const ORDER = ["Low", "Moderate", "High", "Severe"];

describe("levels in a configured order [G-order]", () => {
  test("rank from least to most severe, whatever their case and blanks around them", () => {
    expect(["low", "MODERATE", " High ", "severe", "Extreme"].map((level) => severityOf(level, ORDER))).toEqual([
      0,
      1,
      2,
      3,
      undefined,
    ]);
  });

  test("sort what the order lacks first, then the most severe first", () => {
    const sorted = ["Low", "severe", "Extreme", "High"].sort((a, b) => compareLevels(a, b, ORDER));
    expect(sorted).toEqual(["Extreme", "severe", "High", "Low"]);
  });

  test("say whether one reaches another; nobody knows of one that the order lacks", () => {
    expect(isAtOrAbove("high", "High", ORDER)).toBe(true);
    expect(isAtOrAbove("Moderate", "High", ORDER)).toBe(false);
    expect(isAtOrAbove("Extreme", "High", ORDER)).toBeNull();
    expect(isAtOrAbove("High", "Extreme", ORDER)).toBeNull();
  });

  test("are all alike without an order", () => {
    expect(["b", "a", "c"].sort((a, b) => compareLevels(a, b, undefined))).toEqual(["b", "a", "c"]);
    expect(isAtOrAbove("High", "High", undefined)).toBeNull();
  });
});
