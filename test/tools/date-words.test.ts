import { describe, expect, test } from "vitest";
import { askScripted } from "../support/asking.ts";
import { BOX } from "../support/samples.ts";

describe("a day in words, in the evening of Mon 2026-11-23 in the US", () => {
  const asked = async (tool: string, args: object, environment = {}) => {
    const { ask, clock } = await askScripted({}, environment);
    await clock.advance(18 * 3_600_000);
    return (await ask(tool, args)).text;
  };
  const { origin: _, ...unsent } = BOX;
  const madrid = { zipCode: "28013", city: "Madrid", country: "ES" };

  test.each([
    ["plan_shipment", { ...BOX, shipDate: "tomorrow" }, "send 2026-11-24 (today is Mon 2026-11-23)"],
    ["plan_shipment", { ...BOX, shipDates: ["2026-11-24", "Monday"] }, "send 2026-11-30 "],
    ["plan_shipment", { ...BOX, shipDate: "Tuesday" }, "send 2026-11-24 "],
    ["plan_shipment", { ...BOX, origin: "96910", shipDate: "tomorrow" }, "send 2026-11-25 (today is Tue 2026-11-24)"],
    ["plan_shipment", { ...BOX, origin: madrid, deliveryByDate: "Tuesday" }, "(today is Tue 2026-11-24)"],
    [
      "get_five_day_risk",
      { date: "tomorrow" },
      "send 2026-11-24 (today is Mon 2026-11-23) or 2026-11-25 (today is Tue 2026-11-24)",
    ],
  ])("goes by the clock of the origin, else by both days: %s %j", async (tool, args, told) => {
    expect(await asked(tool, args)).toContain(told);
  });

  test("goes by the clock of the configured origin", async () => {
    const settings = { COLDROUTE_DEFAULT_ORIGIN: "38118" };
    expect(await asked("plan_shipment", { ...unsent, shipDate: "tomorrow" }, settings)).toContain("send 2026-11-24 ");
  });
});

test.each([
  ["11/12/2026", "2026-12-11 or 2026-11-12"],
  ["02.12.2026", "2026-12-02 or 2026-02-12"],
  ["02.12.", "2026-12-02 or 2027-02-12"],
  ["12/24", "2026-12-24"],
  ["1/5", "2027-01-05 or 2027-05-01"],
  ["2026/11/26T10:00", "2026-11-26"],
])("of the dates that %j may mean, those ahead come first", async (shipDate, told) => {
  const { ask } = await askScripted({});
  expect((await ask("plan_shipment", { ...BOX, shipDate })).text).toContain(`send ${told}.`);
});
