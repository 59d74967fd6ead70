import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sift } from "../../src/runtime/sift.ts";

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, number) => number);

describe("looking for few among many", () => {
  test("finds those that a filter finds, in their order", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { maxLength: 200 }), fc.nat(20), (parts, least) => {
        expect(sift(parts, (some) => some.some((part) => part >= least))).toEqual(
          parts.filter((part) => part >= least),
        );
      }),
    );
  });

  test("asks some twenty times for each that there is, not once for each of all", () => {
    let asked = 0;
    const found = sift(numbers(100_000), (some) => {
      asked += 1;
      return some.includes(70_000);
    });
    expect(found).toEqual([70_000]);
    expect(asked).toBeLessThan(50);
  });

  test("of a great many it leaves none out, and asks no more", () => {
    let asked = 0;
    const found = sift(numbers(100_000), (some) => {
      asked += 1;
      return some.some((number) => number % 3 === 0);
    });
    expect(found.filter((number) => number % 3 === 0)).toHaveLength(33_334);
    expect(found.slice(0, 1_000)).toEqual(numbers(3_000).filter((number) => number % 3 === 0));
    expect(asked).toBeLessThan(10_000);
  });
});
