import { areaPoint, type Box, boxOf, type Frame, frameAbout, isFree, land } from "../map/us-map.ts";
import { marks } from "../marks/mark.ts";
import { box, clipped, fitted, type Point, path, round, type Shape, text, widthOf } from "../marks/svg.ts";
import { type Canvas, type Drawing, joined } from "./answer-chart.ts";

/** A point that a map shows at a ZIP. */
export interface MapPoint {
  readonly zip: string;
  /** The name of the place, then other text. */
  readonly lines: readonly string[];
  /** Drawn as its mark, or as a ring if the legend lacks this name. */
  readonly value: string;
  readonly readout: string;
  /** Named before others. */
  readonly isAsked?: boolean;
  /** False for a place abroad, whose postal code may look like a ZIP. */
  readonly isInUs?: boolean;
}

type Placed = MapPoint & { readonly at: Point };

const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
/** With more points, each area has one mark for all its points. */
export const MAX_POINTS = 150;
/** With more areas, the counts would lie far from their marks. */
const MAX_COUNTED_AREAS = 40;
const LINE_HEIGHT = 14;
const MAX_LABELS = 8;

interface Plot {
  readonly points: readonly MapPoint[];
  /** The map shows the part around these. Without any, it shows all states. */
  readonly near?: readonly Point[];
  /** A line goes through the points of a route. */
  readonly isRoute?: boolean;
  /** In pixels; by default half of the width. */
  readonly height?: number | undefined;
}

/** Draws points on a map. */
export function drawMap(
  { points: all, near = [], isRoute = false, ...plot }: Plot,
  { width, styles }: Canvas,
): Drawing {
  const { height = Math.round(Math.min(Math.max(width * 0.5, 190), width < 800 ? 270 : 340)) } = plot;
  const frame = frameAbout(near, width, height);
  const inLegend = all.filter(({ value }) => isRoute || value === "" || styles.has(value));
  const points = inLegend.length > MAX_POINTS ? byArea(inLegend, [...styles.keys()]) : inLegend;
  // All marks together cover an eighth of the map.
  const r = isRoute ? 8 : round(Math.min(Math.max(Math.sqrt((width * height) / points.length) / 5, 1.6), 6));
  const placed = spread(points, r, frame).filter(({ at: [x, y] }) => x >= 0 && y >= 0 && x <= width && y <= height);
  // The legend begins with what matters most, which must lie on top. What the viewer switched off has no mark.
  const values = ["", ...[...styles.keys()].reverse()].map((value) => {
    const having = placed.filter((point) => point.value === value).map(({ at }) => at);
    return marks(styles.get(value), having, r);
  });
  const route = isRoute && placed.length > 0 && path(`M${placed.map(({ at }) => at.join(" ")).join("L")}`, "route");
  const taken = placed.flatMap(({ at: [x, y] }, index): Box[] => {
    return isRoute ? between(placed[index - 1]?.at ?? [x, y], [x, y]) : [[x, y, r, r]];
  });
  const names = drawNames(placed, r, frame, taken);
  const sheet = clipped(width, height, [land(frame, taken), route, values, names]);
  const spots = placed.map(({ at: [x, y], readout }) => ({ x, y, reach: [r + 4, r + 4] as const, label: readout }));
  return { height, shapes: [sheet, box(0.5, 0.5, width - 1, height - 1, "rule")], spots };
}

/** Names the points that the map lacks. */
export function notOnMap(points: readonly MapPoint[]): string | false {
  const missing = points.filter((point) => pointOnMap(point) === undefined);
  const names = missing.map(({ zip, lines: [place], value }) => {
    return joined([zip || "unknown ZIP", place !== zip && place, value], " ");
  });
  const each = [...new Set(names)];
  const rest = each.length > 6 ? ` and ${each.length - 6} more` : "";
  return each.length > 0 && `Not on the map, which shows the states and DC: ${each.slice(0, 6).join("; ")}${rest}.`;
}

/** Where the map shows a point; undefined beyond the states and DC. */
export function pointOnMap({ zip, isInUs = true }: MapPoint): Point | undefined {
  return isInUs ? areaPoint(zip) : undefined;
}

