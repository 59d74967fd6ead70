import { describe, expect, test } from "vitest";
import { askScripted, type Environment } from "../support/asking.ts";
import { BOX, holdsBack, parcel, scan, sendsPackages, sendsPlans, shipment } from "../support/samples.ts";
import { problem } from "../support/scripted-service.ts";

const tool = "track_package";

/** Asks for the numbers of these packages, or what `args` says. */
async function ask(packages: Parameters<typeof sendsPackages>[0], args?: object, settings: Environment = {}) {
  const { ask: put, service } = await askScripted({ tracking: sendsPackages(packages) }, settings);
  const told = await put(tool, args ?? { ids: Object.keys(packages) });
  const paths = service.requests("tracking").map(({ url }) => url.pathname.replace("/track/v1/packages/", ""));
  return { ...told, paths, packages: (told.structured["packages"] ?? []) as Record<string, unknown>[] };
}

/** The facts of one package with these fields. */
async function factsOf(more: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
  return (await ask({ 1: parcel(more) })).packages[0] ?? {};
}

test.each([
  [{ ids: " #10045; 10046\n10047,,10045. " }, ["10045", "10046", "10047"]],
  [{ id: 10_045 }, ["10045"]],
  [{ orderNumbers: '["10045","10046"]' }, ["10045", "10046"]],
  [{ trackingNumber: "1Z 999" }, ["1Z%20999", "1Z999"]],
  [{ ids: ["../STATUS", "A/B?C#D"] }, ["..%2FSTATUS", "A%2FB%3FC%23D"]],
  [{ ids: ["ORDER-7", "NO7", "ID"] }, ["ID", "NO7", "ORDER-7"]],
])("the numbers of %j are looked up as %j", async (args, paths) => {
  expect((await ask({}, args)).paths.sort()).toEqual(paths);
});

test.each([
  [{ ids: ["1", "2"] }, {}, true],
  [{ ids: ["1", "2"] }, { 2: parcel() }, false],
  [{ ids: ["1"] }, {}, false],
])("the variable of the URL is named if none of several numbers is known: %j %#", async (args, known, isNamed) => {
  const { text, structured } = await ask(known, args);
  expect(text.includes("COLDROUTE_TRACKING_URL")).toBe(isNamed);
  expect(JSON.stringify(structured["notes"]).includes("COLDROUTE_TRACKING_URL")).toBe(isNamed);
});

describe("a package", () => {
  test("has the members that the contract lists", async () => {
    const { structured, packages } = await ask({ 20045: parcel() });
    expect(Object.keys(structured)).toEqual(["answer", "source", "attention", "packages", "listed", "notes"]);
    expect(packages).toEqual([
      {
        id: "20045",
        found: true,
        orderNumber: "20045",
        trackingNumber: "TRK0000020045",
        status: "In transit",
        carrier: "CarrierB",
        service: "Priority Overnight",
        tier: 1,
        weightLb: 4.5,
        refrigerated: false,
        reIced: false,
        signatureRequired: false,
        to: { city: "Phoenix", state: "AZ", zip: "85001" },
        deliveryLocation: null,
        givenToCarrier: "2026-11-21T16:00:00",
        scheduled: "2026-11-24T12:00:00",
        originalScheduled: "2026-11-24T12:00:00",
        delivered: null,
        scheduleSlipHours: 0,
        deliveredLateHours: null,
        overdue: false,
        overdueHours: -34.6,
        lastScan: {
          code: "DP",
          description: "Departed facility",
          city: "Memphis",
          state: "TN",
          at: "2026-11-22T22:24:00Z",
          local: "2026-11-22T16:24:00",
          timeZone: "America/Chicago",
          hoursAgo: 10,
        },
      },
    ]);
  });

  test("keeps values that are null, unknown or out of bounds", async () => {
    const odd = { status: null, carrierDesc: "CarrierX", weight: 2_000, tier: 7, recipientAddress: {}, events: null };
    const { packages, result } = await ask({ 1: { orderNumber: "1", ...odd } });
    expect(result.isError).toBeUndefined();
    const sent = { status: null, carrier: "CarrierX", weightLb: 2_000, tier: 7 };
    expect(packages).toMatchObject([{ ...sent, refrigerated: null, overdue: null, lastScan: null }]);
    expect(packages).toMatchObject([{ to: { city: null, state: null, zip: null }, scheduled: null }]);
  });

  test("adds all scans, oldest first, and its record on request, the recipient hidden", async () => {
    const full = { ids: ["1"], detail: "full" };
    const { packages, text } = await ask({ 1: parcel() }, full);
    expect(packages[0]?.["scans"]).toMatchObject([
      { description: "Arrived at facility" },
      { description: "Departed facility" },
    ]);
    const city = { city: "Phoenix", state: "AZ", zip: "85001" };
    expect(packages[0]?.["record"]).toEqual({ ...parcel(), recipientAddress: city });
    const shown = await ask({ 1: parcel() }, full, { COLDROUTE_SHOW_RECIPIENT: "1" });
    expect(text).toContain("names and streets are withheld unless COLDROUTE_SHOW_RECIPIENT is set");
    expect(shown.text).not.toContain("withheld");
    expect(shown.packages[0]?.["record"]).toEqual(parcel());
    expect((await ask({ 1: parcel() })).packages[0]).not.toHaveProperty("scans");
  });
});

