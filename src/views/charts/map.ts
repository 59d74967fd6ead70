import { compact, groupBy } from "../../domain/collections.ts";
import { zipRanges } from "../../domain/zip.ts";
import { boxesAlong, drawLabel, labelsIn } from "../map/labels.ts";
import { type Frame, frameAbout, land, type MapPoint, type Placed, pointOnMap } from "../map/us-map.ts";
import { marks } from "../marks/mark.ts";
import { boxAt, clipped, type Point, pathOf, round, type Shape } from "../marks/svg.ts";
import type { Canvas, Drawing } from "./answer-chart.ts";
import { joined } from "./json.ts";

/** With more points, each area has one mark for all its points. */
export const MAX_POINTS = 150;
/** With more points, an area has one mark for each of their values. More marks would spread over other states. */
const MAX_IN_AREA = 5;
/** With more areas, the counts would lie far from their marks. */
const MAX_COUNTED_AREAS = 40;
/** Half of the width and of the height of "Nothing to draw". */
const NOTHING = { across: 54, down: 9 };
const ROUTE_RADIUS = 8;
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
/** How many pixels around its middle a mark tries until it covers no other. */
const MOST_TRIES = 4;
/** The distance of two marks that do not cover each other, in radii. They may overlap by their outlines. */
const APART_RADII = 1.7;
/** The distance of neighbours on a spiral of marks, in radii. */
const SPIRAL_RADII = 1.75;

/** The stops of a route, with a line through them. A stop stays if the viewer switches its value off. */
export function drawRoute(stops: readonly MapPoint[], { width, styles }: Canvas, height = heightFor(width)): Drawing {
  const near = stops.map(pointOnMap).filter((point) => point !== undefined);
  const frame = frameAbout(near, width, height);
  const placed = placedIn(frame, stops, ROUTE_RADIUS);
  const line = placed.map(({ pixel }) => pixel);
  // The destination is named first.
  return drawPoints({ frame, placed, radius: ROUTE_RADIUS, styles, line, labelled: placed.toReversed() });
}

/** On the part of the map around `near`, or on the whole map. */
export function drawAreas(points: readonly MapPoint[], canvas: Canvas, near: readonly Point[] = []): Drawing {
  const { width, styles } = canvas;
  const frame = frameAbout(near, width, heightFor(width));
  const onMap = points.filter((point) => pointOnMap(point) !== undefined);
  const shown = onMap.filter(({ value }) => value === "" || styles.has(value));
  const marked = byArea(shown, [...styles.keys()]);
  // All marks together cover an eighth of the map.
  const ideal = Math.sqrt((width * frame.height) / marked.length) / 5;
  const radius = round(Math.min(Math.max(ideal, 1.6), 6));
  const placed = placedIn(frame, marked, radius);
  return drawPoints({ frame, placed, radius, styles, line: [], labelled: placed });
}

export function drawNothing(canvas: Canvas): Drawing {
  return drawAreas([], canvas);
}

/** Half of the width, but 190 to 270 pixels, or up to 340 on a wide canvas. */
function heightFor(width: number): number {
  return Math.round(Math.min(Math.max(width / 2, 190), width < 800 ? 270 : 340));
}

interface MapContent {
  readonly frame: Frame;
  readonly placed: readonly Placed[];
  readonly radius: number;
  readonly styles: Canvas["styles"];
  readonly line: readonly Point[];
  /** In the order in which labels look for room. */
  readonly labelled: readonly Placed[];
}

function drawPoints({ frame, placed, radius, styles, line, labelled }: MapContent): Drawing {
  const { width, height } = frame;
  const markBoxes = placed.map(({ pixel: [x, y] }) => ({ x, y, across: radius, down: radius }));
  const taken = [...markBoxes, ...boxesAlong(line)];
  const nothing = { lines: ["Nothing to draw"], box: { x: width / 2, y: height / 2, ...NOTHING } };
  const labels = placed.length === 0 ? [nothing] : labelsIn(frame, labelled, radius, taken);
  const ground = land(frame, [...taken, ...labels.map((label) => label.box)]);
  const route = line.length > 0 && pathOf(`M${line.map((pixel) => pixel.join(" ")).join("L")}`, "route");
  const sheet = clipped(width, height, [ground, route, marksOf(placed, styles, radius), labels.map(drawLabel)]);
  const reach = [radius + 4, radius + 4] as const;
  const spots = placed.map(({ pixel: [x, y], readout }) => ({ x, y, reach, label: readout }));
  return { height, shapes: [sheet, boxAt(0.5, 0.5, width - 1, height - 1, "rule")], spots };
}

