import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonRecord } from "../../src/domain/record.ts";
import { type Asking, askScripted, type Told } from "../support/asking.ts";
import {
  alert,
  BOX,
  holdsBack,
  parcel,
  scan,
  sendsAlerts,
  sendsPackages,
  sendsPlans,
  shipmentOn,
} from "../support/samples.ts";

/** `PROPERTY_SEED=7` asks other questions; a failure prints its seed. */
const seed = Number(process.env["PROPERTY_SEED"] ?? 20_261_123);
const NUM_RUNS = 100;

type Row = Readonly<Record<string, unknown>>;

const rowsOf = (told: Told, name: string): readonly Row[] => told.structured[name] as Row[];

/** Checks every generated question against one service, whose data change with the question. */
async function forEach<Data>(
  arbitrary: fc.Arbitrary<Data>,
  start: (data: () => Data) => Promise<Asking>,
  check: (asking: Asking, data: Data) => Promise<void>,
) {
  let current: Data | undefined;
  const asking = await start(() => current as Data);
  const property = fc.asyncProperty(arbitrary, async (data) => {
    current = data;
    await check(asking, data);
  });
  await fc.assert(property, { seed, numRuns: NUM_RUNS });
}

const zips = ["85001", "85002", "85003", "85013", "85701", "80202", "33101", "00000", "75201", "850"];
const alertsArbitrary = fc.record({
  records: fc.uniqueArray(
    fc.record({
      zip: fc.constantFrom(...zips),
      level: fc.constantFrom("SevereHot", "Hot", "Warm", "L7", ""),
      number: fc.nat(2),
    }),
    { maxLength: 25, selector: ({ zip, level, number }) => `${zip} ${level} ${number}` },
  ),
  locations: fc.subarray(["Phoenix, AZ", "85001", "AZ", "857", "Denver, CO", "00000", "Miami, FL"]),
  limit: fc.integer({ min: 1, max: 30 }),
});

/** The alerts of a level according to a sentence: the count it gives, else one for each ZIP, else one. */
function toldCount(sentence: string, level: string): number | undefined {
  const name = level === "(none)" ? "level not given" : level;
  const found = new RegExp(`(?<![\\w])${name}(?![\\w])(?: in (\\d+))?[^(),;]*(?: ?\\((\\d+) alerts?)?`).exec(sentence);
  return found === null ? undefined : Number(found[2] ?? found[1] ?? 1);
}

test("both channels have the levels of each place, and the levels and total of all places [G-counts]", async () => {
  const start = (data: () => { records: readonly { zip: string; level: string; number: number }[] }) =>
    askScripted(
      {
        alerts: (request) =>
          sendsAlerts(
            data().records.map(({ zip, level, number }) =>
              level === "" ? { zip, number } : alert(zip, level, { number }),
            ),
          )(request),
      },
      { COLDROUTE_ALERTS_TTL_S: "0" },
    );
  await forEach(alertsArbitrary, start, async ({ ask }, { locations, limit, records }) => {
    const told = await ask("check_heat_alerts", { ...(locations.length === 0 ? {} : { locations }), limit });
    const [headline = ""] = told.text.split("\n");
    const sentences = told.text.split(/\.(?:\s|$)/);
    for (const { asked, place, matched, byLevel } of rowsOf(told, "places")) {
      const sentence = sentences.find(
        (each) => each.includes(String(place ?? asked)) && each.includes(": ") && isAbout(each, String(asked)),
      );
      if (matched === 0) expect(sentence?.toLowerCase()).toContain("no alert in this data");
      for (const [level, count] of Object.entries(byLevel as Record<string, number>)) {
        expect([level, toldCount(sentence ?? "", level)]).toEqual([level, count]);
      }
    }
    if (locations.length > 0) return;
    if (records.length === 0) expect(headline).toMatch(/^No alert anywhere/);
    else expect(headline).toContain(`, ${records.length} in all: `);
    for (const [level, count] of Object.entries(told.structured["byLevel"] as Record<string, number>)) {
      expect(headline).toContain(`${level === "(none)" ? "level not given" : level} ${count}`);
    }
  });
});

/** True if a sentence is about the place asked for, or lists it among those without an alert. */
function isAbout(sentence: string, asked: string): boolean {
  const names: Readonly<Record<string, string>> = {
    "85001": "85001 Phoenix, AZ",
    AZ: "Arizona",
    "857": "area 857",
    "00000": "00000 (no known ZIP)",
  };
  const name = names[asked] ?? asked;
  const [head = "", rest = ""] = sentence.split(/: (.*)/s);
  return (
    head.toLowerCase() === name.toLowerCase() || (head === "No alert in this data" && rest.split("; ").includes(name))
  );
}

const datesArbitrary = fc.record({
  shipDates: fc.subarray(["2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27", "2026-11-28"], { minLength: 1 }),
  deadline: fc.constantFrom(undefined, "2026-11-28", "2026-11-29"),
  price: fc.option(fc.integer({ min: 1, max: 99_999 })),
  zone: fc.constantFrom("America/New_York", "Nowhere", null),
  failing: fc.constantFrom("", "2026-11-25", "2026-11-27"),
});

