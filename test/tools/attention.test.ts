import { describe, expect, test } from "vitest";
import type { JsonRecord } from "../../src/domain/record.ts";
import { askScripted } from "./asking.ts";
import { parcel, scan, sendsPackages } from "./samples.ts";

/** Asks for these packages, or for `ids`. */
async function ask(packages: Readonly<Record<string, JsonRecord>>, ids: readonly string[] = Object.keys(packages)) {
  const { ask: put } = await askScripted({ tracking: sendsPackages(packages) });
  return put("track_package", { ids });
}

describe("attention", () => {
  const late = (more: object): JsonRecord =>
    parcel({ status: "Delivered", deliveryDate: "2026-11-22T14:30:00", ...more });

  /** The least urgent first, so that the order asked is not the order told. */
  const packages = {
    fine: parcel({ orderNumber: "fine" }),
    statusless: parcel({ orderNumber: "statusless", status: null }),
    silent: parcel({ orderNumber: "silent", events: [scan("2026-11-19T16:24:00", "Departed")] }),
    moved: parcel({ orderNumber: "moved", originalScheduledDeliveryDate: "2026-11-23T12:00:00" }),
    late: late({ orderNumber: "late", originalScheduledDeliveryDate: "2026-11-21T12:00:00" }),
    overdue: parcel({ orderNumber: "overdue", scheduledDeliveryDate: "2026-11-22T12:00:00" }),
    melting: parcel({ orderNumber: "melting", scheduledDeliveryDate: "2026-11-22T12:00:00", refrigerated: true }),
  };

  test("is told in the order of the contract, and both channels follow it [G-packages]", async () => {
    const { structured, text } = await ask(packages, ["missing", ...Object.keys(packages)]);
    expect(structured["attention"]).toEqual([
      { id: "melting", reasons: ["overdue", "refrigerated and not re-iced"] },
      { id: "overdue", reasons: ["overdue"] },
      { id: "late", reasons: ["delivered 26.5 h late against the first schedule"] },
      { id: "moved", reasons: ["moved later"] },
      { id: "silent", reasons: ["no scan for 3.4 days"] },
      { id: "missing", reasons: ["not found"] },
      { id: "statusless", reasons: ["no status"] },
    ]);
    const order = (structured["packages"] as { id: string }[]).map(({ id }) => id);
    expect(structured["notes"]).toContain("Order: overdue, late, moved, no scan, not found, no status.");
    expect(order).toEqual(["melting", "overdue", "late", "moved", "silent", "missing", "statusless", "fine"]);
    expect(
      text
        .split("\n")
        .slice(1, 9)
        .map((line) => line.split(" ")[0]),
    ).toEqual(order);
    expect(structured["answer"]).toMatch(/^7 of 8 need attention: melting \(overdue, /);
  });

  test("is not claimed where nothing needs it", async () => {
    const early = late({ orderNumber: "2", originalScheduledDeliveryDate: "2026-11-23T12:00:00" });
    const { structured } = await ask({ 1: parcel(), 2: early });
    expect(structured).toMatchObject({ attention: [], answer: "None of 2 needs attention." });
  });

  test("is not denied of a package that may be overdue in a zone that is not known", async () => {
    const dueAtTwo = { scheduledDeliveryDate: "2026-11-23T02:00:00", originalScheduledDeliveryDate: null };
    const unclear = parcel({ orderNumber: "2", ...dueAtTwo, recipientAddress: { city: "Nowhere" } });
    const { structured } = await ask({ 1: parcel(), 2: unclear });
    expect(structured["answer"]).toBe(
      "None of 2 is known to need attention. Possibly overdue, time zone not known: 2.",
    );
  });
});
