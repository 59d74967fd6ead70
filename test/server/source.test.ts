import { describe, expect, test } from "vitest";
import { loadConfig } from "../../src/config.ts";
import { createLog } from "../../src/runtime/log.ts";
import { createCatalogue } from "../../src/server/catalogue.ts";
import { alertsBody, leastPlanArguments, packageBody, riskBody, shipmentBody } from "../spec/bodies.ts";
import { startScripted } from "../support/client.ts";
import type { Received, Route, Scripted } from "../support/scripted-service.ts";

const BODIES: Partial<Record<Route, object>> = {
  alerts: alertsBody,
  risk: riskBody,
  planning: shipmentBody,
  tracking: { ...packageBody, deliveryDate: null },
};
const PLAN = { ...leastPlanArguments, checkHeat: true };
const TRACK = { ids: ["10045"], checkHeat: true };
const RISK = { date: "2027-07-10", days: 2 };

const BROKEN: Scripted = { status: 500, json: {} };

/** The answer to a second call of a tool, minutes after the first, when the service fails at what `isBroken` says. */
async function secondAnswer(
  tool: string,
  args: object,
  isBroken: (route: Route, request: Received) => boolean,
  broken = BROKEN,
) {
  let isLate = false;
  const scripts = Object.entries(BODIES).map(([route, json]) => [
    route,
    (request: Received) => (isLate && isBroken(route as Route, request) ? broken : { status: 200, json }),
  ]);
  const ttls = { COLDROUTE_RISK_TTL_S: "1", COLDROUTE_ALERTS_TTL_S: "1" };
  const { service, api, clock } = await startScripted(Object.fromEntries(scripts), ttls);
  const config = loadConfig({ ...service.environment, ...ttls });
  const log = createLog({ level: "silent" });
  const catalogue = createCatalogue({ config, api: async () => api, clock, random: () => 0, log });
  const call = async () => {
    const result = await catalogue.call(tool, args, { signal: new AbortController().signal });
    if ("noSuchTool" in result) throw new Error(result.noSuchTool);
    return result.structuredContent ?? {};
  };
  await call();
  isLate = true;
  clock.advance(180_000);
  return call();
}

describe("an answer with a part from memory that the service cannot renew (DESIGN 4, memory)", () => {
  test.each([
    ["a plan beside old alerts", "plan_shipment", PLAN, "alerts", { alertsNow: { stale: true } }],
    ["a plan beside old risk", "plan_shipment", PLAN, "risk", { alertsNow: { stale: false } }],
    ["a package beside old alerts", "track_package", TRACK, "alerts", { packages: [{ heat: { stale: true } }] }],
  ])("%s is live itself and says STALE of that part", async (_, tool, args, old, part) => {
    const { answer, source, notes, ...told } = await secondAnswer(tool, args, (route) => route === old);
    expect(source).toMatchObject({ data: "live" });
    expect(told).toMatchObject(part);
    expect([answer, ...(notes as string[])].join(" ")).toMatch(/STALE( heat)?, read 3 min ago/);
  });

  test.each([
    ["alerts", "check_heat_alerts", {}, () => true],
    ["one day of risk", "get_five_day_risk", { ...RISK, days: 1 }, () => true],
    ["two days of risk", "get_five_day_risk", RISK, () => true],
    [
      "one day of risk beside a live one",
      "get_five_day_risk",
      RISK,
      (_: Route, { url }: Received) => url.searchParams.get("date") === RISK.date,
    ],
  ])("%s are STALE as a whole", async (_, tool, args, isBroken) => {
    const { answer, source } = await secondAnswer(tool, args, isBroken);
    expect(source).toMatchObject({ data: "stale" });
    expect(answer).toMatch(/^STALE, read 3 min ago/);
  });

  test("names what was billed for an answer that could not be used", async () => {
    const unusable: Scripted = { status: 200, raw: "<html>" };
    const { source } = await secondAnswer("get_five_day_risk", { ...RISK, days: 1 }, () => true, unusable);
    expect(source).toMatchObject({ data: "stale", billableRequests: 2 });
  });
});
