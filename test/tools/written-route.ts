import { planShipment } from "../../src/tools/plan-shipment.ts";
import type { PointHeat } from "../../src/tools/route-heat.ts";
import { shipment } from "./samples.ts";
import { alertSet, ask, riskDay, type Written } from "./written-api.ts";

/** A plan from Memphis to Miami whose route is looked at. */
export const ROUTE_ARGS = {
  origin: "38118",
  destination: "33101",
  parcel: { length: 12, width: 10, height: 8, weight: 5.5 },
  checkHeat: true,
};

/** A shipment whose predicted route has these points. */
export function routed(...predictedRoute: readonly object[]) {
  const service = shipment.recommendedShipmentService;
  return { ...shipment, recommendedShipmentService: { ...service, risk: { ...service.risk, predictedRoute } } };
}

/** Tuesday noon in Memphis, give or take ten minutes. */
export const noon = { zip: "38118", type: "H", dateTime: "2026-07-14T17:00:00Z", stdDevMinutes: 10 };

/** A route of that one point, an alert there, and for each date a level that names it. */
export const WRITTEN: Written = {
  shipment: routed(noon),
  alerts: alertSet([{ zip: "38118", temperatureLevel: "SevereHot" }]),
  risk: (date) => riskDay([{ zip: "381", riskLevel: `Level-${date}` }]),
};

/** The answer to such a plan, and its `routeHeat`. */
export async function heat(written: Partial<Written> = {}) {
  const told = await ask(planShipment, ROUTE_ARGS, { ...WRITTEN, ...written });
  return { ...told, points: told.structured["routeHeat"] as readonly PointHeat[] };
}
