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

/** Thai letters take most tokens for their number, base64 for its length in bytes. */
const thai = "กำลังร้อนมาก".repeat(17).slice(0, 199);
const base64 = "aGVsbG8gd29ybGQgUTJ4bFlYSnBkSGs5Wm05".repeat(6).slice(0, 199);

const places = Array.from({ length: 100 }, (_, index) => String(33_100 + index));

/** Five days whose every description is long, over places that only some days know. */
function wordyRisk(words: string): Situation {
  return {
    name: `risk described in 199 odd characters, ${words.slice(0, 4)}`,
    tool: getFiveDayRisk,
    args: { days: 5, locations: places, granularity: "zip5" },
    written: {
      risk: (date) =>
        riskDay([{ zip: `331${date.slice(-2)}`, riskLevel: words }], {
          generatedAt: `${date}${words}`,
          granularity: `${words.slice(Number(date.slice(-1)))}`,
          horizon: { [words]: words, list: Array.from({ length: 50 }, () => words) },
        }),
    },
  };
}

/** Four days refused at length, one answered. */
const wordyRefusals: Situation = {
  name: "risk refused in many words",
  tool: getFiveDayRisk,
  args: { date: "2026-07-10", days: 5 },
  written: {
    risk: (date) =>
      date === "2026-07-10"
        ? riskDay([{ zip: "331", riskLevel: thai }])
        : { kind: "invalid_request", product: "risk", status: 400, problem: { title: thai, detail: thai } },
  },
};

/** Situations whose size is odd, not their words. */
export const wordySituations: readonly Situation[] = [wordyRisk(thai), wordyRisk(base64), wordyRefusals];

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
