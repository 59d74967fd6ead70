import { describe, expect, it } from "vitest";
import { driftName, type Field, startTools, structuredOf } from "./ask.ts";
import { packageBody } from "./bodies.ts";
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
  ["[2.9-event.code]", "code", 7],
  ["[2.9-event.discriminator]", "discriminator", 7],
  ["[2.9-event.description]", "description", 7],
  ["[2.9-event.city]", "city", 7],
  ["[2.9-event.state]", "state", 7],
  ["[2.9-event.eventDateTime] [2.9-no-zone]", "eventDateTime", "last night"],
  ["[2.9-event.timeZone]", "timeZone", 7],
];

/** Looks one package up, answered with `body`, once all of its dates are past. */
async function track(body: unknown) {
  const { ask, api, clock } = await startTools({ tracking: () => ({ status: 200, json: body }) });
  clock.advance(30 * 86_400_000);
  const structured = structuredOf(await ask("track_package", { ids: ["10045"], events: "all" }));
  return { passedOn: valueAt(structured, "packages[0]"), drift: [...api.drift().keys()] };
}

describe("a package", () => {
  it("as the specification shows it is passed on whole and is no drift", async () => {
    const { passedOn, drift } = await track(packageBody);
    const { events, ...withoutEvents } = packageBody;
    expect(valueAt(passedOn, "package")).toEqual(withoutEvents);
    expect(valueAt(passedOn, "events")).toEqual(events.map((event) => expect.objectContaining(event)));
    expect(drift).toEqual([]);
  });

  it.each(packageFields)("%s %s is passed on, against its rule too", async (_cite, path, wrong) => {
    const { passedOn, drift } = await track(withValue(packageBody, path, wrong));
    expect(valueAt(passedOn, `package.${path}`)).toEqual(wrong);
    expect(drift).toEqual([expect.stringContaining(driftName("package", path))]);
  });

  it.each(eventFields)("%s an event's %s is passed on, against its rule too", async (_cite, field, wrong) => {
    const { passedOn, drift } = await track(withValue(packageBody, `events[0].${field}`, wrong));
    expect(valueAt(passedOn, `events[0].${field}`)).toEqual(wrong);
    expect(drift).toEqual([expect.stringContaining(driftName("package", `events[0].${field}`))]);
  });

  const nullable = ["orderNumber", "trackingNumber", "status", "carrierServiceDesc", "carrierDeliveryLocation"];
  const dates = ["manifestDate", "scheduledDeliveryDate", "originalScheduledDeliveryDate", "deliveryDate"];
  it.each([...nullable, ...dates, "recipientAddress.line2"])("%s may be null", async (path) => {
    const { passedOn, drift } = await track(withValue(packageBody, path, null));
    expect(valueAt(passedOn, `package.${path}`)).toBeNull();
    expect(drift).toEqual([]);
  });

  it("[2.9-events] may have null for events", async () => {
    const { passedOn, drift } = await track({ ...packageBody, events: null });
    expect(valueAt(passedOn, "found")).toBe(true);
    expect(drift).toEqual([]);
  });

  it("[2.9-no-zone] [2.9-slip] has wall clocks: a schedule moved by a day has slipped 24 hours, and only events have instants", async () => {
    const { passedOn } = await track(packageBody);
    expect(passedOn).toMatchObject({ scheduleSlipHours: 24, deliveredLateHours: 23.5 });
    expect(valueAt(passedOn, "events[0].instant")).toMatch(/^2026-07-09T03:14(:00(\.000)?)?Z$/);
  });
});