test("both channels have each plan with its price and verdict, in the same order [G-channels]", async () => {
  type Data = typeof datesArbitrary extends fc.Arbitrary<infer Value> ? Value : never;
  const start = (data: () => Data) =>
    askScripted({
      planning: sendsPlans(({ shipDate, deliveryByDate }) => {
        const { price, zone, failing } = data();
        if (shipDate === failing) return holdsBack(400, 1);
        const plan = shipmentOn(shipDate, { deliveryByDate });
        const service = plan["recommendedShipmentService"] as object;
        return {
          ...plan,
          recommendedShipmentService: {
            ...service,
            price: price === null ? null : price / 100,
            estimatedArrivalDateTimeZone: zone,
          },
        };
      }),
    });
  await forEach(datesArbitrary, start, async ({ ask }, { shipDates, deadline, failing }) => {
    const args = { ...BOX, shipDates, ...(deadline === undefined ? {} : { deliveryByDate: deadline }) };
    const told = await ask("plan_shipment", args);
    if (told.error !== undefined) {
      expect(shipDates).toEqual([failing]);
      return;
    }
    const lines = told.text.split("\n");
    const shared = lines.find((line) => line.startsWith("Every plan: ")) ?? "";
    const plans = rowsOf(told, "plans");
    expect(plans.length).toBe(shipDates.filter((date) => date !== failing).length);
    const places = plans.map(({ shipmentId, price, arrivesInTime, deliveryByDate }) => {
      const at = lines.findIndex((line) => line.includes(String(shipmentId)));
      const line = shipDates.length === 1 ? told.text : `${lines[at]}  ${shared}`;
      expect(line).toContain(price === null ? "not given" : (price as number).toFixed(2));
      if (deliveryByDate !== null) {
        expect(line).toMatch(
          arrivesInTime === null ? /not known|cannot be held/ : arrivesInTime ? /spare/ : /MISSE[SD]/,
        );
      }
      return at;
    });
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
  });
});

const packageArbitrary = fc.record({
  status: fc.constantFrom("In transit", "Delivered", "Held at customs", null),
  scheduled: fc.constantFrom("2026-11-22T12:00:00", "2026-11-23T02:00:00", "2026-11-25T12:00:00", null),
  original: fc.constantFrom("2026-11-22T12:00:00", "2026-11-24T12:00:00", null),
  delivered: fc.constantFrom("2026-11-22T11:00:00", "2026-11-22T13:30:00", null),
  zip: fc.constantFrom("85001", "33101", "00000", null),
  refrigerated: fc.constantFrom(true, false, null),
  reIced: fc.constantFrom(true, false, null),
  scanned: fc.boolean(),
});
const packagesArbitrary = fc.array(
  fc.oneof({ weight: 6, arbitrary: packageArbitrary }, fc.constantFrom("missing", "busy")),
  { minLength: 1, maxLength: 8 },
);

test("both channels have each package with its verdict, in the same order", async () => {
  type Data = typeof packagesArbitrary extends fc.Arbitrary<infer Value> ? Value : never;
  const recordOf = (id: string, given: Exclude<Data[number], string>): JsonRecord =>
    parcel({
      orderNumber: id,
      trackingNumber: `T${id}`,
      status: given.status,
      scheduledDeliveryDate: given.scheduled,
      originalScheduledDeliveryDate: given.original,
      deliveryDate: given.status === "Delivered" ? given.delivered : null,
      recipientAddress: { city: "Somewhere", state: "AZ", zip: given.zip },
      refrigerated: given.refrigerated,
      reIced: given.reIced,
      events: given.scanned ? [scan("2026-11-19T10:00:00", "Departed")] : [],
    });
  const start = (data: () => Data) =>
    askScripted({
      tracking: (request) => {
        const sent = data().flatMap((each, index) => {
          if (each === "missing") return [];
          return [[`P${index}`, typeof each === "string" ? holdsBack(400, 1) : recordOf(`P${index}`, each)] as const];
        });
        return sendsPackages(Object.fromEntries(sent))(request);
      },
    });
  await forEach(packagesArbitrary, start, async ({ ask }, packages) => {
    const told = await ask("track_package", { ids: packages.map((_, index) => `P${index}`) });
    if (told.error !== undefined) {
      expect(new Set(packages)).toEqual(new Set(["busy"]));
      return;
    }
    const lines = told.text.split("\n");
    const rows = rowsOf(told, "packages");
    expect(rows).toHaveLength(packages.length);
    const places = rows.map((row) => {
      const at = lines.findIndex((line) => line.startsWith(`${String(row["id"])} `));
      expectVerdict(lines[at] ?? "", row);
      return at;
    });
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    const urgent = rowsOf(told, "attention");
    if (packages.length === 1 || urgent.length > 5) return;
    for (const { id, reasons } of urgent) {
      expect(lines[0]).toContain(`${String(id)} (${(reasons as string[]).join(", ")})`);
    }
  });
});

/** Expects the words that a package's facts require in its line. */
function expectVerdict(line: string, row: Row): void {
  const { found, overdue, scheduled, deliveredLateHours: late, refrigerated, reIced, status } = row;
  if (found !== true) {
    expect(line).toContain(found === false ? "not found" : "could not be looked up");
    return;
  }
  expect(line).toMatch(
    typeof status === "string" ? new RegExp(status.split(" ")[0] ?? "") : /Status not given|no status/,
  );
  if (status === "Delivered") {
    if (typeof late === "number")
      expect(line).toMatch(late > 0 ? new RegExp(`LATE by ${late} h`) : late < 0 ? /early/ : /on time/);
  } else if (scheduled === null) expect(line).toContain("no delivery date given");
  else expect(line).toMatch(overdue === true ? /OVERDUE/ : overdue === null ? /due or overdue/ : /[:,] due /);
  expect(/Refrigerated|, refrigerated/.test(line)).toBe(refrigerated === true);
  if (refrigerated === true && reIced === true) expect(line).toContain(", re-iced");
  if (refrigerated === true && reIced === false && status !== "Delivered") expect(line).toContain("not re-iced");
}
