import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ServiceRecord } from "../../src/api/schema.ts";
import { parcel, scan, shipment } from "./samples.ts";
import { checkHeatAlerts, getFiveDayRisk, plan, planShipment, trackPackage } from "./situation.ts";
import { alertSet, ask, riskDay } from "./written-api.ts";

/** Any JSON value, with the names that JavaScript itself gives a meaning to. */
const name = fc.oneof(
  fc.constantFrom("toString", "valueOf", "toJSON", "then", "length", "constructor", "__proto__", "hasOwnProperty"),
  fc.constantFrom("zip", "status", "events", "eventDateTime", "timeZone", "temperatureLevel", "instant", "risk"),
  fc.string(),
);
const leaf = fc.oneof(
  fc.string(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
);
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaf,
    fc.array(tie("json"), { maxLength: 5 }),
    fc.array(fc.tuple(name, tie("json")), { maxLength: 5 }).map((pairs) => JSON.parse(written(pairs))),
  ),
}));

/** Text, because `__proto__` is a field of its own in JSON alone. */
function written(pairs: readonly (readonly [string, unknown])[]): string {
  return `{${pairs.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(",")}}`;
}

/** A good record of which some fields are replaced by anything, and some added. */
function spoiled(good: ServiceRecord): fc.Arbitrary<ServiceRecord> {
  const fields = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...Object.keys(good)), name), json), { maxLength: 6 });
  return fields.map((pairs) => ({ ...good, ...(JSON.parse(written(pairs)) as ServiceRecord) }));
}

const trap = JSON.parse('{"toString":1,"valueOf":2,"toJSON":3,"then":4,"length":1e9}') as ServiceRecord;

const deep = JSON.parse(`${'{"a":['.repeat(2_000)}1${"]}".repeat(2_000)}`) as ServiceRecord;

/** Fails the test where the tool throws. */
async function takes(...[tool, args, data]: Parameters<typeof ask>): Promise<void> {
  const { text, structured } = await ask(tool, args, data);
  expect(text).not.toBe("");
  expect(() => JSON.stringify(structured)).not.toThrow();
}

describe("no data of the service makes a tool throw", () => {
  it("check_heat_alerts", async () => {
    const records = fc.array(spoiled({ zip: "85001", temperatureLevel: "SevereHot" }), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(records, fc.boolean(), (data, isAsked) =>
        takes(checkHeatAlerts, isAsked ? { locations: ["85001", "850"] } : {}, { alerts: alertSet(data) }),
      ),
    );
  });

  it("get_five_day_risk", async () => {
    const records = fc.array(spoiled({ zip: "331", riskLevel: "High" }), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(records, json, fc.boolean(), (data, horizon, isAsked) =>
        takes(getFiveDayRisk, isAsked ? { locations: ["33101", "33"], days: 2 } : {}, {
          risk: () => riskDay(data, { horizon }),
        }),
      ),
    );
  });

  it("plan_shipment", async () => {
    const { recommendedShipmentService: service } = shipment;
    const sent = fc
      .tuple(spoiled(shipment), spoiled(service), spoiled(service.risk), spoiled(service.risk.predictedRoute[0]))
      .map(([record, rate, risk, point]) => ({
        recommendedShipmentService: { ...rate, risk: { predictedRoute: [point], ...risk } },
        ...record,
      }));
    await fc.assert(fc.asyncProperty(sent, (data) => takes(planShipment, plan, { shipment: { ...data } })));
  });

  it("track_package", async () => {
    const sent = fc
      .tuple(spoiled(parcel()), fc.array(fc.oneof(spoiled(scan("10:14", "a")), json), { maxLength: 4 }))
      .map(([record, events]): ServiceRecord => ({ events, ...record }));
    await fc.assert(
      fc.asyncProperty(sent, ({ kind: _, ...data }) =>
        takes(trackPackage, { ids: ["1"] }, { packages: { "1": data } }),
      ),
    );
  });

  it.each<[unknown, string]>([
    [{ code: "SevereHot" }, " (code=SevereHot)"],
    [4, ": 4"],
    ["", ': ""'],
    [null, ": level not given"],
  ])("a level that is no name is told as it was sent: %j", async (temperatureLevel, told) => {
    const alerts = alertSet([{ zip: "85001", temperatureLevel }]);
    const { text } = await ask(checkHeatAlerts, { locations: ["85001"] }, { alerts });
    expect(text).toContain(`85001 Phoenix, AZ${told}.`);
  });

  it.each([
    ["an object that cannot be text", trap],
    ["a value deeper than the stack", deep],
  ])("%s, wherever a value may stand", async (_, value) => {
    const record = Object.fromEntries(Object.keys(parcel()).map((key) => [key, value]));
    const events = Array.from({ length: 1_001 }, () => ({ ...scan("10:14", "a"), eventDateTime: value }));
    await takes(trackPackage, { ids: ["1"] }, { packages: { "1": record } });
    await takes(trackPackage, { ids: ["1"] }, { packages: { "1": parcel({ events }) } });
    await takes(
      checkHeatAlerts,
      { locations: ["85001"] },
      { alerts: alertSet([{ zip: value, temperatureLevel: value }]) },
    );
    await takes(
      getFiveDayRisk,
      { locations: ["85001"] },
      { risk: () => riskDay([{ zip: value }], { horizon: value }) },
    );
    const sent = Object.fromEntries(Object.keys(shipment).map((key) => [key, value]));
    await takes(planShipment, plan, { shipment: sent });
    const service = Object.fromEntries(Object.keys(shipment.recommendedShipmentService).map((key) => [key, value]));
    await takes(planShipment, plan, { shipment: { ...shipment, recommendedShipmentService: service } });
  });
});
