import { box, moved, path, round, type Shape, words } from "../marks/shape.ts";
import type { Theme } from "../marks/theme.ts";
import usMap from "./us-map.json" with { type: "json" };

/** A point, in units of the map or in pixels. */
export type Point = readonly [x: number, y: number];

/** A place on a canvas: its middle, and half its sides. */
export type Box = readonly [x: number, y: number, across: number, down: number];

/** A part of the map on a canvas of some pixels. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  readonly hasInsets: boolean;
  /** Pixels of a point of the map. */
  at(point: Point): Point;
}

const STATE_SHAPES = Object.entries(usMap.states as Readonly<Record<string, { path: string; label: number[] }>>);
const WHOLE: readonly Point[] = [
  [8, 8],
  [usMap.width - 8, usMap.height - 8],
];
const INSETS = ["AK", "HI"];

/** Outlines are in half units. */
const UNITS_PER_STEP = 0.5;

/** No part of the map is narrower, in units: about 600 km. A ZIP is drawn 49 km from its place on average. */
const MIN_SIDE = 170;
const MARGIN = 45;

/** The point of a ZIP's three-digit area; undefined where it is not on the map. */
export function pointOf(zip: string): Point | undefined {
  const at = 4 * Number(/^\d{3}(?=\d{0,2}$)/.exec(zip)?.[0] ?? Number.NaN);
  const code = usMap.areas.slice(at, at + 4).trim();
  return code === "" ? undefined : [Number.parseInt(code.slice(0, 2), 36), Number.parseInt(code.slice(2), 36)];
}

/** The point of a state's label. */
export function pointOfState(code: string): Point | undefined {
  const [x, y] = STATE_SHAPES.find(([known]) => known === code)?.[1].label ?? [];
  return x === undefined || y === undefined ? undefined : [x, y];
}

/** The part of the map about some points, in the proportions of the canvas; the whole where there are none. */
export function frameAbout(points: readonly Point[], width: number, height: number): Frame {
  const shown = points.length === 0 ? WHOLE : points;
  const margin = points.length === 0 ? 0 : MARGIN;
  const [middleX, middleY, halfX, halfY] = boxOf(shown);
  const wanted = Math.max(2 * (halfX + margin), (2 * (halfY + margin) * width) / height, MIN_SIDE);
  const across = Math.min(wanted, Math.max(usMap.width, (usMap.height * width) / height));
  const scale = width / across;
  const x = startOf(middleX, across, usMap.width);
  const y = startOf(middleY, height / scale, usMap.height);
  const hasInsets = points.length === 0 || points.some(isInset);
  return { width, height, scale, hasInsets, at: ([px, py]) => [round((px - x) * scale), round((py - y) * scale)] };
}

/** The box about some points. */
export function boxOf(points: readonly Point[]): Box {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return [(left + right) / 2, (top + bottom) / 2, (right - left) / 2, (bottom - top) / 2];
}

/** The start of a span about a middle that stays on the map, or is centred on it where it is longer. */
function startOf(middle: number, span: number, whole: number): number {
  return span >= whole ? (whole - span) / 2 : Math.min(Math.max(middle - span / 2, 0), whole - span);
}

function isInset([x, y]: Point): boolean {
  return usMap.insets.some(([left = 0, top = 0, across = 0, down = 0]) => {
    return x > left && y > top && x < left + across && y < top + down;
  });
}

/** The states, the frames of the insets, and the names of states where they meet nothing of `taken`. */
export function land(frame: Frame, theme: Theme, taken: readonly Box[]): readonly Shape[] {
  const { scale, at, hasInsets } = frame;
  const states = hasInsets ? STATE_SHAPES : STATE_SHAPES.filter(([code]) => !INSETS.includes(code));
  const paint = { stroke: theme.line, width: 0.8 / (scale * UNITS_PER_STEP) };
  const frames = (hasInsets ? usMap.insets : []).map((inset) => {
    const [left = 0, top = 0, across = 0, down = 0] = inset.map((unit) => unit / UNITS_PER_STEP);
    return box(left, top, across, down, paint);
  });
  const outlines = states.map(([, state]) => path(state.path, { fill: theme.land, ...paint }));
  const met: Box[] = [...taken];
  const names = states.flatMap(([code, { label }]) => {
    const place: Box = [...at([label[0] ?? 0, label[1] ?? 0]), 10, 7];
    if (!isFree(frame, place, met)) return [];
    met.push(place);
    return [words(place[0], place[1] + 4, code, { fill: theme.soft, size: 10, anchor: "middle" })];
  });
  return [moved(...at([0, 0]), [...outlines, ...frames], scale * UNITS_PER_STEP), ...names];
}

/** Room for a label of half its sides beside a box: below, above, right or left, where it meets nothing of `taken`. */
export function placeBeside(frame: Frame, about: Box, half: Point, taken: readonly Box[]): Box | undefined {
  const [x, y, across, down] = about;
  const [aside, below] = [across + half[0] + 2, down + half[1] + 2];
  const middle = Math.min(Math.max(x, half[0] + 1), frame.width - half[0] - 1);
  const places = [
    [middle, y + below],
    [middle, y - below],
    [x + aside, y],
    [x - aside, y],
  ] as const;
  return places.map((place): Box => [...place, ...half]).find((place) => isFree(frame, place, taken));
}

function isFree({ width, height }: Frame, [x, y, across, down]: Box, taken: readonly Box[]): boolean {
  const isInside = x > across && x < width - across && y > down && y < height - down;
  return isInside && taken.every(([ox, oy, ow, oh]) => Math.abs(ox - x) > across + ow || Math.abs(oy - y) > down + oh);
}

/** A map in its frame. */
export function sheet({ width, height }: Frame, shapes: readonly Shape[], theme: Theme): readonly Shape[] {
  return [
    { tag: "svg", props: { width, height, viewBox: `0 0 ${width} ${height}` }, children: shapes },
    box(0.5, 0.5, width - 1, height - 1, { stroke: theme.line }, 8),
  ];
}
