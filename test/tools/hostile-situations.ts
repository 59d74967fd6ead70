import { alerts, hostileFields, hostileText, scan, shipment } from "./samples.ts";
import {
  checkHeatAlerts,
  getFiveDayRisk,
  manyPackages,
  plan,
  planShipment,
  type Situation,
  trackPackage,
} from "./situation.ts";
import { alertSet, riskDay } from "./written-api.ts";

const hostilePackages = Object.fromEntries(
  Object.entries(manyPackages).map(([id, record]) => [
    id,
    {
      ...record,
      ...hostileFields,
      status: hostileText,
      events: Array.from({ length: 30 }, (_, index) => ({
        ...scan(`${10 + (index % 12)}:14`, hostileText),
        ...hostileFields,
      })),
    },
  ]),
);

const hostileShipment = {
  ...shipment,
  ...hostileFields,
  destination: { ...shipment.destination, ...hostileFields },
  recommendedShipmentService: {
    ...shipment.recommendedShipmentService,
    ...hostileFields,
    risk: { ...hostileFields, predictedRoute: Array.from({ length: 300 }, () => ({ zip: "38118", ...hostileFields })) },
  },
};

/** A service that sends whatever an attacker would write. */
export const hostileSituations: readonly Situation[] = [
  {
    name: "hostile alerts",
    tool: checkHeatAlerts,
    args: { limit: 200 },
    written: {
      alerts: alertSet(
        alerts(60, (index) => ({ ...hostileFields, temperatureLevel: `${index} ${hostileText}` })),
        { generatedAt: hostileText, granularity: hostileText },
      ),
    },
  },
  {
    name: "hostile risk",
    tool: getFiveDayRisk,
    args: { days: 5, locations: Array.from({ length: 100 }, (_, index) => String(33_100 + index)) },
    written: {
      risk: () =>
        riskDay(
          [
            { zip: "331", ...hostileFields },
            { zip: "33122", ...hostileFields },
          ],
          { horizon: [hostileFields, hostileFields], granularity: hostileText },
        ),
    },
  },
  {
    name: "a hostile plan",
    tool: planShipment,
    args: plan,
    written: { shipment: hostileShipment },
    settings: { showRecipient: true },
  },
  {
    name: "hostile packages",
    tool: trackPackage,
    args: { ids: Object.keys(manyPackages), events: "all" },
    written: { packages: hostilePackages },
    settings: { showRecipient: true },
  },
  {
    name: "one hostile package",
    tool: trackPackage,
    args: { ids: ["10010"], events: "all" },
    written: { packages: hostilePackages },
    settings: { showRecipient: true },
  },
];
