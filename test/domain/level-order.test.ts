import { expect, test } from "vitest";
import { compareLevels, isAtOrAbove } from "../../src/domain/level-order.ts";

const ORDER = ["Low", "Moderate", "High", "Severe"];

test("[G-order] what the order lacks sorts first, then the most severe, whatever case and blanks; without an order all are alike", () => {
  const sent = ["Low", " severe ", "Extreme", "HIGH"];
  expect(sent.toSorted((a, b) => compareLevels(a, b, ORDER))).toEqual(["Extreme", " severe ", "HIGH", "Low"]);
  expect(sent.toSorted((a, b) => compareLevels(a, b, undefined))).toEqual(sent);
});

test.each([
  ["high", "High", ORDER, true],
  ["Moderate", "High", ORDER, false],
  ["Extreme", "High", ORDER, null],
  ["High", "Extreme", ORDER, null],
  ["High", "High", undefined, null],
])("whether %s reaches %s in %j: %s", (level, floor, order, reaches) => {
  expect(isAtOrAbove(level, floor, order)).toBe(reaches);
});
