import { describe, expect, test } from "vitest";
import { DATA_APIS, departures, servicePackage, shipment } from "../../../src/api/contract/schema.ts";
import { withValue } from "../../spec/path.ts";
import { alertsBody, parcel, riskBody, shipment as sampleShipment } from "../../support/samples.ts";

const [alertsMeta, riskMeta] = [DATA_APIS.alerts.meta, DATA_APIS.risk.meta];

const shapes = [
  { name: "shipment", schema: shipment, body: sampleShipment() },
  { name: "package", schema: servicePackage, body: parcel() },
  { name: "alerts.meta", schema: alertsMeta, body: alertsBody.meta },
  { name: "risk.meta", schema: riskMeta, body: { ...riskBody.meta, total: 1, page: 1, pageSize: 1, hasMore: false } },
] as const;

/** The paths of all objects and members within `value`, list items included. */
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

describe.each(shapes)("departures of $name from the specification", ({ name, schema, body }) => {
  const horizon = /^horizon/;
  const members = paths(body).filter(({ path }) => !horizon.test(path));

  test("an unknown field is counted at the path of its object", () => {
    for (const { path } of members.filter(({ isObject }) => isObject)) {
      const place = path === "" ? "surprise" : `${path}.surprise`;
      expect(departures(name, schema, withValue(body, place, 1))).toEqual([`${name}${named(path)}: unrecognized_keys`]);
    }
  });
});

const service = "recommendedShipmentService";

describe("required fields", () => {
  test.each([
    ["package", servicePackage, {}, []],
    ["shipment", shipment, {}, ["recommendedShipmentService"]],
    ["shipment", shipment, { recommendedShipmentService: null }, ["recommendedShipmentService"]],
    ["shipment", shipment, { recommendedShipmentService: {} }, ["recommendedShipmentService.risk"]],
    ["shipment", shipment, { recommendedShipmentService: { risk: {} } }, []],
  ])("[4.4-response] of a %s are those that a rule includes: %#", (name, schema, value, missing) => {
    expect(departures(name, schema, value)).toEqual(missing.map((field) => `${name}.${field}: missing`));
  });

  test.each([
    ["shipment", shipment, sampleShipment()],
    ["package", servicePackage, parcel()],
  ])("do not exist within the other objects of a %s", (name, schema, body) => {
    const objects = paths(body).filter(({ path, isObject }) => isObject && !["", service].includes(path));
    for (const { path } of objects) expect(departures(name, schema, withValue(body, path, {})), path).toEqual([]);
  });

  test("[2.1-meta.generatedAt] [2.1-meta.window] of meta are those that a rule calls present", () => {
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

describe("how departures are named", () => {
  test("an invalid time departs once", () => {
    expect(departures("r", riskMeta, { generatedAt: "yesterday", granularity: "zip5", horizon: 1 })).toEqual([
      "r.generatedAt: invalid_format",
    ]);
  });

  test("nesting of 100,000 levels is checked without an error", () => {
    for (const wrap of [(inner: unknown) => [inner], (inner: unknown) => ({ inner })]) {
      let deep: unknown = [];
      for (let level = 0; level < 100_000; level += 1) deep = wrap(deep);
      expect(departures("p", servicePackage, { deep })).toEqual(["p: unrecognized_keys"]);
    }
  });
});
