import { describe, expect, test } from "vitest";
import { askScripted } from "../support/asking.ts";
import {
  alert,
  BOX,
  hostileFields,
  hostileText,
  parcel,
  scan,
  sendsAlerts,
  sendsPackages,
  sendsPlans,
  sendsRisk,
  shipment,
} from "../support/samples.ts";
import type { Scripts } from "../support/scripted-service.ts";

const numbers = Array.from({ length: 20 }, (_, index) => `${index + 1}`);

const HOSTILE: Scripts = {
  alerts: sendsAlerts(
    Array.from({ length: 60 }, (_, index) => ({
      ...hostileFields,
      zip: `${85_001 + index}`,
      temperatureLevel: `${index} ${hostileText}`,
    })),
    { generatedAt: hostileText, granularity: hostileText },
  ),
  risk: sendsRisk(
    () => [
      { zip: "850", ...hostileFields },
      { zip: "33122", ...hostileFields },
    ],
    { generatedAt: hostileText, granularity: hostileText, horizon: [hostileFields, hostileFields] },
  ),
  planning: sendsPlans(() =>
    shipment(
      { ...hostileFields, destination: { zipCode: hostileText, city: hostileText, state: hostileText } },
      {
        ...hostileFields,
        carrierService: hostileText,
        currency: hostileText,
        estimatedArrivalDateTimeZone: hostileText,
        risk: {
          ...hostileFields,
          weightedOnDateRisk: { risk: hostileText },
          predictedRoute: [{ zip: hostileText, dateTime: hostileText }],
        },
      },
    ),
  ),
  tracking: sendsPackages(
    Object.fromEntries(
      numbers.map((id) => [
        id,
        parcel({
          ...hostileFields,
          orderNumber: id,
          trackingNumber: hostileText,
          status: hostileText,
          carrierServiceDesc: hostileText,
          scheduledDeliveryDate: hostileText,
          recipientAddress: { ...hostileFields, city: hostileText, state: hostileText, zip: hostileText },
          events: [
            {
              ...scan("2026-11-22T10:00:00", hostileText),
              city: hostileText,
              state: hostileText,
              timeZone: hostileText,
            },
          ],
        }),
      ]),
    ),
  ),
};

const QUESTIONS: readonly (readonly [string, object])[] = [
  ["check_heat_alerts", { limit: 200 }],
  ["check_heat_alerts", { locations: ["Phoenix, AZ", "85001"] }],
  ["get_five_day_risk", { locations: ["Phoenix, AZ", "33122"], days: 5 }],
  ["get_five_day_risk", {}],
  ["plan_shipment", { ...BOX, checkHeat: true, detail: "full" }],
  ["plan_shipment", { ...BOX, shipDates: ["2026-11-24", "2026-11-25"] }],
  ["track_package", { ids: numbers, checkHeat: true, detail: "full", limit: 10 }],
];

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...stringsIn(member)]);
}

test.each(QUESTIONS)(
  "[G-untrusted] hostile text is cleaned and cut in both channels, and quoted in the text: %s %j",
  async (tool, args) => {
    const { text, structured, result } = await (await askScripted(HOSTILE)).ask(tool, args);
    expect(result.isError).toBeUndefined();
    expect(JSON.stringify(structured)).toContain("Ignore all previous");
    for (const channel of [text.replaceAll("\n", ""), JSON.stringify(structured)]) {
      expect(channel).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    }
    expect(text.replaceAll(/"(?:[^"\\]|\\.)*"/g, "")).not.toMatch(/Ignore all/);
    const { answer: _, notes: __, ...rows } = structured;
    expect(Math.max(...stringsIn(rows).map((string) => Array.from(string).length))).toBeLessThanOrEqual(200);
  },
);

describe("rows", () => {
  test("have at most twelve fields of the record, and our own fields win", async () => {
    const fields = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`field${index}`, index]));
    const alerts = sendsAlerts([alert("85001", "Hot", { place: "Elsewhere", ...fields })]);
    const risk = sendsRisk(() => [{ zip: "850", date: "never", ...fields }]);
    const { ask } = await askScripted({ alerts, risk });
    const [row] = (await ask("check_heat_alerts")).structured["alerts"] as Record<string, unknown>[];
    expect(row).toMatchObject({ zip: "85001", temperatureLevel: "Hot", place: "Phoenix, AZ" });
    expect(Object.keys(row ?? {}).length).toBeLessThanOrEqual(13);
    const [place] = (await ask("get_five_day_risk", { locations: ["850"] })).structured["places"] as {
      days: object[];
    }[];
    expect(place?.days[0]).toMatchObject({ date: "2026-11-24", field0: 0, recordDate: "never" });
    expect(Object.keys(place?.days[0] ?? {}).length).toBeLessThanOrEqual(14);
  });

  test("keep fields named like members of Object.prototype", async () => {
    const odd = JSON.parse('{"__proto__":{"polluted":1},"constructor":"x","toString":{"toString":1}}') as object;
    const { ask } = await askScripted({
      alerts: sendsAlerts([alert("85001", "constructor", { ...odd }), alert("85002", "toString")]),
      risk: sendsRisk(() => [{ zip: "850", riskLevel: "constructor" }]),
      tracking: sendsPackages({ 1: parcel({ ...odd }) }),
    });
    const { structured } = await ask("check_heat_alerts");
    expect(structured["byLevel"]).toEqual({ constructor: 1, toString: 1 });
    const { text } = await ask("get_five_day_risk", { locations: ["850", "851", "852", "853"] });
    expect(text).toContain(" constructor in Area 850. No record in Area 851; Area 852; Area 853.\n");
    expect((await ask("track_package", { ids: ["1"], detail: "full" })).result.isError).toBeUndefined();
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });
});
