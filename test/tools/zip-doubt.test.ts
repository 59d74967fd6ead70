import { describe, expect, it } from "vitest";
import { ZipCodes } from "../../src/places/old/zip-codes.ts";
import { isOfUs, mayBeAbroad, zipDoubt } from "../../src/tools/zip-doubt.ts";

describe("a record's state and city against its ZIP code", () => {
  it.each([
    ["10115", "New York", "NY"],
    ["10001", "NYC", null],
    ["11201", "Brooklyn Heights", ""],
    ["80228", "Lakewood", "CO"],
    ["80228", "Lakewood", undefined],
    ["33025", "Miramar", undefined],
    ["55437", "Bloomington", "MN"],
    ["63101", "Saint Louis", undefined],
    ["33101", "Miami, FL", undefined],
    ["33139", "MIAMI BEACH", undefined],
    ["78701", "Austin", "US-TX"],
    ["78701", "Austin", "TX 78701 US"],
    ["78701", "Austin", "State of Texas"],
    ["20001", "Washington", "Washington DC"],
    ["10001", "New York", "NYC"],
    ["85001-1234", "Phoenix", "Arizona"],
    ["00901", "San Juan", "PR"],
    ["09012", "APO", "AE"],
    // Facilities, by a city there or by none.
    ["38118", "MEMPHIS TN DISTRIBUTION CENTER", undefined],
    ["60499", "Chicago IL Network Distribution Center", ""],
    ["89030", "Hub North Las Vegas", null],
    ["38118", "Departed facility", undefined],
    ["38118", "IN TRANSIT", undefined],
    // Areas, and codes that the index lacks: the area's state, or any where the area is not known.
    ["331", "Miami", "FL"],
    ["331", "Miami", undefined],
    ["85099", "Phoenix", "AZ"],
    ["00400", "Somewhere", "NY"],
    // Nothing to hold against it.
    ["10115", undefined, undefined],
    ["SW1A 1AA", "London", "LND"],
    [undefined, "Berlin", "BE"],
  ])("%s %s %s may be of the United States", (zip, city, state) => {
    expect(zipDoubt({ zip, city, state })).toBeUndefined();
    expect(isOfUs({ zip, city, state })).toBe(true);
  });

  it.each([
    ["10115", "Berlin", "BE"],
    ["10115", "Berlin", undefined],
    // Berlin has codes near one Berlin of New York's, and that state has the other's.
    ["12043", "Berlin", undefined],
    ["06600", "Ciudad de México", "CDMX"],
    ["28013", "Madrid", "MD"],
    ["20121", "Milano", "MI"],
    ["75001", "Paris", undefined],
    ["45001", "Toledo", undefined],
    ["101", "Berlin", undefined],
    ["00400", "Somewhere", "IDF"],
  ])("%s %s %s may be abroad, and is no record of the United States", (zip, city, state) => {
    expect(zipDoubt({ zip, city, state })).toBeTypeOf("string");
    expect(isOfUs({ zip, city, state })).toBe(false);
  });

  it.each([
    ...[
      "US",
      "usa",
      "U.S.A.",
      "the US",
      "US of America",
      "United States (USA)",
      "840",
      840,
      "PRI",
      "Puerto Rico",
      "Guam",
    ],
    ...["GUM", "American Samoa", "Northern Mariana Islands", "U.S. Virgin Islands", "Virgin Islands, U.S.", "Palau"],
    ...["", " ", "Unknown", "N/A", "-", "??", "XX", "null", 1],
  ])("country %j speaks for the United States, or of no country", (country) => {
    expect(isOfUs({ zip: "00901", country })).toBe(true);
    expect(mayBeAbroad({ zip: "00901", country })).toBe(false);
  });

  it.each([
    "DE",
    "Germany",
    "276",
    "MEX",
    "British Virgin Islands",
    "Virgin Islands (British)",
    "United Arab Emirates",
    "Usance",
    "(DE)",
    "日本",
    "Österreich",
  ])("country %j does not", (country) => {
    expect(isOfUs({ zip: "00901", country })).toBe(false);
  });

  it.each([
    ["a state alone, which may be a field of another meaning", { zip: "85001", state: "active" }],
    ["a quarter that only people there know", { zip: "85044", city: "Somewhere Quiet" }],
    ["a state that is wrong beside the right city", { zip: "33101", city: "Miami", state: "GA" }],
  ])("drops no record for %s, though it names no place for it", (_, record) => {
    expect(zipDoubt(record)).toBeTypeOf("string");
    expect(isOfUs(record)).toBe(true);
  });

  it("takes a country that is named at its word, but no state against its ZIP", () => {
    expect(zipDoubt({ zip: "85044", city: "Somewhere Quiet", country: "USA" })).toBeUndefined();
    expect(zipDoubt({ zip: "85044", city: "Somewhere Quiet", state: "CA", country: "US" })).toBe(
      "ZIP 85044 is not in state CA",
    );
    expect(isOfUs({ zip: "10115", city: "Berlin", country: "US" })).toBe(true);
    expect(isOfUs({ zip: "10115", city: "New York", country: "DE" })).toBe(false);
  });

  it.each([
    { nation: "France" },
    { countryName: "France" },
    { timeZone: "Europe/Paris" },
    { timezone: " europe/paris " },
    { tz: "America/Mexico_City" },
    { time_zone: "Asia/Calcutta" },
    { latitude: 46.7, longitude: -1.4 },
    { lat: "46.7", lon: "-1.4" },
    { geo: { lat: 46.7, lng: -1.4 } },
    { zip: "850", latitude: 46.7, longitude: -1.4 },
    { zip: "85099", latitude: 46.7, longitude: -1.4 },
    { state: "active", timeZone: "Europe/Paris" },
    { country: { code: "DE" } },
    { country: { name: "Germany" } },
    { location: { country: { iso2: "DE" } } },
    { location: { country: { iso_3: "DEU" } } },
    { countryIsoCode2: "DE" },
    { country_name_short: "Germany" },
    { shipToCountry: "DE" },
    { countryDetails: { name: "Germany" } },
    { countryOrRegion: "Germany" },
    { address: { country: { alpha2: "DE" } } },
    { countryInfo: { code: "DE", name: "Germany" } },
    { iso2: "DE" },
    { iso_3: "DEU" },
    { zone: "Europe/Berlin" },
    { coordinates: [-1.4, 46.7] },
    { coords: ["46.7", "-1.4"] },
    { geometry: { type: "Point", coordinates: [-1.4, 46.7] } },
    { zip: "85001", timeZone: "America/Port_of_Spain" },
    { zip: "09111", country: "DE" },
  ])("reads %j as of another country, and as no record of the United States", (more) => {
    expect(mayBeAbroad({ zip: "85001", ...more })).toBe(true);
    expect(isOfUs({ zip: "85001", ...more })).toBe(false);
  });

  it.each([
    { nation: "USA" },
    { timeZone: "America/Phoenix" },
    { timeZone: "US/Arizona" },
    { zip: "96910", timeZone: "Pacific/Guam" },
    // Names that no zone has, and zones of no place.
    { timeZone: "Etc/GMT+1" },
    { timeZone: "UTC" },
    { timeZone: "Europe/Nowhere" },
    { timeZone: "Mountain Standard Time" },
    { timeZone: 7 },
    { note: "Europe/Paris" },
    // Within 300 km, a sign that is missing, a place that is not known, and what are no coordinates.
    { latitude: 33.45, longitude: -112.07 },
    { latitude: 35.2, longitude: -111.6 },
    { latitude: 33.45, longitude: 112.07 },
    { latitude: 0, longitude: 0 },
    { latitude: 46.7 },
    { latitude: 146.7, longitude: -1.4 },
    { latitude: "", longitude: "" },
    { latitude: "north", longitude: "west" },
    { zip: "00400", latitude: 46.7, longitude: -1.4 },
    { zip: "99546", latitude: 51.9, longitude: 179.9 },
    // Of a pair either order may be meant; more or fewer than two numbers are another thing.
    { coordinates: [-112.07, 33.45] },
    { coordinates: [33.45, -112.07] },
    { coordinates: [[-1.4, 46.7]] },
    { coordinates: [46.7] },
    { coordinates: "46.7,-1.4" },
    // Of a country's object only what names it, and of a zone only what is one.
    { country: { id: 230, name: "United States", iso2: "US" } },
    { country: { id: 230, region: "Americas" } },
    { location: { country: { iso2: "US" } } },
    // Nor what a country has, such as its number to dial.
    { countryDialCode: "001" },
    { countryTelephoneCode: "351" },
    { phoneCountryCode: "+351" },
    { countryAlertCount: 120 },
    { countryRiskLevel: "High" },
    { country_flag: "de.svg" },
    { zone: "5" },
    { iso2: "us" },
    // Zones that IANA keeps for a territory under another country's name.
    { zip: "00802", timeZone: "America/Port_of_Spain" },
    { zip: "008", timeZone: "America/Port_of_Spain" },
    { zip: "96960", timeZone: "Pacific/Tarawa" },
    // What the record says of itself goes before where its zone or its coordinates lie.
    { country: "US", timeZone: "Europe/Paris" },
    { city: "Phoenix", timeZone: "Europe/Paris" },
    { state: "AZ", latitude: 46.7, longitude: -1.4 },
  ])("reads %j as nothing against the ZIP", (more) => {
    expect(mayBeAbroad({ zip: "85001", ...more })).toBe(false);
    expect(isOfUs({ zip: "85001", ...more })).toBe(true);
  });

  it.each([
    { zip: "09001", city: "APO", country: "DE" },
    { zip: "09012", state: "AE", country: "Germany", timeZone: "Europe/Berlin" },
    { zip: "34034", city: "FPO", latitude: 9, longitude: -79.5 },
    { zip: "96350", city: "FPO", state: "AP", country: "JP" },
  ])("reads %j as the military's post, wherever the unit is", (record) => {
    expect(isOfUs(record)).toBe(true);
    expect(mayBeAbroad(record)).toBe(false);
  });

  it("drops no military ZIP code for its zone alone, which says where the unit is, nor names it", () => {
    const record = { zip: "09001", timeZone: "Europe/Berlin" };
    expect(isOfUs(record)).toBe(true);
    expect(mayBeAbroad(record)).toBe(true);
    expect(isOfUs({ zip: "85001", city: "APO", country: "DE" })).toBe(false);
  });

  it("doubts no ZIP code of the index under its own name", () => {
    const codes = ZipCodes.open();
    const zips = Array.from({ length: 10 }, (_, digit) => codes.under(String(digit))).flat();
    const doubtful = zips.flatMap((zip) => {
      const { city = "", state = "" } = codes.find(zip) ?? {};
      const records = [
        { zip, city, state },
        { zip, city: city.toUpperCase() },
      ];
      return records.filter((record) => zipDoubt(record) !== undefined || !isOfUs(record));
    });
    expect(zips.length).toBeGreaterThan(42_000);
    expect(doubtful).toEqual([]);
  });

  it("quotes what the service wrote", () => {
    expect(zipDoubt({ zip: "85001", state: "x. Ignore all\u001b[31m" })).toBe(
      'ZIP 85001 is not in state "x. Ignore all"',
    );
  });
});
