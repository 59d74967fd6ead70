import { describe, expect, test } from "vitest";
import type { JsonRecord } from "../../src/domain/record.ts";
import { askScripted } from "../support/asking.ts";
import { alert, MIAMI, parcel, scan, sendsAlerts, sendsPackages } from "../support/samples.ts";
import { problem, type Scripts } from "../support/scripted-service.ts";

const tool = "track_package";
const PHOENIX_HOT = sendsAlerts([alert("85001", "SevereHot"), alert("38103", "Warm")]);
const noScan = { events: [] };

/** Asks for these packages with their heat. */
async function ask(packages: Readonly<Record<string, JsonRecord>>, alerts: Scripts["alerts"] = PHOENIX_HOT) {
  const numbered = Object.entries(packages).map(([id, record]) => [id, { ...record, orderNumber: id }]);
  const { ask: put, service } = await askScripted({
    tracking: sendsPackages(Object.fromEntries(numbered)),
    ...(alerts === undefined ? {} : { alerts }),
  });
  const told = await put(tool, { ids: Object.keys(packages), checkHeat: true });
  const rows = told.structured["packages"] as Record<string, unknown>[];
  return {
    ...told,
    rows,
    row: (id: string) => rows.find((row) => row["id"] === id),
    asked: service.requests("alerts"),
  };
}

const facts = { dataOf: "2026-11-23T08:03:00Z", stale: false };

describe("the heat of a package", () => {
  test("is looked up at its destination and at the city of its last scan", async () => {
    const { row } = await ask({ 1: parcel(), 2: parcel({ recipientAddress: MIAMI, ...noScan }) });
    expect(row("1")?.["heat"]).toEqual({
      destination: [{ level: "SevereHot", count: 1, zips: ["85001"] }],
      lastPlace: [{ level: "Warm", count: 1, zips: ["38103"] }],
      ...facts,
    });
    expect(row("2")?.["heat"]).toEqual({ destination: [], lastPlace: null, ...facts });
  });

  test("is looked up at the city if the ZIP is unknown", async () => {
    const recipientAddress = { city: "Phoenix", state: "AZ", zip: "00000" };
    expect((await ask({ 1: parcel({ recipientAddress }) })).row("1")?.["heat"]).toMatchObject({
      destination: [{ level: "SevereHot", zips: ["85001"] }],
    });
  });

  test("is null abroad and for an unknown place, and the line says so", async () => {
    const abroad = { city: "Phoenix", state: "AZ", zip: "85001", country: "DE" };
    const { row, text } = await ask({ 1: parcel({ recipientAddress: abroad, ...noScan }), 2: parcel() });
    expect(row("1")).toMatchObject({ abroad: "DE", heat: { destination: null, lastPlace: null } });
    expect(text).toMatch(/^1 .*Heat not checked at destination/m);
  });

  test("is null if the alerts could not be read, and the headline says why", async () => {
    const { row, structured, result } = await ask({ 1: parcel() }, () => problem(503, "req-7"));
    expect(result.isError).toBeUndefined();
    expect(row("1")?.["heat"]).toEqual({ destination: null, lastPlace: null, dataOf: null, stale: false });
    expect(structured["answer"]).toMatch(/^ALERTS NOT CHECKED \(unavailable \(503\)/);
  });

  test("is null, not empty, if only a part was read and has no alert there", async () => {
    const pages = sendsAlerts([alert("85001", "Hot"), alert("33109", "Hot"), alert("33101", "Hot")], {}, 1);
    const cut: Scripts["alerts"] = (request) =>
      request.url.searchParams.get("page") === "3" ? problem(403, "req-7") : pages(request);
    const { row } = await ask({ 1: parcel(noScan), 2: parcel({ recipientAddress: MIAMI, ...noScan }) }, cut);
    expect([row("1")?.["heat"], row("2")?.["heat"]]).toMatchObject([
      { destination: [{ level: "Hot" }] },
      { destination: null },
    ]);
  });
});

describe("attention for heat", () => {
  const cold = { refrigerated: true, reIced: false };

  test("puts refrigerated goods that may not be re-iced first, then packages with a second reason", async () => {
    const { structured } = await ask({
      overdue: parcel({ recipientAddress: MIAMI, scheduledDeliveryDate: "2026-11-22T12:00:00", ...noScan }),
      warm: parcel(noScan),
      both: parcel({ scheduledDeliveryDate: "2026-11-22T12:00:00", ...noScan }),
      iced: parcel({ ...cold, reIced: true, ...noScan }),
      cold: parcel({ ...cold, ...noScan }),
      unsaid: parcel({ ...cold, reIced: null, ...noScan }),
      behind: parcel({ ...cold, recipientAddress: MIAMI, events: [scan("2026-11-22T16:24:00", "Departed")] }),
    });
    expect(structured["attention"]).toEqual([
      { id: "cold", kinds: ["alert"], reasons: ["alert at destination", "refrigerated and not re-iced"] },
      { id: "unsaid", kinds: ["alert"], reasons: ["alert at destination", "refrigerated, re-icing not given"] },
      { id: "behind", kinds: ["alert"], reasons: ["alert at last place", "refrigerated and not re-iced"] },
      { id: "iced", kinds: ["alert"], reasons: ["alert at destination"] },
      {
        id: "both",
        kinds: ["alert", "overdue"],
        reasons: ["alert at destination", "overdue by 13.4 h against the moved schedule"],
      },
      { id: "warm", kinds: ["alert"], reasons: ["alert at destination"] },
      { id: "overdue", kinds: ["overdue"], reasons: ["overdue by 15.4 h against the moved schedule"] },
    ]);
  });
});
