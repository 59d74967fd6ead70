import type { Asker } from "../progress.ts";
import { alertsBeside } from "./alerts-beside.ts";
import { forecastsBeside } from "./forecasts-beside.ts";

interface Wanted {
  /** ZIPs, ZIP prefixes or areas. */
  readonly areas: readonly string[];
  readonly dates: readonly string[];
  readonly mostDates: number;
}

export type HeatBeside = Awaited<ReturnType<typeof heatBeside>>;

/** Sends nothing if areas and dates are empty. */
export async function heatBeside({ areas, dates, mostDates }: Wanted, asker: Asker) {
  // Sent first: a limit on the bill leaves room for the few forecasts before the many pages of alerts.
  const pendingForecasts = forecastsBeside(dates, mostDates, asker);
  const pendingAlerts = alertsBeside(areas, asker);
  const [alerts, forecasts] = await Promise.all([pendingAlerts, pendingForecasts]);
  const warnings = [...alerts.warnings, ...forecasts.warnings];
  return {
    alerts,
    forecasts,
    /** Opens the answer if a part is missing, partial or stale; else empty. */
    warning: warnings.length === 0 ? "" : `${warnings.join("; ")}:`,
    notes: [...alerts.notes, ...forecasts.notes],
    failures: [...alerts.failures, ...forecasts.failures],
  };
}
