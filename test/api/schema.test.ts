import { describe, expect, test } from "vitest";
import { alertsMeta, departures, riskMeta, servicePackage, shipment } from "../../src/api/schema.ts";
import { alertsBody, packageBody, riskBody, shipmentBody } from "../spec/bodies.ts";
import { enumerations } from "../spec/enumerations.ts";
import { withValue } from "../spec/path.ts";

const shapes = [
  { name: "shipment", schema: shipment, body: shipmentBody },
  { name: "package", schema: servicePackage, body: packageBody },
  { name: "alerts.meta", schema: alertsMeta, body: alertsBody.meta },
  { name: "risk.meta", schema: riskMeta, body: { ...riskBody.meta, total: 1, page: 1, pageSize: 1, hasMore: false } },
] as const;

/** The path of every member below `value`, those of objects and of list items included. */
function paths(value: unknown, path: string = ""): readonly { readonly path: string; readonly isObject: boolean }[] {
  if (Array.isArray(value)) return value.flatMap((item, at) => paths(item, `${path}[${at}]`));
  if (typeof value !== "object" || value === null) return [];
  const here = path === "" || path.endsWith("]") ? [{ path, isObject: true }] : [];
  const members = Object.entries(value).flatMap(([key, member]) => {
    const below = path === "" ? key : `${path}.${key}`;
    const isObject = typeof member === "object" && member !== null && !Array.isArray(member);
    return [{ path: below, isObject }, ...paths(member, below)];
  });
  return [...here, ...members];
}
const named = (path: string): string => (path === "" ? "" : `.${path}`).replaceAll(/\[\d+\]/g, "[]");
const rule = (departure: string): string => departure.replace(/: [^:]+$/, "");

describe.each(shapes)("departures of $name from the specification", ({ name, schema, body }) => {
  const horizon = /^horizon/;
  const members = paths(body).filter(({ path }) => !horizon.test(path));

  test("none where every field is as the specification shows it", () => {
    expect(departures(name, schema, body)).toEqual([]);
  });

  test("each field of another kind is named once", () => {
    for (const { path } of members.filter((member) => member.path !== "" && !member.path.endsWith("]"))) {
      const departed = departures(name, schema, withValue(body, path, Symbol.iterator));
      expect(departed.map(rule), path).toEqual([`${name}${named(path)}`]);
    }
  });

  test("an unknown field is counted where it stands", () => {
    for (const { path } of members.filter(({ isObject }) => isObject)) {
      const place = path === "" ? "surprise" : `${path}.surprise`;
      expect(departures(name, schema, withValue(body, place, 1))).toEqual([`${name}${named(path)}: unrecognized_keys`]);
    }
  });
});

const service = "recommendedShipmentService";

describe("which fields must be there", () => {
  test.each([
    ["package", servicePackage, {}, []],
    ["shipment", shipment, {}, ["recommendedShipmentService"]],
    ["shipment", shipment, { recommendedShipmentService: null }, ["recommendedShipmentService"]],
    ["shipment", shipment, { recommendedShipmentService: {} }, ["recommendedShipmentService.risk"]],
    ["shipment", shipment, { recommendedShipmentService: { risk: {} } }, []],
  ])("[4.4-response] of a %s those that a rule includes: %#", (name, schema, value, missing) => {
    expect(departures(name, schema, value)).toEqual(missing.map((field) => `${name}.${field}: missing`));
  });

  test.each([
    ["shipment", shipment, shipmentBody],
    ["package", servicePackage, packageBody],
  ])("none within the other objects of a %s", (name, schema, body) => {
    const objects = paths(body).filter(({ path, isObject }) => isObject && !["", service].includes(path));
    for (const { path } of objects) expect(departures(name, schema, withValue(body, path, {})), path).toEqual([]);
  });

  test("[2.1-meta.generatedAt] [2.1-meta.window] those of meta that a rule calls present", () => {
    expect(departures("m", alertsMeta, { window: {} })).toEqual(
      ["generatedAt", "granularity", "window.hours", "total", "page", "pageSize", "hasMore"].map(
        (field) => `m.${field}: missing`,
      ),
    );
    expect(departures("m", riskMeta, {})).toEqual([
      "m.generatedAt: missing",
      "m.granularity: missing",
      "m.horizon: missing",
    ]);
    expect(departures("m", riskMeta, { ...riskBody.meta, horizon: null })).toEqual(["m.horizon: missing"]);
  });
});

