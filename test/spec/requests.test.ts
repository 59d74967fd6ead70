import { describe, expect, test } from "vitest";
import { askScripted } from "../support/asking.ts";
import { alertsBody, BOX, parcel, riskBody, shipment } from "../support/samples.ts";
import { valueAt, withValue } from "./path.ts";
import { QUESTIONS } from "./questions.ts";

const answers = {
  alerts: () => ({ status: 200, json: alertsBody }),
  risk: () => ({ status: 200, json: riskBody }),
  planning: () => ({ status: 200, json: shipment() }),
  tracking: () => ({ status: 200, json: parcel() }),
};

/** An address with every field of service.md 2.3. */
const address = (zipCode: string, city: string, state: string) => ({
  zipCode,
  line1: `1 ${city} Street`,
  line2: `Suite ${city}`,
  city,
  state,
  country: "US",
  name: `${city} Person`,
  company: `${city} Company`,
  phone: "+1 555 0100",
  email: `${state}@example.com`,
  isResidential: true,
});

/** Arguments of plan_shipment that use every field of service.md 4.4. */
const planArguments = {
  externalShipmentId: "order-77",
  origin: address("38118", "Memphis", "TN"),
  destination: address("85001", "Phoenix", "AZ"),
  parcel: { length: 12, width: 10.5, height: 8, weight: 5.25, predefinedPackage: "CoolBox" },
  shipDate: "2026-11-24",
  deliveryByDate: "2026-11-28",
  isSignatureRequired: true,
  isRefrigerated: true,
  forceRetrieveRates: true,
};

/** One tool call, and the requests that the products receive. */
async function requestsOf(tool: string, args: Readonly<Record<string, unknown>>) {
  const { ask, service } = await askScripted(answers);
  expect((await ask(tool, args)).error).toBeUndefined();
  return service.received.filter((request) => request.route !== "token");
}

test("[4.1-access_token] [4-bearer] [5.1-bearer] [5-scopes-open] [5.5-implicit] the token is in every request, and none names a scope", async () => {
  const token = () => ({ status: 200, json: { access_token: "the-token", expires_in: 86_400 } });
  const { ask, service } = await askScripted({ ...answers, token });
  for (const [, tool, args] of QUESTIONS) await ask(tool, args);
  const sent = service.received.map(({ route, headers }) => [route, headers.authorization]);
  expect(sent).toEqual([["token", undefined], ...QUESTIONS.map(([product]) => [product, "Bearer the-token"])]);
  for (const { body, url } of service.received) expect(`${body} ${url.href}`).not.toMatch(/scope/i);
});

describe("a request to a product", () => {
  test("[4.2-path] [9.1-v1] [4.2-minLevel] [4.2-pageSize] asks for alerts below /v1 with the level as given", async () => {
    const [request] = await requestsOf("check_heat_alerts", { minLevel: "SevereHot" });
    expect(request).toMatchObject({ method: "GET", body: "" });
    expect(request?.url.pathname).toBe("/risk/v1/temperature-alerts");
    expect(request?.url.searchParams.get("minLevel")).toBe("SevereHot");
    expect(request?.url.searchParams.get("pageSize")).toMatch(/^\d+$/);
  });

  test("[4.3-path] [4.3-granularity] [4.3-date] asks for risk below /v1 with granularity and date", async () => {
    const [request] = await requestsOf("get_five_day_risk", { granularity: "zip5", date: "2026-11-24" });
    expect(request?.method).toBe("GET");
    expect(request?.url.pathname).toBe("/risk/v1/risk-levels");
    expect(Object.fromEntries(request?.url.searchParams ?? [])).toEqual({ granularity: "zip5", date: "2026-11-24" });
  });

  test.each<[string, object, readonly string[]]>([
    ["check_heat_alerts", { locations: ["85001"] }, ["minLevel", "pageSize", "page"]],
    ["get_five_day_risk", { locations: ["85001"] }, ["granularity", "date"]],
    ["plan_shipment", BOX, []],
    ["track_package", { ids: ["10045"] }, []],
  ])(
    "[4-query-open] of %s has no query parameter that is not shown, but the page that must be tried",
    async (tool, args, shown) => {
      const [request] = await requestsOf(tool, { ...args });
      expect([...(request?.url.searchParams.keys() ?? [])].filter((name) => !shown.includes(name))).toEqual([]);
    },
  );

  test("[4.4-path] [9.1-shipments] [4-json] plans by one JSON POST to /shipments, without a version", async () => {
    const [request, ...others] = await requestsOf("plan_shipment", BOX);
    expect(others).toEqual([]);
    expect(request?.method).toBe("POST");
    expect(request?.headers["content-type"]).toMatch(/^application\/json/);
    expect(request?.url.pathname).toBe("/plan/shipments");
  });

  const fields = [
    ...["[4.4-externalShipmentId]", "[4.4-origin]", "[4.4-destination]", "[4.4-parcel]", "[4.4-shipDate]"],
    ...["[4.4-deliveryByDate]", "[4.4-isSignatureRequired]", "[4.4-isRefrigerated]", "[4.4-forceRetrieveRates]"],
  ];
  test("plans with each field as given", async () => {
    const [request] = await requestsOf("plan_shipment", { ...planArguments, detail: "full", checkHeat: false });
    expect(JSON.parse(request?.body ?? "")).toEqual(planArguments);
    expect(Object.keys(planArguments).toSorted()).toEqual(fields.map((cited) => cited.slice(5, -1)).toSorted());
  });

  test("[4-required-open] [4.4-shipDate-default] [2.3-country-default] adds no field that the caller leaves out", async () => {
    const [request] = await requestsOf("plan_shipment", BOX);
    expect(JSON.parse(request?.body ?? "")).toEqual({
      ...BOX,
      origin: { zipCode: BOX.origin },
      destination: { zipCode: BOX.destination },
    });
  });

  test.each(["10045", "1Z 999/8", "é"])("[4.5-path] [4.5-id] [9.1-v1] looks %s up as given", async (id) => {
    const [request] = await requestsOf("track_package", { ids: [id] });
    expect(request?.method).toBe("GET");
    expect(request?.url.pathname).toBe(`/track/v1/packages/${encodeURIComponent(id)}`);
  });
});

test.each([
  ["[8.5-externalShipmentId]", "externalShipmentId", "x".repeat(51), "x".repeat(50)],
  ["[8.5-zipCode]", "destination.zipCode", "850011", "85001"],
  ["[8.5-state]", "origin.state", "TEN", "TN"],
  ["[8.5-country]", "destination.country", "U", "US"],
])("%s %s is refused as %j before anything is sent, and sent as %j", async (_cite, path, outside, within) => {
  const { ask, service } = await askScripted(answers);
  const refused = await ask("plan_shipment", withValue(planArguments, path, outside));
  expect(refused.error).toMatchObject({ kind: "invalid_arguments" });
  expect(refused.text).toContain(path);
  expect(service.received).toEqual([]);
  await ask("plan_shipment", withValue(planArguments, path, within));
  expect(valueAt(JSON.parse(service.requests("planning")[0]?.body ?? "{}"), path)).toBe(within);
});
