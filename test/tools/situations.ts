import type { Failure } from "../../src/api/failure.ts";
import type { ServiceRecord } from "../../src/api/schema.ts";
import { addDays } from "../../src/domain/calendar.ts";
import { hostileSituations, wordySituations } from "./hostile-situations.ts";
import { placeSituations } from "./place-situations.ts";
import { planSituations } from "./plan-situations.ts";
import { alerts, delivered, overdue, parcel, rich, risks, scan, shipment } from "./samples.ts";
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

const horizonRefusal: Failure = {
  kind: "invalid_request",
  product: "risk",
  status: 400,
  problem: { title: "Bad Request", detail: "date is outside the published horizon" },
  requestId: "r-1",
};

/** Questions as people ask them, over ordinary, odd and hostile data. */
/** Planned for the date asked, arriving the day after; the plan of one date is lost. */
export function plannedOn({ shipDate }: ServiceRecord): ServiceRecord | Failure {
  if (shipDate === "2026-07-11") return { kind: "outcome_unknown", product: "planning", what: "the connection broke" };
  const day = addDays(String(shipDate), 1);
  const { risk, ...service } = shipment.recommendedShipmentService;
  const predictedRoute = risk.predictedRoute.map((point) => ({
    ...point,
    dateTime: `${day}${point.dateTime.slice(10)}`,
  }));
  return {
    ...shipment,
    shipmentId: `shp_0000000000000000000${day}`,
    shipDate,
    deliveryByDate: "2026-07-14",
    recommendedShipmentService: {
      ...service,
      estimatedArrivalDateTime: `${day}T14:30:00Z`,
      risk: { ...risk, predictedRoute },
    },
  };
}

