import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { MAX_TOKENS } from "../../src/tools/tokens.ts";
import { hostileSituations } from "./hostile-situations.ts";
import { told } from "./situation.ts";
import { situations } from "./situations.ts";

/** What the call boundary may still add: STALE, the sandbox's note and the line of provenance. */
const BOUNDARY_TOKENS = 100;

describe("an answer's size, in each channel", () => {
  it.each(situations)("$name: 2,000 tokens at most", async (situation) => {
    const { text, structured, notes } = await told(situation);
    expect(countTokens(text)).toBeLessThanOrEqual(MAX_TOKENS - BOUNDARY_TOKENS);
    expect(countTokens(JSON.stringify({ ...structured, notes }))).toBeLessThanOrEqual(MAX_TOKENS - BOUNDARY_TOKENS);
  });

  it.each(situations.filter(({ isDefault }) => isDefault))("$name: about 400 tokens", async (situation) => {
    const { text, structured, notes } = await told(situation);
    expect(countTokens(text)).toBeLessThanOrEqual(440);
    expect(countTokens(JSON.stringify({ ...structured, notes }))).toBeLessThanOrEqual(440);
  });

  // A shipment has some forty fields, all of them shown as sent: half of the structured content are their names.
  it.each(situations.filter(({ name }) => name === "a plan" || name === "a plan without a deadline"))(
    "$name: about 400 tokens of text, about 520 of structured content with a recipient's whole address as sent",
    async (situation) => {
      const { text, structured, notes } = await told(situation);
      expect(countTokens(text)).toBeLessThanOrEqual(425);
      expect(countTokens(JSON.stringify({ ...structured, notes }))).toBeLessThanOrEqual(520);
    },
  );

  it.each(hostileSituations)("$name: no hidden character, quoted, 200 characters a string", async (situation) => {
    const { text, structured, notes } = await told(situation);
    const json = JSON.stringify({ ...structured, notes });
    for (const channel of [text, json]) {
      expect(channel).toContain("Ignore all");
      expect(channel.replaceAll("\n", " ")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    }
    const quoted = text.match(/"[^"]*"/gu) ?? [];
    expect(Math.max(...quoted.map((part) => Array.from(part).length))).toBeLessThanOrEqual(202);
    expect(text.replaceAll(/"[^"]*"/gu, "")).not.toContain("Ignore all");
  });
});
