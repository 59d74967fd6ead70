import { alerts, rich, risks } from "./samples.ts";
import { checkHeatAlerts, getFiveDayRisk, type Situation } from "./situation.ts";
import { alertSet, riskDay } from "./written-api.ts";

const areas = ["850", "852", "853", "855", "856", "857", "859", "860", "863", "864", "865"].map((zip) => ({
  zip,
  temperatureLevel: "SevereHot",
}));

const worldwide = [
  { zip: "85001", temperatureLevel: "SevereHot", country: "US" },
  { zip: "85003", temperatureLevel: "SevereHot", countryCode: "de" },
  { zip: "10115", temperatureLevel: "Warm", country: "DE" },
];

/** Questions that name cities and states. */
export const placeSituations: readonly Situation[] = [
  {
    name: "alerts in two cities",
    tool: checkHeatAlerts,
    args: { locations: ["Phoenix, AZ", "Denver, CO"] },
    written: { alerts: alertSet(alerts(312)) },
    isDefault: true,
  },
  {
    name: "alerts in places that are written in odd ways",
    tool: checkHeatAlerts,
    args: { locations: ["phoenix az", "Phoneix, AZ", "Lakewood, CO", "NYC", "Miami", "TX", "85013", "8"] },
    written: { alerts: alertSet(alerts(312, rich)) },
  },
  {
    name: "alerts in a state, by area",
    tool: checkHeatAlerts,
    args: { locations: ["AZ"] },
    written: { alerts: alertSet(areas, { granularity: "zip3" }) },
    isDefault: true,
  },
  {
    name: "alerts of the whole world",
    tool: checkHeatAlerts,
    args: { locations: ["Phoenix, AZ", "85001", "10115"] },
    written: { alerts: alertSet(worldwide) },
  },
  {
    name: "alerts in part, in cities",
    tool: checkHeatAlerts,
    args: { locations: ["Phoenix, AZ", "miami fl"] },
    written: {
      alerts: alertSet(alerts(100), {
        total: 41_000,
        incomplete: { reason: "time", pagesRead: 1, pagesTotal: 41 },
      }),
    },
  },
  {
    name: "risk in a city",
    tool: getFiveDayRisk,
    args: { locations: ["Miami, FL"] },
    written: { risk: () => riskDay(risks(9)) },
    isDefault: true,
  },
  {
    name: "risk in a city and a state, five days",
    tool: getFiveDayRisk,
    args: { locations: ["miami fl", "FL", "Denver, CO"], days: 5 },
    written: { risk: () => riskDay(risks(9)) },
  },
];
