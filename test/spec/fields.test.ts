import { describe, expect, test } from "vitest";
import { alertsBody, parcel, riskBody, shipment } from "../support/samples.ts";
import { enumerations } from "./enumerations.ts";
import { valueAt, withValue } from "./path.ts";
import { answersTo } from "./questions.ts";

/** The statements, the field's path, values that break its rule, and values that keep it. */
type Field = readonly [citation: string, path: string, wrong: readonly unknown[], right?: readonly unknown[]];

const text = (length: number): string => "x".repeat(length);
const IDS: readonly [wrong: unknown[], right: unknown[]] = [
  [7, text(27), text(91)],
  [text(28), text(90)],
];

const ADDRESSES = ["origin", "destination", "returnAddress"].flatMap((holder): readonly Field[] => [
  ["[2.3-zipCode] [2.3-response] [8.5-zipCode]", `${holder}.zipCode`, [85_001, "", "850011"], ["8", "85001"]],
  ["[2.3-line1]", `${holder}.line1`, [7]],
  ["[2.3-line2]", `${holder}.line2`, [7]],
  ["[2.3-city]", `${holder}.city`, [7]],
  ["[2.3-state] [8.5-state]", `${holder}.state`, [7, "A", "ARZ"], ["AZ"]],
  ["[2.3-country] [8.5-country]", `${holder}.country`, [7, "U", "USA"], ["US"]],
  ["[2.3-name]", `${holder}.name`, [7]],
  ["[2.3-company]", `${holder}.company`, [7]],
  ["[2.3-phone]", `${holder}.phone`, [7]],
  ["[2.3-email]", `${holder}.email`, [7]],
  ["[2.3-isResidential]", `${holder}.isResidential`, ["yes"]],
]);

const SHIPMENT: readonly Field[] = [
  ...ADDRESSES,
  ["[2.5-shipmentId] [8.5-shipmentId]", "shipmentId", [text(27), text(91)], IDS[1]],
  ["[2.5-origin]", "origin", ["Memphis"]],
  ["[2.5-destination]", "destination", ["Phoenix"]],
  ["[2.5-returnAddress]", "returnAddress", ["Denver"]],
  ["[2.5-parcel]", "parcel", ["box"]],
  ["[2.4-length]", "parcel.length", ["12 in"]],
  ["[2.4-width]", "parcel.width", ["12 in"]],
  ["[2.4-height]", "parcel.height", ["12 in"]],
  ["[2.4-weight]", "parcel.weight", ["5 lb"]],
  ["[2.4-predefinedPackage]", "parcel.predefinedPackage", [7], [null, "CoolBox"]],
  ["[2.5-isSignatureRequired]", "isSignatureRequired", ["yes"]],
  ["[2.5-createdAt]", "createdAt", ["yesterday"]],
  ["[2.5-updatedAt]", "updatedAt", ["yesterday"]],
  ["[2.5-recommendedShipmentService]", "recommendedShipmentService", ["the fast one"]],
  ["[2.5-shipDate]", "shipDate", ["tomorrow", "2026-02-30", "2026-07-10T00:00:00Z"]],
  ["[2.5-deliveryByDate]", "deliveryByDate", ["soon"]],
  ["[2.5-externalShipmentId] [8.5-externalShipmentId]", "externalShipmentId", [7, text(51)], [null, text(50)]],
];

