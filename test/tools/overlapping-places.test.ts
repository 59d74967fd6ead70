import { describe, expect, it } from "vitest";
import type { ServiceRecord } from "../../src/api/schema.ts";
import { checkHeatAlerts } from "../../src/tools/check-heat-alerts.ts";
import { alertSet, ask } from "./written-api.ts";

const hot = (zip: string): ServiceRecord => ({ zip, temperatureLevel: "SevereHot" });

function check(locations: readonly string[], records: readonly ServiceRecord[]) {
  return ask(checkHeatAlerts, { locations }, { alerts: alertSet(records) });
}

describe("places that overlap", () => {
  it("are each told, where one lies within another or is asked twice", async () => {
    const { text } = await check(["AZ", "Phoenix, AZ", "phx", "850"], [hot("85003"), hot("85701")]);
    expect(text).toMatch(
      /^AZ = Arizona \(\d+ ZIPs\): 2 alerts, all SevereHot \(85003, 85701 Tucson, AZ: SevereHot\); Phoenix, AZ /,
    );
    expect(text).toMatch(
      /; Phoenix, AZ \(\d\d ZIPs\): 1 alert, all SevereHot; phx = Phoenix, AZ .*; 850 \(85003 told with the others\)/,
    );
    const { text: short } = await ask(
      checkHeatAlerts,
      { locations: ["AZ", "Tucson, AZ"], limit: 1 },
      { alerts: alertSet([hot("85003"), hot("85701")]) },
    );
    expect(short).toMatch(/Tucson, AZ \(\d\d ZIPs\): 1 alert, all SevereHot \(none listed\)/);
  });

  it("tell each record once: with its own ZIP, else with the first place", async () => {
    const records = ["85003", "85004", "85005", "85006", "33101"].map(hot);
    const { text } = await check(["850", "85003", "Phoenix, AZ"], records);
    const own = "85003 Phoenix, AZ: SevereHot; Phoenix, AZ (81 ZIPs): 4 alerts, all SevereHot (told with the others).";
    expect(text).toContain(`850 (85004, 85005, 85006: SevereHot; 85003 told with the others); ${own}\n`);
    expect(text.match(/85003/g)).toHaveLength(2);
    const alerts = alertSet(records);
    const { structured } = await ask(checkHeatAlerts, { locations: ["85003", "850", "33101"], limit: 2 }, { alerts });
    expect(structured).toMatchObject({ alerts: [{ zip: "85003" }, { zip: "33101" }], matched: 5 });
  });
});
