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

  // It is 12:00 UTC on 9 July: 05:00 in Phoenix, 22:00 in Guam, 01:00 in American Samoa.
  const past = "Delivery date is past, but the status does not say delivered.";
  const ahead = "Delivery date still ahead at the recipient's ZIP, taken as not yet delivered.";
  const open = "Delivery date passed in some US zones, taken as not yet delivered.";
  const said = "Status says delivered, delivery date passed in some US zones.";
  const guam = { city: "Hagatna", state: "GU", zip: "96910" };
  const nowhere = { city: "Tucson", state: "AZ" };
  const berlin = { city: "Berlin", state: "BE", zip: "10115", country: "DE" };

  it.each([
    ["2026-07-09T04:59:00", {}, true, past],
    ["2026-07-09T05:01:00", {}, false, ahead],
    ["2026-07-09T21:59:00", {}, false, ahead],
    ["2026-07-09T21:59:00", { recipientAddress: guam }, true, past],
    ["2026-07-09", {}, true, past],
    ["2026-07-10", { recipientAddress: guam }, false, "Delivery date still ahead, taken as not yet delivered."],
    ["2026-07-09T11:59:00Z", { recipientAddress: nowhere }, true, past],
    ["2026-07-09T00:59:00", { recipientAddress: nowhere }, true, past],
    ["2026-07-09T01:01:00", { recipientAddress: nowhere }, false, open],
    ["2026-07-09T04:59:00", { recipientAddress: berlin }, false, open],
    ["2026-07-09T01:01:00", { recipientAddress: nowhere, status: "Delivered" }, true, said],
    // Two words of the service against a clock that it does not name.
    ["2026-07-09T05:01:00", { status: "DELIVERED, front desk" }, true, said],
    ["2026-07-09T04:59:00", { status: "Delivered" }, true, undefined],
    ["2026-07-09T04:59:00", { status: null }, true, undefined],
  ])("holds %s against the clock of the recipient in %j", async (deliveryDate, more, isDelivered, note) => {
    const record = parcel({ deliveryDate, ...more });
    const { text, entries, notes } = await track(["1"], { "1": record });
    expect(/[;:] delivered (?:Thu )?2026-07-/.test(text)).toBe(isDelivered);
    expect(/deliveryDate (?:Thu |Fri )?2026-07-/.test(text)).toBe(!isDelivered);
    expect(entries[0]?.["deliveredLateHours"] === null).toBe(!isDelivered || deliveryDate.length !== 19);
    expect(notes.filter((each) => /deliver/i.test(each))).toEqual(note === undefined ? [] : [note]);
    const { structured } = await ask(trackPackage, { ids: ["1"], checkHeat: true }, { packages: { "1": record } });
    expect(Object.hasOwn((structured["packages"] as readonly [object])[0], "heat")).toBe(!isDelivered);
  });

  it.each(["0001-01-01T00:00:00", "0001-01-01", "1970-01-01T00:00:00Z", "1999-12-31T23:59:59"])(
    "takes %s for no time at all, and shows it as sent",
    async (placeholder) => {
      const dates = { deliveryDate: placeholder, scheduledDeliveryDate: placeholder };
      const { text, entries } = await track(["1"], { "1": { ...overdue, ...dates } });
      expect(entries[0]).toMatchObject({
        ...{ overdue: null, scheduleSlipHours: null, deliveredLateHours: null },
        package: dates,
      });
      expect(text).toMatch(
        new RegExp(`deliveryDate .*${placeholder.slice(0, 10)}.*, taken for none, since before 2000`),
      );
      expect(text).not.toMatch(/OVERDUE|; delivered/);
    },
  );
});
