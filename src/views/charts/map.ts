import { compact, groupBy } from "../../domain/collections.ts";
import { zipRanges } from "../../domain/zip.ts";
import { areaPoint, type Box, boxOf, type Frame, frameAbout, isFree, land } from "../map/us-map.ts";
import { marks } from "../marks/mark.ts";
import { box, clipped, fitted, type Point, path, round, type Shape, text, widthOf } from "../marks/svg.ts";
import { type Canvas, type Drawing, joined } from "./answer-chart.ts";

/** A point that a map shows at a ZIP. */
export interface MapPoint {
  readonly zip: string;
  /** The name of the place, then other text. */
  readonly lines: readonly string[];
  /** Drawn as its mark, or as a ring if it is empty. */
  readonly value: string;
  readonly readout: string;
  /** Named before others. */
  readonly isAsked?: boolean;
  /** False for a place abroad, whose postal code may look like a ZIP. */
  readonly isInUs?: boolean;
  /** True if it stands for a three-digit area. */
  readonly isArea?: boolean;
}

/** With more points, each area has one mark for all its points. */
export const MAX_POINTS = 150;
/** With more points, an area has one mark for each of their values. More marks would spread over other states. */
const MAX_IN_AREA = 5;
/** With more areas, the counts would lie far from their marks. */
const MAX_COUNTED_AREAS = 40;
const LINE_HEIGHT = 14;
const MAX_LABELS = 8;
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
/** How many places around its middle a mark tries until it covers no other. */
const MOST_TRIES = 4;
/** The distance of two marks that do not cover each other, in radii. They may overlap by their outlines. */
const APART_RADII = 1.7;
/** The distance of neighbours on a spiral of marks, in radii. */
const SPIRAL_RADII = 1.75;
/** The least height in pixels, and the most, of a map below and from the width `WIDE`. */
const HEIGHTS = { least: 190, most: 270, mostIfWide: 340 };
const WIDE = 800;

interface Plot {
  readonly points: readonly MapPoint[];
  /** The map shows the part around these. Without any, it shows all states. */
  readonly near?: readonly Point[];
  /** A line goes through the points of a route, which stay if the viewer switches their value off. */
  readonly isRoute?: boolean;
  /** In pixels; by default half of the width, within `HEIGHTS`. */
  readonly height?: number | undefined;
}

type Placed = MapPoint & { readonly at: Point };

/** Lines of text in the middle of a box. */
interface Name {
  readonly lines: readonly string[];
  readonly place: Box;
}

/** Draws points on a map: the states, a mark for each point, and the names of places where there is room. */
export function drawMap(plot: Plot, { width, styles }: Canvas): Drawing {
  const { near = [], isRoute = false } = plot;
  const mostHeight = width < WIDE ? HEIGHTS.most : HEIGHTS.mostIfWide;
  const { height = Math.round(Math.min(Math.max(width / 2, HEIGHTS.least), mostHeight)) } = plot;
  const frame = frameAbout(near, width, height);
  const onMap = plot.points.filter((point) => pointOnMap(point) !== undefined);
  const shown = onMap.filter(({ value }) => isRoute || value === "" || styles.has(value));
  const points = isRoute ? shown : byArea(shown, [...styles.keys()]);
  // All marks together cover an eighth of the map.
  const r = isRoute ? 8 : round(Math.min(Math.max(Math.sqrt((width * height) / points.length) / 5, 1.6), 6));
  const placed = placedIn(frame, points, r);
  const route = isRoute ? placed.map(({ at }) => at) : [];
  const taken = [...placed.map(({ at: [x, y] }) => ({ x, y, across: r, down: r })), ...boxesAlong(route)];
  const nothing = { lines: ["Nothing to draw"], place: { x: width / 2, y: height / 2, across: 54, down: 9 } };
  const names = placed.length === 0 ? [nothing] : namesIn(frame, isRoute ? placed.toReversed() : placed, r, taken);
  const ground = land(frame, [...taken, ...names.map(({ place }) => place)]);
  const line = route.length > 0 && path(`M${route.map((at) => at.join(" ")).join("L")}`, "route");
  const sheet = clipped(width, height, [ground, line, marksOf(placed, styles, r), names.map(drawName)]);
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
  return each.length > 0 && `Not on the map of the states and DC: ${each.slice(0, 6).join("; ")}${rest}.`;
}

/** Where the map shows a point; undefined beyond the states and DC. */
export function pointOnMap({ zip, isInUs = true }: MapPoint): Point | undefined {
  return isInUs ? areaPoint(zip) : undefined;
}

/** One point for each value in a crowded area, with the area's count. Among many points, each area has its first value alone. */
function byArea(points: readonly MapPoint[], names: readonly string[]): readonly MapPoint[] {
  const isMany = points.length > MAX_POINTS;
  const areas = [...groupBy(points, ({ zip }) => zip.slice(0, 3))];
  return areas.flatMap(([zip, own]) => {
    if (!isMany && own.length <= MAX_IN_AREA) return own;
    const byValue = groupBy(own, ({ value }) => value);
    const values = names.filter((name) => byValue.has(name));
    const asked = own.filter(({ isAsked }) => isAsked);
    const named = isMany || asked.length > 0 ? asked : own;
    const places = [...new Set(named.flatMap(({ lines }) => lines.slice(0, 1)))].join("; ");
    const isCounted = !isMany || areas.length <= MAX_COUNTED_AREAS || places !== "";
    return values.slice(0, isMany ? 1 : undefined).map((value) => ({
      ...{ zip, value, isArea: true, isAsked: asked.length > 0 },
      lines: isCounted ? compact(isMany ? `${own.length}` : `${own.length} in area ${zip}`, places) : [],
      readout: `area ${zip}: ${values.map((name) => `${name} ${inArea(byValue.get(name) ?? [])}`).join(", ")}`,
    }));
  });
}

