import { describe, expect, test } from "vitest";
import { onlyRow, startTools, structuredOf } from "./ask.ts";
import {
  alertsBody,
  fullPlanArguments,
  fullTrackArguments,
  leastPlanArguments,
  packageBody,
  riskBody,
  shipmentBody,
} from "./bodies.ts";
import { enumerations } from "./enumerations.ts";
import { valueAt, withValue } from "./path.ts";

/** Plans with each of `bodies` in turn, and gives the values at `path` that the tool passed on, and the drift. */
async function plannedValues(path: string, values: readonly unknown[]) {
  const bodies = values.map((value) => withValue(shipmentBody, path, value));
  const { ask, api } = await startTools({ planning: ({ number }) => ({ status: 200, json: bodies[number - 1] }) });
  const passedOn: unknown[] = [];
  for (const _ of values) {
    passedOn.push(valueAt(onlyRow(await ask("plan_shipment", fullPlanArguments)).record, path));
  }
  return { passedOn, drift: [...api.drift().keys()] };
}

describe("enumerations", () => {
  test.each([
    ["[2.7-carrier]", "carrier", enumerations.carrier],
    ["[2.7-carrierService]", "carrierService", enumerations.carrierService],
    ["[2.7-transitService]", "transitService", enumerations.transitService],
    ["[2.7-transitServiceClass]", "transitServiceClass", enumerations.transitServiceClass],
  ])("%s knows every %s, and passes on one that it does not know", async (_cite, field, values) => {
    const path = `recommendedShipmentService.${field}`;
    const known = await plannedValues(path, values);
    expect(known).toEqual({ passedOn: values, drift: [] });
    const unknown = await plannedValues(path, ["SomethingNew"]);
    expect(unknown).toEqual({
      passedOn: ["SomethingNew"],
      drift: [`shipment.${path}: invalid_value`],
    });
  });

  test("[2.9-carrierDesc] knows three carriers of packages, and passes on a fourth", async () => {
    const names = ["CarrierA", "CarrierB", "CarrierC", "CarrierD"];
    const { ask, api } = await startTools({
      tracking: ({ number }) => ({ status: 200, json: { ...packageBody, carrierDesc: names[number - 1] } }),
    });
    for (const [index, name] of names.entries()) {
      expect(onlyRow(await ask("track_package", { ids: [`100${index}`] }))).toMatchObject({ carrier: name });
      expect(api.drift().has("package.carrierDesc: invalid_value")).toBe(name === "CarrierD");
    }
  });
});

describe("what the specification does not show stays open", () => {
  test("[2.2-levels-open] [2.2-SevereHot] a level that nobody knows is passed on and counted like SevereHot", async () => {
    const data = [...alertsBody.data, { zip: "80202", temperatureLevel: "PlasmaWarm" }];
    const { ask, api } = await startTools({
      alerts: () => ({ status: 200, json: { data, meta: { ...alertsBody.meta, total: 2 } } }),
    });
    const told = structuredOf(await ask("check_heat_alerts", {}));
    expect(told).toMatchObject({
      alerts: expect.arrayContaining(data.map((record) => expect.objectContaining(record))),
      byLevel: { SevereHot: 1, PlasmaWarm: 1 },
    });
    expect([...api.drift().keys()]).toEqual([]);
  });

  test("[2.2-fields-open] [9.2-additive] further fields of alerts and risk records are kept", async () => {
    const extra = { heatIndex: 118, source: "station", nested: { deep: [1] } };
    const { ask } = await startTools({
      alerts: () => ({ status: 200, json: withValue(alertsBody, "data[0]", { ...alertsBody.data[0], ...extra }) }),
      risk: () => ({ status: 200, json: withValue(riskBody, "data[0]", { ...riskBody.data[0], ...extra }) }),
    });
    for (const [tool, path] of [
      ["check_heat_alerts", "alerts[0]"],
      ["get_five_day_risk", "places[0].days[0]"],
    ] as const) {
      expect(valueAt(structuredOf(await ask(tool, {})), path)).toMatchObject(extra);
    }
  });

  test("[2.2-risk-open] a risk category that nobody knows is passed on", async () => {
    const path = "recommendedShipmentService.risk.weightedOnDateRisk.risk";
    expect(await plannedValues(path, ["Lukewarm-ish", "Low"])).toEqual({
      passedOn: ["Lukewarm-ish", "Low"],
      drift: [],
    });
  });

  test("[2.2-status-open] [3-status] [3-transitions-open] a status may be any text and follow any other", async () => {
    const statuses = ["Delivered", "Label created", "Teleporting", "Delivered"];
    const { ask, api } = await startTools({
      tracking: ({ number }) => ({ status: 200, json: { ...packageBody, status: statuses[number - 1] } }),
    });
    for (const status of statuses) {
      expect(onlyRow(await ask("track_package", { ids: ["10045"] }))).toMatchObject({ status });
    }
    expect([...api.drift().keys()]).toEqual([]);
  });

  test("[9.2-additive] further fields of shipments and packages are passed on", async () => {
    const { ask } = await startTools({
      planning: () => ({ status: 200, json: { ...shipmentBody, carbonKg: 1.5 } }),
      tracking: () => ({ status: 200, json: { ...packageBody, mood: "cool" } }),
    });
    expect(onlyRow(await ask("plan_shipment", fullPlanArguments)).record).toMatchObject({ carbonKg: 1.5 });
    expect(onlyRow(await ask("track_package", fullTrackArguments)).record).toMatchObject({ mood: "cool" });
  });

  test.each([200, 201, 202, 207, 226])("[4-success-open] %i is a success", async (status) => {
    const { ask } = await startTools({
      alerts: () => ({ status, json: alertsBody }),
      risk: () => ({ status, json: riskBody }),
      planning: () => ({ status, json: shipmentBody }),
      tracking: () => ({ status, json: packageBody }),
    });
    structuredOf(await ask("check_heat_alerts", {}));
    structuredOf(await ask("get_five_day_risk", {}));
    structuredOf(await ask("plan_shipment", leastPlanArguments));
    structuredOf(await ask("track_package", { ids: ["10045"] }));
  });

  test("[6-events-are-data] events are what the last lookup returned: each question asks the service anew", async () => {
    const [event] = packageBody.events;
    const { ask, service } = await startTools({
      tracking: ({ number }) => ({
        status: 200,
        json: { ...packageBody, events: Array.from({ length: number }, () => event) },
      }),
    });
    for (const count of [1, 2]) {
      expect(onlyRow(await ask("track_package", fullTrackArguments))["scans"]).toHaveLength(count);
    }
    expect(service.requests("tracking")).toHaveLength(2);
  });
});
