import { checkHeatAlerts } from "./check-heat-alerts.ts";
import { getFiveDayRisk } from "./get-five-day-risk.ts";
import { planShipment } from "./plan-shipment.ts";
import type { Tool } from "./tool.ts";
import { trackPackage } from "./track-package.ts";

/** Every tool, in the order in which they are listed (DESIGN 3). */
export const tools: readonly Tool[] = [checkHeatAlerts, getFiveDayRisk, planShipment, trackPackage];
