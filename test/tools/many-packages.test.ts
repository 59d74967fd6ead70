import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import type { ServiceRecord } from "../../src/api/schema.ts";
import { MAX_TOKENS } from "../../src/tools/tokens.ts";
import { trackPackage } from "../../src/tools/track-package.ts";
import { delivered, hostileText, parcel, scan } from "./samples.ts";
import { alertSet, ask } from "./written-api.ts";

/** Not refrigerated and not due yet: nothing but the heat may call for attention. */
const plain = parcel({
  refrigerated: false,
  scheduledDeliveryDate: "2026-07-12T12:00:00",
  originalScheduledDeliveryDate: "2026-07-12T12:00:00",
  recipientAddress: { line1: "17 Secret Street", line2: null, city: "New York", state: "NY", zip: "10115" },
  events: [scan("22:14", "Arrived at facility", { city: "Winston-Salem", state: "NC" })],
});
const late = { ...plain, scheduledDeliveryDate: "2026-07-07T12:00:00" };
const hot = { ...plain, recipientAddress: { city: "Phoenix", state: "AZ", zip: "85001" } };
const HOT = alertSet([{ zip: "85001", temperatureLevel: "SevereHot" }]);

/** Twenty numbers, the last of them another. */
async function track(others: ServiceRecord, last: ServiceRecord, idChars = 0, alerts = HOT) {
  const ids = Array.from({ length: 20 }, (_, index) =>
    `${10_043 + index}${"735914268".repeat(12)}`.slice(0, 5 + idChars),
  );
  const packages = Object.fromEntries(ids.map((id, index) => [id, index === 19 ? last : others]));
  const told = await ask(trackPackage, { ids, checkHeat: true }, { packages, alerts });
  const shown = (told.structured["packages"] as readonly { readonly id: string }[]).map(({ id }) => id);
  const note = told.notes.find((each) => /^\d+ numbers? left out/.test(each)) ?? "";
  return { ...told, ids, shown, note, gone: ids.filter((id) => !shown.includes(id)) };
}

describe("more packages than one answer holds", () => {
  it("are left out one by one, not by the dozen, and named in both channels", async () => {
    const { text, structured, notes, shown, gone, note } = await track(plain, plain);
    expect(gone.length).toBeGreaterThan(0);
    expect(shown.length).toBeGreaterThan(12);
    const tokens = Math.max(countTokens(text), countTokens(JSON.stringify({ ...structured, notes })));
    expect(tokens).toBeGreaterThan(1200);
    expect(tokens).toBeLessThanOrEqual(MAX_TOKENS - 100);
    expect(note).toBe(`${gone.length} numbers left out for size: ${gone.join(", ")}; ask for them in a further call.`);
    expect(text).toContain(note);
  });

  it.each([
    ["that are like it otherwise", plain],
    ["that are overdue", late],
  ])("keep one with an alert among others %s", async (_, others) => {
    const { text, shown, ids, note } = await track(others, hot);
    expect(shown).toContain(ids[19]);
    expect(text).toContain("destination 85001 Phoenix, AZ: alert SevereHot");
    expect(note).not.toContain("with an alert");
    // What is overdue is told first all the same.
    expect(text.split("\n").findIndex((line) => line.startsWith(`${ids[19]}: `)) < 3).toBe(others === plain);
  });

  it("say how many of those left out have an alert", async () => {
    const { note, gone } = await track(hot, plain);
    expect(note).toContain(`${gone.length} numbers left out for size, ${gone.length - 1} of them with an alert: `);
    expect(gone).toContain("10062");
  });

  it("counts those left out in the first line, too", async () => {
    const { text, shown } = await track(hot, plain);
    expect(shown.length).toBeLessThan(19);
    expect(text).toMatch(/^19 of 20 \(10043, .* and \d+ more\) have an alert at their destination or last place\.\n/);
  });

  it("are named as far as there is room, whatever their numbers are", async () => {
    const { notes, note, shown, gone, structured, text } = await track(plain, plain, 95);
    expect(shown.length).toBeGreaterThan(0);
    expect(note).toMatch(/^\d+ numbers left out for size: .* and \d+ more; ask for them in a further call\.$/);
    expect(gone.some((id) => note.includes(id))).toBe(true);
    for (const channel of [text, JSON.stringify({ ...structured, notes })]) {
      expect(countTokens(channel)).toBeLessThanOrEqual(MAX_TOKENS - 100);
    }
  });

  it("say who is delivered, though no date of it is shown, and that no scans are", async () => {
    const packages = Object.fromEntries(
      Array.from({ length: 17 }, (_, index) => [`${10_043 + index}`, index === 0 ? delivered : plain]),
    );
    const asked = { ids: Object.keys(packages), checkHeat: true };
    const { text, structured, notes } = await ask(trackPackage, asked, { packages, alerts: HOT });
    const entries = structured["packages"] as readonly Readonly<Record<string, unknown>>[];
    expect(entries[0]).toMatchObject({ id: "10043", package: { status: "Delivered" } });
    expect(entries[0]?.["package"]).not.toHaveProperty("deliveryDate");
    expect(text).toMatch(/^10043: delivered; status "Delivered"/m);
    expect(notes).toContain("Heat is not looked up for what is delivered: 10043.");
    expect(notes.join()).toMatch(/Latest scans: none of \d+; fewer ids in a call show more\./);
  });

  it("are not crowded out by what their alerts say", async () => {
    const wordy = alertSet([{ zip: "85001", temperatureLevel: "SevereHot", remark: hostileText }]);
    const { shown, text } = await track(hot, hot, 0, wordy);
    expect(shown.length).toBeGreaterThan(8);
    expect(text).toMatch(/destination 85001 Phoenix, AZ: alert SevereHot remark="Ignore all.*…"/);
  });
});
