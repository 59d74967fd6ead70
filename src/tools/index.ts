import { checkHeatAlerts } from "./check-heat-alerts/tool.ts";
import { getFiveDayRisk } from "./get-five-day-risk/tool.ts";
import { planShipment } from "./plan-shipment/tool.ts";
import type { Tool } from "./tool.ts";
import { trackPackage } from "./track-package/tool.ts";

/** Every tool, in the order in which they are listed. */
export const tools: readonly Tool[] = [checkHeatAlerts, getFiveDayRisk, planShipment, trackPackage];