export function notOnMap(points: readonly MapPoint[]): string | false {
  const missing = points.filter((point) => pointOnMap(point) === undefined);
  const names = missing.map(({ zip, lines: [place], value }) => {
    return joined([zip || "unknown ZIP", place !== zip && place, value], " ");
  });
  const distinct = [...new Set(names)];
  const rest = distinct.length > 6 ? ` and ${distinct.length - 6} more` : "";
  return distinct.length > 0 && `Not on the map of the states and DC: ${distinct.slice(0, 6).join("; ")}${rest}.`;
}

/** All points, but one mark for each value of a crowded area. Among many points, one mark for each area. */
function byArea(points: readonly MapPoint[], names: readonly string[]): readonly MapPoint[] {
  const isMany = points.length > MAX_POINTS;
  const areas = [...groupBy(points, ({ zip }) => zip.slice(0, 3))];
  return areas.flatMap(([area, inArea]): readonly MapPoint[] => {
    const asked = inArea.filter(({ isAsked }) => isAsked);
    if (isMany) {
      const places = placesText(asked);
      const isCounted = areas.length <= MAX_COUNTED_AREAS || places !== "";
      const lines = isCounted ? compact(`${inArea.length}`, places) : [];
      // The legend's first value alone: the most severe, or without an order the rarest.
      return valueMarks(area, inArea, names, lines).slice(0, 1);
    }
    if (inArea.length <= MAX_IN_AREA) return inArea;
    const places = placesText(asked.length > 0 ? asked : inArea);
    return valueMarks(area, inArea, names, compact(`${inArea.length} in area ${area}`, places));
  });
}

function placesText(points: readonly MapPoint[]): string {
  return [...new Set(points.flatMap(({ lines }) => lines.slice(0, 1)))].join("; ");
}

/** A point for each value in an area, in the order of `names`. All have the same text. */
function valueMarks(area: string, points: readonly MapPoint[], names: readonly string[], lines: readonly string[]) {
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

/** Each point at the middle of its area, or beside it, within the frame, if it would cover another mark. */
function placedIn(frame: Frame, points: readonly MapPoint[], radius: number): readonly Placed[] {
  const placed: Placed[] = [];
  const countByArea = new Map<string, number>();
  for (const point of points) {
    const middle = pointOnMap(point);
    if (middle === undefined) continue;
    const area = point.zip.slice(0, 3);
    const index = countByArea.get(area) ?? 0;
    countByArea.set(area, index + 1);
    const candidates = Array.from({ length: MOST_TRIES }, (_, more) => onSpiral(frame, middle, index + more, radius));
    const free = candidates.find(([x, y]) =>
      placed.every(({ pixel: [ox, oy] }) => (x - ox) ** 2 + (y - oy) ** 2 >= (APART_RADII * radius) ** 2),
    );
    placed.push({ ...point, pixel: free ?? onSpiral(frame, middle, index, radius) });
  }
  return placed;
}

/** A pixel within the frame on a spiral whose turns are nearly a mark apart; index 0 is the middle. */
function onSpiral({ toPixels, width, height }: Frame, middle: Point, index: number, radius: number): Point {
  const distance = SPIRAL_RADII * radius * Math.sqrt(index);
  const angle = index * GOLDEN_ANGLE;
  const [x, y] = toPixels(middle);
  const within = (pixels: number, most: number): number => round(Math.min(Math.max(pixels, radius), most - radius));
  return [within(x + distance * Math.cos(angle), width), within(y + distance * Math.sin(angle), height)];
}

/** The legend begins with what matters most, which lies on top. */
function marksOf(placed: readonly Placed[], styles: Canvas["styles"], radius: number): Shape {
  return ["", ...[...styles.keys()].reverse()].map((value) => {
    const pixels = placed.filter((point) => point.value === value).map(({ pixel }) => pixel);
    return marks(styles.get(value), pixels, radius);
  });
}
