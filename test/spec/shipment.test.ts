import { describe, expect, test } from "vitest";
import { driftName, type Field, onlyRow, startTools } from "./ask.ts";
import { fullPlanArguments, shipmentBody } from "./bodies.ts";
import { valueAt, withValue } from "./path.ts";

const addressFields: readonly Field[] = [
  ["[2.5-origin]", "origin", "Memphis"],
  ["[2.5-destination]", "destination", "Phoenix"],
  ["[2.5-returnAddress]", "returnAddress", "Denver"],
  ...["origin", "destination", "returnAddress"].flatMap((holder): readonly Field[] => [
    ["[2.3-zipCode] [2.3-response]", `${holder}.zipCode`, 85001],
    ["[2.3-line1]", `${holder}.line1`, 7],
    ["[2.3-line2]", `${holder}.line2`, 7],
    ["[2.3-city]", `${holder}.city`, 7],
    ["[2.3-state]", `${holder}.state`, 7],
    ["[2.3-country]", `${holder}.country`, 7],
    ["[2.3-name]", `${holder}.name`, 7],
    ["[2.3-company]", `${holder}.company`, 7],
    ["[2.3-phone]", `${holder}.phone`, 7],
    ["[2.3-email]", `${holder}.email`, 7],
    ["[2.3-isResidential]", `${holder}.isResidential`, "yes"],
  ]),
];

const shipmentFields: readonly Field[] = [
  ["[2.5-shipmentId]", "shipmentId", "short"],
  ["[2.5-parcel]", "parcel", "box"],
  ["[2.4-length]", "parcel.length", "12 in"],
  ["[2.4-width]", "parcel.width", "12 in"],
  ["[2.4-height]", "parcel.height", "12 in"],
  ["[2.4-weight]", "parcel.weight", "5 lb"],
  ["[2.4-predefinedPackage]", "parcel.predefinedPackage", 7],
  ["[2.5-isSignatureRequired]", "isSignatureRequired", "yes"],
  ["[2.5-createdAt]", "createdAt", "yesterday"],
  ["[2.5-updatedAt]", "updatedAt", "yesterday"],
  ["[2.5-recommendedShipmentService]", "recommendedShipmentService", "the fast one"],
  ["[2.5-shipDate]", "shipDate", "tomorrow"],
  ["[2.5-deliveryByDate]", "deliveryByDate", "soon"],
  ["[2.5-externalShipmentId]", "externalShipmentId", 7],
];

const serviceFields: readonly Field[] = [
  ["[2.6-shipmentServiceId]", "shipmentServiceId", 7],
  ["[2.6-credentialId]", "credentialId", 7],
  ["[2.6-carrier]", "carrier", 7],
  ["[2.6-carrierService]", "carrierService", 7],
  ["[2.6-carrierServiceCode]", "carrierServiceCode", 7],
  ["[2.6-transitService]", "transitService", 7],
  ["[2.6-transitServiceClass]", "transitServiceClass", 7],
  ["[2.6-price]", "price", "48 dollars"],
  ["[2.6-currency]", "currency", 7],
  ["[2.6-estimatedArrivalDateTime]", "estimatedArrivalDateTime", "Friday"],
  ["[2.6-estimatedArrivalDateTimeZone]", "estimatedArrivalDateTimeZone", 7],
  ["[2.6-estimatedPickupDateTime]", "estimatedPickupDateTime", "Thursday"],
  ["[2.6-estimatedPickupDateTimeZone]", "estimatedPickupDateTimeZone", 7],
  ["[2.6-provider]", "provider", 7],
  ["[2.6-createdAt]", "createdAt", "yesterday"],
  ["[2.6-updatedAt]", "updatedAt", "yesterday"],
  ["[2.6-risk]", "risk", "low"],
  ["[2.8-version] [9.4-risk.version]", "risk.version", 7],
  ["[2.8-weightedOnDateRisk.risk]", "risk.weightedOnDateRisk.risk", 7],
  ["[2.8-weightedOnDateRisk.onDate]", "risk.weightedOnDateRisk.onDate", "likely"],
  ["[2.8-predictedRoute]", "risk.predictedRoute", "by air"],
  ["[2.8-predictedRoute.zip]", "risk.predictedRoute[0].zip", 38118],
  ["[2.8-predictedRoute.type]", "risk.predictedRoute[0].type", 7],
  ["[2.8-predictedRoute.dateTime]", "risk.predictedRoute[0].dateTime", "at night"],
  ["[2.8-predictedRoute.stdDevMinutes]", "risk.predictedRoute[0].stdDevMinutes", 45.5],
];

/** Plans once, answered with `shipment`: what the tool passed on, and the contract drift by name. */
async function plan(shipment: unknown) {
  const { ask, api } = await startTools({ planning: () => ({ status: 200, json: shipment }) });
  const { record: passedOn } = onlyRow(await ask("plan_shipment", fullPlanArguments));
  return { passedOn, drift: [...api.drift().keys()] };
}

describe("a shipment", () => {
  test("as the specification shows it is passed on whole and is no drift", async () => {
    const { passedOn, drift } = await plan(shipmentBody);
    expect(passedOn).toEqual(shipmentBody);
    expect(drift).toEqual([]);
  });

  const inService = serviceFields.map(
    ([cite, path, wrong]) => [cite, `recommendedShipmentService.${path}`, wrong] as const,
  );
  test.each([...addressFields, ...shipmentFields, ...inService])(
    "%s %s is passed on, against its rule too",
    async (_cite, path, wrong) => {
      const { passedOn, drift } = await plan(withValue(shipmentBody, path, wrong));
      expect(valueAt(passedOn, path)).toEqual(wrong);
      expect(drift).toEqual([expect.stringContaining(driftName("shipment", path))]);
    },
  );

  test("[2.4-predefinedPackage] is null with custom dimensions", async () => {
    const { passedOn, drift } = await plan(withValue(shipmentBody, "parcel.predefinedPackage", null));
    expect(valueAt(passedOn, "parcel.predefinedPackage")).toBeNull();
    expect(drift).toEqual([]);
  });
});
