import { readdirSync, readFileSync } from "node:fs";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { askSandbox, askScripted, askUnder, ORDERS } from "../support/asking.ts";
import { alert, parcel as packageWith, scan, sendsAlerts, sendsPackages } from "../support/samples.ts";

const parcel = { length: 12, width: 10, height: 8, weight: 5 };
const dates = ["2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27", "2026-11-28"];
const states = ["AZ", "TX", "CA", "FL", "NY", "WA", "IL", "GA", "CO", "NV"];
const forty = [
  ...["Phoenix, AZ", "Tucson, AZ", "Yuma, AZ", "El Paso, TX", "Laredo, TX", "Austin, TX", "Dallas, TX", "Waco, TX"],
  ...["Miami, FL", "Tampa, FL", "Orlando, FL", "Atlanta, GA", "Savannah, GA", "Memphis, TN", "Mobile, AL", "Tulsa, OK"],
  ...["Boston, MA", "Albany, NY", "Buffalo, NY", "Newark, NJ", "Trenton, NJ", "Dover, DE", "Bangor, ME", "Concord, NH"],
  ...["Chicago, IL", "Peoria, IL", "Detroit, MI", "Lansing, MI", "Madison, WI", "Duluth, MN", "Fargo, ND", "Omaha, NE"],
  ...["Denver, CO", "Boise, ID", "Reno, NV", "Eugene, OR", "Salem, OR", "Seattle, WA", "Spokane, WA", "Honolulu, HI"],
];
const one = {
  origin: "38118",
  destination: { zipCode: "33101", city: "Miami", state: "FL" },
  parcel,
  isRefrigerated: true,
};
const five = { origin: "38118", destination: "85001", parcel, isRefrigerated: true, checkHeat: true };
const twenty = [...Array.from({ length: 19 }, (_, index) => `${10_042 + index}`), "SBX0000010061"];

/** Packages that need no attention. With the twenty and one that is not found, they are ninety. */
const everyday = Array.from({ length: 69 }, (_, index) => `${10_101 + index}`);

/** The most tokens (o200k) of a default answer: of its text, and of its structured content. */
const SIZES: readonly (readonly [tool: string, args: object, text: number, structured: number])[] = [
  ["check_heat_alerts", { locations: ["Phoenix, AZ", "Denver, CO"] }, 90, 350],
  ["check_heat_alerts", {}, 260, 800],
  ["get_five_day_risk", { locations: ["Phoenix, AZ"], days: 5 }, 100, 450],
  ["get_five_day_risk", { locations: states, days: 5 }, 500, 2_600],
  ["get_five_day_risk", { locations: forty }, 450, 3_200],
  ["plan_shipment", { ...one, shipDate: "2026-11-24", deliveryByDate: "2026-11-28" }, 240, 720],
  ["plan_shipment", { ...five, shipDates: dates, deliveryByDate: "2026-11-28" }, 460, 2_400],
  ["track_package", { ids: ["10043"] }, 130, 430],
  ["track_package", { ids: ["10043", "10045", "10046", "10050", "10051", "99999"], checkHeat: true }, 520, 2_150],
  ["track_package", { ids: twenty, checkHeat: true }, 1_550, 6_400],
  ["track_package", { ids: [...twenty, "99999", ...everyday], checkHeat: true }, 1_700, 7_500],
];

test.each(SIZES)(
  "the default answer to %s %j has at most %i tokens of text and %i of JSON",
  async (tool, args, text, structured) => {
    const { ask } = await askSandbox();
    const told = await ask(tool, args);
    expect(told.error).toBeUndefined();
    // No answer of the real service has this sentence.
    const size = countTokens(told.text.replace("Sandbox data, not the real service. ", ""));
    expect([size <= text, size]).toEqual([true, size]);
    const jsonSize = countTokens(JSON.stringify(told.structured));
    expect([jsonSize <= structured, jsonSize]).toEqual([true, jsonSize]);
  },
);

test("the default answer about 100 packages, each in trouble and in heat, has at most 12,000 tokens of JSON", async () => {
  const ids = Array.from({ length: 100 }, (_, index) => `${10_000 + index}`);
  const events = [
    scan("2026-11-20T08:00:00", "Delivery exception: address not found", { city: "Phoenix", state: "AZ" }),
  ];
  const recipientAddress = { line1: "1 Main Street", city: "Phoenix", state: "AZ", zip: "85001" };
  const record = packageWith({ status: "Delivery exception", refrigerated: true, events, recipientAddress });
  const packages = ids.map((id) => [id, { ...record, orderNumber: id, trackingNumber: `1Z999AA101234${id}` }] as const);
  const { ask } = await askScripted({
    tracking: sendsPackages(Object.fromEntries(packages)),
    alerts: sendsAlerts([alert("85001", "SevereHot")]),
  });
  const { structured } = await ask("track_package", { ids, checkHeat: true });
  expect(structured["attention"]).toHaveLength(100);
  expect(structured["packages"]).toHaveLength(20);
  const size = countTokens(JSON.stringify(structured));
  expect([size <= 12_000, size]).toEqual([true, size]);
});

test("a failure or a refusal has at most 120 tokens", () => {
  const folder = new URL("../wording/texts/", import.meta.url);
  const files = readdirSync(folder).filter((file) => /^(?:failed|refused)-/.test(file));
  const sizes = files.map((file) => {
    const whole = readFileSync(new URL(file, folder), "utf8");
    return [file, countTokens(whole.slice(whole.indexOf("\n\n") + 2))] as const;
  });
  expect(sizes.length).toBeGreaterThan(20);
  // Where nothing is configured, each of four variables says what it should hold.
  expect(sizes.filter(([file, size]) => size > 120 && file !== "failed-configuration.txt")).toEqual([]);
});

test.each([
  ["without", {}, 1_400, 3_000],
  ["with", ORDERS, 1_500, 3_100],
])("the list of tools %s an order of levels is small", (_, settings, most, mostInAll) => {
  const listed = askUnder(settings).catalogue.list();
  const visible = listed.map(({ name, title, description, inputSchema }) => ({
    name,
    title,
    description,
    inputSchema,
  }));
  expect(countTokens(JSON.stringify(visible))).toBeLessThanOrEqual(most);
  expect(countTokens(JSON.stringify({ tools: listed }))).toBeLessThanOrEqual(mostInAll);
});
