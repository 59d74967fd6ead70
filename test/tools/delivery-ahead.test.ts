import { describe, expect, it } from "vitest";
import { valueText } from "../../src/tools/text.ts";
import { trackPackage } from "../../src/tools/track-package.ts";
import { overdue, parcel } from "./samples.ts";
import { ask, type Written } from "./written-api.ts";

async function track(ids: readonly string[], packages: NonNullable<Written["packages"]>) {
  const told = await ask(trackPackage, { ids }, { packages });
  return { ...told, entries: told.structured["packages"] as Readonly<Record<string, unknown>>[] };
}

describe("track_package, of a delivery's date,", () => {
  it.each(["2026-07-09T22:01:00", "2026-07-10T10:00:00", "2026-07-10", "2026-07-09T12:01:00Z"])(
    "takes a delivery of %s, ahead in every US zone at 12:00 UTC, for none that has happened",
    async (deliveryDate) => {
      const record = parcel({ deliveryDate, scheduledDeliveryDate: "2026-07-10T10:00:00" });
      const { text, entries, notes } = await track(["1"], { "1": record });
      expect(entries[0]).toMatchObject({ deliveredLateHours: null, overdue: false, package: { deliveryDate } });
      expect(text).not.toMatch(/[^y] delivered \w{3} 2026/);
      expect(text).toMatch(/deliveryDate \w{3} 2026-07-(?:09|10).*, still ahead; status/);
      expect(text).toContain("not overdue so far");
      expect(notes).toContain("Delivery date still ahead, taken as not yet delivered.");
      const said = await track(["1"], { "1": { ...record, status: "Delivered" } });
      expect(said.notes).toContain("Delivery date still ahead, but status says delivered.");
      expect(said.text).not.toContain("delivery date was sent");
    },
  );

  it.each(["TBD", "N/A", "2026-02-30T10:00:00"])(
    "takes %j for no delivery, and shows it as sent",
    async (deliveryDate) => {
      const { text, entries } = await track(["1"], { "1": { ...overdue, deliveryDate } });
      expect(entries[0]).toMatchObject({ overdue: true, deliveredLateHours: null, package: { deliveryDate } });
      expect(text).not.toMatch(/delivered/);
      expect(text).toContain(`deliveryDate ${valueText(deliveryDate)}, which cannot be read`);
    },
  );

  it("is as overdue with a delivery that is still ahead as with none", async () => {
    const { text, entries } = await track(["1"], { "1": { ...overdue, deliveryDate: "2026-07-11T10:00:00" } });
    expect(entries[0]).toMatchObject({ overdue: true });
    expect(text).toContain("1: OVERDUE; deliveryDate Sat 2026-07-11 10:00 (zone not given), still ahead");
  });

  it.each([
    ["2026-07-09T21:59:00", true],
    ["2026-07-09T01:01:00", true],
    ["2026-07-09", false],
    ["2026-07-09T00:59:00", false],
    ["2026-07-09T11:59:00Z", false],
  ])("says of a delivery of %s whether it depends on the zone that it has passed", async (deliveryDate, depends) => {
    const { text, notes } = await track(["1"], { "1": parcel({ deliveryDate }) });
    expect(text).toMatch(/delivered (?:Thu )?2026-07-09/);
    expect(notes.join(" ").includes("Delivery date passed in some US zones.")).toBe(depends);
  });
});
