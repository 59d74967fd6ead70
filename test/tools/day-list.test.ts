import { describe, expect, test } from "vitest";
import { askScripted } from "../support/asking.ts";
import { parcel, sendsAlerts, sendsPackages, sendsRisk } from "../support/samples.ts";
import type { Scripts } from "../support/scripted-service.ts";

async function askDay(packages: Parameters<typeof sendsPackages>[0], args: object, scripts: Scripts = {}) {
  const { ask } = await askScripted({ tracking: sendsPackages(packages), alerts: sendsAlerts([]), ...scripts });
  const answered = await ask("track_package", args);
  return { ...answered, packages: answered.structured["packages"] as object[] };
}

describe("a day's list", () => {
  const numbers = (count: number): string[] => Array.from({ length: count }, (_, index) => `${10_001 + index}`);
  /** Packages of which every tenth is overdue and the last is delivered. */
  const day = (count: number) =>
    Object.fromEntries(
      numbers(count).map((id, index) => {
        const overdue = index % 10 === 0 && { scheduledDeliveryDate: "2026-11-22T12:00:00" };
        const isLast = index === count - 1;
        const delivered = isLast && { status: "Delivered", deliveryDate: "2026-11-22T12:00:00", events: null };
        return [id, parcel({ orderNumber: id, trackingNumber: null, ...overdue, ...delivered })];
      }),
    );
  /** Every number that a channel holds. */
  const told = (channel: string): string[] => [...new Set(channel.match(/\b10\d{3}\b/g))].sort();

  test("has rows only for packages in need, and loses no number in either channel", async () => {
    const { structured, text, packages } = await askDay(day(90), { ids: numbers(90).join("\n") });
    expect(structured["answer"]).toBe("9 of 90 need attention, most urgent first: 9 overdue.");
    expect(packages).toHaveLength(9);
    expect(structured["listed"]).toBe(9);
    expect(text).toMatch(
      /^81 more need nothing: In transit, CarrierB, due Tue 11-24: 80 \(10002, .*\); Delivered, CarrierB: 1 \(10090\)\.$/m,
    );
    expect(structured["others"]).toMatchObject([
      { status: "In transit", carrier: "CarrierB", due: "2026-11-24", count: 80 },
      { status: "Delivered", count: 1, ids: ["10090"] },
    ]);
    expect(told(text)).toEqual(numbers(90));
    expect(told(JSON.stringify(structured))).toEqual(numbers(90));
  });

  test.each([
    [3, 3, "6 more need attention: In transit, CarrierB, due Sun 11-22: 6 (10031 OVERDUE by 13.4 h, "],
    [50, 50, "40 more need nothing: In transit, CarrierB, due Tue 11-24: 39 ("],
    [100, 90, "Live, billed 90."],
  ])("with limit %i has %i rows, the most urgent first", async (limit, rows, more) => {
    const { packages, text, structured } = await askDay(day(90), { ids: numbers(90), limit });
    expect(packages).toHaveLength(rows);
    expect(text).toContain(more);
    expect(told(text)).toEqual(numbers(90));
    expect(told(JSON.stringify(structured))).toEqual(numbers(90));
  });

  test("quotes the trouble of a package without a row, and says what it leaves out", async () => {
    const held = { status: "Held: customs", scheduledDeliveryDate: "after the holiday" };
    const { structured, text } = await askDay(
      { 1: parcel({ orderNumber: "1", ...held }), 2: parcel({ orderNumber: "2", ...held }) },
      { ids: "1,2", limit: 1 },
    );
    expect(text).toContain('1 more needs attention: "Held: customs", CarrierB: 1 (2 not known whether overdue).');
    expect(structured["others"]).toEqual([{ status: "Held: customs", carrier: "CarrierB", count: 1, ids: ["2"] }]);
    expect(text).toContain("Lists of numbers leave out refrigeration and signature");
  });

  test("names the packages whose heat could not be checked, even without a row", async () => {
    const abroad = { recipientAddress: { city: "Toronto", state: "ON", zip: "M5V 2T6", country: "CA" } };
    const packages = { ...day(30), 10025: parcel({ orderNumber: "10025", trackingNumber: null, ...abroad }) };
    const { structured } = await askDay(packages, { ids: numbers(30), checkHeat: true });
    expect(structured["notes"]).toContain("Alerts not known: destination of 10025.");
    expect(structured["others"]).toMatchObject([{ forecast: "forecast not read", count: 25 }, { ids: ["10025"] }, {}]);
  });

  test("tells forecasts of groups unless almost each package would have a group of its own", async () => {
    const zips = [850, 852, 853, 857].flatMap((area) => [1, 2, 3, 4, 5, 6, 7].map((zip) => `${area}0${zip}`));
    const packages = zips.map((zip) => [zip, parcel({ orderNumber: zip, recipientAddress: { zip } })] as const);
    const tell = async (digits: number): Promise<string> => {
      const risk = sendsRisk(() => zips.map((zip) => ({ zip: zip.slice(0, digits), riskScore: zip.slice(0, digits) })));
      const args = { ids: zips, limit: 1, checkHeat: true };
      return (await askDay(Object.fromEntries(packages), args, { risk })).text;
    };
    expect(await tell(3)).toMatch(/Tue forecast 850: \d \(/);
    expect(await tell(5)).toContain("refrigeration, signature and forecasts.");
  });
});
