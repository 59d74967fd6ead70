import fc from "fast-check";
import { expect, test } from "vitest";
import { exceeds } from "../../src/transports/http/json-values.ts";

/** Brackets and braces, and the commas and colons between what they hold. */
function marks(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const inner = Object.values(value).reduce<number>((sum, each) => sum + marks(each), 0);
  const size = Object.keys(value).length;
  return 1 + Math.max(0, size - 1) + (Array.isArray(value) ? 0 : size) + inner;
}

/** Lists and objects within each other. */
function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

test("the values of a JSON text are counted as they stand there, and how deep they stand, whatever its strings hold", () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: fc.constantFrom("[", "{", ",", ":", '"', "\\", "a") }), (value) => {
      const [plain, spaced] = [JSON.stringify(value), JSON.stringify(value, null, 2)];
      const [values, depth] = [marks(value), depthOf(value)];
      for (const text of [plain, spaced]) {
        expect(exceeds(text, { values, depth })).toBe(false);
        if (values > 0) expect(exceeds(text, { values: values - 1, depth })).toBe(true);
        if (depth > 0) expect(exceeds(text, { values, depth: depth - 1 })).toBe(true);
      }
    }),
  );
});

test("a text that ends within a string, or is no JSON at all, is looked through to its end", () => {
  const many = 400_000;
  const most = { values: 1, depth: 1 };
  for (const text of ['"', '"\\', '["', "[", '\\"'.repeat(many), `"${"\\".repeat(many)}`, '"'.repeat(many)]) {
    expect(exceeds(text, most)).toBe(false);
  }
  expect(exceeds(`${"\\".repeat(many)}[,`, most)).toBe(true);
  expect(exceeds(`${"\\".repeat(many)}[[`, { values: many, depth: 1 })).toBe(true);
});
