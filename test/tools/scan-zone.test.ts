import { beforeAll, describe, expect, it } from "vitest";
import { loadZones, wallAt } from "../../src/domain/zone.ts";
import { ZipCodes } from "../../src/places/old/zip-codes.ts";
import { packageFacts } from "../../src/tools/package-facts.ts";

beforeAll(loadZones);

/** When a scan was at 2026-07-09 09:00, or another time, in `timeZone` at a place, or why that is not known. */
function scannedAt(timeZone: string, place: object, eventDateTime = "2026-07-09T09:00:00"): string | undefined {
  const event = { eventDateTime, timeZone, ...place };
  const { scans } = packageFacts("1", { orderNumber: "1", events: [event] }, Date.UTC(2026, 6, 10), false);
  const { instantMs, doubt, written } = scans[0]?.time ?? {};
  expect(written).toMatchObject({ wallMs: Date.parse(`${eventDateTime}Z`) });
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
    ["Central Standard Time", { city: "Regina", state: "SK" }],
    ["Central Standard Time", { city: "Regina", province: "SK" }],
    ["Mountain Standard Time", { province: "AZ" }],
    ["Mountain Standard Time", { state: "N/A", province: "AZ" }],
    ["CST", { state: "-", province: "SH" }],
    ["CT", { city: "Regina", state: "SK", country: "CA" }],
    ["Central Time", { city: "Regina", country: "Canada" }],
    ["Mountain Standard Time", { city: "Fort St John", state: "BC" }],
    ["Eastern Standard Time", { city: "Atikokan", state: "ON" }],
    ["CST6CDT", { city: "Winnipeg", state: "MB" }],
    ["Central Standard Time", { city: "Monterrey", state: "NL" }],
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
    // The neighbours' abbreviations have the same hours.
    ["CST", { city: "Regina", state: "SK" }, "2026-07-09T15:00"],
    ["CST", { city: "Regina", province: "SK" }, "2026-07-09T15:00"],
    ["AST", { city: "Blanc-Sablon", state: "QC", country: "CA" }, "2026-07-09T13:00"],
    ["CST", { city: "Monterrey", state: "NL" }, "2026-07-09T15:00"],
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

describe("Mountain Standard Time, which is Arizona's all year to some and Denver's to others", () => {
  it.each([
    [{ city: "Phoenix", state: "AZ" }],
    [{ city: "Phoenix", state: "Arizona" }],
    [{ city: "Phoenix" }],
    [{ city: "PHOENIX AZ DISTRIBUTION CENTER", state: "" }],
    // The ZIP speaks against its state.
    [{ city: "Phoenix", state: "AZ", zip: "80202" }],
  ])("is none in summer at %j", (place) => {
    expect(scannedAt("Mountain Standard Time", place)).toBe("unknown zone");
    expect(scannedAt(" mountain  standard time", place)).toBe("unknown zone");
    expect(scannedAt("Mountain Standard Time", place, "2026-03-08T02:30:00")).toBe("unknown zone");
    expect(scannedAt("Mountain Standard Time", place, "2026-11-01T01:30:00")).toBe("unknown zone");
    expect(scannedAt("Mountain Standard Time", place, "2026-01-09T09:00:00")).toBe("2026-01-09T16:00");
    expect(scannedAt("MST", place)).toBe("2026-07-09T16:00");
    expect(scannedAt("US Mountain Standard Time", place)).toBe("2026-07-09T16:00");
  });

  it.each([
    [{ city: "Phoenix", state: "AZ", zip: "85001" }, "2026-07-09T16:00"],
    [{ zipCode: "85001-1234" }, "2026-07-09T16:00"],
    // The Navajo Nation keeps summer time.
    [{ city: "Window Rock", state: "AZ", zip: "86515" }, "2026-07-09T15:00"],
    [{ city: "Denver", state: "CO" }, "2026-07-09T15:00"],
    [{ city: "Phoenix", state: "CO" }, "2026-07-09T15:00"],
    [{ city: "Denver", state: "CO", zip: "80202" }, "2026-07-09T15:00"],
    [{}, "2026-07-09T15:00"],
  ])("is told by the place %j", (place, instant) => {
    expect(scannedAt("Mountain Standard Time", place)).toBe(instant);
  });
});

describe("what CLDR, and with it Java, calls a zone", () => {
  const codes = ZipCodes.open();
  const places = new Set(
    codes.under("").flatMap((zip) => {
      const { zone, state } = codes.find(zip) ?? {};
      return zone === undefined ? [] : `${zone} ${state}`;
    }),
  );

  it.each([...places].map((place) => place.split(" ")))(
    "never gives another instant: %s in %s",
    (id = "", state = "") => {
      for (const month of [0, 6]) {
        const instantMs = Date.UTC(2026, month, 9, 18);
        const wall = new Date(wallAt({ id }, instantMs)).toISOString().slice(0, 19);
        for (const timeZoneName of ["long", "longGeneric", "short", "shortGeneric"] as const) {
          const format = new Intl.DateTimeFormat("en-US", { timeZone: id, timeZoneName });
          const name = format.formatToParts(instantMs).find(({ type }) => type === "timeZoneName")?.value ?? "";
          expect([new Date(instantMs).toISOString().slice(0, 16), "unknown zone"]).toContain(
            scannedAt(name, { state }, wall),
          );
        }
      }
    },
  );
});
