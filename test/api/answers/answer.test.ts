import { describe, expect, test } from "vitest";
import { readEnvelope, readPackage, readShipment } from "../../../src/api/answers/answer.ts";
import { ContractDrift } from "../../../src/api/contract/drift.ts";
import { dataEndpoint, packageEndpoint, shipmentsEndpoint } from "../../../src/api/contract/endpoint.ts";
import { systemClock } from "../../../src/runtime/clock.ts";
import { createLog } from "../../../src/runtime/log.ts";
import { alertsBody, riskBody } from "../../support/samples.ts";

const alerts = dataEndpoint("alerts", {});
const risk = dataEndpoint("risk", { date: "2026-07-10" });
const plan = shipmentsEndpoint("{}");
const track = packageEndpoint("1");
const received = (json: unknown) => ({ status: 201, json, bytes: 0, sentMs: 0, requestId: "r-1" });

function read<T>(reader: (drift: ContractDrift) => T): { readonly result: T; readonly drift: readonly string[] } {
  const drift = new ContractDrift(systemClock, createLog({ level: "silent" }));
  return { result: reader(drift), drift: [...drift.report().keys()] };
}
const envelopeOf = (json: unknown, endpoint = alerts) => read((drift) => readEnvelope(endpoint, received(json), drift));
const meta = (fields: object) => {
  const { result } = envelopeOf({ data: [], meta: fields });
  return result.ok ? result.value : undefined;
};

describe("the envelope (service.md 2.1)", () => {
  test("is read from the specification's examples of alerts and risk", () => {
    expect(envelopeOf(alertsBody)).toEqual({
      drift: [],
      result: {
        ok: true,
        value: {
          bytes: 0,
          sentMs: 0,
          records: alertsBody.data,
          generatedAt: "2026-11-23T08:03:00Z",
          isTimeOfAnswer: false,
          granularity: "zip5",
          windowHours: 24,
          horizon: undefined,
          total: 1,
          pageNumber: 1,
          pageSize: 50_000,
          hasMore: false,
        },
      },
    });
    expect(envelopeOf({ ...alertsBody, links: {} }).drift).toEqual(["alerts: unrecognized_keys"]);
    const { result, drift } = envelopeOf(riskBody, risk);
    expect(drift).toEqual([]);
    expect(result).toMatchObject({ value: { horizon: riskBody.meta.horizon, windowHours: null, total: null } });
  });

  test.each([null, 5, "x", [], {}, { data: {} }, { data: "x" }, { data: null }])(
    "[2.1-data] %j is no envelope, because data holds no list",
    (json) => {
      expect(envelopeOf(json).result).toEqual({
        ok: false,
        failure: {
          kind: "unexpected_response",
          product: "alerts",
          what: "JSON without a list in data",
          status: 201,
          requestId: "r-1",
        },
      });
    },
  );

  test.each([[[5]], [[null]], [[{}, []]], [["x"]]])("data that holds anything but records is refused: %j", (data) => {
    expect(envelopeOf({ data }).result).toMatchObject({
      failure: { what: "a list in data that holds something else than records" },
    });
  });

  test.each([
    [{ total: 1 }, "fewer than the records sent"],
    [{ total: 0 }, "fewer than the records sent"],
    [{ total: 2 }, undefined],
    [{ total: 9 }, undefined],
  ])("only a total below the number of records is drift, for alerts and for risk: %j", (sent, rule) => {
    const data = [{ zip: "1" }, { zip: "2" }];
    for (const [endpoint, name] of [
      [alerts, "alerts"],
      [risk, "risk"],
    ] as const) {
      const { drift } = envelopeOf({ data, meta: sent }, endpoint);
      expect([...drift].filter((each) => each.startsWith(`${name}.meta.total`))).toEqual(
        rule === undefined ? [] : [`${name}.meta.total: ${rule}`],
      );
    }
  });

  test("an answer without meta is drift, not an error: its fields count as missing", () => {
    const nothing = { generatedAt: null, granularity: null, windowHours: null, total: null, pageNumber: null };
    for (const absent of [undefined, null, [], "x"]) {
      const { result, drift } = envelopeOf({ data: [], meta: absent });
      expect(result).toMatchObject({ ok: true, value: { ...nothing, pageSize: null, hasMore: null } });
      expect(drift).toContain("alerts.meta.generatedAt: missing");
    }
    expect(envelopeOf({ data: [], meta: {} }, risk).drift).toContain("risk.meta.horizon: missing");
  });

  test.each([
    [0, 0],
    [7, 7],
    ["7", 7],
    ["7 pages", null],
    [true, null],
    [[7], null],
  ])("a count sent as %j is read as %j", (sent, count) => {
    expect(meta({ total: sent, page: sent, pageSize: sent })).toMatchObject({
      total: count,
      pageNumber: count,
      pageSize: count,
    });
  });

  test.each([
    [true, true],
    [false, false],
    ["false", false],
    ["False", false],
    ["no", true],
    [0, true],
    [null, null],
    [undefined, null],
  ])("hasMore sent as %j is read as %j: an unreadable value may mean more", (sent, more) => {
    expect(meta({ hasMore: sent })?.hasMore).toBe(more);
  });

  test("texts and hours of a wrong type count as missing", () => {
    expect(meta({ generatedAt: 7, granularity: {}, window: { hours: "a day" } })).toMatchObject({
      generatedAt: null,
      granularity: null,
      windowHours: null,
    });
    expect(meta({ window: { hours: Number.NEGATIVE_INFINITY } })?.windowHours).toBeNull();
    expect(meta({ window: { hours: 23.5 } })?.windowHours).toBe(23.5);
  });

  test("[2.2-zip] [2.2-temperatureLevel] records with missing or wrong fields are kept, and counted once", () => {
    const data = [{}, { zip: 85_001 }, { zip: "85001", temperatureLevel: "SevereHot" }];
    const { result, drift } = envelopeOf({ ...alertsBody, meta: { ...alertsBody.meta, total: data.length }, data });
    expect(result).toMatchObject({ value: { records: data } });
    expect(drift).toEqual(["alerts.data[].zip: not a string", "alerts.data[].temperatureLevel: not a string"]);
    expect(envelopeOf({ ...riskBody, data }, risk).drift).toEqual(["risk.data[].zip: not a string"]);
    expect(envelopeOf({ ...alertsBody, data: [{ zip: "850", temperatureLevel: 3 }] }).drift).toEqual([
      "alerts.data[].temperatureLevel: not a string",
    ]);
  });
});

describe("single resources", () => {
  const shipmentOf = (json: unknown) => read((drift) => readShipment(plan, received(json), drift));
  const packageOf = (json: unknown) => read((drift) => readPackage(track, received(json), drift));

  test.each([null, [], "x", {}, { shipmentId: 5 }, { shipmentId: null }])("%j is no shipment", (json) => {
    expect(shipmentOf(json).result).toEqual({
      ok: false,
      failure: { kind: "outcome_unknown", product: "planning", status: 201, requestId: "r-1" },
    });
  });

  test.each(["orderNumber", "trackingNumber", "status"])("%s alone makes a package", (field) => {
    expect(packageOf({ [field]: "x" }).result).toEqual({ ok: true, value: { [field]: "x" } });
  });

  test.each([null, [], "x", {}, { orderNumber: null, trackingNumber: 5, status: {} }])("%j is no package", (json) => {
    const failure = { what: "no package with an orderNumber, a trackingNumber or a status", status: 201 };
    expect(packageOf(json).result).toMatchObject({ ok: false, failure });
  });
});
