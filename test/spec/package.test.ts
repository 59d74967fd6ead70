import { describe, expect, test } from "vitest";
import { driftName, type Field, onlyRow, startTools } from "./ask.ts";
import { fullTrackArguments, packageBody } from "./bodies.ts";
import { valueAt, withValue } from "./path.ts";

const packageFields: readonly Field[] = [
  ["[2.9-orderNumber]", "orderNumber", 7],
  ["[2.9-trackingNumber]", "trackingNumber", 7],
  ["[2.9-status]", "status", 7],
  ["[2.9-carrierDesc]", "carrierDesc", 7],
  ["[2.9-carrierServiceDesc]", "carrierServiceDesc", 7],
  ["[2.9-carrierDeliveryLocation]", "carrierDeliveryLocation", 7],
  ["[2.9-weight]", "weight", "5 lb"],
  ["[2.9-tier]", "tier", 1.5],
  ["[2.9-refrigerated]", "refrigerated", "yes"],
  ["[2.9-signatureRequired]", "signatureRequired", "yes"],
  ["[2.9-reIced]", "reIced", "yes"],
  ["[2.9-manifestDate]", "manifestDate", "yesterday"],
  ["[2.9-scheduledDeliveryDate]", "scheduledDeliveryDate", "noon"],
  ["[2.9-originalScheduledDeliveryDate]", "originalScheduledDeliveryDate", "noon"],
  ["[2.9-deliveryDate]", "deliveryDate", "noon"],
  ["[2.9-recipientAddress]", "recipientAddress.line1", 7],
  ["[2.9-recipientAddress]", "recipientAddress.line2", 7],
  ["[2.9-recipientAddress]", "recipientAddress.city", 7],
  ["[2.9-recipientAddress]", "recipientAddress.state", 7],
  ["[2.9-recipientAddress]", "recipientAddress.zip", 85001],
];

const eventFields: readonly Field[] = [
  ["[2.9-event.code]", "events[0].code", 7],
  ["[2.9-event.discriminator]", "events[0].discriminator", 7],
  ["[2.9-event.description]", "events[0].description", 7],
  ["[2.9-event.city]", "events[0].city", 7],
  ["[2.9-event.state]", "events[0].state", 7],
  ["[2.9-event.eventDateTime] [2.9-no-zone]", "events[0].eventDateTime", "last night"],
  ["[2.9-event.timeZone]", "events[0].timeZone", 7],
];

/** Looks one package up, answered with `body`, once all of its dates are past. */
async function track(body: unknown) {
  const { ask, api, clock } = await startTools({ tracking: () => ({ status: 200, json: body }) });
  clock.advance(30 * 86_400_000);
  const { record, ...row } = onlyRow(await ask("track_package", fullTrackArguments));
  return { record, row, drift: [...api.drift().keys()] };
}

describe("a package", () => {
  test("as the specification shows it is passed on whole and is no drift", async () => {
    const { record, drift } = await track(packageBody);
    expect(record).toEqual(packageBody);
    expect(drift).toEqual([]);
  });

  test.each([...packageFields, ...eventFields])(
    "%s %s is passed on, against its rule too",
    async (_cite, path, wrong) => {
      const { record, drift } = await track(withValue(packageBody, path, wrong));
      expect(valueAt(record, path)).toEqual(wrong);
      expect(drift).toEqual([expect.stringContaining(driftName("package", path))]);
    },
  );

  const nullable = ["orderNumber", "trackingNumber", "status", "carrierServiceDesc", "carrierDeliveryLocation"];
  const dates = ["manifestDate", "scheduledDeliveryDate", "originalScheduledDeliveryDate", "deliveryDate"];
  test.each([...nullable, ...dates, "recipientAddress.line2"])("%s may be null", async (path) => {
    const { record, drift } = await track(withValue(packageBody, path, null));
    expect(valueAt(record, path)).toBeNull();
    expect(drift).toEqual([]);
  });

  test("[2.9-events] may have null for events", async () => {
    const { row, drift } = await track({ ...packageBody, events: null });
    expect(row).toMatchObject({ found: true, lastScan: null, scans: [] });
    expect(drift).toEqual([]);
  });

  test("[2.9-no-zone] [2.9-slip] has wall clocks: a schedule moved by a day has slipped 24 hours, and only events have instants", async () => {
    const { row } = await track(packageBody);
    expect(row).toMatchObject({
      scheduleSlipHours: 24,
      deliveredLateHours: 23.5,
      lastScan: { at: "2026-07-09T03:14:00Z" },
    });
  });
});
