import { describe, expect, test } from "vitest";
import { askScripted } from "../support/asking.ts";
import { parcel, scan, sendsPackages } from "../support/samples.ts";

type Row = Readonly<Record<string, unknown>>;

/** Asks for one package with these fields. */
async function ask(fields: Row) {
  const { ask: put } = await askScripted({ tracking: sendsPackages({ 1: parcel({ orderNumber: "1", ...fields }) }) });
  const { structured, text } = await put("track_package", { ids: ["1"], detail: "full" });
  const [{ kinds = [], reasons = [] } = {}] = structured["attention"] as { kinds?: string[]; reasons?: string[] }[];
  return { kinds, reasons, text, row: (structured["packages"] as Row[])[0] ?? {} };
}

const scanned = (description: string) => ({ events: [scan("2026-11-22T16:24:00", description)] });

describe("trouble in the words of a scan", () => {
  test.each([
    ...["Notice left (No Authorized Recipient Available)", "Delivered to original sender", "Access denied at gate"],
    ...["DeliveryException", "CUSTOMS_HOLD", "No longer in transit: refused", "Delayed over 24 hours", "Can't deliver"],
    ...["Shipment from 85001 delayed", "Parcel no 12 damaged", "No longer held; held by customs", "Never delivered"],
    ...["Delivery not attempted", "No attempt made", "Held: not yet released", "Held until released by customs"],
    ...["Not delivered, no access", "Mechanical failure will cause a delay", "Temperature excursion recorded"],
    ...["Sensor alarm: temperature out of range", "Coolant depleted, contents thawed", "No delivery attempt made"],
  ])("%s is trouble", async (words) => {
    expect((await ask(scanned(words))).reasons).toContain(`"${words}"`);
  });

  test.each([
    ...["No longer held", "Without any delays", "Exception has been resolved", "Released from customs hold"],
    ...["Return receipt requested", "No exceptions or delays", "Not yet returned", "It isn\u2019t delayed"],
    ...["Shipment hasn't been delayed", "Exception (resolved)", "Held, released", "Weather delay cleared"],
    ...["Failed delivery attempt has been resolved", "Glosty upheld Returnia", "Neither lost nor damaged"],
    ...["Free of damage, nothing melted", "Hold lifted, out for delivery", "No exception reported"],
    "Return address verified",
  ])("%s is none", async (words) => {
    expect((await ask(scanned(words))).kinds).toEqual([]);
  });
});

describe("trouble in an earlier scan", () => {
  const held = scan("2026-11-22T10:00:00", "Held: customs");
  const damaged = scan("2026-11-22T09:00:00", "Damaged in handling");
  const coded = { ...damaged, description: null, code: "PackageDamaged" };
  const departed = scan("2026-11-22T16:24:00", "Departed facility");
  const moving = scan("2026-11-22T16:24:00", "In transit");

  test.each([
    [[held, moving], ['"Held: customs" 16.4 h ago']],
    [[held, { ...moving, description: null, code: "InTransit" }], ['"Held: customs" 16.4 h ago']],
    [[held, { ...moving, description: "In Transit to Next Facility", city: null }], ['"Held: customs" 16.4 h ago']],
    [[held, { ...moving, city: "Tulsa", state: "OK" }], []],
    [[held, { ...moving, city: null }, { ...moving, city: "MEMPHIS" }], ['"Held: customs" 16.4 h ago']],
    [[held, departed], []],
    [[held, scan("2026-11-22T11:00:00", "Released"), moving], []],
    [[damaged, departed], ['"Damaged in handling" 17.4 h ago']],
    [[coded, departed], ['"PackageDamaged" 17.4 h ago']],
    [[{ ...held, city: null }, moving], ['"Held: customs" 16.4 h ago']],
    [[{ ...damaged, description: "Too warm" }, departed], ['"Too warm" 17.4 h ago']],
    [[damaged, held], ['"Held: customs"']],
    [[scan("2026-11-22T09:00:00", "No damage found"), departed], []],
  ])("lasts until a later scan ends it; damage lasts: %j", async (events, reasons) => {
    expect((await ask({ events })).reasons).toEqual(reasons);
  });
});

describe("a package that goes back", () => {
  const refused = scan("2026-11-22T09:00:00", "Refused by recipient");
  const turned = scan("2026-11-22T10:00:00", "Returning to sender");
  const arrived = scan("2026-11-22T16:24:00", "Arrived at facility");
  const cause = 'after "Refused by recipient" 17.4 h ago';

  test.each([
    ["Returning to sender", [refused, turned, arrived], ['"Returning to sender"', cause]],
    ["In transit", [refused, turned], ['"Returning to sender"', cause]],
    ["Return in progress", [refused, arrived], ['"Return in progress"', cause]],
    ["Returned", [turned, scan("2026-11-22T16:24:00", "Delayed: weather")], ['"Returned"', '"Delayed: weather"']],
    [
      "Returned to shipper",
      [scan("2026-11-22T09:00:00", "Picked up"), turned],
      ['"Returned to shipper"', '"Returning to sender"'],
    ],
    ["In transit", [refused, turned, arrived], []],
    ["Return receipt requested", [refused, arrived], []],
  ])("says why, also if later scans say nothing of it: %s, %j", async (status, events, reasons) => {
    expect((await ask({ status, events })).reasons).toEqual(reasons);
  });
});

