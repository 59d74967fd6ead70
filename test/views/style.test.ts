import { readFileSync, statSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeMap } from "../../scripts/map/encode.ts";
import { stylesOf } from "../../src/views/marks/mark.ts";

const LEVELS = ["SevereHot", "Hot", "Warm"];
const RISKS = ["Severe", "High", "Moderate", "Low"];

test.each([LEVELS, RISKS])("known names differ in colour and in form: %j", (...names) => {
  const styles = [...stylesOf(names).values()];
  expect(new Set(styles.map(({ fill }) => fill)).size).toBe(names.length);
  expect(new Set(styles.map(({ form }) => form)).size).toBe(names.length);
  expect(styles.filter(({ letter }) => letter !== undefined)).toEqual([]);
});

test("a name looks the same beside any others, and letters tell names of one form apart", () => {
  const name = fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom(...LEVELS, ...RISKS, "__proto__", "constructor"));
  fc.assert(
    fc.property(name, fc.array(name), (one, others) => {
      const { fill, form } = stylesOf([one]).get(one) ?? {};
      const together = stylesOf(new Set([...others, one]));
      expect(together.get(one)).toMatchObject({ fill, form });
      const bare = [...together.values()].filter(({ letter }) => letter === undefined);
      expect(new Set(bare.map((style) => style.form)).size).toBe(bare.length);
    }),
  );
});

test("the committed map is what `npm run script -- map` makes", () => {
  expect(readFileSync("src/views/map/us-map.json", "utf8")).toBe(JSON.stringify(encodeMap()));
});

test("the page is one file of at most 110 kB", () => {
  expect(statSync("dist/view.html").size).toBeLessThanOrEqual(110_000);
});