describe("what a value may be", () => {
  test.each(Object.entries(enumerations))("[2.7] %s: each value of the enumeration and no other", (field, values) => {
    for (const value of values) {
      expect(departures("s", shipment, withValue(shipmentBody, `${service}.${field}`, value)), value).toEqual([]);
    }
    for (const [other, departure] of [
      ["", "invalid_value"],
      ["10045", "invalid_value"],
      ["CarrierZ", "invalid_value"],
      [null, "missing"],
      [5, "invalid_value"],
    ]) {
      const departed = departures("s", shipment, withValue<unknown>(shipmentBody, `${service}.${field}`, other));
      expect(departed).toEqual([`s.${service}.${field}: ${departure}`]);
    }
  });

  test("[2.1-meta.generatedAt] a time in UTC, however that is written", () => {
    const of = (generatedAt: string) => departures("m", riskMeta, { ...riskBody.meta, generatedAt });
    expect(["2026-07-09T12:03:00Z", "2026-07-09T12:03:00+00:00"].flatMap(of)).toEqual([]);
    expect(of("2026-07-09T12:03:00-05:00").map(rule)).toEqual(["m.generatedAt"]);
  });

  test("[2.9-carrierDesc] each of three carriers and no other", () => {
    const of = (carrierDesc: string) => departures("p", servicePackage, { carrierDesc });
    expect(["CarrierA", "CarrierB", "CarrierC"].flatMap(of)).toEqual([]);
    expect(["", "CarrierD"].flatMap(of)).toEqual(["p.carrierDesc: invalid_value", "p.carrierDesc: invalid_value"]);
  });

  const text = (length: number): string => "x".repeat(length);
  test.each([
    ["shipmentId", [text(28), text(90)], [text(27), text(91)]],
    [`${service}.shipmentServiceId`, [text(28), text(90)], [text(27), text(91)]],
    [`${service}.credentialId`, [text(28), text(90)], [text(27), text(91)]],
    [`${service}.estimatedArrivalDateTimeZone`, [text(3), text(50)], [text(2), text(51)]],
    [`${service}.estimatedPickupDateTimeZone`, [text(3), text(50)], [text(2), text(51)]],
    [`${service}.estimatedArrivalDateTime`, ["2026-07-10T10:30:00-04:00"], ["2026-07-10T10:30:00", "2026-07-10"]],
    ["origin.zipCode", ["8", "85001"], ["", "850011"]],
    ["returnAddress.state", ["AZ"], ["A", "ARZ"]],
    ["destination.country", ["US"], ["U", "USA"]],
    ["parcel.predefinedPackage", [null], [5]],
    ["shipDate", ["2026-07-10"], ["2026-02-30", "2026-07-10T00:00:00Z"]],
    ["deliveryByDate", ["2026-07-10"], ["10 July"]],
  ])("[8.5] %s of a shipment: %j and not %j", (path, within, outside) => {
    for (const value of within) expect(departures("s", shipment, withValue(shipmentBody, path, value))).toEqual([]);
    for (const value of outside) {
      const departed = departures("s", shipment, withValue(shipmentBody, path, value));
      expect(departed.map(rule)).toEqual([`s.${path}`]);
    }
  });

  test.each([
    ["weight", [0, 1000], [-0.1, 1000.1]],
    ["tier", [0, 1, 2], [-1, 3, 1.5]],
    ["manifestDate", [null, "2026-07-08T09:00"], ["2026-07-08", "soon", "2026-07-08T09:00:00Z"]],
    ["deliveryDate", [null], [5]],
    ["orderNumber", [null], [10_045]],
    ["events", [null, []], ["none"]],
    ["recipientAddress.line2", [null], [5]],
    ["events[0].eventDateTime", ["2026-07-08T22:14:00"], ["yesterday"]],
  ])("[2.9] %s of a package: %j and not %j", (path, within, outside) => {
    for (const value of within) {
      expect(departures("p", servicePackage, withValue<unknown>(packageBody, path, value))).toEqual([]);
    }
    for (const value of outside) {
      const departed = departures("p", servicePackage, withValue<unknown>(packageBody, path, value));
      expect(departed.map(rule)).toEqual([`p${named(path)}`]);
    }
  });

  test("[2.1-meta.horizon] of alerts and risk: whole numbers, and a horizon of any shape", () => {
    for (const field of ["total", "page", "pageSize", "window.hours"]) {
      expect(departures("m", alertsMeta, withValue<unknown>(alertsBody.meta, field, 1.5))).toEqual([
        `m.${field}: invalid_type`,
      ]);
    }
    for (const horizon of [0, "", false, [], { from: "2026-07-10" }]) {
      expect(departures("m", riskMeta, { ...riskBody.meta, horizon })).toEqual([]);
    }
  });
});

describe("how departures are named", () => {
  test("by the path alone: neither an unknown value nor an unknown field's name is told", () => {
    expect(departures("p", servicePackage, { carrierDesc: "JaneDoe" })).toEqual(["p.carrierDesc: invalid_value"]);
    expect(departures("p", servicePackage, { "Jane Doe": 1 })).toEqual(["p: unrecognized_keys"]);
  });

  test("a bound that is broken is no unknown value, however much it looks like a name", () => {
    expect(departures("s", shipment, withValue(shipmentBody, "origin.state", "ARZ"))).toEqual([
      "s.origin.state: too_big",
    ]);
  });

  test("a time that is none departs once", () => {
    expect(departures("r", riskMeta, { generatedAt: "yesterday", granularity: "zip5", horizon: 1 })).toEqual([
      "r.generatedAt: invalid_format",
    ]);
  });

  test("nesting of any depth is no trouble", () => {
    for (const wrap of [(inner: unknown) => [inner], (inner: unknown) => ({ inner })]) {
      let deep: unknown = [];
      for (let level = 0; level < 100_000; level += 1) deep = wrap(deep);
      expect(departures("p", servicePackage, { deep })).toEqual(["p: unrecognized_keys"]);
    }
  });
});