describe("contradictory reports", () => {
  const delivered = { status: "Delivered", deliveryDate: "2026-11-22T11:00:00" };

  test.each([
    [scanned("Delivered, front door"), 'status "In transit", but newest scan "Delivered, front door"'],
    [scanned("Package has been delivered"), 'status "In transit", but newest scan "Package has been delivered"'],
    [{ ...scanned("x"), deliveryDate: "2026-11-22T11:00:00" }, 'status "In transit", but delivery time Sun 2026-11-22'],
    [{ ...delivered, ...scanned("Returned to sender") }, 'status "Delivered", but newest scan "Returned to sender"'],
    [{ status: "Delivered", ...scanned("Departed") }, 'status "Delivered", but newest scan "Departed"'],
    [{ ...delivered, deliveryDate: "2026-11-25T11:00:00" }, '"Delivered", but delivery time Wed 2026-11-25 11:00'],
    [
      { ...delivered, ...scanned("Departed facility") },
      'delivery time Sun 2026-11-22 11:00, but newest scan "Departed',
    ],
    [{ ...delivered, status: "Label created", ...scanned("Delivered") }, 'status "Label created", but delivery time'],
    [{ status: "Returned to sender", ...scanned("Delivered, porch") }, 'but newest scan "Delivered, porch"'],
    [{ ...delivered, status: "Out for delivery", ...scanned("x") }, 'status "Out for delivery", but delivery time'],
  ])("%j are told, both quoted", async (fields, told) => {
    const { kinds, reasons, text } = await ask(fields);
    expect(kinds).toContain("contradiction");
    expect(reasons.join("; ")).toContain(told);
    expect(text).toContain(told);
  });

  test.each([
    { ...delivered, ...scanned("Delivered, front door") },
    // A delivery's day, written as its midnight.
    { ...delivered, deliveryDate: "2026-11-22T00:00:00", ...scanned("Out for delivery") },
    { status: "Delivered", ...scanned("Left with neighbor") },
    { status: "Delivered", deliveryDate: "soon", ...scanned("Out for delivery") },
    scanned("To be delivered by 21:00"),
    scanned("Out for delivery"),
    { status: "Returning to sender", ...scanned("Delivered to original sender") },
    ...["USPS for final delivery", "UPS Access Point", "a pickup point"].map((stop) => scanned(`Delivered to ${stop}`)),
    { ...delivered, status: "Delivered, Individual Picked Up at Post Office", ...scanned("Delivered") },
    { ...delivered, status: "Picked up by customer", ...scanned("Delivered") },
  ])("%j are none", async (fields) => {
    expect((await ask(fields)).kinds).not.toContain("contradiction");
  });

  test("of a delivery without any date tell nothing of dates", async () => {
    const undated = { scheduledDeliveryDate: null, originalScheduledDeliveryDate: null, deliveryDate: null };
    const { text } = await ask({ status: "Delivered", ...scanned("Departed"), ...undated });
    expect(text).not.toContain("no delivery date given");
  });

  test("a delivery to the sender is neither early nor late", async () => {
    const { row, text } = await ask({ ...delivered, status: "Delivered to original sender" });
    expect(row).toMatchObject({ deliveredLateHours: null });
    expect(text).not.toContain("early");
  });
});

describe("a package that the carrier does not have yet", () => {
  const label = (eventDateTime: string) => scan(eventDateTime, "Shipment information sent to carrier");

  test.each([
    [{ events: null, manifestDate: null }, true],
    [{ events: [label("2026-11-18T10:00:00")], manifestDate: "2026-11-25T16:00:00" }, true],
    [{ events: [], manifestDate: "2026-12-01" }, true],
    [{ events: [scan("2026-11-22T10:00:00", "Picked up")], manifestDate: null }, false],
    [{ events: null }, false],
    [{ events: [{ ...scan("2026-11-22T10:00:00", ""), code: null }], manifestDate: null }, false],
    [{ events: null, manifestDate: null, status: "In transit" }, false],
    [{ events: [scan("2026-11-22T10:00:00", "Order processed|ready for carrier")], manifestDate: null }, true],
    [{ events: [scan("2026-11-22T10:00:00", "Data sent electronically by the sender")], manifestDate: null }, true],
    [{ events: [scan("2026-11-22T10:00:00", "Pre-shipment info sent, awaiting item")], manifestDate: null }, true],
  ])("%j: %s", async (fields, isTold) => {
    const { kinds, text } = await ask({ status: "Label created", ...fields });
    expect(kinds).toEqual(isTold ? ["not_handed_over"] : []);
    expect(text.includes("not yet with the carrier")).toBe(isTold);
    expect(text).not.toContain("iven to the carrier");
  });

  test("is overdue past its due day, too", async () => {
    const past = { scheduledDeliveryDate: "2026-11-21", originalScheduledDeliveryDate: "2026-11-21" };
    const fields = { status: "Label created", manifestDate: null, events: [label("2026-11-18T10:00:00")], ...past };
    expect((await ask(fields)).kinds).toEqual(["overdue", "not_handed_over"]);
  });
});

