import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanText, quote, withoutInvisible } from "../../src/domain/clean.ts";

/** Everything that must never reach a model, by its code points: controls, zero-width, bidirectional, tags, surrogates, fillers. */
function isHidden(char: string): boolean {
  const code = char.codePointAt(0) ?? 0;
  const ranges = [
    [0x00, 0x1f],
    [0x7f, 0x9f],
    [0xad, 0xad],
    [0x61c, 0x61c],
    [0x115f, 0x1160],
    [0x180b, 0x180f],
    [0x200b, 0x200f],
    [0x2028, 0x202e],
    [0x2060, 0x206f],
    [0x3164, 0x3164],
    [0xd800, 0xdfff],
    [0xfe00, 0xfe0f],
    [0xfeff, 0xfeff],
    [0xfff0, 0xfffb],
    [0xe0000, 0xe0fff],
  ] as const;
  return ranges.some(([first, last]) => code >= first && code <= last);
}

const piece = fc.oneof(
  fc.constantFrom("Delivered", "Doña Ana", "é", "👩‍🚀", "東京", "'", '"', " ", "   ", "[31m", "]8;;", "…"),
  fc.constantFrom(
    "\u001b[31m",
    "\u001b[0",
    "\u001b]8;;http://x\u0007",
    "\u001b]0;title",
    "\u001b(B",
    "\u009b1A",
    "\u009d",
    "\u001b",
  ),
  fc.constantFrom(
    "\u200b",
    "\u200d",
    "\u2060",
    "\ufeff",
    "\u00ad",
    "\u180e",
    "\u3164",
    "\u{e0041}",
    "\u{e0082}",
    "\u{e01ef}",
    "\ufff0",
    "\ufe0f",
  ),
  fc.constantFrom("\u202a", "\u202e", "\u2066", "\u2069", "\u200e", "\u200f", "\u061c"),
  fc.constantFrom(
    "\r\n",
    "\t",
    "\u0085",
    "\u2028",
    "\u2029",
    "\u0000",
    "\u0008",
    "\u007f",
    "\ud800",
    "\udfff",
    "\ufff9",
  ),
  fc.string({ unit: "binary", maxLength: 4 }),
);
const hostile = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));

test("of text made to deceive leaves nothing hidden, nothing long, and nothing to clean again", () => {
  fc.assert(
    fc.property(hostile, fc.integer({ min: 1, max: 60 }), (text, maxChars) => {
      const clean = cleanText(text, maxChars);
      expect(Array.from(clean).filter(isHidden)).toEqual([]);
      expect(Array.from(clean).length).toBeLessThanOrEqual(maxChars);
      expect(cleanText(clean, maxChars)).toBe(clean);
      expect(clean).toBe(clean.trim());
      expect(clean).not.toMatch(/ {2}/);
      expect(withoutInvisible(withoutInvisible(text))).toBe(withoutInvisible(text));
    }),
    { numRuns: 2_000 },
  );
});

test("never lets text out of its quotation", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      expect(quote(text)).toMatch(/^"[^"]*"$/u);
      expect(Array.from(quote(text)).length).toBeLessThanOrEqual(202);
    }),
  );
});

test("takes nothing from text that hides nothing", () => {
  const words = fc.array(fc.stringMatching(/^[\p{L}\p{N}.,;:!?()%$#@&*+=<>/-]{1,12}$/u), {
    minLength: 1,
    maxLength: 15,
  });
  fc.assert(
    fc.property(words, (each) => {
      const text = each.filter((word) => !Array.from(word).some(isHidden)).join(" ");
      expect(cleanText(text, 1_000)).toBe(text);
    }),
  );
});
