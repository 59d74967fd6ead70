import { pointsToMark } from "../map/area-marks.ts";
import { boxesAlong, drawLabel, labelsIn } from "../map/labels.ts";
import { placedIn } from "../map/placing.ts";
import { type Frame, frameAbout, land, type MapPoint, type Placed, pointOnMap } from "../map/us-map.ts";
import { marks } from "../marks/mark.ts";
import { boxAt, clipped, type Point, pathOf, round, type Shape } from "../marks/svg.ts";
import type { Canvas, Drawing } from "./answer-chart.ts";
import { joined } from "./words.ts";

/** Half of the width and of the height of "Nothing to draw". */
const NOTHING = { across: 54, down: 9 };
const ROUTE_RADIUS = 8;

/** The stops of a route, with a line through them. A stop stays if the viewer switches its value off. */
export function drawRoute(stops: readonly MapPoint[], { width, styles }: Canvas, height = heightFor(width)): Drawing {
  const near = stops.map(pointOnMap).filter((point) => point !== undefined);
  const frame = frameAbout(near, width, height);
  const placed = placedIn(frame, stops, ROUTE_RADIUS);
  const line = placed.map(({ pixel }) => pixel);
  return drawPlaced(placed, { frame, radius: ROUTE_RADIUS, styles, line });
}

/** On the part of the map around `near`, or on the whole map. */
export function drawAreas(points: readonly MapPoint[], canvas: Canvas, near: readonly Point[] = []): Drawing {
  const { width, styles } = canvas;
  const frame = frameAbout(near, width, heightFor(width));
  const onMap = points.filter((point) => pointOnMap(point) !== undefined);
  const shown = onMap.filter(({ value }) => value === "" || styles.has(value));
  const marked = pointsToMark(shown, [...styles.keys()]);
  // All marks together cover an eighth of the map.
  const ideal = Math.sqrt((width * frame.height) / marked.length) / 5;
  const radius = round(Math.min(Math.max(ideal, 1.6), 6));
  return drawPlaced(placedIn(frame, marked, radius), { frame, radius, styles, line: [] });
}

export function drawNothing(canvas: Canvas): Drawing {
  return drawAreas([], canvas);
}

/** Half of the width, but 190 to 270 pixels, or up to 340 on a wide canvas. */
function heightFor(width: number): number {
  return Math.round(Math.min(Math.max(width / 2, 190), width < 800 ? 270 : 340));
}

interface MapLook extends Pick<Canvas, "styles"> {
  readonly frame: Frame;
  readonly radius: number;
  /** Of a route; empty for areas. */
  readonly line: readonly Point[];
}

function drawPlaced(placed: readonly Placed[], { frame, radius, styles, line }: MapLook): Drawing {
  const { width, height } = frame;
  const markBoxes = placed.map(({ pixel: [x, y] }) => ({ x, y, across: radius, down: radius }));
  const taken = [...markBoxes, ...boxesAlong(line)];
  // The destination of a route is named first.
  const named = line.length > 0 ? placed.toReversed() : placed;
  const nothing = { lines: ["Nothing to draw"], box: { x: width / 2, y: height / 2, ...NOTHING } };
  const labels = placed.length === 0 ? [nothing] : labelsIn(frame, named, radius, taken);
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

/** The legend begins with what matters most, which lies on top. */
function marksOf(placed: readonly Placed[], styles: Canvas["styles"], radius: number): Shape {
  return ["", ...[...styles.keys()].reverse()].map((value) => {
    const pixels = placed.filter((point) => point.value === value).map(({ pixel }) => pixel);
    return marks(styles.get(value), pixels, radius);
  });
}
