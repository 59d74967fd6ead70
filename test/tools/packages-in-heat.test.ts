import { describe, expect, it } from "vitest";
import type { PackageHeat } from "../../src/tools/package-heat.ts";
import { trackPackage } from "../../src/tools/track-package.ts";
import { cold, delivered, late, scan } from "./samples.ts";
import { alertSet, ask, type Written } from "./written-api.ts";

const HOT = alertSet([{ zip: "33101", temperatureLevel: "SevereHot" }]);

async function track(packages: NonNullable<Written["packages"]>, alerts: NonNullable<Written["alerts"]> = HOT) {
  const told = await ask(trackPackage, { ids: Object.keys(packages), checkHeat: true }, { packages, alerts });
  return { ...told, entries: told.structured["packages"] as readonly { readonly heat?: PackageHeat }[] };
}

describe("several packages, some of them in the heat,", () => {
  it.each([
    ["bound for it, though re-iced", { reIced: true }, "1 of 2 (2) has an alert at its destination or last place."],
    [
      "bound for it, though never cold",
      { refrigerated: false },
      "1 of 2 (2) has an alert at its destination or last place.",
    ],
    [
      "last seen in it, bound elsewhere",
      { events: [scan("22:14", "x", { city: "Miami", state: "FL" })], recipientAddress: { zip: "60601" } },
      "1 of 2 (2) has an alert at its destination or last place.",
    ],
    ["bound for it and warming up", {}, "1 of 2 needs attention; 1 (2) has an alert at its destination or last place."],
    [
      "bound for it and overdue",
      { reIced: true, scheduledDeliveryDate: "2026-07-07T12:00:00" },
      "1 of 2 needs attention; 1 (2) has an alert at its destination or last place.",
    ],
  ])("are counted in the first line: %s", async (_, more, line) => {
    const { text } = await track({ "1": { ...cold, recipientAddress: { zip: "60601" } }, "2": { ...cold, ...more } });
    expect(text.split("\n")[0]).toBe(line);
  });

  it("are counted as those with an alert at least, where alerts were read in part", async () => {
    const incomplete = { reason: "time", pagesRead: 1, pagesTotal: 2 } as const;
    const hot = alertSet([{ zip: "33101", temperatureLevel: "Hot" }], { incomplete });
    const { text } = await track({ "1": cold, "2": { ...cold, recipientAddress: { zip: "60601" } } }, hot);
    expect(text).toMatch(
      /^1 of 2 needs attention; 1 \(1\) has an alert at its destination or last place, or more: alerts read in part\.\n/,
    );
  });

  it("are told in no first line where none has an alert, nor of one package alone", async () => {
    const alone = await track({ "1": cold });
    expect(alone.text).toMatch(/^1: /);
    const elsewhere = alertSet([{ zip: "98660", temperatureLevel: "SevereHot" }]);
    const none = await track({ "1": cold, "2": cold }, elsewhere);
    expect(none.text).toMatch(/^1: /);
  });

  it("are looked up where their delivery is still ahead in every US zone", async () => {
    const ahead = { ...cold, deliveryDate: "2026-07-12T12:00:00" };
    const { text, entries, notes } = await track({ "1": late, "2": ahead, "3": delivered });
    expect(entries[1]?.heat).toMatchObject({ destination: "33101 Miami, FL", destinationAlert: "SevereHot" });
    expect(text).toMatch(/^2: .*\n(?: .*\n)*1: /m);
    expect(text).toContain("deliveryDate Sun 2026-07-12 12:00 (zone not given), still ahead");
    expect(notes).toContain("Delivery date still ahead, taken as not yet delivered: 2.");
  });
});
