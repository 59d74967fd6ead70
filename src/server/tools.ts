import type { Config } from "../config/config.ts";
import { TOOL_LIST, type ToolName } from "../domain/tool-list.ts";
import { checkHeatAlerts } from "../tools/check-heat-alerts/tool.ts";
import { getFiveDayRisk } from "../tools/get-five-day-risk/tool.ts";
import { planShipment } from "../tools/plan-shipment/tool.ts";
import type { Tool, ToolDefinition } from "../tools/tool.ts";
import { requiringZip } from "../tools/track-package/required-zip.ts";
import { trackPackage } from "../tools/track-package/tool.ts";

const DEFINITIONS: Readonly<Record<ToolName, ToolDefinition>> = {
  check_heat_alerts: checkHeatAlerts,
  get_five_day_risk: getFiveDayRisk,
  plan_shipment: planShipment,
  track_package: trackPackage,
};

export const tools: readonly Tool[] = TOOL_LIST.map((entry) => ({ ...entry, ...DEFINITIONS[entry.name] }));

/** The same tools; with COLDROUTE_REQUIRE_ZIP, `track_package` needs the recipient's ZIP. */
export function toolsFor({ requireZip }: Pick<Config, "requireZip">): readonly Tool[] {
  return tools.map((tool) => (requireZip && tool.name === "track_package" ? requiringZip(tool) : tool));
}
