import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanText, quote, withoutInvisible } from "../../src/domain/clean.ts";

/** Everything that must never reach a model: controls, format characters, private use. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u;

/** Pieces of text that was made to deceive, and of text that hides nothing. */
const piece = fc.oneof(
  fc.constantFrom("Delivered", "Doña Ana", "👩‍🚀", "東京", "'", '"', "   ", "[31m", "]8;;", "…", "\r\n", "\t"),
  fc.constantFrom(
    "\u001b[31m",
    "\u001b[0",
    "\u001b]8;;http://x\u0007",
    "\u001b]0;title",
    "\u001b(B",
    "\u009b1A",
    "\u009d",
  ),
  fc.constantFrom(
    "\u200b",
    "\ufeff",
    "\u00ad",
    "\u180e",
    "\u3164",
    "\u{e0041}",
    "\u{e01ef}",
    "\ufe0f",
    "\u202e",
    "\u2066",
  ),
  fc.constantFrom("\u0085", "\u2028", "\u0000", "\u0008", "\u007f", "\ud800", "\udfff", "\ufff9"),
  fc.string({ unit: "binary", maxLength: 4 }),
);
const hostile = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));

describe("cleaning of the service's text", () => {
  test.each([
    ["a terminal colour", "\u001b[31mRED\u001b[0m", "RED"],
    ["a terminal hyperlink", "\u001b]8;;http://evil.example/\u0007link\u001b]8;;\u0007", "link"],
    ["a cursor's shape", "\u001b[2 qtext", "text"],
    ["a window title in eight bits", "\u009d0;title\u009ctext", "text"],
    ["a window title that never ends", "text \u001b]0;title", "text"],
    ["a window title before another sequence", "\u001b]0;title\u001bMtext", "text"],
    ["blanks around and many within", "  one   two  ", "one two"],
    ["an accent", "Doña Ana", "Doña Ana"],
  ])("removes or keeps %s", (_, given, expected) => {
    expect(cleanText(given)).toBe(expected);
  });

  test("keeps 200 characters of 100,000 and marks the cut", () => {
    const cut = cleanText("x".repeat(100_000));
    expect(Array.from(cut)).toHaveLength(200);
    expect(cut.endsWith("…")).toBe(true);
    for (const most of ["x".repeat(200), "😀".repeat(200)]) expect(cleanText(most)).toBe(most);
    expect(cleanText(`${"x".repeat(198)} ${"y".repeat(100)}`)).toBe(`${"x".repeat(198)}…`);
  });

  test("marks the cut even if the unread text lies behind thousands of hidden characters", () => {
    expect(cleanText(`${"\u200b".repeat(4_000)}x`)).toBe("…");
    expect(cleanText(`${"\u200b".repeat(300)}Out for delivery`)).toBe("Out for delivery");
  });

  test("removes every invisible character", () => {
    const hiddenOnes =
      "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u180f\u2060\u2800\u3164\ue000" +
      "\ufe00\ufe0e\ufe0f\uffa0\u{e0100}\u{e01ef}";
    for (const hidden of Array.from(hiddenOnes)) {
      expect(cleanText(`a${hidden}b`), `U+${hidden.codePointAt(0)?.toString(16)}`).toBe("ab");
    }
  });

  test("makes one blank of any run of line breaks and tabs", () => {
    for (const run of ["\t", "\n", "\v", "\f", "\r", "\u0085", "\u2028", "\u2029", "\r\n\r\n\t"]) {
      expect(withoutInvisible(`a${run}b`)).toBe("a b");
    }
  });

  test("leaves any text without hidden characters, short, and with nothing to clean again", () => {
    fc.assert(
      fc.property(hostile, fc.integer({ min: 1, max: 60 }), (text, maxChars) => {
        const clean = cleanText(text, maxChars);
        expect(clean).not.toMatch(HIDDEN);
        expect(Array.from(clean).length).toBeLessThanOrEqual(maxChars);
        expect(cleanText(clean, maxChars)).toBe(clean);
        expect(clean).toBe(clean.trim());
        expect(clean).not.toMatch(/ {2}/);
        expect(withoutInvisible(withoutInvisible(text))).toBe(withoutInvisible(text));
        expect(quote(text)).toBe(`"${cleanText(text).replaceAll('"', "'")}"`);
      }),
      { numRuns: 2_000 },
    );
  });
});
