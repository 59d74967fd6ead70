import { describe, expect, it } from "vitest";
import { checkHeatAlerts } from "../../src/tools/check-heat-alerts.ts";
import { planShipment } from "../../src/tools/plan-shipment.ts";
import { trackPackage } from "../../src/tools/track-package.ts";
import { envelope, startScripted } from "../support/client.ts";
import { parcel } from "./samples.ts";
import { alertSet, ask } from "./written-api.ts";
import { ROUTE_ARGS, WRITTEN } from "./written-route.ts";

const REASONS = ["page_ignored", "billing_limit", "time", "failure", "changed", "short"] as const;

describe("alerts that could be read in part", () => {
  it.each(REASONS)(
    "are read on by the tool that has the parameters for it, and no plan is made for it: %s",
    async (reason) => {
      const alerts = alertSet([], { incomplete: { reason, pagesRead: 1, pagesTotal: 2 } });
      const planned = await ask(planShipment, ROUTE_ARGS, { ...WRITTEN, alerts });
      const tracked = await ask(
        trackPackage,
        { ids: ["1"], checkHeat: true },
        { packages: { "1": parcel({ scheduledDeliveryDate: "2026-07-12T12:00:00" }) }, alerts },
      );
      for (const { notes } of [planned, tracked]) {
        const note = notes.find((each) => each.startsWith("Incomplete, 1 of 2 pages read: "));
        expect(note).toContain("check_heat_alerts");
        expect(note).not.toMatch(/Ask again|(?<!check_heat_alerts with |its )minLevel/);
      }
      const { notes } = await ask(checkHeatAlerts, {}, { alerts });
      expect(notes.join(" ")).not.toContain("check_heat_alerts");
    },
  );

  it("are narrowed by the parameter of the tool itself", async () => {
    const alerts = alertSet([], { incomplete: { reason: "page_ignored", pagesRead: 1, pagesTotal: 2 } });
    const { notes } = await ask(checkHeatAlerts, {}, { alerts });
    expect(notes.join(" ")).toContain("Asking again will not help; minLevel narrows the data.");
  });

  it("are said to be kept for as long as asking again sends nothing, and no longer", async () => {
    const { service, api, call, clock } = await startScripted({
      alerts: () => ({ status: 200, json: envelope(["85001"], { total: 2 }) }),
    });
    const wait = /Asking again in (\d+) s may bring the rest; until then this answer is kept\.$/;
    const told = async (): Promise<number> => {
      const settings = { showRecipient: false, alertsTtlMs: 300_000 };
      const outcome = await checkHeatAlerts.run({ limit: undefined }, { api, clock, call: call(), settings });
      const note = outcome.ok ? outcome.value.notes.find((each) => each.startsWith("Incomplete, ")) : undefined;
      return Number(wait.exec(note ?? "")?.[1]);
    };
    expect(await told()).toBe(300);
    clock.advance(240_000);
    const leftS = await told();
    expect(leftS).toBeLessThanOrEqual(60);
    expect(service.requests("alerts")).toHaveLength(1);
    clock.advance(leftS * 1000);
    expect(await told()).toBe(300);
    expect(service.requests("alerts")).toHaveLength(2);
  });

  it.each([
    ["short", 0, "Asking again may bring the rest."],
    ["changed", 0, "Ask again later."],
    ["changed", 60_000, "Ask again in 60 s; until then this answer is kept."],
  ] as const)("are asked for again when that is of use: %s, kept for %i ms", async (reason, alertsTtlMs, words) => {
    const alerts = alertSet([], { incomplete: { reason, pagesRead: 1, pagesTotal: 2 } });
    const { notes } = await ask(checkHeatAlerts, {}, { alerts }, { alertsTtlMs });
    expect(notes.find((each) => each.startsWith("Incomplete, "))?.endsWith(` ${words}`)).toBe(true);
  });
});
