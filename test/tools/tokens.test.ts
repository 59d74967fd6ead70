import fc from "fast-check";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { estimateJsonTokens, estimateTokens } from "../../src/tools/tokens.ts";
import { alerts, parcel, shipment } from "./samples.ts";

/** Long enough that the luck of single words evens out. */
const long = { minLength: 1_600, maxLength: 2_400 };

describe("the estimate of tokens", () => {
  it.each([
    ["alerts", alerts(50)],
    ["a shipment", shipment],
    ["a package", parcel()],
  ])("stays within a quarter above the real number for %s", (_, value) => {
    const real = countTokens(JSON.stringify(value));
    expect(estimateJsonTokens(value)).toBeGreaterThanOrEqual(real);
    expect(estimateJsonTokens(value)).toBeLessThanOrEqual(real * 1.25);
  });

  it.each([
    ["small letters", fc.stringMatching(/^[a-z ]{1600,2400}$/)],
    ["capital letters", fc.stringMatching(/^[A-Z ]{1600,2400}$/)],
    ["letters and digits", fc.stringMatching(/^[A-Za-z0-9+/]{1600,2400}$/)],
    ["digits", fc.stringMatching(/^[0-9 ]{1600,2400}$/)],
    ["JSON marks", fc.stringMatching(/^[{}[\]":,]{1600,2400}$/)],
    ["printable characters", fc.string({ unit: "grapheme-ascii", ...long })],
    ["characters of any script", fc.string({ unit: "grapheme", ...long })],
  ])("is not below nine tenths of the real number for random %s", (_, texts) => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(estimateTokens(text)).toBeGreaterThanOrEqual(countTokens(text) * 0.9);
      }),
      { numRuns: 30 },
    );
  });
});