describe("times of a package", () => {
  test("a delivery in the future is an appointment, not a delivery", async () => {
    const ahead = { deliveryDate: "2026-11-25T12:00:00" };
    expect(await factsOf(ahead)).toMatchObject({ deliveredLateHours: null, overdue: false });
    const unscheduled = { scheduledDeliveryDate: null, originalScheduledDeliveryDate: null };
    const { text } = await ask({ 1: parcel({ ...ahead, ...unscheduled }) });
    expect(text).toContain("AZ 85001, delivery time Wed 2026-11-25 12:00*.");
  });

  // It is 03:24 in Miami and 01:24 in Phoenix.
  test.each([
    ["33101", "2026-11-23T02:00:00", true],
    ["85001", "2026-11-23T02:00:00", false],
    [null, "2026-11-23T02:00:00", null],
  ])("at %s, %s is overdue: %s", async (zip, scheduledDeliveryDate, overdue) => {
    expect(await factsOf({ scheduledDeliveryDate, recipientAddress: { zip } })).toMatchObject({ overdue });
  });
});

test.each([
  [{ scheduledDeliveryDate: "2026-11-28 12:00:00", originalScheduledDeliveryDate: null }, "due Sat 2026-11-28 12:00*"],
  [{ originalScheduledDeliveryDate: "2026-11-23T12:00:00" }, "due Tue 2026-11-24, originally Mon 11-23 12:00*"],
  [{ manifestDate: "2026-11-21T16:00:00" }, "handover to the carrier Sat 2026-11-21 16:00*"],
  [{ originalScheduledDeliveryDate: "2026-11-24T17:00:00" }, "due Tue 2026-11-24. "],
  [{ status: "Delivered", scheduledDeliveryDate: "2026-11-24T12:00:00", events: [] }, "Delivered, time not given, "],
  [
    { scheduledDeliveryDate: "2026-11-25T12:00:00", deliveryDate: "2026-11-25T12:00:00" },
    "12:00*, originally Tue 11-24. ",
  ],
])("a time without a zone has a mark, which the answer explains: %j", async (more, told) => {
  const days = { scheduledDeliveryDate: "2026-11-24", originalScheduledDeliveryDate: "2026-11-24", manifestDate: null };
  const { text } = await ask({ 1: parcel({ ...days, ...more }) }, { ids: ["1"], detail: "full" });
  expect(text).toContain(told);
  expect(text.includes("* destination's time assumed.")).toBe(told.includes("*"));
});

