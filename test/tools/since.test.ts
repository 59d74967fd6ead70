import { describe, expect, test } from "vitest";
import { askScripted } from "../support/asking.ts";
import { parcel, scan, sendsPackages } from "../support/samples.ts";

const tool = "track_package";
/** Scanned at 10:05 and 16:24 in Memphis on Sunday, which is 16:05Z and 22:24Z, and another at 10:05 alone. */
const packages = {
  1: parcel({ orderNumber: "1" }),
  2: parcel({ orderNumber: "2", events: [scan("2026-11-22T10:05:00", "Arrived at facility")] }),
  3: parcel({ orderNumber: "3", events: [scan("2026-11-22T20:00:00", "Departed", { timeZone: "Nowhere" })] }),
  4: parcel({ orderNumber: "4", events: [scan("2026-11-20T20:00:00", "Departed", { timeZone: "Nowhere" })] }),
};

describe("what changed since an instant", () => {
  test.each([
    ["2026-11-22T16:23:00-06:00", ["1"], "certain): 3. Unchanged: 2, 4."],
    ["2026-11-22T10:00-06:00", ["1", "2"], "certain): 3. Unchanged: 4."],
    ["11h", ["1"], "certain): 3. Unchanged: 2, 4."],
  ])("%s: %j have scans after it", async (since, moved, others) => {
    const { ask } = await askScripted({ tracking: sendsPackages(packages) });
    const { structured } = await ask(tool, { ids: ["1", "2", "3", "4"], since });
    expect(structured["since"]).toMatchObject({ moved, notKnown: ["3"] });
    expect(structured["answer"]).toContain(others);
    expect(structured["answer"]).toContain(`${moved.length} of 4 packages`);
    expect(structured["notes"]).toContain("A schedule's move has no time in this service.");
    expect((await ask(tool, { ids: ["8", "9"], since })).text).not.toContain("schedule");
  });

  test("the headline tells the newest of those scans, the rows tell all, oldest first, and the others are counted", async () => {
    const { ask } = await askScripted({ tracking: sendsPackages(packages) });
    const { structured, text } = await ask(tool, { ids: ["1", "2", "3"], since: "2026-11-22T16:00Z" });
    const told =
      '2 of 3 packages changed since 2026-11-22 16:00Z (UTC), 2 scanned: 1 Sun 22:24Z "Departed facility", Memphis TN; ' +
      '2 Sun 16:05Z "Arrived at facility", Memphis TN. May have changed (instant not certain): 3. None of 3';
    const changes = ['Sun 16:05Z "Arrived at facility", Memphis TN', 'Sun 22:24Z "Departed facility", Memphis TN'];
    expect(structured["answer"]).toContain(told);
    expect(text).toContain(told);
    expect(structured).toMatchObject({ packages: [{ id: "1", changes }, { id: "2" }], others: [{ ids: ["3"] }] });
    expect(text).toMatch(new RegExp(`^1 In transit .* Since then: ${changes.join("; ")}\\.`, "m"));
    expect(text).toContain("1 more needs nothing: In transit, CarrierB, due Tue 11-24: 1 (3).");
  });

  // It is 01:24 on Monday in Phoenix.
  test.each([
    [{ manifestDate: "2026-11-22T22:00:00" }, "1 given to the carrier: 1 given to the carrier Sun 2026-11-22 22:00*"],
    [
      { manifestDate: "2026-11-22T22:00:00", events: [scan("2026-11-20T10:00:00", "Label created")] },
      "1 given to the carrier: 1 given to the carrier Sun 2026-11-22 22:00*",
    ],
    [{ manifestDate: "2026-11-22T18:00:00" }, undefined],
    [{ manifestDate: "2026-11-23T09:00:00" }, undefined],
    [{ deliveryDate: "2026-11-22T23:00:00" }, "1 delivered: 1 delivered Sun 2026-11-22 23:00*"],
    [{ deliveryDate: "2026-11-24T10:00:00" }, undefined],
    [
      { deliveryDate: "2026-11-22T23:00:00", events: [scan("2026-11-23T01:00:00", "Delivered")] },
      '1 delivered: 1 Mon 07:00Z "Delivered"',
    ],
    [
      { events: [scan("2026-11-23T01:00:00", "Delivered to original sender")] },
      '1 scanned: 1 Mon 07:00Z "Delivered to original sender"',
    ],
  ])("a handover and a delivery without a scan count, too: %j", async (more, told) => {
    const { ask } = await askScripted({
      tracking: sendsPackages({ 1: parcel({ orderNumber: "1", events: [], ...more }) }),
    });
    const { structured, text } = await ask(tool, { ids: ["1", "9"], since: "6h" });
    expect(structured["since"]).toMatchObject({ moved: told === undefined ? [] : ["1"] });
    expect(text.includes("* destination's time assumed.")).toBe(/\d\*/.test(text));
    expect(structured["answer"]).toMatch(/^(?:1|0) of 1 package changed since 2026-11-23 02:24Z \(UTC\)/);
    if (told !== undefined) expect(structured["answer"]).toContain(`(UTC), ${told}`);
  });

  test("the mark of a delivery that has no row is explained, and one without a zone may have been since then", async () => {
    const delivered = { status: "Delivered", deliveryDate: "2026-11-22T23:00:00", events: [] };
    const lost = { ...delivered, recipientAddress: { city: "Phoenix", state: "AZ" } };
    const orders = {
      1: parcel(delivered),
      2: parcel({ ...delivered, orderNumber: "2" }),
      3: parcel({ ...lost, orderNumber: "3" }),
    };
    const { ask } = await askScripted({ tracking: sendsPackages(orders) });
    const { structured, text } = await ask(tool, { ids: ["3", "1", "2"], since: "6h", limit: 1 });
    expect(text).toContain("* destination's time assumed.");
    expect(structured["since"]).toMatchObject({ moved: expect.arrayContaining(["1", "2"]), notKnown: ["3"] });
  });

  // It is 01:24 on Monday in Phoenix. Without a ZIP, a time has passed in all US zones 11 h after it has in UTC.
  test.each([
    ["6h", ["new", "hours", "minutes", "nowhere"], "new, hours, minutes and 1 more."],
    ["125 min", ["hours", "minutes", "nowhere"], "hours, minutes, nowhere."],
    ["5 min", ["minutes"], "minutes."],
  ])("since %s, %j became overdue", async (since, overdue, named) => {
    const due = { old: "22T10:00", new: "22T21:00", hours: "22T23:20", minutes: "23T01:21", nowhere: "22T21:00" };
    const late = Object.entries(due).map(([orderNumber, time]) => {
      const fields = { orderNumber, scheduledDeliveryDate: `2026-11-${time}:00` };
      return [orderNumber, parcel(orderNumber === "nowhere" ? { ...fields, recipientAddress: null } : fields)];
    });
    const { ask } = await askScripted({ tracking: sendsPackages(Object.fromEntries(late)) });
    const { structured } = await ask(tool, { ids: Object.keys(due), since });
    expect(structured["since"]).toMatchObject({ moved: [], overdue });
    expect(structured["answer"]).toContain(`Overdue since then: ${named}`);
  });

  test("a time ahead, or in an unknown zone, is told once it has come, with its date if that is a week ago", async () => {
    const nowhere = { recipientAddress: null, manifestDate: "2026-11-23T02:00:00" };
    const zoneless = { timeZone: "Nowhere" };
    const { ask, clock } = await askScripted({
      tracking: sendsPackages({
        1: parcel({ events: [scan("2026-11-24T02:00:00", "Ahead")] }),
        2: parcel({ orderNumber: "2", events: [scan("2026-11-24T02:00:00", "Ahead", zoneless)] }),
        3: parcel({ orderNumber: "3", events: [], ...nowhere }),
      }),
    });
    const answer = async (since: string) => (await ask(tool, { ids: ["1", "2", "3"], since })).structured["answer"];
    expect(await answer("1h")).toContain(
      "0 of 3 packages changed since 2026-11-23 07:24Z (UTC). May have changed (instant not certain): 3.",
    );
    await clock.advance(24 * 3_600_000);
    expect(await answer("1h")).toMatch(
      /1 scanned: 1 Tue 08:00Z "Ahead", Memphis TN. May have changed .*: 2. Unchanged: 3/,
    );
    await clock.advance(6 * 24 * 3_600_000);
    expect(await answer("2w")).toContain('1 Tue 11-24 08:00Z "Ahead"');
  });

  test.each([
    ["24 hours", "2026-11-22 08:24Z"],
    ["2 days", "2026-11-21 08:24Z"],
    ["400d", "2025-10-19 08:24Z"],
    ["since 36 hrs", "2026-11-21 20:24Z"],
    ["last 1 hour", "2026-11-23 07:24Z"],
    ["Past 3 Days", "2026-11-20 08:24Z"],
    ["90 min", "2026-11-23 06:54Z"],
    ["15 minutes ago", "2026-11-23 08:09Z"],
    ["2 weeks", "2026-11-09 08:24Z"],
    ["2026-11-22 16:00-0600", "2026-11-22 22:00Z"],
  ])("%s is understood as after %s", async (since, told) => {
    const { ask } = await askScripted({ tracking: sendsPackages(packages) });
    expect((await ask(tool, { ids: ["1"], since })).text).toContain(`since ${told}`);
  });

  test.each([
    ...["soon", "yesterday", "since 6am", "Friday", "2026-11-20", "2026-11-22T06:00", "12"],
    ...["2026-11-23T08:25Z", "2026-11-23T03:00-06:00"],
  ])("%s is refused unsent", async (since) => {
    const { ask, service } = await askScripted({ tracking: sendsPackages(packages) });
    const why =
      /^since: ".*" (?:should be an instant, yyyy-MM-ddTHH:mm with Z or an offset, or hours|lies in the future: now is 2026-11-23T08:24Z)/;
    expect((await ask(tool, { ids: ["1"], since })).text).toMatch(why);
    expect(service.requests("tracking")).toEqual([]);
  });

  test("many changes stay few words: three packages in the headline, five scans in a row, one without a row", async () => {
    const events = [0, 1, 2, 3, 4, 5, 6, 7].map((stop) => scan(`2026-11-22T0${stop}:30:00`, `Stop ${stop}`));
    const ids = Array.from({ length: 30 }, (_, index) => `${index + 1}`);
    const { ask } = await askScripted({
      tracking: sendsPackages(Object.fromEntries(ids.map((id) => [id, parcel({ orderNumber: id, events })]))),
    });
    const { structured, text } = await ask(tool, { ids, since: "4d" });
    const told = ["09", "10", "11", "12", "13"].map((hour, at) => `Sun ${hour}:30Z "Stop ${at + 3}", Memphis TN`);
    expect(structured["answer"]).toMatch(/^30 of .*, 30 scanned: 1 Sun 13.*; 2 Sun.*; 3 Sun.* and 27 more\. None/);
    const rows = structured["packages"] as { changes: string[] }[];
    expect(rows.map(({ changes }) => changes)).toEqual(Array(20).fill(["3 earlier", ...told]));
    expect(structured["since"]).toMatchObject({ moved: ids });
    const newest = ids.slice(20).map((id) => ({ id, change: told[4] }));
    expect(structured["others"]).toMatchObject([{ ids: ids.slice(20), newest }]);
    expect(text).toContain(
      `10 more need nothing: In transit, CarrierB, due Tue 11-24: 10 (21 ${told[4]}, 22 ${told[4]}`,
    );
  });

  test("no local clock stands beside the scans in UTC", async () => {
    const { ask } = await askScripted({ tracking: sendsPackages(packages) });
    expect((await ask(tool, { ids: ["1"] })).text).toContain("Memphis TN, Sun 16:24, 10 h ago");
    const { text } = await ask(tool, { ids: ["1"], since: "12h" });
    expect(text).toContain("Sun 22:24Z");
    expect(text).not.toContain("16:24");
  });
});

test("a late delivery without a row keeps its carrier and its lateness in both channels", async () => {
  const times = { deliveryDate: "2026-11-22T14:30:00", originalScheduledDeliveryDate: "2026-11-21T12:00:00" };
  const late = parcel({ orderNumber: "1", status: "Delivered", ...times, events: null });
  const held = parcel({ orderNumber: "2", status: "Held: customs" });
  const { ask } = await askScripted({ tracking: sendsPackages({ 1: late, 2: held }) });
  const { structured, text } = await ask(tool, { ids: ["1", "2"], limit: 1 });
  expect(structured["others"]).toMatchObject([
    { ids: ["1"], late: [{ id: "1", carrier: "CarrierB", lateHours: 26.5 }] },
  ]);
  expect(text).toContain("Delivered, CarrierB: 1 (1 delivered 26.5 h late against the first schedule)");
});
