import { describe, expect, it } from "vitest";
import { readArguments } from "../../src/server/arguments.ts";
import { inputSchema } from "../../src/server/json-schema.ts";
import { failureWords } from "../../src/tools/failure-text.ts";
import { tools } from "../../src/tools/index.ts";
import type { Tool } from "../../src/tools/tool.ts";

function tool(name: string): Tool {
  const found = tools.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no tool ${name}`);
  return found;
}

function read(name: string, args: object) {
  return readArguments(tool(name), inputSchema(tool(name)), args);
}

/** The refusal as a model reads it. */
function refusal(name: string, args: object): string {
  const outcome = read(name, args);
  if (outcome.ok) throw new Error(`taken: ${JSON.stringify(outcome.value)}`);
  const { what, next } = failureWords(outcome.failure, tool(name).examples);
  return `${what} ${next}`;
}

const plan = {
  origin: "38118",
  destination: { zipCode: "33101", state: "FL" },
  parcel: { length: 12, width: 10, height: 8, weight: 5 },
};

describe("arguments that are refused, each by its name and with a good value", () => {
  it.each([
    ["[8.5-state] a state of three letters", { ...plan, destination: { state: "FLA" } }, "destination.state", '"FL"'],
    ["[8.5-country] a country of three", { ...plan, destination: { country: "USA" } }, "destination.country", '"US"'],
    ["[8.5-zipCode] six characters", { ...plan, origin: { zipCode: "K1A 0B1" } }, "origin.zipCode", '"38118"'],
    ["a four-digit ZIP", { ...plan, destination: "2134" }, "destination", "02134"],
    ["a four-digit zipCode", { ...plan, destination: { zipCode: "2134" } }, "destination.zipCode", "02134"],
    ["an address without any field", { ...plan, destination: {} }, "destination", "ZIP"],
    [
      "a destination whose ZIP is in another state than it says",
      { ...plan, destination: { city: "Phoenix", state: "AZ", zipCode: "33101" } },
      "destination",
      "contradicts itself: ZIP 33101 is Miami, FL, not AZ",
    ],
    [
      "an origin whose ZIP is, as JSON",
      { ...plan, origin: JSON.stringify({ state: "ny", zipCode: "38118-0001", country: "US" }) },
      "origin",
      "contradicts itself: ZIP 38118 is Memphis, TN, not NY",
    ],
    [
      "a state that is none here",
      { ...plan, destination: { zipCode: "10115", state: "ZZ" } },
      "destination.state",
      "no state of",
    ],
    [
      "one of a country that is not named",
      { ...plan, origin: { zipCode: "10115", city: "Berlin", state: "BE" } },
      "origin.state",
      "for an address abroad name its country",
    ],
    [
      "a ZIP prefix",
      { ...plan, destination: { zipCode: "331", state: "GA" } },
      "destination.zipCode",
      "all five digits",
    ],
    [
      "a postal code of letters, and no country",
      { ...plan, destination: { zipCode: "K1A0B" } },
      "destination.zipCode",
      "is not a five-digit ZIP code; for an address abroad name its country",
    ],
    ["no destination", { parcel: plan.parcel }, "destination", "33101"],
    [
      "[8.5-externalShipmentId] 51 characters",
      { ...plan, externalShipmentId: "x".repeat(51) },
      "externalShipmentId",
      "order-10045",
    ],
    ["a negative weight", { ...plan, parcel: { ...plan.parcel, weight: -1 } }, "parcel.weight", "5"],
    ["[8.5-weight] over 1000 lb", { ...plan, parcel: { ...plan.parcel, weight: 1000.1 } }, "parcel.weight", "5"],
    ["no weight", { ...plan, parcel: { length: 1, width: 1, height: 1 } }, "parcel.weight", "5"],
    ["a side of nothing", { ...plan, parcel: { ...plan.parcel, length: 0 } }, "parcel.length", "12"],
    [
      "no height and no predefined package",
      { ...plan, parcel: { length: 1, width: 1, weight: 1 } },
      "parcel.height",
      "8",
    ],
    ["a day that is none", { ...plan, shipDate: "2026-02-30" }, "shipDate", "2026-07-09"],
    [
      "a deadline before the ship date",
      { ...plan, shipDate: "2026-07-10", deliveryByDate: "2026-07-09" },
      "deliveryByDate",
      "2026-07-10",
    ],
    ["an unknown parameter", { ...plan, insurance: true }, "insurance", 'a good value: origin: "38118"'],
    ["an unknown part of an address", { ...plan, destination: { zip: "33101" } }, "destination.zip", "not known"],
    ["an unknown part of a parcel", { ...plan, parcel: { ...plan.parcel, girth: 3 } }, "parcel.girth", "not known"],
  ])("%s", (_, args, parameter, value) => {
    const text = refusal("plan_shipment", args);
    expect(text).toContain(`${parameter}:`);
    expect(text).toContain(value);
    expect(text).toContain("Nothing was sent");
  });

  it.each([
    ["track_package", { ids: [] }, "ids"],
    ["track_package", { ids: [" "] }, "ids.0"],
    ["track_package", { ids: ["10045", ".."] }, "ids.1"],
    ["track_package", { ids: ["."] }, "ids.0"],
    ["track_package", { ids: ["10045\u202e"] }, "ids.0"],
    ["track_package", { ids: ["x".repeat(101)] }, "ids.0"],
    ["track_package", { ids: Array.from({ length: 21 }, (_, index) => `1${index}`) }, "ids"],
    ["track_package", { ids: ["1"], events: "some" }, "events"],
    ["check_heat_alerts", { locations: ["8500"] }, "locations.0"],
    ["check_heat_alerts", { locations: ["850011234"] }, "locations.0"],
    ["check_heat_alerts", { locations: ["Springfield"] }, "locations.0"],
    ["check_heat_alerts", { limit: 201 }, "limit"],
    ["check_heat_alerts", { limit: 0 }, "limit"],
    ["get_five_day_risk", { days: 6 }, "days"],
    ["get_five_day_risk", { days: 1.5 }, "days"],
    ["get_five_day_risk", { date: "10.07.2026" }, "date"],
    ["get_five_day_risk", { date: "2026-02-30" }, "date"],
  ])("%s %j", (name, args, parameter) => {
    expect(refusal(name, args)).toContain(`${parameter}:`);
  });

  it("show what to write where an alias contradicts its parameter", () => {
    const text = refusal("track_package", { ids: ["1"], trackingNumber: "2" });
    expect(text).toContain("trackingNumber: ");
    expect(text).toContain('(a good value: ids: ["10045"])');
  });

  it("name every problem of a call at once", () => {
    const text = refusal("plan_shipment", { ...plan, destination: { state: "FLA", country: "USA" }, shipDate: "soon" });
    for (const name of ["destination.state", "destination.country", "shipDate"]) expect(text).toContain(`${name}:`);
  });
});

describe("arguments that are understood", () => {
  it.each([
    ["check_heat_alerts", { locations: "85001-1234" }, { locations: ["85001"] }],
    ["check_heat_alerts", { locations: ["zip 85001", " Phoenix,  AZ "] }, { locations: ["85001", "Phoenix, AZ"] }],
    ["check_heat_alerts", { locations: [85001, " 850 ", "85001"] }, { locations: ["85001", "850"] }],
    ["check_heat_alerts", { limit: "50" }, { limit: 50 }],
    ["get_five_day_risk", {}, { days: 1, granularity: "zip3" }],
    ["track_package", { trackingNumber: 10045 }, { ids: ["10045"], events: "latest" }],
    ["track_package", { orderNumber: "10045" }, { ids: ["10045"], events: "latest" }],
    ["track_package", { id: "A/B Ç" }, { ids: ["A/B Ç"], events: "latest" }],
    ["track_package", { ids: ["1", "1", " 1"] }, { ids: ["1"], events: "latest" }],
  ])("%s %j", (name, args, expected) => {
    expect(read(name, args)).toEqual({ ok: true, value: expected });
  });

  it("[2.3-zipCode] a bare ZIP or an address as JSON text", () => {
    const args = {
      ...plan,
      origin: 38118,
      destination: JSON.stringify({ zipCode: "33101-0001", email: "a@b.example" }),
    };
    expect(read("plan_shipment", args)).toMatchObject({
      ok: true,
      value: { origin: { zipCode: "38118" }, destination: { zipCode: "33101", email: "a@b.example" } },
    });
  });

  it("[2.4-predefinedPackage] a predefined package needs no sides", () => {
    const parcel = { predefinedPackage: "SomeBox", weight: "5" };
    expect(read("plan_shipment", { ...plan, parcel })).toMatchObject({
      ok: true,
      value: { parcel: { predefinedPackage: "SomeBox", weight: 5 } },
    });
  });

  it.each([0, 1000])("a weight at a bound, %d lb", (weight) => {
    const parcel = { ...plan.parcel, weight };
    expect(read("plan_shipment", { ...plan, parcel })).toMatchObject({ ok: true, value: { parcel } });
  });

  it.each([
    ["a ZIP that nobody knows", { zipCode: "00000", state: "AZ" }],
    ["a postal code of letters abroad", { zipCode: "SW1A", city: "London", country: "GB" }],
    ["a state abroad", { zipCode: "10115", city: "Berlin", state: "BE", country: "DE" }],
    ["military mail", { zipCode: "09012", city: "APO", state: "AE" }],
    ["another country", { zipCode: "28013", city: "Madrid", state: "MD", country: "ES" }],
    ["a city that the post calls otherwise", { zipCode: "33101", city: "Coral Gables", state: "FL" }],
    ["a city elsewhere, without its state", { zipCode: "33101", city: "Phoenix" }],
    ["a state in small letters", { zipCode: "20002", city: "Washington", state: "dc" }],
    ["a territory under its own country code", { zipCode: "00901", state: "PR", country: "PR" }],
    ["no ZIP", { city: "Phoenix", state: "AZ" }],
  ])("an address of which nothing is certain to be wrong: %s", (_, address) => {
    const given = { origin: address, destination: address };
    expect(read("plan_shipment", { ...plan, ...given })).toMatchObject({ ok: true, value: given });
  });

  it("a short postal code abroad, where four digits are no damaged ZIP", () => {
    const destination = { zipCode: "1010", country: "AT" };
    expect(read("plan_shipment", { ...plan, destination })).toMatchObject({ ok: true, value: { destination } });
  });
});
