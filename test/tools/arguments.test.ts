import { describe, expect, test } from "vitest";
import { askScripted } from "../support/asking.ts";
import { BOX, sendsAlerts, sendsPlans, sendsRisk, shipment } from "../support/samples.ts";

/** The tools over a service that answers every request, and the requests that it received. */
async function startAnswering() {
  const { ask, service } = await askScripted({
    alerts: sendsAlerts([]),
    risk: sendsRisk(() => []),
    planning: sendsPlans(() => shipment()),
  });
  return { ask, received: service.received };
}

/** The text of a refusal. Fails if anything was sent. */
async function refusal(tool: string, args: unknown): Promise<string> {
  const { ask, received } = await startAnswering();
  const { text, error, usage } = await ask(tool, args);
  expect(error).toEqual({ kind: "invalid_arguments", retryable: false });
  expect(received).toEqual([]);
  expect(usage).toMatchObject({ requests: 0, billableRequests: 0 });
  return text;
}

const [alerts, risk, plan, track] = [
  "check_heat_alerts",
  "get_five_day_risk",
  "plan_shipment",
  "track_package",
] as const;
const elevenIds = Array.from({ length: 11 }, (_, index) => `${10_042 + index}`);
const boxOf = (parcel: object) => ({ ...BOX, parcel: { ...BOX.parcel, ...parcel } });

describe("a refusal names the parameter, quotes the value, and computes what to send", () => {
  test.each([
    [plan, boxOf({ length: "30 cm" }), 'parcel.length: "30 cm"', "send 11.8, and every side in inches"],
    [plan, boxOf({ width: "0.5m" }), 'parcel.width: "0.5m"', "send 19.7"],
    [plan, boxOf({ height: "2,5 ft." }), 'parcel.height: "2,5 ft."', "send 30"],
    [plan, boxOf({ weight: "2 kg" }), 'parcel.weight: "2 kg"', "send 4.4"],
    [plan, boxOf({ weight: "80 oz" }), 'parcel.weight: "80 oz"', "send 5"],
    [plan, boxOf({ weight: "3 pounds 4 oz" }), 'parcel.weight: "3 pounds 4 oz"', "send 3.25"],
    [plan, boxOf({ weight: "2 lbs, 8 ounces" }), 'parcel.weight: "2 lbs, 8 ounces"', "send 2.5"],
    [plan, boxOf({ length: "1' 6\"" }), "parcel.length: ", "send 18"],
    [plan, boxOf({ length: "1 foot 6 inches" }), "parcel.length: ", "send 18"],
    // A thousand and a half, or one and a half: no number is offered.
    [plan, boxOf({ weight: "1,500 lb" }), 'parcel.weight: "1,500 lb" should be a number of pounds, not text.', ""],
    [plan, boxOf({ length: "1,000 in" }), 'parcel.length: "1,000 in" should be a number of inches, not text.', ""],
    [plan, { ...BOX, shipDate: "today" }, 'shipDate: "today"', "2026-11-23"],
    [plan, { ...BOX, shipDate: ["2026-11-24", "2026-11-25"] }, "shipDate: ", "not a list: give shipDates."],
    [plan, { ...BOX, destination: ["33101", "85001"] }, "destination: ", "should be one value, not a list"],
    [risk, { date: "2026-11-31" }, '"2026-11-31" is not a date', "that month ends on 2026-11-30"],
    [plan, { ...BOX, shipDate: "2028-02-30" }, '"2028-02-30" is not a date', "that month ends on 2028-02-29"],
    [plan, { ...BOX, shipDates: ["2026-11-24", "Friday"] }, 'shipDates: "Friday"', "2026-11-27"],
    [risk, { date: "next monday" }, 'date: "next monday"', "2026-11-30"],
    [risk, { date: "11/26/2026" }, 'date: "11/26/2026"', "2026-11-26"],
    [risk, { date: "2026/11/26" }, 'date: "2026/11/26"', "2026-11-26"],
  ])("%s %j", async (tool, args, quoted, correction) => {
    const text = await refusal(tool, args);
    expect(text).toContain(quoted);
    expect(text).toContain(correction);
  });

  test("a number that is sent as the refusal says is understood", async () => {
    const text = await refusal(plan, boxOf({ length: "30 cm", weight: "2 kg" }));
    const [length, weight] = [...text.matchAll(/send ([\d.]+)(?:,|$)/gm)].map(([, number]) => number);
    const { ask } = await startAnswering();
    expect((await ask(plan, boxOf({ length, weight }))).error).toBeUndefined();
  });
});

