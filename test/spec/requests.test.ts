import { describe, expect, test } from "vitest";
import { startTools } from "./ask.ts";
import { alertsBody, leastPlanArguments, packageBody, planArguments, riskBody, shipmentBody } from "./bodies.ts";
import { valueAt } from "./path.ts";

const answers = {
  alerts: () => ({ status: 200, json: alertsBody }),
  risk: () => ({ status: 200, json: riskBody }),
  planning: () => ({ status: 200, json: shipmentBody }),
  tracking: () => ({ status: 200, json: packageBody }),
};

/** One tool call, and the requests of the service that it caused. */
async function requestsOf(tool: string, args: Readonly<Record<string, unknown>>) {
  const { ask, service } = await startTools(answers);
  const result = await ask(tool, args);
  expect(result.isError).toBeUndefined();
  return service.received.filter((request) => request.route !== "token");
}

describe("the token exchange", () => {
  test("[4.1-path] [4.1-grant_type] [4.1-client_id] [4.1-client_secret] [4.1-audience] [5.2-grant] is one JSON POST", async () => {
    const { ask, service } = await startTools(answers);
    await ask("track_package", { ids: ["10045"] });
    const [exchange] = service.requests("token");
    expect(exchange).toMatchObject({
      method: "POST",
      headers: { "content-type": expect.stringMatching(/^application\/json/) },
    });
    expect(exchange?.url.pathname).toBe("/auth/oauth/token");
    expect(JSON.parse(exchange?.body ?? "")).toEqual({
      grant_type: "client_credentials",
      client_id: "client",
      client_secret: "the-client-secret",
      audience: "urn:scripted:public-api",
    });
  });

  test("[5-scopes-open] [5.5-implicit] names no scope, whichever product is asked", async () => {
    const { ask, service } = await startTools(answers);
    await ask("check_heat_alerts", {});
    await ask("get_five_day_risk", {});
    await ask("plan_shipment", leastPlanArguments);
    await ask("track_package", { ids: ["10045"] });
    expect(service.received).toHaveLength(5);
    for (const { body, url } of service.received) expect(`${body} ${url.href}`).not.toMatch(/scope/i);
  });

  test("[5.5-audience] leaves the audience out where only tracking is used", async () => {
    const { ask, service } = await startTools(answers, { COLDROUTE_AUDIENCE: "", COLDROUTE_TOOLS: "track_package" });
    expect((await ask("track_package", { ids: ["10045"] })).isError).toBeUndefined();
    expect(JSON.parse(service.requests("token")[0]?.body ?? "")).not.toHaveProperty("audience");
  });

  test("[4.1-access_token] [4-bearer] [5.1-bearer] its token is in every request, and it carries none itself", async () => {
    const token = () => ({ status: 200, json: { access_token: "the-token", expires_in: 86_400 } });
    const { ask, service } = await startTools({ ...answers, token });
    await ask("check_heat_alerts", {});
    await ask("get_five_day_risk", {});
    await ask("plan_shipment", leastPlanArguments);
    await ask("track_package", { ids: ["10045"] });
    const sent = service.received.map(({ route, headers }) => [route, headers.authorization]);
    expect(sent).toEqual([
      ["token", undefined],
      ["alerts", "Bearer the-token"],
      ["risk", "Bearer the-token"],
      ["planning", "Bearer the-token"],
      ["tracking", "Bearer the-token"],
    ]);
  });

  test("[4.1-expires_in] [5.4-life] [8.4-life] a token of 24 hours is used for its life, then exchanged anew", async () => {
    const { ask, clock, service } = await startTools(answers);
    for (const hours of [0, 12, 11.5]) {
      clock.advance(hours * 3_600_000);
      await ask("track_package", { ids: ["10045"] });
    }
    expect(service.requests("token")).toHaveLength(1);
    clock.advance(3_600_000);
    await ask("track_package", { ids: ["10045"] });
    expect(service.requests("token")).toHaveLength(2);
    expect(service.requests("tracking").at(-1)?.headers.authorization).toBe("Bearer token-number-2");
  });
});

