import { describe, expect, test } from "vitest";
import { askScripted } from "../support/asking.ts";
import { DAY_FORMS, dayIn, FOUR_ZONES, sendsDays } from "../support/bent-dates.ts";
import { BOX } from "../support/samples.ts";

type Row = Readonly<Record<string, unknown>>;

const HOUR_MS = 3_600_000;
/** The still clock starts on this Monday, at 03:24 in Miami. */
const TODAY = "2026-11-23";
const [YESTERDAY, TOMORROW] = ["2026-11-22", "2026-11-24"];
const due = (day: string, original: string = day): Row => ({
  scheduledDeliveryDate: day,
  originalScheduledDeliveryDate: original,
  manifestDate: "2026-11-22T23:00:00",
  events: null,
});

describe.each(Object.entries(DAY_FORMS))("a due day, written %s [2.9-due-day]", (_, form) => {
  /** Asks for packages with these fields. */
  async function ask(packages: Readonly<Record<string, Row>>, laterMs = 0) {
    const { ask: put, clock } = await askScripted(sendsDays(form, packages));
    await clock.advance(laterMs);
    const { text, structured } = await put("track_package", { ids: Object.keys(packages) });
    const attention = structured["attention"] as Row[];
    return { text, rows: structured["packages"] as Row[], kinds: attention.flatMap(({ kinds }) => kinds) };
  }

  test("is overdue once it has ended at the destination, and at no hour before", async () => {
    const zips = Object.keys(FOUR_ZONES);
    const packages = Object.fromEntries(zips.map((zip) => [zip, { ...due(TODAY), recipientAddress: { zip } }]));
    const { ask: put, clock } = await askScripted(sendsDays(form, packages));
    for (let hour = 0; hour < 48; hour += 1) {
      const { structured } = await put("track_package", { ids: zips });
      const late = zips.filter((zip) => dayIn(String(FOUR_ZONES[zip]), clock.nowMs()) > TODAY);
      const rows = structured["packages"] as Row[];
      expect(rows.flatMap(({ id, overdue }) => (overdue === true ? id : [])).sort()).toEqual(late.sort());
      for (const row of rows) expect(row).toMatchObject({ scheduled: TODAY, scheduleSlipHours: 0 });
      expect((structured["attention"] as Row[]).map(({ id, kinds }) => [id, kinds]).sort()).toEqual(
        late.map((zip) => [zip, ["overdue"]]),
      );
      await clock.advance(HOUR_MS);
    }
  });

  test("is told as a day, and its delay in hours since its end", async () => {
    const recipientAddress = { city: "Miami", state: "FL", zip: "33101" };
    const { text } = await ask({
      1: { ...due(YESTERDAY), recipientAddress },
      2: { ...due(TODAY, YESTERDAY), recipientAddress },
      3: { ...due(TODAY), recipientAddress },
    });
    expect(text).toContain("1 OVERDUE by 3.4 h: In transit to Miami, FL 33101, due Sun 2026-11-22.");
    expect(text).toContain("due Mon 2026-11-23, originally Sun 11-22.");
    expect(text).toContain("due Mon 2026-11-23, unchanged.");
    expect(text).not.toMatch(/(?:due|scheduled for)[^.]*\*|00:00/);
    expect(text).toContain("* destination's time assumed.");
  });

  test.each([
    [`${YESTERDAY}T23:00:00`, -1],
    [`${TODAY}T00:00:00`, 0],
    [`${TODAY}T14:20:00`, 0],
    [`${TODAY}T23:59:59`, 0],
    [`${TOMORROW}T00:30:00`, 0.5],
    // Half an hour before the end of the day in Phoenix, and half an hour after it.
    [`${TOMORROW}T06:30:00Z`, 0],
    [`${TOMORROW}T02:30:00-05:00`, 0.5],
    // Deliveries without a time.
    [YESTERDAY, -24],
    [TODAY, 0],
    [TOMORROW, 24],
  ])("a package delivered at %s is late by %d h", async (deliveryDate, deliveredLateHours) => {
    const { rows, kinds, text } = await ask({ 1: { ...due(TODAY), status: "Delivered", deliveryDate } }, 48 * HOUR_MS);
    expect(rows).toMatchObject([{ deliveredLateHours, overdue: false }]);
    expect(kinds).toEqual(deliveredLateHours > 0 ? ["delivered_late"] : []);
    expect(text).toContain(
      deliveredLateHours > 0 ? "h late" : deliveredLateHours < 0 ? "before the due day" : "on time",
    );
  });

  test.each([
    [TODAY, `${TODAY}T18:00:00`, null, []],
    [`${TODAY}T18:00:00`, TODAY, null, []],
    // It is still Monday in Phoenix.
    [TODAY, `${TOMORROW}T05:00:00Z`, null, []],
    [TODAY, `${TOMORROW}T05:00:00`, 24, ["moved_later"]],
    [`${TODAY}T18:00:00`, "2026-11-25", 48, ["moved_later"]],
    ["2026-11-25", `${TODAY}T18:00:00`, -48, []],
  ])("first scheduled for %s, now for %s, has moved by %s h", async (original, scheduled, slip, moved) => {
    const { rows, kinds, text } = await ask({ 1: due(scheduled, original) });
    expect(rows).toMatchObject([{ scheduleSlipHours: slip }]);
    expect(kinds).toEqual(moved);
    if (!scheduled.endsWith("Z")) expect(text.includes("originally")).toBe(slip !== null);
  });

  test("is a caller's deadline, too", async () => {
    const { ask: put, service } = await askScripted(sendsDays(form, {}));
    const { structured } = await put("plan_shipment", { ...BOX, deliveryByDate: "2026-11-25T00:00" });
    expect(JSON.parse(service.requests("planning")[0]?.body ?? "")).toMatchObject({ deliveryByDate: "2026-11-25" });
    expect(structured["plans"]).toMatchObject([{ deliveryByDate: "2026-11-25", arrivesInTime: true, differs: [] }]);
    expect(structured["answer"]).toContain("deadline Wed 2026-11-25 (Miami time): 13.5 h spare");
  });
});
