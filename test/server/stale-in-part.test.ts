import { describe, expect, test } from "vitest";
import { loadConfig } from "../../src/config.ts";
import { createLog } from "../../src/runtime/log.ts";
import type { ToolResult } from "../../src/server/boundary.ts";
import { createCatalogue } from "../../src/server/catalogue.ts";
import { envelope, startScripted } from "../support/client.ts";
import type { Received, Route, Scripted } from "../support/scripted-service.ts";
import { parcel } from "../tools/samples.ts";
import { noon, ROUTE_ARGS, routed } from "../tools/written-route.ts";

const BROKEN: Scripted = { status: 500, json: {} };

const SCRIPTS: Partial<Record<Route, () => Scripted>> = {
  alerts: () => ({ status: 200, json: envelope(["38118"]) }),
  risk: () => ({ status: 200, json: envelope(["381"], { granularity: "zip3" }) }),
  planning: () => ({ status: 200, json: routed(noon) }),
  tracking: () => ({ status: 200, json: parcel({}) }),
};

/** The tools over a service that answers, and from `broken` on fails at what `isBroken` says; memory is fresh for a second. */
async function startBreaking(isBroken: (route: Route, request: Received) => boolean, broken = BROKEN) {
  let isLate = false;
  const scripts = Object.entries(SCRIPTS).map(([route, script]) => [
    route,
    (request: Received) => (isLate && isBroken(route as Route, request) ? broken : script()),
  ]);
  const ttls = { COLDROUTE_RISK_TTL_S: "1", COLDROUTE_ALERTS_TTL_S: "1" };
  const { service, api, clock } = await startScripted(Object.fromEntries(scripts), ttls);
  const config = loadConfig({ ...service.environment, ...ttls });
  const log = createLog({ level: "silent" });
  const catalogue = createCatalogue({ config, api: async () => api, clock, random: () => 0, log });
  const call = async (tool: string, args: object): Promise<ToolResult> => {
    const result = await catalogue.call(tool, args, { signal: new AbortController().signal });
    if ("noSuchTool" in result) throw new Error(result.noSuchTool);
    return result;
  };
  const breakDown = () => {
    isLate = true;
    clock.advance(180_000);
  };
  return { call, breakDown };
}

/** The first and the last line, the same in both channels. */
function framed({ content, structuredContent }: ToolResult): readonly [opening: string, closing: string] {
  const lines = content[0].text.split("\n");
  const notes = structuredContent?.["notes"] as readonly string[];
  const frame = [lines[0] ?? "", lines.at(-1) ?? ""] as const;
  expect([notes[0], notes.at(-1)]).toEqual(frame);
  return frame;
}

const WHOLE = "STALE: the service could not answer just now (status 500); what follows was read up to 3 min ago.";
const PART =
  "STALE: part of what follows is from memory, read up to 3 min ago, since the service could not answer it just now (status 500); ";

describe("an answer of which only a part is from memory opens with STALE (DESIGN 4, memory), and says what is live", () => {
  test.each(["alerts", "risk"])("a plan, which must not be created again, beside old %s", async (old) => {
    const { call, breakDown } = await startBreaking((route) => route === old);
    await call("plan_shipment", ROUTE_ARGS);
    breakDown();
    const [opening, closing] = framed(await call("plan_shipment", ROUTE_ARGS));
    expect(opening).toBe(`${PART}the plan is live and exists: do not create it again.`);
    expect(closing).toBe("Live, in part STALE · 2 billable requests.");
  });

  test("several plans", async () => {
    const { call, breakDown } = await startBreaking((route) => route === "risk");
    const args = { ...ROUTE_ARGS, shipDates: ["2027-07-13", "2027-07-14"] };
    await call("plan_shipment", args);
    breakDown();
    const [opening] = framed(await call("plan_shipment", args));
    expect(opening).toBe(`${PART}the plans are live and exist: do not create them again.`);
  });

  test("packages beside old alerts", async () => {
    const { call, breakDown } = await startBreaking((route) => route === "alerts");
    await call("check_heat_alerts", {});
    breakDown();
    const [opening, closing] = framed(await call("track_package", { ids: ["10045"], checkHeat: true }));
    expect(opening).toBe(`${PART}tracking is live.`);
    expect(closing).toBe("Live, in part STALE · 1 billable request.");
  });

  test("one day of risk beside an old one", async () => {
    const { call, breakDown } = await startBreaking((_, { url }) => url.searchParams.get("date") === "2027-07-10");
    const args = { date: "2027-07-10", days: 2 };
    await call("get_five_day_risk", args);
    breakDown();
    const [opening, closing] = framed(await call("get_five_day_risk", args));
    expect(opening).toBe(`${PART}no other day is older.`);
    expect(closing).toMatch(/^Live, in part STALE · data of .* · 1 billable request\.$/);
  });
});

describe("an answer that is from memory as a whole", () => {
  test("says so, though what could not be used in its stead was billed", async () => {
    const { call, breakDown } = await startBreaking(() => true, { status: 200, raw: "<html>" });
    const args = { date: "2027-07-10", days: 2 };
    await call("get_five_day_risk", args);
    breakDown();
    const [opening, closing] = framed(await call("get_five_day_risk", args));
    expect(opening).toMatch(
      /^STALE: the service could not answer just now .*; what follows was read up to 3 min ago\.$/,
    );
    expect(closing).toMatch(/^STALE · data of .* · 4 billable requests\.$/);
  });

  test.each([
    ["check_heat_alerts", {}],
    ["get_five_day_risk", { date: "2027-07-10" }],
    ["get_five_day_risk", { date: "2027-07-10", days: 2 }],
  ])("says so: %s %j", async (tool, args) => {
    const { call, breakDown } = await startBreaking(() => true);
    await call(tool, args);
    breakDown();
    const [opening, closing] = framed(await call(tool, args));
    expect(opening).toBe(WHOLE);
    expect(closing).toMatch(/^STALE · data of .* · 0 billable requests\.$/);
  });
});