export const situations: readonly Situation[] = [
  {
    name: "alerts at two places",
    tool: checkHeatAlerts,
    args: { locations: ["85001", "80202"] },
    written: { alerts: alertSet(alerts(312)) },
    isDefault: true,
  },
  {
    name: "alerts everywhere",
    tool: checkHeatAlerts,
    args: {},
    written: { alerts: alertSet(alerts(312)) },
    isDefault: true,
  },
  { name: "no alerts anywhere", tool: checkHeatAlerts, args: {}, written: { alerts: alertSet([]) }, isDefault: true },
  {
    name: "rich alerts, default",
    tool: checkHeatAlerts,
    args: {},
    written: { alerts: alertSet(alerts(312, rich)) },
    isDefault: true,
  },
  {
    name: "rich alerts, 200 rows",
    tool: checkHeatAlerts,
    args: { limit: 200 },
    written: { alerts: alertSet(alerts(312, rich)) },
  },
  {
    name: "alerts in overlapping places",
    tool: checkHeatAlerts,
    args: { locations: ["850", "852", "10001", "85007"], minLevel: "Warm" },
    written: { alerts: alertSet(alerts(312, rich)) },
  },
  {
    name: "alerts by area",
    tool: checkHeatAlerts,
    args: { locations: ["85001", "85002", "33101"] },
    written: { alerts: alertSet([{ zip: "850", temperatureLevel: "Odd Level" }], { granularity: "zip3" }) },
  },
  {
    name: "alerts at a hundred places",
    tool: checkHeatAlerts,
    args: { locations: Array.from({ length: 100 }, (_, index) => String(84_950 + index)), limit: 200 },
    written: { alerts: alertSet(alerts(312, rich)) },
  },
  {
    name: "alerts in part",
    tool: checkHeatAlerts,
    args: { locations: ["85001", "33101"] },
    written: {
      alerts: alertSet(alerts(100), {
        total: 41_000,
        incomplete: {
          reason: "billing_limit",
          pagesRead: 1,
          pagesTotal: 41,
          failure: { kind: "billing_limit", product: "alerts", scope: "call", limit: 1 },
        },
      }),
    },
  },
  {
    name: "risk at one place, one day refused",
    tool: getFiveDayRisk,
    args: { locations: ["33101"], date: "2026-07-10", days: 3 },
    written: { risk: (date) => (date === "2026-07-12" ? horizonRefusal : riskDay(risks(9))) },
    isDefault: true,
  },
  {
    name: "risk everywhere",
    tool: getFiveDayRisk,
    args: {},
    written: { risk: () => riskDay(risks(600)) },
    isDefault: true,
  },
  {
    name: "risk everywhere, five days, 200 rows",
    tool: getFiveDayRisk,
    args: { days: 5, limit: 200 },
    written: { risk: (date) => riskDay(risks(600), { generatedAt: `2026-07-09T1${date.slice(-1)}:00:00Z` }) },
  },
  {
    name: "risk in overlapping places, by another granularity",
    tool: getFiveDayRisk,
    args: { locations: ["33101", "85001", "850", "33"], days: 2, granularity: "zip5" },
    written: { risk: () => riskDay(risks(9)) },
  },
  {
    name: "a plan",
    tool: planShipment,
    args: { ...plan, deliveryByDate: "2026-07-10" },
    written: { shipment },
  },
  {
    name: "a plan without a deadline",
    tool: planShipment,
    args: plan,
    written: { shipment: { ...shipment, deliveryByDate: undefined } },
  },
  ...planSituations,
  {
    name: "a plan with the heat along its route",
    tool: planShipment,
    args: { ...plan, checkHeat: true },
    written: {
      shipment,
      alerts: alertSet(alerts(5)),
      risk: (date) => (date > "2026-07-10" ? horizonRefusal : riskDay(risks(50))),
    },
  },
  {
    name: "five ship dates with heat, one of them lost",
    tool: planShipment,
    args: {
      ...plan,
      shipDates: ["2026-07-09", "2026-07-10", "2026-07-11", "2026-07-12", "2026-07-13"],
      deliveryByDate: "2026-07-14",
      checkHeat: true,
    },
    written: {
      shipment: plannedOn,
      alerts: alertSet(alerts(5)),
      risk: (date) => (date > "2026-07-11" ? horizonRefusal : riskDay(risks(50))),
    },
  },
  {
    name: "two packages and the heat where they are",
    tool: trackPackage,
    args: { ids: ["10045", "10047"], checkHeat: true },
    written: { packages: { "10045": parcel(), "10047": overdue }, alerts: alertSet(alerts(5)) },
  },
  {
    name: "one package",
    tool: trackPackage,
    args: { ids: ["10045"] },
    written: { packages: { "10045": parcel() } },
    isDefault: true,
  },
  {
    name: "five numbers of every kind",
    tool: trackPackage,
    args: { ids: ["10046", "99999", "10045", "10048", "10047"] },
    written: {
      packages: {
        "10045": parcel(),
        "10046": delivered,
        "10047": overdue,
        "10048": { kind: "rate_limited", product: "tracking", waitMs: 11_200 },
      },
    },
  },
  {
    name: "a package of odd data",
    tool: trackPackage,
    args: { ids: ["x y"] },
    written: {
      packages: {
        "x y": {
          status: null,
          trackingNumber: "1",
          extra: { deep: [1, { deeper: "two words" }] },
          events: [scan("10:14", "a", { timeZone: "Nowhere" }), { eventDateTime: "soon" }, "junk"],
        },
      },
    },
  },
  {
    name: "all scans of one",
    tool: trackPackage,
    args: { ids: ["10010"], events: "all" },
    written: { packages: manyPackages },
  },
  {
    name: "six packages",
    tool: trackPackage,
    args: { ids: Object.keys(manyPackages).slice(0, 6) },
    written: { packages: manyPackages },
  },
  {
    name: "twenty packages",
    tool: trackPackage,
    args: { ids: Object.keys(manyPackages), events: "all" },
    written: { packages: manyPackages },
  },
  {
    name: "twenty packages and the heat where they are",
    tool: trackPackage,
    args: { ids: Object.keys(manyPackages), checkHeat: true },
    written: { packages: manyPackages, alerts: alertSet(alerts(5)) },
  },
  ...placeSituations,
  ...wordySituations,
  ...hostileSituations,
];