const SERVICE: readonly Field[] = [
  ["[2.6-shipmentServiceId] [8.5-shipmentServiceId]", "shipmentServiceId", ...IDS],
  ["[2.6-credentialId] [8.5-credentialId]", "credentialId", ...IDS],
  ["[2.6-carrier] [2.7-carrier]", "carrier", [7, "SomethingNew"], enumerations.carrier],
  ["[2.6-carrierService] [2.7-carrierService]", "carrierService", [7, "SomethingNew"], enumerations.carrierService],
  ["[2.6-carrierServiceCode]", "carrierServiceCode", [7]],
  ["[2.6-transitService] [2.7-transitService]", "transitService", [7, "SomethingNew"], enumerations.transitService],
  [
    "[2.6-transitServiceClass] [2.7-transitServiceClass]",
    "transitServiceClass",
    [7, "SomethingNew"],
    enumerations.transitServiceClass,
  ],
  ["[2.6-price]", "price", ["48 dollars"]],
  ["[2.6-currency]", "currency", [7]],
  ["[2.6-estimatedArrivalDateTime]", "estimatedArrivalDateTime", ["Friday", "2026-07-10T10:30:00"]],
  [
    "[2.6-estimatedArrivalDateTimeZone] [8.5-timeZone]",
    "estimatedArrivalDateTimeZone",
    [7, "UT", text(51)],
    ["UTC", text(50)],
  ],
  ["[2.6-estimatedPickupDateTime]", "estimatedPickupDateTime", ["Thursday"]],
  ["[2.6-estimatedPickupDateTimeZone]", "estimatedPickupDateTimeZone", [7, "UT", text(51)], ["UTC", text(50)]],
  ["[2.6-provider]", "provider", [7]],
  ["[2.6-createdAt]", "createdAt", ["yesterday"]],
  ["[2.6-updatedAt]", "updatedAt", ["yesterday"]],
  ["[2.6-risk]", "risk", ["low"]],
  ["[2.8-version] [9.4-risk.version]", "risk.version", [7]],
  ["[2.8-weightedOnDateRisk.risk] [2.2-risk-open]", "risk.weightedOnDateRisk.risk", [7], ["Lukewarm-ish", "Low"]],
  ["[2.8-weightedOnDateRisk.onDate]", "risk.weightedOnDateRisk.onDate", ["likely"]],
  ["[2.8-predictedRoute]", "risk.predictedRoute", ["by air"]],
  ["[2.8-predictedRoute.zip]", "risk.predictedRoute[0].zip", [38_118]],
  ["[2.8-predictedRoute.type]", "risk.predictedRoute[0].type", [7]],
  ["[2.8-predictedRoute.dateTime]", "risk.predictedRoute[0].dateTime", ["at night"]],
  ["[2.8-predictedRoute.stdDevMinutes]", "risk.predictedRoute[0].stdDevMinutes", [45.5]],
];

const PACKAGE: readonly Field[] = [
  ["[2.9-orderNumber]", "orderNumber", [7], [null]],
  ["[2.9-trackingNumber]", "trackingNumber", [7], [null]],
  ["[2.9-status] [2.2-status-open] [3-status]", "status", [7], [null, "Teleporting"]],
  ["[2.9-carrierDesc]", "carrierDesc", [7, "CarrierD"], ["CarrierA", "CarrierB", "CarrierC"]],
  ["[2.9-carrierServiceDesc]", "carrierServiceDesc", [7], [null]],
  ["[2.9-carrierDeliveryLocation]", "carrierDeliveryLocation", [7], [null]],
  ["[2.9-weight] [8.5-weight]", "weight", ["5 lb", -0.1, 1000.1], [0, 1000]],
  ["[2.9-tier] [8.5-tier]", "tier", [1.5, -1, 3], [0, 1, 2]],
  ["[2.9-refrigerated]", "refrigerated", ["yes"]],
  ["[2.9-signatureRequired]", "signatureRequired", ["yes"]],
  ["[2.9-reIced]", "reIced", ["yes"]],
  ["[2.9-manifestDate]", "manifestDate", ["yesterday"], [null]],
  ["[2.9-scheduledDeliveryDate]", "scheduledDeliveryDate", ["noon"], [null]],
  ["[2.9-originalScheduledDeliveryDate]", "originalScheduledDeliveryDate", ["noon"], [null]],
  ["[2.9-deliveryDate] [2.9-no-zone]", "deliveryDate", ["noon", "2026-07-09T10:00:00Z"], [null]],
  ["[2.9-recipientAddress]", "recipientAddress.line1", [7]],
  ["[2.9-recipientAddress]", "recipientAddress.line2", [7], [null]],
  ["[2.9-recipientAddress]", "recipientAddress.city", [7]],
  ["[2.9-recipientAddress]", "recipientAddress.state", [7]],
  ["[2.9-recipientAddress]", "recipientAddress.zip", [85_001]],
  ["[2.9-events]", "events", ["none"], [null, []]],
  ["[2.9-event.code]", "events[0].code", [7]],
  ["[2.9-event.discriminator]", "events[0].discriminator", [7]],
  ["[2.9-event.description]", "events[0].description", [7]],
  ["[2.9-event.city]", "events[0].city", [7]],
  ["[2.9-event.state]", "events[0].state", [7]],
  ["[2.9-event.eventDateTime] [2.9-no-zone]", "events[0].eventDateTime", ["last night", "2026-07-08T22:14:00Z"]],
  ["[2.9-event.timeZone]", "events[0].timeZone", [7]],
];

