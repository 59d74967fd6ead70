import { describe, expect, test } from "vitest";
import { askForPlans as ask } from "../support/asking.ts";
import { BOX, shipment, shipmentOn } from "../support/samples.ts";
import { problem } from "../support/scripted-service.ts";

describe("several ship dates", () => {
  const DATES = ["2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27"];
  const priced = (shipDate: unknown, price: number) => {
    const plan = shipmentOn(shipDate);
    return { ...plan, recommendedShipmentService: { ...(plan["recommendedShipmentService"] as object), price } };
  };

  test("have plans in the shape of one date, those in time first, then by price, then by arrival", async () => {
    const prices = { "2026-11-24": 50, "2026-11-25": 40, "2026-11-26": 40, "2026-11-27": 10 };
    const { plans, structured } = await ask(
      ({ shipDate }) => priced(shipDate, prices[shipDate as keyof typeof prices]),
      { ...BOX, shipDates: DATES, deliveryByDate: "2026-11-27" },
    );
    expect(plans.map(({ shipDate }) => shipDate)).toEqual(["2026-11-25", "2026-11-26", "2026-11-24", "2026-11-27"]);
    expect(plans.map(({ arrivesInTime }) => arrivesInTime)).toEqual([true, true, true, false]);
    expect(structured["inTime"]).toEqual(["2026-11-25", "2026-11-26", "2026-11-24"]);
    expect(structured["answer"]).toContain(
      "By estimate in time for Fri 2026-11-27 (Miami time): Tue 11-24 (50.00 USD), Wed 11-25, Thu 11-26 (each 40.00 USD); Fri 11-27 (10.00 USD) MISSES by 10.5 h.",
    );
    expect(Object.keys(plans[0] ?? {})).toEqual(Object.keys((await ask(() => shipment())).plans[0] ?? {}));
  });

  test("are in time before those that cannot be judged, and the answer calls none of these late", async () => {
    const unknown = { ...shipmentOn("2026-11-24"), recommendedShipmentService: { price: 48.2, currency: "USD" } };
    const args = { ...BOX, shipDates: DATES.slice(0, 2), deliveryByDate: "2026-11-28" };
    const { structured } = await ask(
      ({ shipDate }) => (shipDate === "2026-11-24" ? unknown : shipmentOn(shipDate)),
      args,
    );
    expect(structured["inTime"]).toEqual(["2026-11-25"]);
    expect(structured["answer"]).toContain("By price, in time first.");
  });

  test("may have one plan in time, or none", async () => {
    const by = async (deliveryByDate: string) => {
      const told = await ask(({ shipDate }) => shipmentOn(shipDate), {
        ...BOX,
        shipDates: DATES.slice(0, 2),
        deliveryByDate,
      });
      return told.structured;
    };
    const one = await by("2026-11-25T11:00");
    expect(one["inTime"]).toEqual(["2026-11-24"]);
    expect(one["answer"]).toContain(
      "By estimate in time for Wed 2026-11-25 11:00 (Miami time): Tue 11-24 (48.20 USD, 0.5 h spare, within the estimate's spread); Wed",
    );
    expect(one["notes"]).not.toContainEqual(expect.stringContaining("For a faster service"));
    const none = await by("2026-11-25T09:00");
    expect(none["notes"]).toContain(
      "The service gets only the day of a deadline. For a faster service, send deliveryByDate 2026-11-24 and compare the arrival with Wed 2026-11-25 09:00 yourself.",
    );
    expect(none["inTime"]).toEqual([]);
    expect(none["answer"]).toMatch(
      /By estimate in time for Wed .*: none; Tue 11-24 \(48.20 USD\) MISSES by 1.5 h; Wed .* MISSES by 25.5 h\./,
    );
  });

  test.each([
    [
      problem(400, "req-7", "a holiday"),
      { kind: "invalid_request", reason: expect.stringContaining('"a holiday"'), requestId: "req-7" },
    ],
    [
      "reset" as const,
      { kind: "outcome_unknown", reason: expect.stringMatching(/^unknown.*; check the account before planning/) },
    ],
  ])("keep the plans that were made if another fails, with its reason and request id", async (answer, failure) => {
    const { structured, plans, usage } = await ask(
      ({ shipDate }) => (shipDate === "2026-11-25" ? answer : shipmentOn(shipDate)),
      { ...BOX, shipDates: DATES.slice(0, 2) },
    );
    expect(plans).toHaveLength(1);
    expect(structured["failed"]).toEqual([{ shipDate: "2026-11-25", ...failure }]);
    expect(usage["billableRequests"]).toBe(1);
  });
});
