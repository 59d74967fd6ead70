import { describe, expect, it } from "vitest";
import type { Failure } from "../../src/api/failure.ts";
import { trackPackage } from "../../src/tools/track-package.ts";
import { delivered, overdue, parcel, scan } from "./samples.ts";
import { ask, contextOver, type Written } from "./written-api.ts";

const limited: Failure = { kind: "rate_limited", product: "tracking", waitMs: 11_200 };

async function track(ids: readonly string[], packages: Written["packages"], more: object = {}) {
  const told = await ask(trackPackage, { ids, ...more }, { packages: packages ?? {} });
  return { ...told, entries: told.structured["packages"] as Readonly<Record<string, unknown>>[] };
}

describe("track_package", () => {
  it("[2.9-status] [2.9-reIced] [2.9-refrigerated] shows the record as sent and what follows from it", async () => {
    const { events: _, ...record } = parcel();
    const { text, entries } = await track(["10045"], { "10045": parcel() });
    expect(entries).toMatchObject([
      {
        id: "10045",
        found: true,
        package: { ...record, recipientAddress: { city: "Phoenix", state: "AZ", zip: "85001" } },
        scheduleSlipHours: 24,
        deliveredLateHours: null,
        overdue: false,
        hoursSinceLastScan: 8.8,
      },
    ]);
    expect(text).toContain('status "In transit"');
    expect(text).toContain("moved 24 h later");
    expect(text).toContain("refrigerated, not re-iced");
    expect(text).toContain("(zone not given)");
  });

  it("shows the last three scans, oldest first, each with its instant, or all", async () => {
    const latest = await track(["10045"], { "10045": parcel() });
    expect(latest.entries[0]?.["events"]).toMatchObject([
      { description: "Arrived at facility", instant: "2026-07-08T18:30:00Z" },
      { description: "Sorted", timeZone: "America/Chicago", instant: "2026-07-08T23:45:00Z" },
      { description: "Departed facility", eventDateTime: "2026-07-08T22:14:00", instant: "2026-07-09T03:14:00Z" },
    ]);
    expect(latest.notes.join()).toMatch(/3 of 4; track_package with events=all shows more/);
    const all = await track(["10045"], { "10045": parcel() }, { events: "all" });
    expect(all.entries[0]?.["events"]).toHaveLength(4);
  });

  it.each([
    ["an unknown zone", scan("10:00", "a", { timeZone: "Nowhere" }), "Nowhere (zone unknown)"],
    ["no zone", scan("10:00", "a", { timeZone: undefined }), "2026-07-08 10:00 zone not given"],
    [
      "a skipped hour",
      scan("10:00", "a", { timeZone: "America/Chicago", eventDateTime: "2026-03-08T02:30:00" }),
      "skipped by the clock change",
    ],
    [
      "a doubled hour",
      scan("10:00", "a", { timeZone: "America/Chicago", eventDateTime: "2025-11-02T01:30:00" }),
      "twice that night",
    ],
  ])("gives no instant for a scan in %s", async (_, event, says) => {
    const { text, entries } = await track(["1"], { "1": parcel({ events: [event] }) });
    expect(entries[0]).toMatchObject({ hoursSinceLastScan: null });
    expect(entries[0]?.["events"]).toEqual([expect.not.objectContaining({ instant: expect.anything() })]);
    expect(text).toContain(says);
  });

  it.each([
    ["a Windows name", { timeZone: "US Mountain Standard Time" }, "2026-07-08T17:00:00Z", ""],
    ["both times", { timeZone: "ET" }, "2026-07-08T14:00:00Z", ""],
    [
      "its ZIP, where no zone is given",
      { timeZone: "", zip: "85001", city: "Phoenix", state: "AZ" },
      "2026-07-08T17:00:00Z",
      "ZIP: America/Phoenix",
    ],
  ])("reads a scan's zone by %s", async (_, more, instant, says) => {
    const { entries, notes } = await track(["1"], { "1": parcel({ events: [scan("10:00", "a", more)] }) });
    expect(entries[0]).toMatchObject({ events: [{ instant }] });
    expect(notes.join()).toContain(says);
  });

  it("takes no zone from a scan's digits that its state denies to be a ZIP", async () => {
    const event = scan("10:00", "a", { timeZone: "", zip: "85001", city: "Poitiers", state: "NA" });
    const { entries } = await track(["1"], { "1": parcel({ events: [event] }) });
    expect(entries[0]?.["events"]).toEqual([expect.not.objectContaining({ instant: expect.anything() })]);
  });

  it.each([{ zip: "85001", country: "MX" }, { zip: "00000" }, { zip: "09012" }, { zip: "85001", timeZone: "Nowhere" }])(
    "takes no zone of a ZIP that tells none for certain: %j",
    async (more) => {
      const event = scan("10:00", "a", { timeZone: null, ...more });
      const { entries } = await track(["1"], { "1": parcel({ events: [event] }) });
      expect(entries[0]?.["events"]).toEqual([expect.not.objectContaining({ instant: expect.anything() })]);
    },
  );

  it("tells a delivery against the original schedule, and never as overdue", async () => {
    const { text, entries } = await track(["10046"], { "10046": delivered });
    expect(entries[0]).toMatchObject({ deliveredLateHours: -2.3, overdue: false, scheduleSlipHours: 0 });
    expect(text).toContain("delivered Wed 2026-07-08 09:41 (zone not given), 2.3 h before its original schedule");
    expect(text).toContain("schedule unchanged");
  });

  it("takes an unchanged schedule for no proof of movement", async () => {
    const record = parcel({ originalScheduledDeliveryDate: "2026-07-09T12:00:00" });
    const { text, notes } = await track(["1"], { "1": record });
    expect(text).toContain("schedule unchanged (0 h)");
    expect(notes).toContain("Unchanged schedule, no proof of movement.");
    expect(text).not.toMatch(/\b(on time|safe|fine|clear)\b/i);
  });

  it("puts what needs attention first, and keeps the structured order as asked", async () => {
    const packages = { "1": delivered, "2": parcel(), "3": overdue, "5": limited };
    const { text, entries } = await track(["1", "2", "3", "4", "5"], packages);
    const firsts = text.split("\n").map((line) => line.split(":")[0]);
    expect(firsts.filter((first) => /^\d$/.test(first ?? ""))).toEqual(["3", "2", "5", "1", "4"]);
    expect(text).toMatch(/^3 of 5 need attention/);
    expect(text).toContain("3: OVERDUE");
    expect(entries.map(({ id, found }) => [id, found])).toEqual([
      ["1", true],
      ["2", true],
      ["3", true],
      ["4", false],
      ["5", null],
    ]);
    expect(entries[3]).toMatchObject({ reason: "the service knows no such package" });
    expect(entries[4]).toMatchObject({ reason: expect.stringContaining("12 s") });
  });

  it("is no error for one unknown number, and the first failure when nothing could be asked", async () => {
    const unknown = await track(["99999"], {});
    expect(unknown.entries).toEqual([{ id: "99999", found: false, reason: "the service knows no such package" }]);
    const { context } = contextOver({ packages: { "1": limited, "2": { kind: "cancelled" } } });
    expect(await trackPackage.run({ ids: ["1", "2"], events: "latest" }, context)).toEqual({
      ok: false,
      failure: limited,
      lines: ["1: requests are held back, ask again in 12 s.", "2: cancelled."],
    });
  });

  it("asks once for each number, however strange", async () => {
    const { context, asked } = contextOver({ packages: {} });
    const args = trackPackage.input.parse({ ids: ["A/B", "Ç 1", "A/B"] });
    await trackPackage.run(args, context);
    expect(asked.packages).toEqual(["A/B", "Ç 1"]);
  });

  it.each([
    [{ scheduledDeliveryDate: null }, null],
    [{ scheduledDeliveryDate: "2026-07-09T00:59:00" }, true],
    [{ scheduledDeliveryDate: "2026-07-09T01:01:00" }, false],
    [{ status: "Delivered" }, null],
  ])("%j: overdue is %j at 12:00 UTC", async (more, expected) => {
    const { entries } = await track(["1"], { "1": parcel(more) });
    expect(entries[0]).toMatchObject({ overdue: expected });
  });

  it("[2.9-recipientAddress] shows street lines only where that is set", async () => {
    const written = { packages: { "1": parcel() } };
    const masked = await ask(trackPackage, { ids: ["1"] }, written);
    const shown = await ask(trackPackage, { ids: ["1"] }, written, { showRecipient: true });
    expect(JSON.stringify(masked)).not.toContain("Secret");
    expect(masked.notes.join()).toContain("COLDROUTE_SHOW_RECIPIENT");
    expect(shown.text).toContain('line1="17 Secret Street"');
    expect(shown.notes.join()).not.toContain("COLDROUTE_SHOW_RECIPIENT");
  });

  it("[2.9-events] [2.2-status-open] takes missing events and any status", async () => {
    const { text, entries } = await track(["1"], { "1": { status: "Quantum state", events: null } });
    expect(entries[0]).toMatchObject({ package: { status: "Quantum state" }, events: [], overdue: null });
    expect(text).toContain("no scans");
  });

  it("keeps all twenty packages of a call, and says what it cut", async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `${index}`);
    const { entries, notes } = await track(ids, Object.fromEntries(ids.map((id) => [id, parcel()])));
    expect(entries.map(({ id }) => id)).toEqual(ids);
    expect(notes.join(" ")).toMatch(/fields left out for size; fewer ids/);
  });

  it.each([
    // It is 05:00 in Phoenix, where the package goes.
    ["2026-07-09T01:01:00", "Schedule passed in some US zones, at its ZIP too.", "verdue"],
    ["2026-07-09T04:59:00", "Schedule passed in some US zones, at its ZIP too.", "verdue"],
    ["2026-07-09T05:01:00", "Schedule passed in some US zones, not at its ZIP.", "verdue"],
    ["2026-07-09T21:59:00", "Schedule passed in some US zones, not at its ZIP.", "verdue"],
    ["2026-07-09T22:01:00", "not overdue so far", "some US zones"],
    ["2026-07-09T00:59:00", "OVERDUE", "some US zones"],
  ])("does not decide by one zone whether a schedule of %s has passed at 12:00 UTC", async (scheduled, says, not) => {
    const { text } = await track(["1"], { "1": parcel({ scheduledDeliveryDate: scheduled }) });
    expect(text).toContain(says);
    expect(text).not.toContain(not);
  });

  it("says no more of a schedule where nobody knows the recipient's zone", async () => {
    const recipientAddress = { city: "Tucson", state: "AZ" };
    const passing = parcel({ scheduledDeliveryDate: "2026-07-09T05:01:00", recipientAddress });
    expect((await track(["1"], { "1": passing })).notes).toContain("Schedule passed in some US zones.");
  });

  it("calls for attention by schedule alone, gives the reason first, and tells what is not re-iced", async () => {
    const still = parcel({ originalScheduledDeliveryDate: "2026-07-09T12:00:00" });
    const { text } = await track(["1", "2"], { "1": still, "2": parcel() });
    expect(text).toMatch(/^1 of 2 needs attention\.\n2: schedule moved 24 h later; /);
    expect(text.match(/refrigerated, not re-iced/g)).toHaveLength(2);
  });

  it("says of each datetime whether its zone was given, once where that holds for all", async () => {
    const mixed = parcel({ manifestDate: "2026-07-07T16:00:00Z", deliveryDate: "2026-07-08T09:41:00-05:00" });
    const { text, notes } = await track(["1"], { "1": mixed });
    expect(text).toContain(
      "scheduled Thu 2026-07-09 12:00 (zone not given), originally Wed 2026-07-08 12:00 (zone not given)",
    );
    expect(text).toContain("given to the carrier Tue 2026-07-07 16:00Z");
    expect(text).not.toMatch(/(16:00Z|09:41-05:00) \(zone/);
    expect(notes).toContain("Some package datetimes carry no zone.");
    const plain = await track(["1"], { "1": parcel() });
    expect(plain.notes).toContain("Package datetimes carry no zone.");
  });

  it("takes no instant of the service for its own", async () => {
    const event = scan("10:14", "a", { timeZone: "Nowhere", instant: "2020-01-01T00:00:00Z" });
    const { text, entries, notes } = await track(["1"], { "1": parcel({ events: [event] }) });
    expect(entries[0]?.["events"]).toMatchObject([{ instantAsSent: "2020-01-01T00:00:00Z" }]);
    expect(entries[0]?.["events"]).toEqual([expect.not.objectContaining({ instant: expect.anything() })]);
    expect(text).toContain("instantAsSent=2020-01-01T00:00:00Z");
    expect(notes).toContain("Scan without instant, zone unknown.");
  });

  it("tells a number that was answered, though not usefully, from one that could not be asked", async () => {
    const what = "JSON that is cut short or broken";
    const cut: Failure = { kind: "unexpected_response", product: "tracking", what, status: 200, requestId: "r-7" };
    const { text, entries } = await track(["1", "2", "3"], { "1": parcel(), "2": cut, "3": limited });
    expect(text).toContain(`2: asked, but the answer could not be used (200): ${what}.`);
    expect(text).toContain("3: could not be asked: requests are held back");
    expect(entries[1]).toMatchObject({ found: null, reason: expect.stringContaining(what) });
  });

  it.each([1, 2])("names fewer ids only where there are some to leave out (%d)", async (count) => {
    const events = Array.from({ length: 300 }, (_, index) => scan("10:14", `Scan ${index}`));
    const ids = Array.from({ length: count }, (_, index) => `${index}`);
    const { notes } = await track(ids, Object.fromEntries(ids.map((id) => [id, parcel({ events })])), {
      events: "all",
    });
    expect(notes.join()).toContain(count === 1 ? "the rest is left out for size" : "fewer ids in a call show more");
  });
});