const UTC = "2026-07-09T12:03:00+00:00";

const META: readonly Field[] = [
  ["[2.1-meta.generatedAt] [2.1-timestamps]", "generatedAt", [7, "9 July 2026", "2026-07-09T14:00:00+02:00"], [UTC]],
  ["[2.1-meta.window]", "window", [24]],
  ["[2.1-meta.window]", "window.hours", [23.5]],
  ["[2.1-meta.granularity]", "granularity", [5]],
  ["[2.1-meta.total]", "total", ["1"]],
  ["[2.1-meta.page]", "page", ["1"]],
  ["[2.1-meta.pageSize]", "pageSize", ["1000"]],
  ["[2.1-meta.hasMore]", "hasMore", ["no"]],
];

const below = (holder: string, fields: readonly Field[]): readonly Field[] =>
  fields.map(([citation, path, ...values]) => [citation, `${holder}.${path}`, ...values]);

/** Each value of each field, and whether it departs from the specification. */
function cases(fields: readonly Field[]) {
  return fields.flatMap(([, path, wrong, right = []]) => [
    ...wrong.map((value) => ({ path, value, departs: true })),
    ...right.map((value) => ({ path, value, departs: false })),
  ]);
}

/** The expected drift at a path. */
function driftAt(root: string, path: string, departs: boolean): readonly unknown[] {
  const name = `${root}.${path.replaceAll(/\[\d+\]/g, "[]")}: `;
  return departs ? [expect.stringContaining(name)] : [];
}

describe("a record passes unchanged; a value against its rule is drift, never an error", () => {
  test.each([
    ["shipment", "planning", shipment(), [...SHIPMENT, ...below("recommendedShipmentService", SERVICE)]],
    ["package", "tracking", parcel(), PACKAGE],
  ] as const)("each field of a %s", async (root, product, body, fields) => {
    const sent = cases(fields);
    const answers = await answersTo(product, [body, ...sent.map(({ path, value }) => withValue(body, path, value))]);
    expect(answers[0]?.record).toEqual(body);
    expect(answers[0]?.drift).toEqual([]);
    const passedOn = answers.slice(1).map(({ record, drift }, index) => {
      const { path = "" } = sent[index] ?? {};
      return { path, value: valueAt(record, path), drift };
    });
    expect(passedOn).toEqual(
      sent.map(({ path, value, departs }) => ({ path, value, drift: driftAt(root, path, departs) })),
    );
  });

  test("each field of the meta of alerts", async () => {
    const sent = cases(below("meta", META));
    const answers = await answersTo(
      "alerts",
      sent.map(({ path, value }) => withValue(alertsBody, path, value)),
    );
    expect(answers).toEqual(
      sent.map(({ path, departs }) =>
        expect.objectContaining({
          told: expect.objectContaining({ alerts: [expect.objectContaining(alertsBody.data[0])] }),
          drift: driftAt("alerts", path, departs),
        }),
      ),
    );
  });
});

describe("an envelope", () => {
  test("[2.1-envelope] [4.2-response] [4.2-meta] [2.2-zip] [2.2-temperatureLevel] of alerts reaches the answer", async () => {
    expect(await answersTo("alerts", [alertsBody])).toMatchObject([
      {
        told: {
          source: { data: "live", dataOf: "2026-11-23T08:03:00Z" },
          alerts: alertsBody.data,
          total: 1,
          windowHours: 24,
          granularity: "zip5",
          complete: true,
        },
        drift: [],
      },
    ]);
  });

  test("[4.3-response] [2.1-meta.horizon] of risk reaches the answer, with any horizon as sent", async () => {
    const horizons = [["2026-07-10", "2026-07-14"], { from: "2026-07-10", days: 5 }, "five days", 5];
    const told = {
      source: { dataOf: "2026-11-23T08:03:00Z" },
      places: [{ area: "850", days: [{ date: "2026-11-24", riskLevel: "High" }] }],
      granularity: "zip3",
    };
    const answers = await answersTo(
      "risk",
      horizons.map((horizon) => withValue<unknown>(riskBody, "meta.horizon", horizon)),
    );
    expect(answers).toMatchObject(horizons.map((horizon) => ({ told: { ...told, horizon }, drift: [] })));
  });
});
