import { beforeAll, describe, expect, it } from "vitest";
import { loadZones } from "../../src/domain/zone.ts";
import { packageFacts } from "../../src/tools/package-facts.ts";

beforeAll(loadZones);

/** When a scan was at 2026-07-09 09:00 in `timeZone` at a place, or why that is not known. */
function scannedAt(timeZone: string, place: object): string | undefined {
  const event = { eventDateTime: "2026-07-09T09:00:00", timeZone, ...place };
  const { scans } = packageFacts("1", { orderNumber: "1", events: [event] }, Date.UTC(2026, 6, 10), false);
  const { instantMs, doubt, written } = scans[0]?.time ?? {};
  expect(written).toMatchObject({ wallMs: Date.UTC(2026, 6, 9, 9) });
  return instantMs === undefined ? doubt : new Date(instantMs).toISOString().slice(0, 16);
}

describe("the name of a US zone beside a place", () => {
  it.each([
    ["CST", { city: "Shanghai", state: "SH" }],
    ["CST", { city: "Memphis", state: "TN", country: "CN" }],
    ["PST", { city: "Manila", state: "NCR" }],
    ["EST", { city: "Sydney", state: "NSW", country: "AU" }],
    ["Eastern Standard Time", { city: "Sydney", countryCode: "AUS" }],
    ["EST5EDT", { state: "NSW" }],
    // No summer time is kept there, which the name holds.
    ["Central Standard Time", { city: "Monterrey", state: "NLE", country: "MX" }],
    ["CST", { city: "Darwin", state: "NT" }],
    ["CST", { city: "Shanghai", state: "200000 SH" }],
    ["CST", { state: "Shanghai, China" }],
    ["CST", { state: "Milano MI" }],
    ["CST", { state: "中国" }],
    ["CST", { city: "Memphis", state: "TN", country: "中国" }],
    ["CST", { city: "Toronto", state: "ON", countryId: "CA", countryCode: "CN" }],
  ])("is none: %s at %j", (zone, place) => {
    expect(scannedAt(zone, place)).toBe("unknown zone");
  });

  it.each([
    ["CST", { city: "Chicago", state: "IL" }, "2026-07-09T15:00"],
    ["CST", { city: "MEMPHIS", state: "Tennessee", country: "US" }, "2026-07-09T15:00"],
    ["CST", { city: "Memphis" }, "2026-07-09T15:00"],
    // Facilities, and cities whose namesake abroad is larger.
    ["CST", { city: "MEMPHIS TN DISTRIBUTION CENTER", state: "" }, "2026-07-09T15:00"],
    ["Central Standard Time", { city: "Memphis Hub" }, "2026-07-09T14:00"],
    ["CST", { city: "Birmingham" }, "2026-07-09T15:00"],
    ["CST", { city: "Nowhere at all", state: "US-TX" }, "2026-07-09T15:00"],
    ["CST", { city: "Shanghai", country: "US" }, "2026-07-09T15:00"],
    ["CST", {}, "2026-07-09T15:00"],
    ["AST", { city: "San Juan", state: "PR", country: "PR" }, "2026-07-09T13:00"],
    // The neighbours' zones have the same names and hours.
    ["EST", { city: "Toronto", state: "ON" }, "2026-07-09T14:00"],
    ["MST", { city: "Calgary", state: "AB", country: "CA" }, "2026-07-09T16:00"],
    ["CST", { city: "Monterrey", state: "NLE", country: "Mexico" }, "2026-07-09T15:00"],
    // However the country is keyed.
    ["EST", { city: "Toronto", state: "ON", countryId: "CA" }, "2026-07-09T14:00"],
    ["EST", { city: "Toronto", country: { code: "CA" } }, "2026-07-09T14:00"],
    ["EST", { city: "Toronto", countryName: "Canada", countryCode: "124" }, "2026-07-09T14:00"],
    ["EST", { address: { country: "CA" } }, "2026-07-09T14:00"],
    ["CST", { city: "Chicago", state: "IL", country: "(US)" }, "2026-07-09T15:00"],
    ["CST", { city: "Chicago", country: "US_IL" }, "2026-07-09T15:00"],
    // What means the same everywhere.
    ["UTC", { city: "Shanghai", country: "CN" }, "2026-07-09T09:00"],
    ["+08:00", { city: "Shanghai", country: "CN" }, "2026-07-09T01:00"],
    ["Asia/Shanghai", { city: "Shanghai", country: "CN" }, "2026-07-09T01:00"],
  ])("is one: %s at %j", (zone, place, instant) => {
    expect(scannedAt(zone, place)).toBe(instant);
  });

  it.each([
    ["38118", "MEMPHIS TN DISTRIBUTION CENTER", "2026-07-09T14:00"],
    ["38118", "Departed facility", "2026-07-09T14:00"],
    ["38118", "Toronto Hub", "no zone"],
    ["38118", "Nashville Hub", "no zone"],
    ["10115", "Berlin Hub", "no zone"],
    ["85221", "Dachau Depot", "no zone"],
    ["85049", "Ingolstadt", "no zone"],
    ["90001", "Centro de la Luz", "no zone"],
  ])("is that of the ZIP where none is given, unless the city speaks against it: %s %s", (zip, city, instant) => {
    expect(scannedAt("", { zip, city })).toBe(instant);
  });

  it.each([
    "US",
    "USA",
    "N/A",
    "XX",
    "--",
    "Unknown",
    "0",
    "",
    "TN 38118",
    "tn-38118",
    "TN US",
    "TN-US",
    "TN, USA",
    "US-TN",
    "US_TN",
    "TN 38118 US",
    "Memphis, TN 38118, USA",
    "38118 TN",
    "38118",
    "State of Tennessee",
    "Washington DC",
    "APO AE",
    "(US)",
    "NYC",
    "PR",
  ])("is one beside the state %j, which is none abroad", (state) => {
    expect(scannedAt("CST", { city: "In Transit", state })).toBe("2026-07-09T15:00");
  });
});