test.each([
  [plan, { ...BOX, destination: "Unit B2C, 1 King Street, Toronto, ON M5V 2T6" }, "holds a Canadian postal code"],
  [plan, boxOf({ length: "a foot" }), '"a foot" should be a number of inches, not text'],
  [risk, { date: "soon" }, '"soon" should be a date written yyyy-MM-dd'],
  [risk, { date: "2026-13-30" }, '"2026-13-30" should be a date'],
  [plan, { ...BOX, isRefrigerated: "yes" }, 'isRefrigerated: "yes" should be true or false, not text'],
  [plan, { ...BOX, detail: "FULL" }, 'detail: "FULL" should be "brief" or "full"'],
  [plan, boxOf({ weight: "3 pounds 4 apples" }), "should be a number of pounds, not text"],
])("a refusal suggests no value if none follows from the value: %s %j", async (tool, args, quoted) => {
  const text = await refusal(tool, args);
  expect(text).toContain(quoted);
  expect(text).not.toMatch(/: send /);
});

describe("what is refused", () => {
  test.each(["N/A", "null", "none", "-", "?"])("the placeholder %j", async (text) => {
    const destination = { zipCode: "33101", city: text, line2: text };
    const told = await refusal(plan, { ...boxOf({ predefinedPackage: text }), destination });
    for (const name of ["destination.city", "destination.line2", "parcel.predefinedPackage"])
      expect(told).toContain(`${name}: "${text}" is a placeholder: leave it out`);
  });

  test.each([{ city: "Miami" }, { state: "FL" }, { line1: "1 Main St" }, { country: "US" }])(
    "the address %j",
    async (destination) => {
      const told =
        "destination: has no ZIP: ask the user. If there is none, send an Address with line1, city and state.";
      expect(await refusal(plan, { ...BOX, destination })).toContain(told);
    },
  );

  test.each([
    [plan, boxOf({ weight: 1_001 }), "parcel.weight: 1001"],
    [plan, boxOf({ height: -1 }), "parcel.height: -1"],
    [plan, { ...BOX, destination: {} }, "destination: is missing"],
    [plan, { ...BOX, destination: { country: "ES" } }, "destination: has no ZIP: ask the user, or send a city"],
    [plan, { ...BOX, destination: "1 Main St, Miami, FL" }, "has no ZIP: ask the user. If there is none, send"],
    [plan, { ...BOX, destination: { zipCode: "850011" } }, '"850011" has 6 digits; a US ZIP has five: ask the user'],
    [plan, { ...BOX, destination: { zipCode: "33101", citty: "Miami" } }, "no field citty; did you mean city? It has"],
    [plan, { ...BOX, quantity: 2, chekcHeat: true }, "did you mean checkHeat? It has"],
    [track, { ids: elevenIds, detail: "full" }, "detail: full takes 10 packages at most, not 11"],
    [track, { ids: elevenIds, detail: "full", limit: 11 }, "set limit 10, or ask for fewer"],
    [plan, { ...BOX, destination: "850" }, 'destination: "850" is only a ZIP prefix'],
    [
      plan,
      { ...BOX, shipDate: "2026-11-21" },
      '"2026-11-21" is past everywhere in the US: today is Mon 2026-11-23 UTC',
    ],
    [plan, { ...BOX, shipDates: ["2026-11-21", "2026-11-24"] }, 'shipDates: "2026-11-21" is past'],
    [plan, { ...BOX, deliveryByDate: "2026-11-21T12:00" }, 'deliveryByDate: "2026-11-21" is past'],
    [plan, boxOf({ unit: "cm" }), "parcel has no field unit; use inches and pounds."],
    [
      plan,
      { ...BOX, destination: "99999" },
      '"99999" is not a known ZIP: ask the user. If it is right, send it as an Address',
    ],
    [plan, { ...BOX, destination: { zipCode: "99999", state: "AK" } }, 'destination.zipCode: "99999" is not a known'],
    [plan, { ...BOX, destination: "Jo Doe 555-0100, 1 Oak St 33101" }, "Put name and phone in their own fields"],
    [plan, { ...BOX, destination: { zipCode: "33101", line1: "x".repeat(201) } }, "should have at most 200 characters"],
    [plan, { ...BOX, destination: { zipCode: "33101", state: "Flroida" } }, 'destination.state: "Flroida"'],
    [plan, { ...BOX, destination: { zipCode: "331011" } }, 'destination.zipCode: "331011"'],
    [plan, { ...BOX, destination: { zipCode: "33101", country: "Spane" } }, 'destination.country: "Spane"'],
    [plan, { ...BOX, destination: { zipCode: "85001", country: "Guam" } }, "is not the country of 85001 Phoenix, AZ"],
    [plan, { ...BOX, externalShipmentId: "x".repeat(51) }, "externalShipmentId"],
    [
      plan,
      { ...BOX, shipDate: "2026-11-24", shipDates: ["2026-11-25", "2026-11-26"] },
      "cannot be combined with shipDates",
    ],
    [
      plan,
      { ...BOX, externalShipmentId: "7", shipDates: ["2026-11-25", "2026-11-26"] },
      "cannot be combined with shipDates",
    ],
    [
      plan,
      { ...BOX, shipDates: ["2026-11-24", "2026-11-30"], deliveryByDate: "2026-11-28" },
      "before the ship date 2026-11-30",
    ],
    [track, { ids: Array.from({ length: 101 }, () => "1") }, "at most 100 items"],
    [track, { ids: ["1"], limit: 101 }, "limit: 101"],
    [track, { ids: ["..", "1"] }, '".." is not an order or tracking number'],
    [track, { ids: ["#, ;"] }, "should hold a number"],
    [alerts, { limit: -1 }, "limit: -1"],
    [alerts, { limit: 201 }, "limit: 201"],
    [alerts, { locations: ["everywhere"] }, "leave locations out"],
    [alerts, { city: "Phoenix" }, "did you mean locations?"],
    [alerts, { colour: "red" }, "colour: is not a parameter of check_heat_alerts"],
    [risk, { days: 6 }, "days: 6"],
  ])("%s %j", async (tool, args, told) => {
    expect(await refusal(tool, args)).toContain(told);
  });
});

