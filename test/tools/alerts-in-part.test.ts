import { describe, expect, it } from "vitest";
import { checkHeatAlerts } from "../../src/tools/check-heat-alerts.ts";
import { planShipment } from "../../src/tools/plan-shipment.ts";
import { trackPackage } from "../../src/tools/track-package.ts";
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
});
