import { describe, expect, test } from "vitest";
import type { JsonRecord } from "../../src/domain/record.ts";
import { askScripted } from "../support/asking.ts";
import { parcel, scan, sendsPackages } from "../support/samples.ts";

/** Asks for these packages, or for `ids`. */
async function ask(packages: Readonly<Record<string, JsonRecord>>, ids: readonly string[] = Object.keys(packages)) {
  const { ask: put } = await askScripted({ tracking: sendsPackages(packages) });
  return put("track_package", { ids });
}

describe("attention", () => {
  const late = (more: object): JsonRecord =>
    parcel({ status: "Delivered", deliveryDate: "2026-11-22T14:30:00", ...more });

  /** The least urgent first, so that the answer has to reorder them. */
  const packages = {
    fine: parcel({ orderNumber: "fine" }),
    statusless: parcel({ orderNumber: "statusless", status: null }),
    silent: parcel({ orderNumber: "silent", events: [scan("2026-11-19T16:24:00", "Departed")] }),
    lapsed: parcel({
      orderNumber: "lapsed",
      originalScheduledDeliveryDate: "2026-11-23T12:00:00",
      events: [scan("2026-11-19T16:24:00", "Departed")],
    }),
    moved: parcel({ orderNumber: "moved", originalScheduledDeliveryDate: "2026-11-23T12:00:00" }),
    late: late({ orderNumber: "late", originalScheduledDeliveryDate: "2026-11-21T12:00:00" }),
    overdue: parcel({ orderNumber: "overdue", scheduledDeliveryDate: "2026-11-22T12:00:00" }),
    held: parcel({ orderNumber: "held", events: [scan("2026-11-22T16:24:00", "Held: customs")] }),
    melting: parcel({ orderNumber: "melting", scheduledDeliveryDate: "2026-11-22T12:00:00", refrigerated: true }),
  };

  test("is ordered by kind, as the contract says, in both channels [G-packages]", async () => {
    const { structured, text } = await ask(packages, ["missing", ...Object.keys(packages)]);
    expect(structured["attention"]).toEqual([
      { id: "held", kinds: ["trouble"], reasons: ['"Held: customs"'] },
      {
        id: "melting",
        kinds: ["overdue"],
        reasons: ["overdue by 13.4 h against the moved schedule", "refrigerated and not re-iced"],
      },
      { id: "overdue", kinds: ["overdue"], reasons: ["overdue by 13.4 h against the moved schedule"] },
      {
        id: "late",
        kinds: ["delivered_late"],
        reasons: ["delivered 26.5 h late against the first schedule"],
      },
      { id: "lapsed", kinds: ["moved_later", "no_scan"], reasons: ["moved later", "no scan for 3.4 days"] },
      { id: "moved", kinds: ["moved_later"], reasons: ["moved later"] },
      { id: "silent", kinds: ["no_scan"], reasons: ["no scan for 3.4 days"] },
      { id: "missing", kinds: ["not_found"], reasons: ["not found"] },
      { id: "statusless", kinds: ["no_status"], reasons: ["no status"] },
    ]);
    const order = (structured["packages"] as { id: string }[]).map(({ id }) => id);
    const urgent = ["held", "melting", "overdue", "late", "lapsed", "moved", "silent", "missing", "statusless"];
    expect(order).toEqual([...urgent, "fine"]);
    const firstWords = text.split("\n").map((line) => line.split(" ")[0]);
    expect(firstWords.slice(1, 11)).toEqual(order);
  });

  test.each([
    ["Delivery exception", null, ['"Delivery exception"']],
    ["DELIVERY_EXCEPTION", null, ['"DELIVERY_EXCEPTION"']],
    ["Returning to sender", "Arrived", ['"Returning to sender"']],
    ["Delayed", "Delayed: severe weather", ['"Delayed: severe weather"']],
    ["Delivery exception", "Apartment number missing", ['"Delivery exception"', '"Apartment number missing"']],
    ["In transit", "No exception: not delayed", undefined],
    ["In transit", "Glosty upheld Returnia", undefined],
  ])("quotes the words of trouble in status %s and newest scan %s", async (status, description, reasons) => {
    const events = description === null ? [] : [scan("2026-11-22T16:24:00", description)];
    const { structured } = await ask({ 1: parcel({ status, events }) });
    expect(structured["attention"]).toEqual(reasons === undefined ? [] : [{ id: "1", kinds: ["trouble"], reasons }]);
  });

  test("is not claimed if no package needs it", async () => {
    const early = late({ orderNumber: "2", originalScheduledDeliveryDate: "2026-11-23T12:00:00" });
    const { structured } = await ask({ 1: parcel(), 2: early });
    expect(structured).toMatchObject({ attention: [], answer: "None of 2 needs attention." });
  });
});
