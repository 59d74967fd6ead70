import { describe, expect, test } from "vitest";
import { errorOf, onlyRow, startTools } from "./ask.ts";
import { fullPlanArguments, fullTrackArguments, packageBody, planArguments, shipmentBody } from "./bodies.ts";
import { valueAt, withValue } from "./path.ts";

describe("bounds of what is sent", () => {
  test.each([
    ["[8.5-externalShipmentId]", "externalShipmentId", "x".repeat(51), "x".repeat(50)],
    ["[8.5-zipCode]", "origin.zipCode", "", "38118"],
    ["[8.5-zipCode]", "destination.zipCode", "850011", "85001"],
    ["[8.5-state]", "origin.state", "TEN", "TN"],
    ["[8.5-state]", "destination.state", "A", "AZ"],
    ["[8.5-country]", "origin.country", "USX", "US"],
    ["[8.5-country]", "destination.country", "U", "US"],
  ])("%s %s is refused as %j before anything is sent, and sent as %j", async (_cite, path, outside, within) => {
    const { ask, service } = await startTools({ planning: () => ({ status: 200, json: shipmentBody }) });
    const refused = await ask("plan_shipment", withValue(planArguments, path, outside));
    expect(errorOf(refused)).toMatchObject({ kind: "invalid_arguments" });
    expect(refused.content[0].text).toContain(path);
    expect(service.received).toEqual([]);
    await ask("plan_shipment", withValue(planArguments, path, within));
    expect(valueAt(JSON.parse(service.requests("planning")[0]?.body ?? "{}"), path)).toBe(within);
  });
});

const text = (length: number): string => "x".repeat(length);
type Bound = readonly [citation: string, path: string, within: readonly unknown[], outside: readonly unknown[]];

const inShipments: readonly Bound[] = [
  ["[8.5-shipmentId]", "shipmentId", [text(28), text(90)], [text(27), text(91)]],
  [
    "[8.5-shipmentServiceId]",
    "recommendedShipmentService.shipmentServiceId",
    [text(28), text(90)],
    [text(27), text(91)],
  ],
  ["[8.5-credentialId]", "recommendedShipmentService.credentialId", [text(28), text(90)], [text(27), text(91)]],
  ["[8.5-timeZone]", "recommendedShipmentService.estimatedArrivalDateTimeZone", ["UTC", text(50)], ["UT", text(51)]],
  ["[8.5-timeZone]", "recommendedShipmentService.estimatedPickupDateTimeZone", ["UTC", text(50)], ["UT", text(51)]],
  ["[8.5-zipCode]", "destination.zipCode", ["8", "85001"], ["", "850011"]],
  ["[8.5-state]", "destination.state", ["AZ"], ["A", "ARZ"]],
  ["[8.5-country]", "destination.country", ["US"], ["U", "USA"]],
];

const inPackages: readonly Bound[] = [
  ["[8.5-weight]", "weight", [0, 1000], [-0.1, 1000.1]],
  ["[8.5-tier]", "tier", [0, 1, 2], [-1, 3]],
];

/** One case a value. */
function cases(bounds: readonly Bound[]) {
  return bounds.flatMap(([citation, path, within, outside]) => [
    ...within.map((value) => ({ citation, path, value, drifts: 0 })),
    ...outside.map((value) => ({ citation, path, value, drifts: 1 })),
  ]);
}

describe("bounds of what is received: broken they are drift, and the value is passed on either way", () => {
  test.each(cases(inShipments))("$citation $path as $value", async ({ path, value, drifts }) => {
    const json = withValue(shipmentBody, path, value);
    const { ask, api } = await startTools({ planning: () => ({ status: 200, json }) });
    expect(valueAt(onlyRow(await ask("plan_shipment", fullPlanArguments)).record, path)).toBe(value);
    expect(api.drift().size).toBe(drifts);
  });

  test.each(cases(inPackages))("$citation $path as $value", async ({ path, value, drifts }) => {
    const json = withValue(packageBody, path, value);
    const { ask, api } = await startTools({ tracking: () => ({ status: 200, json }) });
    expect(valueAt(onlyRow(await ask("track_package", fullTrackArguments)).record, path)).toBe(value);
    expect(api.drift().size).toBe(drifts);
  });
});
