import { box, moved, type Point, path, round, type Shape, text } from "../marks/svg.ts";
import usMap from "./us-map.json" with { type: "json" };

/** A box on a canvas: its middle, and half of each side. */
export type Box = readonly [x: number, y: number, across: number, down: number];

/** A part of the map on a canvas. */
export type Frame = ReturnType<typeof frameAbout>;

/** The compiler types JSON arrays as lists, not as pairs. */
const STATES = Object.entries(usMap.states as unknown as Readonly<Record<string, { path: string; label: Point }>>);
const AREAS = usMap.areas as unknown as Readonly<Record<string, Point>>;
const WHOLE: Box = [usMap.width / 2, usMap.height / 2, usMap.width / 2 - 16, usMap.height / 2 - 16];

/** The least width of a part, in map units: about 600 km. A mark stands 49 km from its ZIP on average. */
const MIN_SIDE = 340;
/** Pixels around the points, as room for their names. */
const MARGIN = 44;

/** American Samoa's ZIP, within an area of Hawaii. The map shows the states and DC alone. */
const PAGO_PAGO = "96799";

/** The point of a ZIP's three-digit area; undefined if the map lacks the area. */
export function areaPoint(zip: string): Point | undefined {
  return /^\d{3,5}$/.test(zip) && zip !== PAGO_PAGO ? AREAS[zip.slice(0, 3)] : undefined;
}

/** The point of a state's label. */
export function statePoint(code: string): Point | undefined {
  return STATES.find(([known]) => known === code)?.[1].label;
}

/** The part of the map around some points, in the proportions of the canvas. Without points, the whole map. */
export function frameAbout(points: readonly Point[], width: number, height: number) {
  const isWhole = points.length === 0;
  const [middleX, middleY, halfX, halfY] = isWhole ? WHOLE : boxOf(points);
  const margin = isWhole ? 0 : MARGIN;
  const inSight = Math.min((width / 2 - margin) / halfX, (height / 2 - margin) / halfY, width / MIN_SIDE);
  const scale = Math.max(inSight, Math.min(width / usMap.width, height / usMap.height));
  const [x, y] = [middleX - width / 2 / scale, middleY - height / 2 / scale];
  /** Converts a point of the map to pixels. */
  const at = ([px, py]: Point): Point => [round((px - x) * scale), round((py - y) * scale)];
  return { width, height, scale, hasInsets: isWhole || points.some(isInset), at };
}

/** The box around some points. */
export function boxOf(points: readonly Point[]): Box {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return [(left + right) / 2, (top + bottom) / 2, (right - left) / 2, (bottom - top) / 2];
}

function isInset([x, y]: Point): boolean {
  return usMap.insets.some(([left = 0, top = 0, across = 0, down = 0]) => {
    return x > left && y > top && x < left + across && y < top + down;
  });
}

/** The states, the frames of the insets, and each state's code if it overlaps nothing in `taken`. */
export function land(frame: Frame, taken: readonly Box[]): Shape {
  const { scale, at, hasInsets } = frame;
  const met = [...taken];
  const states = hasInsets ? STATES : STATES.filter(([, { label }]) => !isInset(label));
  const codes = states.map(([code, { label }]) => {
    const place: Box = [...at(label), 10, 7];
    const hasRoom = isFree(frame, place, met);
    if (hasRoom) met.push(place);
    return hasRoom && text(place[0], place[1] + 4, code, "soft small middle");
  });
  const insets = usMap.insets.map(([x = 0, y = 0, across = 0, down = 0]) => box(x, y, across, down, "inset"));
  const outlines = [states.map(([, state]) => path(state.path, "land")), hasInsets && insets];
  return [moved(...at([0, 0]), outlines, scale), codes];
}

/** Whether a box lies within the frame and overlaps nothing in `taken`. */
export function isFree({ width, height }: Frame, [x, y, across, down]: Box, taken: readonly Box[]): boolean {
  const isInside = x > across && x < width - across && y > down && y < height - down;
  return isInside && taken.every(([ox, oy, ow, oh]) => Math.abs(ox - x) > across + ow || Math.abs(oy - y) > down + oh);
}
