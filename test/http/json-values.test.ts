import fc from "fast-check";
import { expect, test } from "vitest";
import { hasMoreValues } from "../../src/transports/http/json-values.ts";

/** Brackets and braces, and the commas and colons between what they hold. */
function marks(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const inner = Object.values(value).reduce<number>((sum, each) => sum + marks(each), 0);
  const size = Object.keys(value).length;
  return 1 + Math.max(0, size - 1) + (Array.isArray(value) ? 0 : size) + inner;
}

test("the values of a JSON text are counted as they stand there, whatever its strings hold", () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: fc.constantFrom("[", "{", ",", ":", '"', "\\", "a") }), (value) => {
      const [plain, spaced] = [JSON.stringify(value), JSON.stringify(value, null, 2)];
      const count = marks(value);
      for (const text of [plain, spaced]) {
        expect(hasMoreValues(text, count)).toBe(false);
        if (count > 0) expect(hasMoreValues(text, count - 1)).toBe(true);
      }
    }),
  );
});

test("a text that ends within a string, or is no JSON at all, is looked through to its end", () => {
  const many = 400_000;
  for (const text of ['"', '"\\', '["', "[", '\\"'.repeat(many), `"${"\\".repeat(many)}`, '"'.repeat(many)]) {
    expect(hasMoreValues(text, 1)).toBe(false);
  }
  expect(hasMoreValues(`${"\\".repeat(many)}[[`, 1)).toBe(true);
});
