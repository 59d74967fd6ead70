import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanText, quote } from "../../src/domain/clean.ts";

/** Everything that must never reach a model: controls, format characters, private use. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u;

describe("cleaning of the service's text", () => {
  it.each([
    ["a terminal colour", "\u001b[31mRED\u001b[0m", "RED"],
    ["a terminal hyperlink", "\u001b]8;;http://evil.example/\u0007link\u001b]8;;\u0007", "link"],
    ["a right-to-left override", "Delivered\u202e\u2066 desrever\u2069", "Delivered desrever"],
    ["zero-width characters", "a\u200bb\u200dc\ufeff", "abc"],
    ["tag characters", "a\u{e0041}\u{e0042}b", "ab"],
    ["line breaks", "one\r\ntwo\u2028three", "one two three"],
    ["an accent", "Doña Ana", "Doña Ana"],
  ])("removes or keeps %s", (_, given, expected) => {
    expect(cleanText(given)).toBe(expected);
  });

  it("keeps 200 characters of 100,000 and marks the cut", () => {
    const cut = cleanText("x".repeat(100_000));
    expect(Array.from(cut)).toHaveLength(200);
    expect(cut.endsWith("…")).toBe(true);
  });

  it("is idempotent, bounded and free of hidden characters for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 500 }), fc.integer({ min: 1, max: 250 }), (text, chars) => {
        const once = cleanText(text, chars);
        expect(cleanText(once, chars)).toBe(once);
        expect(Array.from(once).length).toBeLessThanOrEqual(chars);
        expect(once).not.toMatch(HIDDEN);
      }),
    );
  });

  it("leaves no quotation mark inside a quotation", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(quote(text).slice(1, -1)).not.toContain('"');
      }),
    );
  });
});
