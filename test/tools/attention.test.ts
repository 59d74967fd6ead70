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
    parcel({ status: "Delivered", deliveryDate: "2026-11-22T14:30:00", events: null, ...more });

  /** The least urgent first, so that the answer has to reorder them. */
  const packages = {
    fine: parcel({ orderNumber: "fine" }),
    label: parcel({ orderNumber: "label", status: "Label created", manifestDate: null, events: null }),
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
      { id: "melting", kinds: ["overdue"], reasons: ["OVERDUE by 13.4 h", "refrigerated and not re-iced"] },
      { id: "held", kinds: ["trouble"], reasons: ['"Held: customs"'] },
      { id: "overdue", kinds: ["overdue"], reasons: ["OVERDUE by 13.4 h"] },
      { id: "lapsed", kinds: ["no_scan", "moved_later"], reasons: ["no scan for 3.4 days", "moved later"] },
      { id: "silent", kinds: ["no_scan"], reasons: ["no scan for 3.4 days"] },
      { id: "moved", kinds: ["moved_later"], reasons: ["moved later"] },
      { id: "missing", kinds: ["not_found"], reasons: ["not found, nor as MISSING"] },
      { id: "statusless", kinds: ["no_status"], reasons: ["no status"] },
      { id: "late", kinds: ["delivered_late"], reasons: ["delivered 26.5 h late against the first schedule"] },
      { id: "label", kinds: ["not_handed_over"], reasons: ["not yet with the carrier"] },
    ]);
    const order = (structured["packages"] as { id: string }[]).map(({ id }) => id);
    const urgent = "melting held overdue lapsed silent moved missing statusless late label".split(" ");
    expect(order).toEqual([...urgent, "fine"]);
    const firstWords = text.split("\n").map((line) => line.split(" ")[0]);
    expect(firstWords.slice(1, 12)).toEqual(order);
  });

  test.each([
    ["Delivery exception", null, ['"Delivery exception"']],
    ["Returning to sender", "Arrived", ['"Returning to sender"']],
    ["Delayed", "Delayed: severe weather", ['"Delayed: severe weather"']],
    ["Delivery exception", "Apartment number missing", ['"Delivery exception"', '"Apartment number missing"']],
  ])("quotes the words of trouble in status %s and newest scan %s", async (status, description, reasons) => {
    const events = description === null ? [] : [scan("2026-11-22T16:24:00", description)];
    const { structured } = await ask({ 1: parcel({ status, events }) });
    expect(structured["attention"]).toEqual([{ id: "1", kinds: ["trouble"], reasons }]);
  });

  test("puts refrigerated goods at stake first: not re-iced, overdue longest, then by kind, then by tier", async () => {
    const cold = (orderNumber: string, more: object) => parcel({ orderNumber, refrigerated: true, ...more });
    const trouble = { status: "Delivery exception" };
    const overdue = (day: number) => ({ scheduledDeliveryDate: `2026-11-${day}T12:00:00` });
    const { structured } = await ask({
      warm: parcel({ orderNumber: "warm", ...trouble, ...overdue(20), tier: 2 }),
      moved: cold("moved", { originalScheduledDeliveryDate: "2026-11-23T12:00:00" }),
      iced: cold("iced", { ...overdue(19), reIced: true }),
      low: cold("low", { ...trouble, tier: 0 }),
      high: cold("high", { ...trouble, tier: 2 }),
      contrary: cold("contrary", { events: [scan("2026-11-22T16:24:00", "Delivered, front door")], tier: 2 }),
      day: cold("day", { ...overdue(22), reIced: null }),
      days: cold("days", overdue(20)),
      // Ties go to the one that is due first.
      later: parcel({ orderNumber: "later", ...trouble, tier: 2 }),
      sooner: parcel({ orderNumber: "sooner", ...trouble, tier: 2, scheduledDeliveryDate: "2026-11-23T09:00:00" }),
    });
    const ids = (structured["attention"] as { id: string }[]).map(({ id }) => id);
    expect(ids).toEqual(["days", "day", "high", "low", "contrary", "iced", "warm", "sooner", "later", "moved"]);
  });

  test("a package abroad that is overdue by the clocks of all zones has no hours", async () => {
    const abroad = parcel({ recipientAddress: { country: "MX" }, scheduledDeliveryDate: "2026-11-21T18:00:00" });
    expect((await ask({ 1: abroad })).text).toContain("1 OVERDUE, hours not known");
  });

  test("a disputed delivery keeps its last scan, and says whether it was re-iced", async () => {
    const events = [scan("2026-11-22T16:24:00", "Held at facility")];
    const { text } = await ask({ 1: parcel({ status: "Delivered", refrigerated: true, reIced: false, events }) });
    expect(text).toMatch(/^1 status "Delivered", but newest scan "Held at facility": Delivered, time not given/);
    expect(text).toMatch(/Refrigerated, not re-iced\. Last scan: the quoted one, Memphis TN/);
    const unnamed = {
      status: null,
      deliveryDate: "2026-11-22T16:20:00",
      events: [scan("2026-11-22T16:24:00", "At door")],
    };
    expect((await ask({ 1: parcel(unnamed) })).text).toContain('Last scan "At door"');
    const unscanned = parcel({ status: "Damaged", deliveryDate: "2026-11-22T16:20:00", events: [] });
    expect((await ask({ 1: unscanned })).text).not.toContain("No scan yet");
  });
});
