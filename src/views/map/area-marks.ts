import { compact, groupBy } from "../../domain/collections.ts";
import { zipRanges } from "../../domain/zip.ts";
import type { MapPoint } from "./us-map.ts";

/** With more points, each area has one mark for all its points. */
export const MAX_POINTS = 150;
/** With more points, an area has one mark for each of their values. More marks would spread over other states. */
const MAX_IN_AREA = 5;
/** With more areas, the counts would lie far from their marks. */
const MAX_COUNTED_AREAS = 40;

/** The points to mark, by area. Points that are too many become points of their area. `names` are the legend's. */
export function pointsToMark(points: readonly MapPoint[], names: readonly string[]): readonly MapPoint[] {
  const areas = [...groupBy(points, ({ zip }) => zip.slice(0, 3))];
  if (points.length <= MAX_POINTS) return areas.flatMap(([area, inArea]) => pointsOfFew(area, inArea, names));
  const isCounted = areas.length <= MAX_COUNTED_AREAS;
  return areas.flatMap(([area, inArea]) => pointOfMany(area, inArea, names, isCounted));
}

/** All points of an area, but one for each value if they are a crowd. */
function pointsOfFew(area: string, points: readonly MapPoint[], names: readonly string[]): readonly MapPoint[] {
  if (points.length <= MAX_IN_AREA) return points;
  const asked = points.filter(({ isAsked }) => isAsked);
  const places = placesText(asked.length > 0 ? asked : points);
  return pointsOfValues(area, points, names, compact(`${points.length} in area ${area}`, places));
}

/** One point for all, with the legend's first value: the most severe, or without an order the rarest. */
function pointOfMany(area: string, points: readonly MapPoint[], names: readonly string[], isCounted: boolean) {
  const places = placesText(points.filter(({ isAsked }) => isAsked));
  const lines = isCounted || places !== "" ? compact(`${points.length}`, places) : [];
  return pointsOfValues(area, points, names, lines).slice(0, 1);
}

function placesText(points: readonly MapPoint[]): string {
  return [...new Set(points.flatMap(({ lines }) => lines.slice(0, 1)))].join("; ");
}

/** A point for each value in an area, in the order of `names`. All have the same text. */
function pointsOfValues(area: string, points: readonly MapPoint[], names: readonly string[], lines: readonly string[]) {
  const byValue = groupBy(points, ({ value }) => value);
  const values = names.filter((name) => byValue.has(name));
  const counts = values.map((value) => `${value} ${countText(byValue.get(value) ?? [])}`);
  const readout = `area ${area}: ${counts.join(", ")}`;
  const isAsked = points.some((point) => point.isAsked);
  return values.map((value) => ({ zip: area, value, isArea: true, isAsked, lines, readout }));
}

/** `2 (85003–85004)`; the count alone if the points are whole areas. */
function countText(points: readonly MapPoint[]): string {
  const zips = points.map(({ zip }) => zip).filter((zip) => zip.length >= 5);
  return `${points.length}${zips.length === 0 ? "" : ` (${zipRanges(zips)})`}`;
}