/** `2 (85003–85004)`; the count alone if the points are whole areas. */
function inArea(points: readonly MapPoint[]): string {
  const zips = points.flatMap(({ zip }) => (zip.length < 5 ? [] : zip));
  return `${points.length}${zips.length === 0 ? "" : ` (${zipRanges(zips.sort())})`}`;
}

/** Each point at the middle of its area, or beside it, within the frame, if it would cover another mark. */
function placedIn(frame: Frame, points: readonly MapPoint[], r: number): readonly Placed[] {
  const placed: Placed[] = [];
  const earlierIn = new Map<string, number>();
  for (const point of points) {
    const middle = pointOnMap(point);
    if (middle === undefined) continue;
    const area = point.zip.slice(0, 3);
    const turn = earlierIn.get(area) ?? 0;
    earlierIn.set(area, turn + 1);
    const places = Array.from({ length: MOST_TRIES }, (_, more) => onSpiral(frame, middle, turn + more, r));
    const free = places.find(([x, y]) =>
      placed.every(({ at: [ox, oy] }) => (x - ox) ** 2 + (y - oy) ** 2 >= (APART_RADII * r) ** 2),
    );
    placed.push({ ...point, at: free ?? onSpiral(frame, middle, turn, r) });
  }
  return placed;
}

/** A point within the frame on a spiral whose turns are nearly a mark apart; turn 0 is the middle. */
function onSpiral({ at, width, height }: Frame, middle: Point, turn: number, r: number): Point {
  const [away, angle] = [SPIRAL_RADII * r * Math.sqrt(turn), turn * GOLDEN_ANGLE];
  const [x, y] = at(middle);
  const within = (pixels: number, most: number): number => round(Math.min(Math.max(pixels, r), most - r));
  return [within(x + away * Math.cos(angle), width), within(y + away * Math.sin(angle), height)];
}

/** The marks by value. The legend begins with what matters most, which lies on top. A value switched off has no mark. */
function marksOf(placed: readonly Placed[], styles: Canvas["styles"], r: number): Shape {
  return ["", ...[...styles.keys()].reverse()].map((value) => {
    const points = placed.filter((point) => point.value === value).map(({ at }) => at);
    return marks(styles.get(value), points, r);
  });
}

/** Boxes along a route that names must avoid. */
function boxesAlong(route: readonly Point[]): readonly Box[] {
  return route.flatMap(([x, y], index) => {
    const [fromX, fromY] = route[index - 1] ?? [x, y];
    const steps = Array.from({ length: 40 }, (_, step) => step / 40);
    return steps.map((part) => ({ x: x + (fromX - x) * part, y: y + (fromY - y) * part, across: 4, down: 4 }));
  });
}

/** The names that overlap nothing in `taken`: of the places asked first, then of those with the most points. */
function namesIn(frame: Frame, placed: readonly Placed[], r: number, taken: readonly Box[]): readonly Name[] {
  const named = placed.filter(({ lines }) => lines.length > 0);
  // Each area has a name or count of its own; other points with equal names are one place.
  const places = [...groupBy(named, ({ zip, lines, isArea }) => (isArea ? zip : lines.join(" "))).values()];
  const rank = ([point]: readonly Placed[]): number => (point?.isAsked ? 2 : 0) + (point?.isArea ? 1 : 0);
  const askedFirst = places.sort((a, b) => rank(b) - rank(a) || b.length - a.length);
  const names: Name[] = [];
  for (const points of askedFirst) {
    // The map names only some places, but every area.
    if (names.length >= MAX_LABELS && points[0]?.isArea !== true) continue;
    const lines = (points[0]?.lines ?? []).map((line) => fitted(line, 190));
    const around = boxOf(points.map(({ at }) => at));
    const met = [...taken, ...names.map(({ place }) => place)];
    // A name alone may fit where its other text does not, and the name of an asked place may stand farther away.
    const [texts, gaps] = [[lines, lines.slice(0, 1)], points[0]?.isAsked ? [0, 12, 24] : [0]];
    const tried = gaps.flatMap((gap) => texts.flatMap((some) => namesBeside(around, some, r + gap, frame)));
    const name = tried.find(({ place }) => isFree(frame, place, met));
    if (name !== undefined) names.push(name);
  }
  return names;
}

/** Some lines beside a box of marks, at the preferred place first. */
function namesBeside(marked: Box, lines: readonly string[], r: number, { width }: Frame): readonly Name[] {
  const across = Math.max(...lines.map((line) => widthOf(line, 12.6))) / 2 + 3;
  const down = (lines.length * LINE_HEIGHT) / 2;
  const [aside, away] = [marked.across + r + across + 4, marked.down + r + down + 2];
  const [lower, upper] = [marked.y + away, marked.y - away];
  const middle = Math.min(Math.max(marked.x, across + 1), width - across - 1);
  // At a corner, the name of a single mark may seem to be that of the next.
  const ys = marked.across + marked.down > 0 ? [marked.y, lower, upper] : [marked.y];
  const beside = [marked.x + aside, marked.x - aside].flatMap((x) => ys.map((y): Point => [x, y]));
  const middles: readonly Point[] = [[middle, lower], [middle, upper], ...beside];
  return middles.map(([x, y]) => ({ lines, place: { x, y, across, down } }));
}

function drawName({ lines, place }: Name): Shape {
  const top = place.y - (lines.length * LINE_HEIGHT) / 2 + 11;
  const looks = ["halo middle strong", "halo middle small"];
  return lines.map((line, index) => text(place.x, top + index * LINE_HEIGHT, line, looks[index]));
}
