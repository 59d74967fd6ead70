import { createRequire } from "node:module";
import { type ExtendedFeature, geoAlbersUsa, geoPath } from "d3-geo";
import { feature } from "topojson-client";
import { presimplify, simplify } from "topojson-simplify";
import type { GeometryCollection, Topology } from "topojson-specification";
import { readState } from "../../src/places/states.ts";

import { groupBy, readZips } from "../places/sources.ts";

// The script reads the package at run time: a bundler would parse it as code.
const load = createRequire(`${process.cwd()}/package.json`);

/** The size of the atlas, in its own units, and the scale of its projection. */
const [WIDTH, HEIGHT] = [975, 610];
const SCALE = 1300;

/** Corners smaller than this area, in square units, are dropped: at 1,200 px no outline looks different. */
const MIN_AREA = 1;

/** Map units per atlas unit: the map's integers are half units of the atlas. */
const TIMES = 2;

/** States drawn as insets, away from their true positions. */
const INSETS = ["AK", "HI"];
const INSET_MARGIN = 6;

type Point = readonly [number, number];

/** The map of the United States as the view draws it. */
export function encodeMap() {
  const atlas = load("us-atlas/states-albers-10m.json") as Topology<{
    states: GeometryCollection<{ readonly name: string }>;
  }>;
  const simple = simplify(presimplify(atlas), MIN_AREA);
  const { features } = feature(simple, simple.objects.states);
  const outlines = features.map((state) => ({ code: codeOf(state.properties.name), state }));
  const insets = outlines.filter(({ code }) => INSETS.includes(code));
  return {
    width: TIMES * WIDTH,
    height: TIMES * HEIGHT,
    /** By state: an SVG path, and the point of its label. */
    states: Object.fromEntries(
      outlines
        .toSorted((a, b) => (a.code < b.code ? -1 : 1))
        .map(({ code, state }) => [code, { path: pathOf(state.geometry), label: pointOf(geoPath().centroid(state)) }]),
    ),
    /** The frames of the insets: x, y, width, height. */
    insets: insets.map(({ state }) => frameOf(geoPath().bounds(state))),
    /** By three-digit area, if the area has a ZIP on the map. */
    areas: areas(),
  };
}

function codeOf(name: string): string {
  const state = readState(name);
  if (state === undefined) throw new Error(`no code for ${name}`);
  return state.code;
}

/** A state's outline as an SVG path of relative steps, without islands that have shrunk to a point. */
function pathOf(geometry: ExtendedFeature["geometry"]): string {
  if (geometry?.type !== "Polygon" && geometry?.type !== "MultiPolygon") throw new Error("a state is no polygon");
  const polygons = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
  return polygons.flat().map(ringOf).join("");
}

function ringOf(ring: readonly (readonly number[])[]): string {
  const points = ring.map(pointOf);
  const corners = points.filter(([x, y], index) => x !== points[index - 1]?.[0] || y !== points[index - 1]?.[1]);
  if (corners.length < 4) return "";
  const steps = corners.slice(1, -1).map(([x, y], index): Point => {
    const [fromX, fromY] = corners[index] as Point;
    return [x - fromX, y - fromY];
  });
  return `M${pair(corners[0] as Point)}l${steps.map(pair).join(" ")}z`.replaceAll(" -", "-");
}

/** Converts a point of the atlas to the map's units. */
function pointOf([x = 0, y = 0]: readonly number[]): Point {
  return [Math.round(TIMES * x), Math.round(TIMES * y)];
}

function pair([x, y]: Point): string {
  return `${x} ${y}`;
}

function frameOf([[left, top], [right, bottom]]: readonly [[number, number], [number, number]]): readonly number[] {
  const x = Math.max(0, left - INSET_MARGIN);
  const y = top - INSET_MARGIN;
  const sides = [x, y, right + INSET_MARGIN - x, Math.min(HEIGHT, bottom + INSET_MARGIN) - y];
  return sides.map((side) => Math.round(TIMES * side));
}

/** One point per three-digit area: the median of its ZIPs, because single coordinates may be far off. */
function areas(): Readonly<Record<string, Point>> {
  const project = geoAlbersUsa()
    .scale(SCALE)
    .translate([WIDTH / 2, HEIGHT / 2]);
  const byArea = groupBy(readZips(), ({ zip }) => zip.slice(0, 3));
  const points = [...byArea].flatMap(([area, zips]) => {
    const located = zips.flatMap(({ at }) => at ?? []);
    const middle = [median(located.map((each) => each.longitude)), median(located.map((each) => each.latitude))];
    const point = located.length === 0 ? null : project(middle as [number, number]);
    return point === null ? [] : [[area, pointOf(point)] as const];
  });
  return Object.fromEntries(points);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
