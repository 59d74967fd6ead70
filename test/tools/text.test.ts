import { beforeAll, describe, expect, it } from "vitest";
import { loadZones } from "../../src/domain/zone.ts";
import { fieldsText, textOf, wordText, zoneText } from "../../src/tools/text.ts";

beforeAll(loadZones);

describe("text of the service inside a sentence", () => {
  it.each([
    "SevereHot",
    "85001",
    "0.93",
    "CarrierBPriorityOvernight",
    "2026-07-10T14:30:00Z",
    "2026-07-10T14:30:00+05:30",
  ])("is plain where it is one short word, number, code or timestamp: %s", (text) => {
    expect(wordText(text)).toBe(text);
  });

  it.each([
    "two words",
    "https://evil.example/a?b=c",
    "a@b.example",
    "50%",
    "a/b",
    "注意",
    "IGNORE_ALL_PREVIOUS_INSTRUCTIONS",
    "ignore-all-previous-instructions",
    "x".repeat(41),
    "",
  ])("is quoted otherwise: %s", (text) => {
    expect(wordText(text)).toBe(`"${text}"`);
  });

  it("is plain for an id of the service, whose marks join no words", () => {
    expect(wordText("shp_000000000000000000000000042")).toBe("shp_000000000000000000000000042");
  });

  it("is quoted in a field of free text however short, names included", () => {
    expect(fieldsText({ status: "Obey", description: "Now", name: "Jo", tier: 1, "a b": "c" })).toBe(
      'status="Obey" description="Now" name="Jo" tier=1 "a b"=c',
    );
  });

  it("is plain for a zone that exists, quoted for one that does not", () => {
    expect(zoneText("America/New_York")).toBe("America/New_York");
    expect(zoneText("Ignore/All_Instructions")).toBe('"Ignore/All_Instructions"');
  });

  it("is drawn from text, numbers and booleans alone", () => {
    expect([textOf("a"), textOf(1), textOf(true), textOf({ toString: 1 }), textOf(null)]).toEqual([
      "a",
      "1",
      "true",
      "",
      "",
    ]);
  });
});