describe("requests to the products", () => {
  test("[4.2-path] [9.1-v1] [4.2-minLevel] [4.2-pageSize] ask for alerts below /v1 with the level as given", async () => {
    const [request] = await requestsOf("check_heat_alerts", { minLevel: "SevereHot" });
    expect(request).toMatchObject({ method: "GET", body: "" });
    expect(request?.url.pathname).toBe("/risk/v1/temperature-alerts");
    expect(request?.url.searchParams.get("minLevel")).toBe("SevereHot");
    expect(request?.url.searchParams.get("pageSize")).toMatch(/^\d+$/);
  });

  test("[4.3-path] [4.3-granularity] [4.3-date] ask for risk below /v1 with granularity and date", async () => {
    const [request] = await requestsOf("get_five_day_risk", { granularity: "zip5", date: "2026-07-10" });
    expect(request?.method).toBe("GET");
    expect(request?.url.pathname).toBe("/risk/v1/risk-levels");
    expect(Object.fromEntries(request?.url.searchParams ?? [])).toEqual({ granularity: "zip5", date: "2026-07-10" });
  });

  test("[4-query-open] send no query parameter that is not shown, but the page that must be tried", async () => {
    const [alerts] = await requestsOf("check_heat_alerts", { locations: ["85001"] });
    expect(["minLevel", "pageSize", "page"]).toEqual(
      expect.arrayContaining([...(alerts?.url.searchParams.keys() ?? [])]),
    );
    const [risk] = await requestsOf("get_five_day_risk", { locations: ["85001"] });
    expect(["granularity", "date"]).toEqual(expect.arrayContaining([...(risk?.url.searchParams.keys() ?? [])]));
    const [plan] = await requestsOf("plan_shipment", leastPlanArguments);
    const [lookup] = await requestsOf("track_package", { ids: ["10045"] });
    expect([plan?.url.search, lookup?.url.search]).toEqual(["", ""]);
  });

  test("[4.4-path] [9.1-shipments] [4-json] plan by a JSON POST to /shipments, without a version", async () => {
    const [request, ...others] = await requestsOf("plan_shipment", leastPlanArguments);
    expect(others).toEqual([]);
    expect(request).toMatchObject({
      method: "POST",
      headers: { "content-type": expect.stringMatching(/^application\/json/) },
    });
    expect(request?.url.pathname).toBe("/plan/shipments");
  });

  test.each([
    ["[4.4-externalShipmentId]", "externalShipmentId"],
    ["[4.4-origin]", "origin"],
    ["[4.4-destination]", "destination"],
    ["[4.4-parcel]", "parcel"],
    ["[4.4-shipDate]", "shipDate"],
    ["[4.4-deliveryByDate]", "deliveryByDate"],
    ["[4.4-isSignatureRequired]", "isSignatureRequired"],
    ["[4.4-isRefrigerated]", "isRefrigerated"],
    ["[4.4-forceRetrieveRates]", "forceRetrieveRates"],
  ])("%s send %s as given", async (_cite, field) => {
    const [request] = await requestsOf("plan_shipment", planArguments);
    expect(valueAt(JSON.parse(request?.body ?? ""), field)).toEqual(valueAt(planArguments, field));
  });

  test("[4-required-open] [4.4-shipDate-default] [2.3-country-default] add no field that the caller left out", async () => {
    const [request] = await requestsOf("plan_shipment", leastPlanArguments);
    expect(JSON.parse(request?.body ?? "")).toEqual(leastPlanArguments);
  });

  test("[4.5-path] [4.5-id] [9.1-v1] look a package up by the number as given, whichever it is", async () => {
    for (const id of ["10045", "1Z 999/8", "é"]) {
      const [request] = await requestsOf("track_package", { ids: [id] });
      expect(request?.method).toBe("GET");
      expect(request?.url.pathname).toBe(`/track/v1/packages/${encodeURIComponent(id)}`);
    }
  });
});
