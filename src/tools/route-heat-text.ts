import { alertOrNone } from "./heat-text.ts";
import type { PointHeat } from "./route-heat.ts";
import { clockText, valueText, wallText } from "./text.ts";

/** A table of the heat along a route, a line each point. */
export function heatLines(points: readonly PointHeat[], alertsKnown: boolean): string[] {
  if (points.length === 0) return ["Heat on the predicted route: no points to ask for."];
  return [
    "Heat on the predicted route (alerts in the data now, risk of the local date):",
    ...points.map((point) => pointLine(point, alertsKnown)),
  ];
}

function pointLine(point: PointHeat, alertsKnown: boolean): string {
  const { zip, place, type, at, localTime, stdDevMinutes, alert, risk, note } = point;
  const where = [zip ?? "ZIP not given", ...(place === null ? [] : [place])].join(" ");
  const when =
    localTime === null
      ? `${clockText(at)} (zone of the place not known)`
      : `${wallText(localTime.slice(0, 16))}${localTime.slice(16)} (${valueText(at)})`;
  const spread = stdDevMinutes === null ? "" : ` ± ${valueText(stdDevMinutes)} min`;
  const found = zip === null ? [] : [alertOrNone(alertsKnown ? alert : undefined), risk ?? "no risk"];
  const heat = [...found, ...(note === null ? [] : [note])];
  return `  ${where}, type=${valueText(type)}, ${when}${spread}: ${heat.join("; ")}.`;
}
