import { DAY_MS } from "../../domain/time-units.ts";
import {
  type Granularity,
  RISK_FIELD,
  RISK_LEVEL_FROM_F,
  RISK_LEVELS,
  type RiskLevel,
  STATES_WITHOUT_RISK,
  TEMPERATURE_LEVEL_FROM_F,
  TEMPERATURE_LEVELS,
  type TemperatureLevel,
} from "./invented.ts";
import { type Coordinates, distanceKm, PLACES, type Place } from "./places.ts";
import { noise } from "./random.ts";

/** Raises temperatures around its centre towards its peak. */
interface HeatDome extends Coordinates {
  readonly radiusKm: number;
  readonly peakF: number;
}

/** Days that a heat wave takes from western Texas to the Carolinas. Then the next one starts. */
const CROSSING_DAYS = 9;

/** One dome rests over the Sonoran desert, so that every season has alerts. The other moves east. */
function heatDomes(day: number, seed: number): readonly HeatDome[] {
  const offset = Math.floor(noise(seed, "heat wave") * CROSSING_DAYS);
  const progress = ((day + offset) % CROSSING_DAYS) / (CROSSING_DAYS - 1);
  const wave = Math.floor((day + offset) / CROSSING_DAYS);
  return [
    { latitude: 33.2, longitude: -112.6, radiusKm: 420, peakF: 108 + 4 * noise(seed, `desert ${day}`) },
    {
      latitude: 30.5 + 4 * noise(seed, `wave ${wave}`),
      longitude: -102 + 23 * progress,
      radiusKm: 480,
      peakF: 100 + 10 * noise(seed, `wave peak ${wave}`),
    },
  ];
}

/** The daily maximum by latitude and season, °F. Latitude matters more in winter than in summer. */
function seasonalF(place: Place, day: number): number {
  const dayOfYear = day % 365.2425;
  // Warmest in late July, coldest in late January.
  const summer = (1 + Math.cos((2 * Math.PI * (dayOfYear - 204)) / 365.2425)) / 2;
  const north = place.latitude - 25;
  return summer * (94 - 0.55 * north) + (1 - summer) * (76 - 1.75 * north);
}

/** The daily maximum of any place, °F, on the UTC day of `instantMs`. The same seed gives the same weather. */
export function weatherOf(instantMs: number, seed: number): (place: Place) => number {
  const day = Math.floor(instantMs / DAY_MS);
  const domes = heatDomes(day, seed);
  return (place) => {
    const base = seasonalF(place, day) + 6 * (noise(seed, `${place.zip} ${day}`) - 0.5);
    return domes.reduce((temperatureF, dome) => {
      const pull = Math.exp(-((distanceKm(place, dome) / dome.radiusKm) ** 2));
      return dome.peakF > temperatureF ? temperatureF + pull * (dome.peakF - temperatureF) : temperatureF;
    }, base);
  };
}

export function riskLevel(temperatureF: number): RiskLevel {
  return RISK_LEVELS.findLast((level) => temperatureF >= RISK_LEVEL_FROM_F[level]) ?? "Low";
}

/** Temperature alert (service.md 2.2). */
export interface Alert {
  readonly zip: string;
  readonly temperatureLevel: TemperatureLevel;
}

/** The alerts of a UTC day. A `count` sets their number: further ones are for codes counted from 00501. */
export function alertsOn(nowMs: number, seed: number, count: number | null): readonly Alert[] {
  const maximumF = weatherOf(nowMs, seed);
  const alerts = PLACES.flatMap((place): Alert[] => {
    const temperatureF = maximumF(place);
    const level = TEMPERATURE_LEVELS.findLast((name) => temperatureF >= TEMPERATURE_LEVEL_FROM_F[name]);
    return level === undefined ? [] : [{ zip: place.zip, temperatureLevel: level }];
  });
  if (count === null) return alerts;
  const codes = Array.from({ length: count }, (_, index) => String(501 + index).padStart(5, "0"));
  const warm = new Set(alerts.map(({ zip }) => zip));
  const others = codes.filter((zip) => !warm.has(zip)).map((zip): Alert => ({ zip, temperatureLevel: "Warm" }));
  return [...alerts, ...others].slice(0, count);
}

/** One risk record for each covered area. At zip3 the hottest place decides. */
export function riskOn(date: string, granularity: Granularity, seed: number): readonly Record<string, string>[] {
  const maximumF = weatherOf(Date.parse(date), seed);
  const hottest = new Map<string, number>();
  for (const place of PLACES) {
    if (STATES_WITHOUT_RISK.has(place.state)) continue;
    const area = granularity === "zip3" ? place.zip.slice(0, 3) : place.zip;
    hottest.set(area, Math.max(hottest.get(area) ?? -Infinity, maximumF(place)));
  }
  return [...hottest].map(([zip, temperatureF]) => ({ zip, [RISK_FIELD]: riskLevel(temperatureF) }));
}