describe("the time of a scan", () => {
  test.each([
    ["MST", "CO", "2026-11-22T17:00:00Z"],
    ["MST", "ON", null],
  ])("in zone %s and state %s is %s", async (timeZone, state, at) => {
    const facts = await factsOf({ events: [scan("2026-11-22T10:00:00", "Picked up", { timeZone, state })] });
    expect(facts["lastScan"]).toMatchObject({ at, local: "2026-11-22T10:00:00", hoursAgo: at === null ? null : 15.4 });
  });

  test("that cannot be read leaves the scan in its place", async () => {
    const events: unknown[] = [scan("soon", "First"), "junk", { code: 7 }];
    const { packages, text } = await ask({ 1: parcel({ events }) }, { ids: ["1"], detail: "full" });
    expect(text).toContain("Last scan 7, time not given.");
    expect(packages[0]?.["scans"]).toMatchObject([
      { description: "First", at: null },
      { code: "7", local: null },
    ]);
  });
});

describe("numbers without a package", () => {
  test("whose look-up failed for good have null and a reason", async () => {
    const { packages, structured } = await ask({ 1: parcel(), 2: problem(400, "req-2") });
    expect(packages).toMatchObject([{ id: "2", found: null, reason: expect.stringContaining("refused") }, { id: "1" }]);
    expect(structured["attention"]).toMatchObject([{ id: "2", kinds: ["not_looked_up"] }]);
    expect(structured).not.toHaveProperty("notLookedUp");
  });

  test("that could not be looked up yet are named first, to be sent again as they are", async () => {
    const { packages, structured, text } = await ask({ 1: parcel(), 2: holdsBack(429, 40), 3: problem(404, "req-3") });
    expect(packages.map(({ id, found }) => [id, found])).toEqual([
      ["3", false],
      ["1", true],
    ]);
    expect(structured).toMatchObject({ notLookedUp: ["2"], source: { billableRequests: 1 } });
    expect(structured["answer"]).toMatch(
      /^PARTIAL: 2 of 3 looked up \(rate limit reached, ask again in 40 s\)\. As far as checked, 1 of 2 needs/,
    );
    expect(text).toContain("Not looked up, send this again: 2.");
  });

  test.each(["application/json", "text/plain", "application/problem+xml"])(
    "count as not found only where the 404 is problem details, not %s",
    async (mediaType) => {
      const headers = { "x-request-id": "req-2", "content-type": mediaType };
      const { packages } = await ask({ 1: parcel(), 2: { status: 404, json: { title: "Not found" }, headers } });
      expect(packages[0]).toMatchObject({ id: "2", found: null, reason: expect.stringContaining("404") });
    },
  );

  test("that are ids of plans made here are not asked, and the answer says what they are", async () => {
    const tracking = sendsPackages({ 1: parcel({ orderNumber: "1" }) });
    const planning = sendsPlans((request) => shipment(request));
    const { ask: put, service, catalogue } = await askScripted({ tracking, planning });
    const [plan] = (await put("plan_shipment", BOX)).structured["plans"] as { shipmentId: string }[];
    const id = String(plan?.shipmentId);
    const { text, structured } = await put(tool, { ids: [id, "1"] });
    expect(service.requests("tracking")).toHaveLength(1);
    expect(structured).toMatchObject({
      source: { billableRequests: 1 },
      packages: [{ id, found: false }, { id: "1" }],
    });
    expect(text).toContain(`${id} is the id of a plan, not of a package: give an order or tracking number.`);
    expect((await put(tool, { ids: [id] })).text).toContain("is the id of a plan");
    // A caller whose scopes allow no plans may have got the id with another token.
    const reading = await catalogue.readOnly().call(tool, { ids: [id] }, { signal: new AbortController().signal });
    expect(JSON.stringify(reading)).toContain("is the id of a plan");
  });
});
