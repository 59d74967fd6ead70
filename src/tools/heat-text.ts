import type { AlertSet } from "../api/api.ts";
import type { Result } from "../api/failure.ts";
import type { ServiceRecord } from "../api/schema.ts";
import { fieldsText, valueText } from "./text.ts";

/** Said wherever alerts were looked up beside something else (DESIGN 3, wording). */
export const NO_ALERT_NO_PROOF = "No alert in this data is no proof of safe temperatures.";

/** How much of a failure's reason a note repeats. */
export const MAX_REASON_CHARS = 120;

/** An alert record (spec 2.2) in words: `SevereHot` and whatever else it says, `SevereHot maxTemperature=104`. */
export function alertText(row: ServiceRecord): string {
  const { temperatureLevel = null } = row;
  const level = temperatureLevel === null ? "level not given" : valueText(temperatureLevel);
  const others = fieldsText(row, new Set(["zip", "temperatureLevel"]));
  return others === "" ? level : `${level} ${others}`;
}

/** How much of the alerts could be read: only of the whole does an absence say anything. */
export type AlertsRead = "whole" | "part" | "none";

export function alertsRead(alerts: Result<AlertSet> | undefined): AlertsRead {
  if (alerts?.ok !== true) return "none";
  const { incomplete } = alerts.value;
  return incomplete === undefined || incomplete.reason === "answered" ? "whole" : "part";
}

/** Beside a place at which the part that was read holds no alert. */
export const READ_IN_PART = "alerts read in part";

/** An alert at a place in words, or its absence where that is known. */
export function alertOrNone(alert: string | null, read: AlertsRead): string {
  if (alert !== null) return `alert ${alert}`;
  return read === "whole" ? "no alert in this data" : `alert${read === "none" ? "s" : ""} not known`;
}

/** A risk record (spec 2.2) in words: `riskLevel=High`, every field under the service's own name. */
export function riskText(row: ServiceRecord): string {
  const fields = fieldsText(row, new Set(["zip"]));
  return fields === "" ? "no value given" : fields;
}
