import { describe, expect, test } from "vitest";
import { askSandbox, askScripted } from "../support/asking.ts";
import { alert, BOX, parcel, sendsAlerts, sendsPackages, sendsPlans, sendsRisk, shipment } from "../support/samples.ts";
import { problem } from "../support/scripted-service.ts";

const HALF_HOUR_MS = 1_800_000;

/** The tools over a service that fails after `breakDown`, which also moves the clock by half an hour. */
async function startBreaking() {
  let isDown = false;
  const alerts = sendsAlerts([alert("85001", "SevereHot")]);
  const risk = sendsRisk(() => [{ zip: "850", riskLevel: "Severe" }]);
  const asking = await askScripted({
    alerts: (request) => (isDown ? problem(503, "req-9") : alerts(request)),
    risk: (request) =>
      isDown && request.url.searchParams.get("date") === "2026-11-24" ? problem(503, "req-9") : risk(request),
    tracking: sendsPackages({ 1: parcel() }),
    planning: sendsPlans(() => shipment()),
  });
  const breakDown = async (): Promise<void> => {
    isDown = true;
    await asking.clock.advance(HALF_HOUR_MS);
  };
  return { ...asking, breakDown };
}

describe("the source of an answer", () => {
  test("is live, then cached with its age, and costs nothing the second time", async () => {
    const { ask, clock } = await startBreaking();
    const first = await ask("check_heat_alerts");
    expect(first.structured["source"]).toEqual({
      data: "live",
      dataOf: "2026-11-23T08:03:00Z",
      now: "2026-11-23T08:24:00Z",
      billableRequests: 1,
    });
    expect(first.usage).toMatchObject({ requests: 1, cached: false, stale: false, requestIds: ["alerts-1"] });
    await clock.advance(40_000);
    const second = await ask("check_heat_alerts", { locations: ["85001"] });
    expect(second.structured["source"]).toMatchObject({ data: "cached", ageSeconds: 40, billableRequests: 0 });
    expect(second.usage).toMatchObject({ requests: 0, cached: true, ageSeconds: 40 });
  });

  test("has the bill of the day where it is limited, in both channels", async () => {
    const found = sendsPackages({ 1: parcel(), 2: parcel() });
    const { ask } = await askScripted(
      {
        tracking: (request) => (request.url.pathname.endsWith("/lost") ? "reset" : found(request)),
        planning: sendsPlans(() => shipment()),
      },
      { COLDROUTE_BILLABLE_LIMIT: "200" },
    );
    // The lost package is asked for twice, and perhaps billed twice.
    await ask("track_package", { ids: ["1", "2", "lost"] });
    const { structured, text } = await ask("plan_shipment", BOX);
    expect(text).toMatch(/billed 1, 5 of 200 today by this process\.$/);
    expect(structured["source"]).toMatchObject({ billedToday: 5, dailyLimit: 200, countedBy: "this process" });
  });

  test.each([
    ["check_heat_alerts", {}],
    ["get_five_day_risk", { locations: ["850"] }],
  ])("is stale if the service fails, and the answer of %s opens with STALE", async (tool, args) => {
    const { ask, breakDown } = await startBreaking();
    await ask(tool, args);
    await breakDown();
    const { structured, usage } = await ask(tool, args);
    expect(structured["answer"]).toMatch(/^STALE, data of 2026-11-23 08:03Z, read 30 min ago \(unavailable \(503\)/);
    expect(structured["source"]).toMatchObject({ data: "stale", ageSeconds: 1_800, billableRequests: 0 });
    expect(usage).toMatchObject({ stale: true });
  });

  test("is stale if one of two days is", async () => {
    const { ask, breakDown } = await startBreaking();
    await ask("get_five_day_risk", { locations: ["850"], days: 2 });
    await breakDown();
    const { structured } = await ask("get_five_day_risk", { locations: ["850"], days: 2 });
    expect(structured["answer"]).toMatch(/^STALE, /);
    expect(structured["source"]).toMatchObject({ data: "stale", billableRequests: 1 });
  });

  test("covers the tool's own data: packages are live beside stale alerts", async () => {
    const { ask, breakDown } = await startBreaking();
    await ask("check_heat_alerts");
    await breakDown();
    const { structured, usage } = await ask("track_package", { ids: ["1"], checkHeat: true });
    expect(structured["source"]).toEqual({ data: "live", now: expect.any(String), billableRequests: 1 });
    expect(structured["answer"]).toMatch(/^STALE alerts, data of [-0-9]+ 08:03Z, read 30 min ago/);
    expect(structured["packages"]).toMatchObject([{ heat: { stale: true, dataOf: "2026-11-23T08:03:00Z" } }]);
    expect(usage).toMatchObject({ stale: true, ageSeconds: 1_800 });
  });

  test("covers the tool's own data: a plan is live beside stale alerts, which are marked", async () => {
    const { ask, breakDown } = await startBreaking();
    await ask("check_heat_alerts");
    await breakDown();
    const { structured, text } = await ask("plan_shipment", { ...BOX, checkHeat: true });
    expect(structured).toMatchObject({ source: { data: "live" }, alertsNow: { stale: true } });
    expect(text).toMatch(/STALE( alerts)?, data of [-0-9]+ 08:03Z, read 30 min ago/);
  });

  test("counts what may have been billed", async () => {
    const tracking = sendsPackages({ 1: parcel(), 2: "reset" });
    const { structured } = await (await askScripted({ tracking })).ask("track_package", { ids: ["1", "2"] });
    expect(structured["source"]).toMatchObject({ data: "live", billableRequests: 1, maybeBilled: 2 });
  });

  test("marks the sandbox's data in both channels and in refusals", async () => {
    const { ask } = await askSandbox();
    const { structured, text } = await ask("track_package", { ids: ["10043"] });
    expect(structured["source"]).toMatchObject({ sandbox: true });
    expect(text).toContain("Sandbox data, not the real service.");
    expect((await ask("track_package", {})).text).toContain("Sandbox data, not the real service.");
  });
});
