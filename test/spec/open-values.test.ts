import { describe, expect, test } from "vitest";
import { askScripted } from "../support/asking.ts";
import { alertsBody, parcel, riskBody, scan, shipment } from "../support/samples.ts";
import { valueAt, withValue } from "./path.ts";
import { answersTo, QUESTIONS } from "./questions.ts";

describe("unspecified values stay open", () => {
  test("[2.2-levels-open] [2.2-SevereHot] an unknown level is passed on and counted like SevereHot", async () => {
    const data = [...alertsBody.data, { zip: "80202", temperatureLevel: "PlasmaWarm" }];
    const [answer] = await answersTo("alerts", [{ data, meta: { ...alertsBody.meta, total: 2 } }]);
    expect(answer?.told).toMatchObject({
      alerts: expect.arrayContaining(data.map((record) => expect.objectContaining(record))),
      byLevel: { SevereHot: 1, PlasmaWarm: 1 },
    });
    expect(answer?.drift).toEqual([]);
  });

  test("[2.2-fields-open] [9.2-additive] further fields are passed on", async () => {
    const extra = { heatIndex: 118, nested: { deep: [1] } };
    const [alert] = await answersTo("alerts", [withValue(alertsBody, "data[0]", { ...alertsBody.data[0], ...extra })]);
    const [risk] = await answersTo("risk", [withValue(riskBody, "data[0]", { ...riskBody.data[0], ...extra })]);
    const [plan] = await answersTo("planning", [shipment(extra)]);
    const [found] = await answersTo("tracking", [parcel(extra)]);
    expect(valueAt(alert?.told, "alerts[0]")).toMatchObject(extra);
    expect(valueAt(risk?.told, "places[0].days[0]")).toMatchObject(extra);
    for (const answer of [plan, found]) expect(answer?.record).toMatchObject(extra);
  });

  test("[3-transitions-open] a status may follow any other", async () => {
    const statuses = ["Delivered", "Label created", "Delivered"];
    const answers = await answersTo(
      "tracking",
      statuses.map((status) => parcel({ status })),
    );
    expect(answers.map(({ told }) => valueAt(told, "packages[0].status"))).toEqual(statuses);
  });

  test.each([200, 201, 202, 207, 226])("[4-success-open] %i is a success", async (status) => {
    const { ask } = await askScripted({
      alerts: () => ({ status, json: alertsBody }),
      risk: () => ({ status, json: riskBody }),
      planning: () => ({ status, json: shipment() }),
      tracking: () => ({ status, json: parcel() }),
    });
    for (const [, tool, args] of QUESTIONS) expect((await ask(tool, args)).error).toBeUndefined();
  });
});

test("[6-events-are-data] a package has the events of the last lookup: each question asks the service anew", async () => {
  const answers = await answersTo(
    "tracking",
    [1, 2].map((length) =>
      parcel({ events: Array.from({ length }, (_, hour) => scan(`2026-11-22T1${hour}:00:00`, "Departed")) }),
    ),
  );
  expect(answers.map(({ told }) => valueAt(told, "packages[0].scans.length"))).toEqual([1, 2]);
});
