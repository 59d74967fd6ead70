import { READ_IN_PART } from "./heat-text.ts";
import type { CheckedRoute, PointHeat } from "./route-heat.ts";
import { listText, listWithin, plural } from "./text.ts";

/** Points left out that a note names; all are counted. */
const MAX_NAMED = 3;

/** Characters for the risks at points left out. */
const MAX_RISK_CHARS = 80;

/** A point's ZIP and place: `38118 Memphis, TN`. */
export function nameOf({ zip, place }: PointHeat): string {
  return [zip ?? "ZIP not given", place].filter(Boolean).join(" ");
}

/** The points of which it is not known that they have no alert. */
export function withoutAnswer({ points, asked, alertsRead }: CheckedRoute): readonly PointHeat[] {
  return points.filter((point) => point.alert === null && (!asked.has(point) || alertsRead !== "whole"));
}

/** `1 of 3 route points with an alert, 1 not asked for`, `hot` in brackets after it; or why nobody knows. */
export function alertCountText(route: CheckedRoute, hot = ""): string {
  const { points, asked, alertsRead, unreadCount } = route;
  const skipped = points.length - asked.size + unreadCount;
  if (points.length === 0) return "no predicted route, heat not known";
  if (asked.size === 0)
    return `none of ${plural(points.length + unreadCount, "route point")} looked up, heat not known`;
  if (alertsRead === "none") return "alerts not known";
  const count = points.filter(({ alert }) => alert !== null).length;
  const missing = withoutAnswer(route).filter((point) => asked.has(point)).length;
  return [
    `${count} of ${plural(asked.size, "route point")} with an alert`,
    ...(skipped === 0 ? [] : [`, ${skipped} not asked for`]),
    ...(missing === 0 ? [] : [`, ${missing} not known, ${READ_IN_PART}`]),
    ...(hot === "" ? [] : [` (${hot})`]),
  ].join("");
}

/** Where the alerts are, and which: whole ones in some `maxChars`. */
export function hotPoints({ points }: CheckedRoute, maxChars: number): string {
  const hot = points.filter(({ alert }) => alert !== null);
  return listWithin(
    hot.map((point) => `${nameOf(point)} ${point.alert}`),
    maxChars,
  );
}

/**
 * The points of a route that stay where only `count` fit, in the order of the route: those with an alert before the
 * destination, that before those of which nobody knows, and these before the rest.
 */
export function keptPoints(route: CheckedRoute, count: number): readonly PointHeat[] {
  const { points } = route;
  const unknown = new Set(withoutAnswer(route));
  const rank = (point: PointHeat): number => {
    const isLast = point === points.at(-1);
    if (point.alert !== null) return isLast ? 0 : 1;
    return isLast ? 2 : unknown.has(point) ? 3 : 4;
  };
  const kept = new Set(points.toSorted((a, b) => rank(a) - rank(b)).slice(0, count));
  return points.filter((point) => kept.has(point));
}

/** Which points of a route are not shown, and what is known of them; nothing where all are. */
export function leftPointsNote(route: CheckedRoute, shown: readonly PointHeat[]): string[] {
  const { points, unreadCount } = route;
  const total = points.length + unreadCount;
  const count = total - shown.length;
  if (count === 0) return [];
  const left = points.filter((point) => !shown.includes(point));
  const unknown = new Set(withoutAnswer(route));
  const hot = left.filter(({ alert }) => alert !== null).length;
  const unsure = left.filter((point) => unknown.has(point)).length + unreadCount;
  const known = [
    ...(hot === 0 ? [] : [`${hot} of them with an alert`]),
    ...(unsure === 0 ? [] : [`alerts not known at ${unsure} of them`]),
    ...(unreadCount === 0 ? [] : [`the last ${unreadCount} of the route were not read, its end among them`]),
  ];
  const risks = [...new Set(left.flatMap(({ risk }) => risk ?? []))];
  return [
    [
      `${count} of ${plural(total, "route point")} left out for size: ${listText([...new Set(left.map(nameOf))], MAX_NAMED)}`,
      known.length === 0 ? "none of them with an alert in this data" : known.join(", "),
      ...(risks.length === 0 ? [] : [`risk there ${listWithin(risks, MAX_RISK_CHARS)}`]),
      "no parameter shows more.",
    ].join("; "),
  ];
}
