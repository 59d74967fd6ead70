import type { AlertSet } from "../api/api.ts";
import type { Result } from "../api/failure.ts";
import type { ServiceRecord } from "../api/schema.ts";
import { tidy } from "./shrink.ts";
import { fieldsText, listText, shortText, valueText } from "./text.ts";

/** Said wherever alerts were looked up beside something else (DESIGN 3, wording). */
export const NO_ALERT_NO_PROOF = "No alert in this data is no proof of safe temperatures.";

/** How much of a failure's reason a note repeats. */
export const MAX_REASON_CHARS = 120;

/** An alert record (spec 2.2) in words: `SevereHot` and whatever else it says, `SevereHot maxTemperature=104`. */
export function alertText(row: ServiceRecord): string {
  const level = levelText(row);
  const others = fieldsText(row, new Set(["zip", "temperatureLevel"]));
  return others === "" ? level : `${level} ${others}`;
}

function levelText({ temperatureLevel = null }: ServiceRecord): string {
  return temperatureLevel === null ? "level not given" : valueText(temperatureLevel);
}

/** Alerts at most that are told of one place; the rest are counted. */
const MAX_ALERTS = 3;

/** Characters of the name of a level among several: three fit into what is never cut. */
const MAX_LEVEL_CHARS = 16;

/** Characters that are never cut from the alerts of a place. */
export const MIN_ALERT_CHARS = 64;

/** The alerts of one place in words. Where they may be cut, their levels come first: none of them is lost to the fields of another. */
export function alertsText(found: readonly ServiceRecord[]): string {
  const rows = found.map((record) => tidy(record).value);
  const texts = [...new Set(rows.map(alertText))];
  const all = listText(texts, MAX_ALERTS);
  if (texts.length < 2 || all.length <= MIN_ALERT_CHARS) return all;
  const levels = [...new Set(rows.map(levelText))].map((level) => shortText(level, MAX_LEVEL_CHARS));
  return `${listText(levels, MAX_ALERTS)} (${all})`;
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
