import { boxAt, moved, type Point, pathOf, round, type Shape, textAt } from "../marks/svg.ts";
import usMap from "./us-map.json" with { type: "json" };

export interface MapPoint {
  readonly zip: string;
  /** The name of the place, then other text. */
  readonly lines: readonly string[];
  /** Drawn as its mark, or as a ring if it is empty. */
  readonly value: string;
  readonly readout: string;
  readonly isAsked?: boolean;
  /** False for a place abroad, whose postal code may look like a ZIP. */
  readonly isInUs?: boolean;
  readonly isArea?: boolean;
}

export type Placed = MapPoint & { readonly pixel: Point };

/** A box on a canvas: its middle, and half of each side. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly across: number;
  readonly down: number;
}

export interface Frame {
  readonly width: number;
  readonly height: number;
  /** Pixels per map unit. */
  readonly scale: number;
  readonly hasInsets: boolean;
  readonly toPixels: (point: Point) => Point;
}

/** The compiler types JSON arrays as lists, not as pairs. */
const STATES = Object.entries(usMap.states as unknown as Readonly<Record<string, { path: string; label: Point }>>);
const AREAS = usMap.areas as unknown as Readonly<Record<string, Point>>;
const CORNERS: readonly Point[] = [
  [16, 16],
  [usMap.width - 16, usMap.height - 16],
];

/** The least width of a part, in map units: about 600 km. A mark stands 49 km from its ZIP on average. */
const MIN_SIDE = 340;
/** Pixels beside the points and above them, as room for their names. */
const MARGIN = { beside: 44, above: 34 };

/** American Samoa's ZIP, within an area of Hawaii. The map shows the states and DC alone. */
const PAGO_PAGO = "96799";

/** Undefined if the map lacks the ZIP's three-digit area. */
export function areaPoint(zip: string): Point | undefined {
  return /^\d{3,5}$/.test(zip) && zip !== PAGO_PAGO ? AREAS[zip.slice(0, 3)] : undefined;
}

/** Undefined beyond the states and DC. */
export function pointOnMap({ zip, isInUs = true }: MapPoint): Point | undefined {
  return isInUs ? areaPoint(zip) : undefined;
}

export function statePoint(code: string): Point | undefined {
  return STATES.find(([known]) => known === code)?.[1].label;
}

/** The part of the map around some points. Without points, or with one in an inset, the whole map. */
export function frameAbout(points: readonly Point[], width: number, height: number): Frame {
  const isWhole = points.length === 0 || points.some(isInset);
  const box = boxOf(isWhole ? CORNERS : points);
  const margin = isWhole ? { beside: 0, above: 0 } : MARGIN;
  const scaleX = (width / 2 - margin.beside) / box.across;
  const scaleY = (height / 2 - margin.above) / box.down;
  const whole = Math.min(width / usMap.width, height / usMap.height);
  const scale = Math.max(Math.min(scaleX, scaleY, width / MIN_SIDE), whole);
  const left = box.x - width / 2 / scale;
  const top = box.y - height / 2 / scale;
  const toPixels = ([x, y]: Point): Point => [round((x - left) * scale), round((y - top) * scale)];
  return { width, height, scale, hasInsets: isWhole, toPixels };
}

export function boxOf(points: readonly Point[]): Box {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const left = Math.min(...xs);
  const right = Math.max(...xs);
  const top = Math.min(...ys);
  const bottom = Math.max(...ys);
  return { x: (left + right) / 2, y: (top + bottom) / 2, across: (right - left) / 2, down: (bottom - top) / 2 };
}

function isInset([x, y]: Point): boolean {
  return usMap.insets.some(([left = 0, top = 0, width = 0, height = 0]) => {
    return x > left && y > top && x < left + width && y < top + height;
  });
}

/** The states, with codes where they overlap nothing in `taken`. */
export function land(frame: Frame, taken: readonly Box[]): Shape {
  const { scale, toPixels, hasInsets } = frame;
  const states = hasInsets ? STATES : STATES.filter(([, { label }]) => !isInset(label));
  const codes: Box[] = [];
  const labels = states.map(([code, { label }]) => {
    const [x, y] = toPixels(label);
    const place = { x, y, across: 10, down: 7 };
    if (!isFree(frame, place, [...taken, ...codes])) return undefined;
    codes.push(place);
    return textAt(x, y + 4, code, "soft small middle");
  });
  const insets = usMap.insets.map(([x = 0, y = 0, width = 0, height = 0]) => boxAt(x, y, width, height, "inset"));
  const outlines = [states.map(([, state]) => pathOf(state.path, "land")), hasInsets && insets];
  return [moved(...toPixels([0, 0]), outlines, scale), labels];
}

export function isFree({ width, height }: Frame, { x, y, across, down }: Box, taken: readonly Box[]): boolean {
  const isInside = x > across && x < width - across && y > down && y < height - down;
  const isApart = (other: Box): boolean =>
    Math.abs(other.x - x) > across + other.across || Math.abs(other.y - y) > down + other.down;
  return isInside && taken.every(isApart);
}
