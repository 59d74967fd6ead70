import { type Granularity, RISK_FIELD, STATES_WITHOUT_RISK, type TemperatureLevel } from "./invented.ts";
import { PLACES } from "./places.ts";
import { riskLevel, temperatureLevel, weatherOf } from "./weather.ts";

/** A temperature-alert record (service.md 2.2). */
export interface Alert {
  readonly zip: string;
  readonly temperatureLevel: TemperatureLevel;
}

/** The alerts of a UTC day. A `count` sets their number: further ones are for codes counted from 00501. */
export function alertsOn(nowMs: number, seed: number, count: number | null): readonly Alert[] {
  const maximumF = weatherOf(nowMs, seed);
  const alerts = PLACES.flatMap((place): Alert[] => {
    const level = temperatureLevel(maximumF(place));
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
