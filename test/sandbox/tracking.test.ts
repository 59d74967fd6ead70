import { describe, expect, test } from "vitest";
import { departures, servicePackage } from "../../src/api/contract/schema.ts";
import { valueAt } from "../spec/path.ts";
import { parcel } from "../support/samples.ts";
import { ShiftedClock } from "../support/shifted-clock.ts";
import { running } from "./running.ts";

describe("the sandbox's package lookup (service.md 4.5)", () => {
  test("[4.5-response] answers with every field of a package", async () => {
    const { client } = await running();
    const { status, json } = await client.package("10045");
    const { json: whole } = await client.package("10058");
    expect(status).toBe(200);
    for (const path of ["", "recipientAddress", "events[0]"]) {
      const [sent, specified] = [whole, parcel()].map((body) => Object.keys(Object(valueAt(body, path))).sort());
      expect(sent).toEqual(specified);
    }
    expect(json).toMatchObject({
      orderNumber: "10045",
      trackingNumber: "SBX0000010045",
      status: "In transit",
      refrigerated: true,
      recipientAddress: { city: "Miami", state: "FL", zip: "33101" },
    });
    const departure = {
      description: "Departed facility",
      city: "Memphis",
      timeZone: "America/Chicago",
    };
    expect(json["events"]).toContainEqual(expect.objectContaining(departure));
  });

  test("finds a package by order and by tracking number", async () => {
    const { client } = await running();
    const byOrder = await client.package("10042");
    expect((await client.package("SBX0000010042")).json).toEqual(byOrder.json);
    expect((await client.package("SBX0000010061")).json).toMatchObject({ orderNumber: null, status: "In transit" });
  });

  test.each(["99999", "a/b", "é", "10042 "])("does not know %s, and bills nothing", async (id) => {
    const { sandbox, client } = await running();
    const { status, json, headers } = await client.package(id);
    expect(status).toBe(404);
    expect(json).toMatchObject({ status: 404, requestId: headers.get("X-Request-Id") });
    expect(sandbox.ledger.billed()).toBe(0);
  });

  test("has packages at every stage of life, within the bounds of service.md 8.5", async () => {
    const { client } = await running();
    const packages: Readonly<Record<string, unknown>>[] = [];
    for (let order = 10_042; order <= 10_060; order += 1) packages.push((await client.package(String(order))).json);
    for (const each of packages) expect(departures("package", servicePackage, each)).toEqual([]);
    const all = (field: string) => packages.map((each) => each[field]);
    expect(new Set(all("status")).size).toBeGreaterThanOrEqual(7);
    expect(all("deliveryDate").filter((date) => date !== null).length).toBeGreaterThanOrEqual(5);
    expect(all("events")).toEqual(expect.arrayContaining([null, []]));
    expect(all("trackingNumber")).toContain(null);
    expect(all("weight")).toEqual(expect.arrayContaining([0, 1000]));
    expect(packages).toContainEqual(expect.objectContaining({ refrigerated: true, reIced: true }));
  });

  test("has one package overdue in every US zone, and its history does not change", async () => {
    const clock = new ShiftedClock();
    const { client } = await running({ clock });
    const before = await client.package("10045");
    // No US place lies twelve hours west of UTC, so none reads the schedule as twelve hours later than UTC does.
    expect(Date.parse(`${String(before.json["scheduledDeliveryDate"])}Z`)).toBeLessThan(clock.nowMs() - 12 * 3_600_000);
    clock.advance(90 * 60_000);
    expect((await client.package("10045")).json).toEqual(before.json);
  });
});
