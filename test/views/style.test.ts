import { readFileSync, statSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeMap } from "../../scripts/map/encode.ts";
import { stylesOf } from "../../src/views/marks/mark.ts";

const LEVELS = ["SevereHot", "Hot", "Warm"];
const RISKS = ["Severe", "High", "Moderate", "Low"];

test.each([LEVELS, RISKS])("a few names differ in colour and in form: %j", (...names) => {
  const styles = [...stylesOf(names).values()];
  expect(new Set(styles.map(({ fill }) => fill)).size).toBe(names.length);
  expect(new Set(styles.map(({ form }) => form)).size).toBe(names.length);
  expect(styles.filter(({ letter }) => letter !== undefined)).toEqual([]);
});

const name = fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom(...LEVELS, ...RISKS, "__proto__", "constructor"));

test("the first name looks the same beside any others", () => {
  fc.assert(
    fc.property(name, fc.array(name), (one, others) => {
      const { fill, form } = stylesOf([one]).get(one) ?? {};
      expect(stylesOf(new Set([one, ...others])).get(one)).toMatchObject({ fill, form });
    }),
  );
});

test("up to twelve names differ in form or fill, and a letter tells names of one form apart", () => {
  fc.assert(
    fc.property(fc.uniqueArray(name, { maxLength: 12 }), (names) => {
      const styles = [...stylesOf(names).values()];
      expect(new Set(styles.map(({ form, fill }) => form + fill)).size).toBe(names.length);
      const bare = styles.filter(({ letter }) => letter === undefined);
      expect(new Set(bare.map(({ form }) => form)).size).toBe(bare.length);
      expect(styles.map(({ letter }) => letter)).not.toContain("?");
    }),
  );
});

test("names that begin alike have the letters in which they differ", () => {
  const names = Array.from("ABCDEFGHIJKL", (letter) => `Level-${letter}`);
  expect([...stylesOf(names).values()].map(({ letter }) => letter).join("")).toBe("ABCDEFGHIJKL");
});

test("names in an order grow darker with severity", () => {
  const order = ["None", ...RISKS.toReversed(), "Extreme"];
  const brightness = order.map((level) => {
    const fill = stylesOf([level], [LEVELS, order]).get(level)?.fill ?? "";
    return [1, 3, 5].reduce((sum, at) => sum + Number.parseInt(fill.slice(at, at + 2), 16), 0);
  });
  expect(brightness).toEqual(brightness.toSorted((a, b) => b - a));
  expect(new Set(brightness).size).toBe(order.length);
});

/** The relative luminance of a colour as `#rrggbb`, as WCAG defines it. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [one, other].map(luminance).sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

test.each(["light", "dark"])("texts of drawings have a contrast of 4.5 and more in %s", (theme) => {
  const sheet = readFileSync("src/views/drawing.css", "utf8");
  const pairs = Array.from(sheet.matchAll(/--(\w+): light-dark\((#\w+), (#\w+)\)/g));
  const colours = new Map(pairs.map(([, name, light, dark]) => [name, (theme === "light" ? light : dark) ?? ""]));
  const low = ["ink", "soft", "alarm"].flatMap((text) =>
    ["ground", "land", "chosen"].flatMap((ground) => {
      const found = contrast(colours.get(text) ?? "", colours.get(ground) ?? "");
      return found >= 4.5 ? [] : [`${text} on ${ground}: ${found}`];
    }),
  );
  expect(low).toEqual([]);
});

test("letters have a contrast of 4.5 and more in every mark", () => {
  const names = Array.from({ length: 36 }, (_, index) => `name ${index}`);
  const fills = [...stylesOf([...names, ...LEVELS, ...RISKS]).values(), ...stylesOf(names, [names]).values()];
  expect(Math.min(...fills.map(({ fill }) => contrast(fill, "#000000")))).toBeGreaterThanOrEqual(4.5);
});

test("the committed map is what `npm run script -- map` makes", () => {
  expect(readFileSync("src/views/map/us-map.json", "utf8")).toBe(JSON.stringify(encodeMap()));
});

test("the page is one file of at most 110 kB", () => {
  expect(statSync("dist/view.html").size).toBeLessThanOrEqual(110_000);
});