test.each([
  [{ manifestDate: "2026-11-16T16:00:00" }, ["no_scan"]],
  [{ manifestDate: "2026-11-21T16:00:00" }, []],
  [{ manifestDate: "2026-11-16T16:00:00", status: "Delivered" }, []],
])("a package that was handed over and never scanned, %j: %j", async (fields, kinds) => {
  const told = await ask({ events: [], ...fields });
  expect(told.kinds).toEqual(kinds);
  if (kinds.length > 0) expect(told.reasons).toContain("no scan since the carrier got it");
});

test("equal scans are listed once", async () => {
  const same = scan("2026-11-22T16:24:00", "Departed facility");
  const alike = ["2026-11-22 16:24:00", "2026-11-22T16:24"].map((eventDateTime) => ({ ...same, eventDateTime }));
  const loud = { ...same, description: "DEPARTED FACILITY ", city: "MEMPHIS", state: "tn" };
  const arrived = scan("2026-11-22T10:05:00", "Arrived");
  const { row } = await ask({ events: [loud, ...alike, arrived, { ...same, code: null }, { ...same }] });
  expect(row["scans"]).toMatchObject([{ description: "Arrived" }, { description: "Departed facility" }]);
});

describe("pasted numbers", () => {
  test.each([
    ["1Z 999 AA1 01 2345 6784", ["1Z 999 AA1 01 2345 6784", "1Z999AA10123456784"]],
    ["Tracking #: 1Z999", ["1Z999"]],
    ["1. 1001\n2. 1002", ["1001", "1002"]],
    ["“1002”; ‘1003’", ["1002", "1003"]],
    ["• FedEx tracking number: 7712 3456", ["7712 3456", "77123456"]],
    ["order 10045, Order #10046\ttracking: SBX1; no. 10047", ["10045", "10046", "10047", "SBX1"]],
    ["Order Number\n1001\n1002", ["1001", "1002"]],
    ["a) 1001\nb) 1002", ["1001", "1002"]],
    ["> 1001\n→ 1002\n✓ 1003", ["1001", "1002", "1003"]],
    ["Shipment ref: (1001); PO [1002]; AWB #1003", ["1001", "1002", "1003"]],
    ["1001\u200b, \ufeff1002", ["1001", "1002"]],
    ["10045 10046 10047", ["10045", "10046", "10047"]],
    ["10045\t10046 10047  10048", ["10045", "10046", "10047", "10048"]],
    ["#10045 #10046 #10047", ["10045", "10046", "10047"]],
    ["Orders: 10045 10046 10047", ["10045", "10046", "10047"]],
    ["1Z999AA10123456784 SBX0000010045 ORDER-10046", ["1Z999AA10123456784", "SBX0000010045", "ORDER-10046"]],
    ["10045 10046", ["10045 10046", "1004510046"]],
    ["9400 1000 0000 0000 0000 00", ["9400 1000 0000 0000 0000 00", "9400100000000000000000"]],
    ["FedEx 7712 3456 7890", ["7712 3456 7890", "771234567890"]],
    ["JD01 4600 0037 9482", ["JD01 4600 0037 9482", "JD01460000379482"]],
    ["left 10045 at home", ["left 10045 at home", "LEFT10045ATHOME"]],
  ])("%s is asked as %j", async (ids, asked) => {
    const { ask: put, service } = await askScripted({ tracking: sendsPackages({}) });
    await put("track_package", { ids });
    const paths = service
      .requests("tracking")
      .map(({ url }) => decodeURIComponent(url.pathname.split("/").at(-1) ?? ""));
    expect(paths.sort()).toEqual([...asked].sort());
  });

  test.each(["9.40011E+21", "9e+21"])("that a spreadsheet rounded, %s, are refused with the cause", async (rounded) => {
    const { ask: put } = await askScripted({ tracking: sendsPackages({}) });
    const { text, error } = await put("track_package", { ids: [rounded] });
    expect(error).toMatchObject({ kind: "invalid_arguments" });
    expect(text).toContain(`"${rounded}" was rounded by a spreadsheet`);
  });
});
