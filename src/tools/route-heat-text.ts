import { instantOf, readDatetime } from "../domain/datetime.ts";
import { alertOrNone, MIN_ALERT_CHARS } from "./heat-text.ts";
import { alertCountText } from "./route-alerts.ts";
import type { CheckedRoute, PointHeat } from "./route-heat.ts";
import type { Limits } from "./shrink.ts";
import { clockAfter, clockText, shortText, valueText, wallText } from "./text.ts";

/** A point with its alert, risk and note cut to size where not all fits: a record may have any fields. */
export function cutPoint(point: PointHeat, { items, chars }: Limits): PointHeat {
  if (items === Number.POSITIVE_INFINITY) return point;
  const cut = (text: string | null) => (text === null ? null : shortText(text, Math.max(chars * 2, MIN_ALERT_CHARS)));
  const { alert, risk, note } = point;
  return { ...point, alert: cut(alert), risk: cut(risk), note: cut(note) };
}

/** A table of the heat at points of a route, a line each. */
export function heatLines(points: readonly PointHeat[], route: CheckedRoute, limits: Limits): string[] {
  if (route.points.length === 0) return ["Heat on the predicted route: no points to ask for."];
  return [
    `Heat on the predicted route, ${alertCountText(route)} (alerts in the data now, risk of the local date):`,
    ...points.map((point) => pointLine(cutPoint(point, limits), route.asked.has(point), route)),
  ];
}

function pointLine(point: PointHeat, isAsked: boolean, { alertsRead }: CheckedRoute): string {
  const { zip, place, type, alert, risk, note } = point;
  const where = [zip === null ? "ZIP not given" : valueText(zip), ...(place === null ? [] : [place])].join(" ");
  const found = !isAsked ? [] : [alertOrNone(alert, alertsRead), risk ?? "risk not known"];
  const heat = [...found, ...(note === null ? [] : [note])];
  const kind = type === null ? "type not given" : `type=${valueText(type)}`;
  return `  ${[where, kind, ...whenText(point)].join(", ")}: ${heat.join("; ")}.`;
}

/** When it is there, and how certain that is; that a time is missing is said by a note. */
function whenText({ at, localTime, stdDevMinutes }: PointHeat): string[] {
  const spread = stdDevMinutes === null ? [] : [`± ${valueText(stdDevMinutes)} min`];
  return at === null ? spread : [[clockTextOf(at, localTime), ...spread].join(" ")];
}

function clockTextOf(at: unknown, localTime: string | null): string {
  if (!isInstant(at)) return localTime === null ? clockText(at) : wallText(at);
  if (localTime === null) return `${clockText(at)} (zone of the place not known)`;
  return `${wallText(localTime.slice(0, 16))}${localTime.slice(16)} (${clockAfter(at, localTime)})`;
}

/** Whether a time names an instant; what cannot be read, or names none, is said by a note. */
function isInstant(at: unknown): boolean {
  const written = readDatetime(at);
  return written !== undefined && instantOf(written) !== undefined;
}