/** One point for all points of an area, with their counts. It has the value that the legend names first. */
function byArea(points: readonly MapPoint[], names: readonly string[]): readonly MapPoint[] {
  const areas = new Map<string, MapPoint[]>();
  for (const point of points) {
    const area = areas.get(point.zip.slice(0, 3));
    if (area === undefined) areas.set(point.zip.slice(0, 3), [point]);
    else area.push(point);
  }
  return [...areas].map(([zip, own]) => {
    const having = names.map((name) => [name, own.filter(({ value }) => value === name).length] as const);
    const counts = having.filter(([, count]) => count > 0);
    return {
      zip,
      lines: areas.size > MAX_COUNTED_AREAS ? [] : [String(own.length)],
      value: counts[0]?.[0] ?? "",
      readout: `area ${zip}: ${counts.map((each) => each.join(" ")).join(", ")}`,
    };
  });
}

/** Puts the first point at the middle of its area, and the others on a spiral around it. */
function spread(points: readonly MapPoint[], r: number, frame: Frame): readonly Placed[] {
  const turns = new Map<Point, number>();
  return points.flatMap((point) => {
    const middle = pointOnMap(point);
    if (middle === undefined) return [];
    const [[x, y], turn] = [frame.at(middle), turns.get(middle) ?? 0];
    turns.set(middle, turn + 1);
    const [away, angle] = [2 * r * Math.sqrt(turn), turn * GOLDEN_ANGLE];
    return [{ ...point, at: [round(x + away * Math.cos(angle)), round(y + away * Math.sin(angle))] as const }];
  });
}

/** Boxes along a line that names must avoid. */
function between([fromX, fromY]: Point, [x, y]: Point): Box[] {
  return Array.from({ length: 40 }, (_, step) => [x + ((fromX - x) * step) / 40, y + ((fromY - y) * step) / 40, 4, 4]);
}

/** Names the places asked, then those with the most points, if a name overlaps nothing in `taken`. Adds the names to `taken`. */
function drawNames(placed: readonly Placed[], r: number, frame: Frame, taken: Box[]): Shape {
  const names: Shape[] = [];
  const add = (lines: readonly string[], place: Box): void => {
    taken.push(place);
    const top = place[1] - (lines.length * LINE_HEIGHT) / 2 + 11;
    const looks = ["halo middle strong", "halo middle small"];
    names.push(lines.map((line, index) => text(place[0], top + index * LINE_HEIGHT, line, looks[index])));
  };
  if (placed.length === 0) add(["Nothing to draw"], [frame.width / 2, frame.height / 2, 54, 9]);
  const groups = new Map<string, readonly Placed[]>();
  for (const point of placed) {
    const name = point.lines.join(" ");
    // Each area has a count of its own; equal names are one place.
    const key = point.zip.length === 3 ? point.zip : name;
    if (name !== "") groups.set(key, [...(groups.get(key) ?? []), point]);
  }
  const isAsked = ([point]: readonly Placed[]): number => Number(point?.isAsked ?? false);
  const askedFirst = [...groups.values()].sort((a, b) => isAsked(b) - isAsked(a) || b.length - a.length);
  for (const ofPlace of askedFirst.slice(0, 40)) {
    // The map names only some places, but counts every area.
    if (names.length >= MAX_LABELS && ofPlace[0]?.zip.length !== 3) break;
    const all = (ofPlace[0]?.lines ?? []).map((line) => fitted(line, 190));
    const around = boxOf(ofPlace.map(({ at }) => at));
    // A name alone may fit where its other text does not.
    const [found] = [all, all.slice(0, 1)].flatMap((lines) => {
      const place = placesFor(lines, around, r, frame).find((each) => isFree(frame, each, taken));
      return place === undefined ? [] : [{ lines, place }];
    });
    if (found !== undefined) add(found.lines, found.place);
  }
  return names;
}

/** The boxes of some lines beside a box of marks, the preferred one first. */
function placesFor(lines: readonly string[], [x, y, across, down]: Box, r: number, { width }: Frame): readonly Box[] {
  const halfWidth = Math.max(...lines.map((line) => widthOf(line, 12.6))) / 2 + 3;
  const halfHeight = (lines.length * LINE_HEIGHT) / 2;
  const [aside, below] = [across + r + halfWidth + 4, down + r + halfHeight + 2];
  const middle = Math.min(Math.max(x, halfWidth + 1), width - halfWidth - 1);
  // At a corner, the name of a single mark may seem to be that of the next.
  const tops = across + down > 0 ? [y, y + below, y - below] : [y];
  const beside = [x + aside, x - aside].flatMap((left) => tops.map((top) => [left, top] as const));
  const places: readonly Point[] = [[middle, y + below], [middle, y - below], ...beside];
  return places.map((at) => [...at, halfWidth, halfHeight]);
}