test.each([
  [
    plan,
    {},
    ["destination: is missing (zipCode", "parcel: is missing (weight,", "origin: is missing (ask where it ships from"],
  ],
  [
    plan,
    {
      from: "38118",
      destination: { zip: "33101", state: "Flroida" },
      parcel: { weight: "2 kg", units: "metric" },
      shipDate: "2026-11-26",
      deliveryByDate: "2026-11-25",
    },
    [
      "from: is not a parameter of plan_shipment; did you mean origin?",
      "destination has no field zip; did you mean zipCode?",
      'destination.state: "Flroida" is not a US state',
      'parcel.weight: "2 kg" should be a number of pounds, not text: send 4.4',
      "parcel has no field units; use inches and pounds",
      "parcel.length: is missing",
      "parcel.width: is missing",
      "parcel.height: is missing",
      "origin: is missing",
      'deliveryByDate: "2026-11-25" is before the ship date 2026-11-26',
    ],
  ],
  [
    plan,
    { ...BOX, origin: "38118-12", ship_to: "33101" },
    ["origin: ", "ship_to: is not a parameter of plan_shipment; did you mean destination?"],
  ],
])("a refusal tells all problems at once, each once: %s %j", async (tool, args, problems) => {
  const text = await refusal(tool, args);
  for (const problem of problems) expect(text).toContain(problem);
  expect(text).toContain(`${problems.length} problems:`);
});

test.each([
  [
    plan,
    { ...BOX, parcel: '{"length":12,"width":"10","height":8,"weight":" 5.5 "}', destination: ' {"zipCode":33101} ' },
  ],
  [plan, { ...BOX, parcel: { weight: 5, predefinedPackage: "SmallBox" }, shipDates: "2026-11-24" }],
  [plan, { ...BOX, destination: { city: "Miami", state: "FL" } }],
  [plan, { ...BOX, destination: { city: "Panama City", country: "PA" } }],
  [plan, { ...BOX, destination: { zipCode: "00901", country: "PR", state: "PR" } }],
  [plan, { ...BOX, destination: { zipCode: "20095", country: "DE" } }],
  [plan, { ...BOX, shipDate: "2027-11-20" }],
  [plan, { ...BOX, parcel: { length: 0, width: "0", height: 0, weight: 5, predefinedPackage: "SmallBox" } }],
  [plan, { ...BOX, shipDates: ["2026-11-24", "", null, "2026-11-25"] }],
  [plan, { ...BOX, destination: "1 Long  Road,\tNome, AK  99999" }],
  [plan, { ...BOX, origin: "38118-0001", destination: "17 Ocean Drive, Miami FL 33101, United States" }],
  [track, { trackingNumbers: 10_045 }],
  [track, { ids: [...Array.from({ length: 100 }, (_, at) => `${at}`), ""] }],
])("unambiguous arguments are understood: %s %j", async (tool, args) => {
  const { ask } = await startAnswering();
  const { error } = await ask(tool, args);
  expect(error?.["kind"]).not.toBe("invalid_arguments");
});

test.each([
  [risk, { granularity: "zip-3" }, "granularity=zip3"],
  [risk, { granularity: "ZIP 5" }, "granularity=zip5"],
  [risk, { granularity: "county" }, "granularity=county"],
  [alerts, { minLevel: "severe hot" }, "minLevel=SevereHot"],
  [alerts, { minLevel: "warm" }, "minLevel=warm"],
])("a documented name is sent as the service writes it, and another as it is: %s %j", async (tool, args, sent) => {
  const { ask, received } = await startAnswering();
  await ask(tool, args);
  expect(received.at(-1)?.url.search).toContain(sent);
});
