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

  test.each([
    [{ ...BOX, shipDate: "tomorrow" }, "send 2026-11-24."],
    [{ ...BOX, shipDates: ["2026-11-24", "Monday"] }, "send 2026-11-30."],
    [{ ...BOX, shipDate: "Tuesday" }, "send 2026-11-24."],
    [{ ...BOX, origin: "96910", shipDate: "tomorrow" }, "send 2026-11-25."],
    [{ ...BOX, origin: { zipCode: "28013", city: "Madrid", country: "ES" }, deliveryByDate: "Tuesday" }, "else"],
  ])("goes by the clock of the origin: %j", async (args, told) => {
    expect(await asked("plan_shipment", args)).toContain(told);
  });

  test("goes by the clock of the configured origin", async () => {
    const settings = { COLDROUTE_DEFAULT_ORIGIN: "38118" };
    expect(await asked("plan_shipment", { ...unsent, shipDate: "tomorrow" }, settings)).toContain("send 2026-11-24.");
    expect(await asked("get_five_day_risk", { date: "Tuesday" }, settings)).toContain("else");
  });

  test("is said for both dates where no origin tells", async () => {
    expect(await asked("get_five_day_risk", { date: "tomorrow" })).toContain(
      "send 2026-11-24 where it is still Mon 2026-11-23, else 2026-11-25",
    );
    expect(await asked("get_five_day_risk", { date: "Thursday" })).toContain("send 2026-11-26.");
  });
});

test.each([
  ["12/11/2026", "2026-12-11 or 2026-11-12"],
  ["02.12.2026", "2026-12-02 or 2026-02-12"],
  ["02.12.", "2026-12-02 or 2027-02-12"],
  ["12/24", "2026-12-24"],
  ["1/5", "2027-01-05 or 2027-05-01"],
])("of the dates that %j may mean, those ahead come first", async (shipDate, told) => {
  const { ask } = await askScripted({});
  expect((await ask("plan_shipment", { ...BOX, shipDate })).text).toContain(`send ${told}.`);
});
