import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { membersOf, parseJson } from "../../src/api/json.ts";

/** The same value as text and as it is to be read. */
type Written = readonly [json: string, value: unknown];

const blank = fc.constantFrom("", " ", "\n", "\t\r\n ");
const word = fc.string({
  unit: fc.constantFrom('"', "\\", ",", ":", "[", "-", " ", "e", "\u00e9", "123", "9007199254740993", "1".repeat(20)),
  maxLength: 6,
});
const text = word.map((value): Written => [JSON.stringify(value), value]);
const integer = fc
  .oneof(
    fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
    fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }),
    fc.bigInt({ min: -(2n ** 53n) - 3n, max: 3n - 2n ** 53n }),
    fc.bigInt({ min: 10n ** 14n, max: 10n ** 17n }),
  )
  .map((value): Written => {
    const isExact = value <= 9_007_199_254_740_991n && value >= -9_007_199_254_740_991n;
    return [String(value), isExact ? Number(value) : String(value)];
  });
const otherNumber = fc
  .tuple(integer, fc.constantFrom(".5", ".9007199254740993", "e2", "E+3", "e-9007199254740993", ".00e-1"))
  .map(([[whole], rest]): Written => [whole + rest, Number(whole + rest)]);
const leaf = fc.oneof(
  text,
  integer,
  otherNumber,
  fc.constantFrom<Written>(["true", true], ["null", null], ["{}", {}], ["[]", []]),
);
const { written } = fc.letrec<{ written: Written }>((tie) => ({
  written: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaf,
    fc
      .tuple(fc.array(tie("written"), { minLength: 1, maxLength: 5 }), blank)
      .map(
        ([items, gap]): Written => [
          `[${gap}${items.map(([json]) => json).join(`${gap},${gap}`)}${gap}]`,
          items.map(([, value]) => value),
        ],
      ),
    fc
      .tuple(fc.uniqueArray(word, { minLength: 1, maxLength: 5 }), tie("written"), blank)
      .map(
        ([names, [json, value], gap]): Written => [
          `{${names.map((name) => `${JSON.stringify(name)}${gap}:${gap}${json}`).join(",")}${gap}}`,
          Object.fromEntries(names.map((name) => [name, value])),
        ],
      ),
  ),
}));

describe("whole numbers (DESIGN 3: as sent)", () => {
  test.each([
    ["9007199254740991", 9_007_199_254_740_991],
    ["9007199254740992", "9007199254740992"],
    ["-9007199254740991", -9_007_199_254_740_991],
    ["-9007199254740992", "-9007199254740992"],
    ['{"alertId":1790000000000000123}', { alertId: "1790000000000000123" }],
    ["[9400111899223817000001,\n 10000000000000000]", ["9400111899223817000001", "10000000000000000"]],
    ['{"1790000000000000123":1}', { "1790000000000000123": 1 }],
    ['["1790000000000000123"]', ["1790000000000000123"]],
    ['["a\\",1790000000000000123"]', ['a",1790000000000000123']],
    ['["a\\\\",1790000000000000123]', ["a\\", "1790000000000000123"]],
    ["[1790000000000000123.5,1790000000000000123e2]", [1_790_000_000_000_000_000, 179e18]],
    ["[1e-9007199254740993,0.9007199254740993]", [0, 0.900_719_925_474_099_3]],
  ])("%s is read as exactly as it is sent", (json, value) => {
    expect(parseJson(json)).toStrictEqual(value);
  });

  test("that JavaScript would round are strings of their digits, wherever they stand; all else is as JSON has it", () => {
    fc.assert(
      fc.property(written, blank, ([json, value], gap) => {
        expect(parseJson(gap + json + gap)).toEqual(value);
      }),
    );
  });

  test("that are millions of digits long, and strings as long, are read all the same", () => {
    const digits = "1".repeat(8_000_000);
    expect(parseJson(digits) === digits).toBe(true);
    expect(parseJson(`${digits.slice(-100_000)}e-100000`)).toBe(1 / 9);
    const quotes = '"'.repeat(2_000_000);
    expect(parseJson(`[${JSON.stringify(quotes)},${digits}]`)).toSatisfy(
      ([first, second]: readonly unknown[]) => first === quotes && second === digits,
    );
  });
});

describe("what is no JSON", () => {
  test.each([
    "",
    '{"a"',
    "01790000000000000123",
    "[1790000000000000123",
    "{1790000000000000123:1}",
    "-",
    '{"a":1,1e16:2}',
  ])("%j is undefined", (json) => {
    expect(parseJson(json)).toBeUndefined();
  });

  test("stays none, and what is JSON stays some", () => {
    const tokens = fc.constantFrom(
      "[",
      "]",
      "{",
      "}",
      ",",
      ":",
      '"',
      "\\",
      " ",
      "-",
      ".",
      "e",
      "0",
      "9007199254740993",
    );
    fc.assert(
      fc.property(fc.string({ unit: tokens, maxLength: 8 }), (json) => {
        let isJson = true;
        try {
          JSON.parse(json);
        } catch {
          isJson = false;
        }
        expect(parseJson(json) !== undefined).toBe(isJson);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("members", () => {
  test("are those of an object; nothing else has any", () => {
    expect(membersOf('{"a":[1]}')).toStrictEqual({ a: [1] });
    const others = ['{"a"', "", "null", "5", '"text"', "[1]", "1790000000000000123"];
    expect(others.map(membersOf)).toStrictEqual(others.map(() => ({})));
  });
});
