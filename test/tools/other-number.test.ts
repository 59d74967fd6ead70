import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import type { ServiceRecord } from "../../src/api/schema.ts";
import { packagesAround } from "../../src/sandbox/world/packages.ts";
import { MAX_TOKENS } from "../../src/tools/tokens.ts";
import { trackPackage } from "../../src/tools/track-package.ts";
import { delivered } from "./samples.ts";
import { ask } from "./written-api.ts";

const NOTE = "Neither orderNumber nor trackingNumber is the number asked";

/** Order and tracking number of a package, as sent. */
type Numbers = readonly [orderNumber: unknown, trackingNumber: unknown];

/** What is told of packages, each by the number asked. */
async function track(packages: Readonly<Record<string, ServiceRecord>>) {
  return ask(trackPackage, { ids: Object.keys(packages) }, { packages });
}

const numbered = ([orderNumber, trackingNumber]: Numbers): ServiceRecord => ({
  ...delivered,
  orderNumber,
  trackingNumber,
});

describe("a package that the service answers under other numbers (spec 2.9, 4.5)", () => {
  it.each<[string, Numbers]>([
    ["123", ["777", "888"]],
    ["123", ["777", null]],
    ["123", [undefined, "1234"]],
    ["123", [456, "12"]],
    ["100", ["1", "10"]],
    ["é", ["e", null]],
    ["-", ["0", null]],
  ])("is said to be so: asked for %s, sent %j", async (asked, numbers) => {
    const { text, notes } = await track({ [asked]: numbered(numbers) });
    expect(notes).toContain(`${NOTE}.`);
    expect(text).toContain(`\n${NOTE}.\n`);
  });

  it.each<[string, Numbers]>([
    ["123", ["123", "888"]],
    ["123", [null, "123"]],
    ["1z 999-aa1", [null, "1Z999AA1"]],
    ["00123", ["123", null]],
    ["123", ["PO", "000123"]],
    ["0", ["000", null]],
    ["É-1", ["é1", null]],
    ["123", [123, "888"]],
    // Named by no text at all.
    ["123", [null, null]],
    ["123", [undefined, undefined]],
    ["123", [777, 888]],
    ["123", ["", " - "]],
    ["123", ["\u200b", null]],
  ])("is not, where one of them is the number or none is a text: asked for %s, sent %j", async (asked, numbers) => {
    const { text, notes } = await track({ [asked]: numbered(numbers) });
    expect(notes.join() + text).not.toContain(NOTE);
  });

  it("is named among others", async () => {
    const { text, notes } = await track({ "10046": delivered, "10099": delivered, "123": delivered });
    expect(notes).toContain(`${NOTE}: 123, 10099.`);
    expect(text).toContain(`${NOTE}: 123, 10099.`);
  });

  it("fits beside numbers of any length", async () => {
    const id = (index: number): string => `${index}กำลังร้อนมาก`.repeat(9).slice(0, 100);
    const others = Array.from({ length: 19 }, (_, index) => [id(index), delivered] as const);
    const { text, structured, notes } = await track({ "10046": delivered, ...Object.fromEntries(others) });
    expect(notes.join()).toContain(NOTE);
    expect(countTokens(text)).toBeLessThanOrEqual(MAX_TOKENS - 100);
    expect(countTokens(JSON.stringify({ ...structured, notes }))).toBeLessThanOrEqual(MAX_TOKENS - 100);
  });

  it("is none of the sandbox's", async () => {
    const packages = packagesAround(Date.UTC(2026, 6, 9, 12));
    expect(packages.size).toBeGreaterThan(20);
    for (const [number, record] of packages) {
      expect((await track({ [number]: record })).notes.join()).not.toContain(NOTE);
    }
  });
});
