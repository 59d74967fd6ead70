import { describe, expect, test } from "vitest";
import { ShiftedClock } from "../support/shifted-clock.ts";
import type { Client } from "./client.ts";
import { anArray, aString, matching } from "./matchers.ts";
import { running } from "./running.ts";

const LOCAL = matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);

async function all(client: Client): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const packages = [];
  for (let order = 10_042; order <= 10_060; order += 1) packages.push((await client.package(String(order))).json);
  return packages;
}

describe("the sandbox's package lookup (spec 4.5)", () => {
  test("answers with every field of a package (spec 2.9)", async () => {
    const { client } = await running();
    const { status, json } = await client.package("10045");
    expect(status).toBe(200);
    expect(json).toEqual({
      orderNumber: "10045",
      trackingNumber: "SBX0000010045",
      status: "In transit",
      carrierDesc: "CarrierB",
      carrierServiceDesc: aString,
      carrierDeliveryLocation: null,
      weight: 6.5,
      tier: 2,
      refrigerated: true,
      signatureRequired: false,
      reIced: false,
      manifestDate: LOCAL,
      scheduledDeliveryDate: LOCAL,
      originalScheduledDeliveryDate: LOCAL,
      deliveryDate: null,
      recipientAddress: { line1: aString, line2: null, city: "Miami", state: "FL", zip: "33101" },
      events: anArray,
    });
    expect(json["events"]).toContainEqual({
      code: "DP",
      discriminator: "Departure",
      description: "Departed facility",
      city: "Memphis",
      state: "TN",
      eventDateTime: LOCAL,
      timeZone: matching(/^C[SD]T$/),
    });
  });

  test("finds a package by order and by tracking number", async () => {
    const { client } = await running();
    const byOrder = await client.package("10042");
    expect((await client.package("SBX0000010042")).json).toEqual(byOrder.json);
    expect((await client.package("SBX0000010061")).json).toMatchObject({ orderNumber: null, status: "In transit" });
  });

  test.each(["99999", "..", "a/b", "é", "10042 "])("does not know %s, and bills nothing", async (id) => {
    const { sandbox, client } = await running();
    const { status, json, headers } = await client.package(id);
    expect(status).toBe(404);
    expect(json).toMatchObject({ status: 404, requestId: headers.get("X-Request-Id") });
    expect(sandbox.ledger.billed()).toBe(0);
  });

  test("has packages at every stage of life", async () => {
    const { client } = await running();
    const packages = await all(client);
    const statuses = new Set(packages.map((each) => each["status"]));
    expect(statuses.size).toBeGreaterThanOrEqual(7);
    expect(packages.filter((each) => each["deliveryDate"] !== null).length).toBeGreaterThanOrEqual(5);
    expect(packages.some((each) => each["events"] === null)).toBe(true);
    expect(packages.some((each) => Array.isArray(each["events"]) && each["events"].length === 0)).toBe(true);
    expect(packages.some((each) => each["refrigerated"] === true && each["reIced"] === true)).toBe(true);
    expect(packages.some((each) => each["trackingNumber"] === null)).toBe(true);
    const weights = packages.map((each) => each["weight"]);
    expect(weights).toContain(0);
    expect(weights).toContain(1000);
  });

  test("keeps the bounds of spec 8.5", async () => {
    const { client } = await running();
    for (const each of await all(client)) {
      expect(["CarrierA", "CarrierB", "CarrierC"]).toContain(each["carrierDesc"]);
      expect([0, 1, 2]).toContain(each["tier"]);
      expect(each["weight"]).toBeGreaterThanOrEqual(0);
      expect(each["weight"]).toBeLessThanOrEqual(1000);
    }
  });

  test("has one package overdue in every US zone, and its history does not move", async () => {
    const clock = new ShiftedClock();
    const { client } = await running({ clock });
    const before = await client.package("10045");
    // Twelve hours west of UTC no US place lies; read as UTC, the schedule is later than at any of them.
    expect(Date.parse(`${String(before.json["scheduledDeliveryDate"])}Z`)).toBeLessThan(clock.nowMs() - 12 * 3_600_000);
    clock.advance(90 * 60_000);
    expect((await client.package("10045")).json).toEqual(before.json);
  });
});
