import { instantOf, readDatetime } from "../domain/datetime.ts";
import { alertOrNone } from "./heat-text.ts";
import type { CheckedRoute, PointHeat } from "./route-heat.ts";
import { clockText, valueText, wallText } from "./text.ts";

/** A table of the heat at points of a route, a line each. */
export function heatLines(points: readonly PointHeat[], route: CheckedRoute): string[] {
  if (points.length === 0) return ["Heat on the predicted route: no points to ask for."];
  return [
    "Heat on the predicted route (alerts in the data now, risk of the local date):",
    ...points.map((point) => pointLine(point, route)),
  ];
}

function pointLine(point: PointHeat, { asked, alertsRead }: CheckedRoute): string {
  const { zip, place, type, stdDevMinutes, alert, risk, note } = point;
  const where = [zip === null ? "ZIP not given" : valueText(zip), ...(place === null ? [] : [place])].join(" ");
  const spread = stdDevMinutes === null ? "" : ` ± ${valueText(stdDevMinutes)} min`;
  const found = !asked.has(point) ? [] : [alertOrNone(alert, alertsRead), risk ?? "risk not known"];
  const heat = [...found, ...(note === null ? [] : [note])];
  const kind = type === null ? "type not given" : `type=${valueText(type)}`;
  return `  ${where}, ${kind}, ${whenText(point)}${spread}: ${heat.join("; ")}.`;
}

function whenText({ at, localTime }: PointHeat): string {
  if (at === null) return "time not given";
  if (localTime !== null) return `${wallText(localTime.slice(0, 16))}${localTime.slice(16)} (${valueText(at)})`;
  return `${clockText(at)}${isInstant(at) ? " (zone of the place not known)" : ""}`;
}

/** Whether a local time is missing for its zone alone; what cannot be read is said by a note. */
function isInstant(at: unknown): boolean {
  const written = readDatetime(at);
  return written !== undefined && instantOf(written) !== undefined;
}
