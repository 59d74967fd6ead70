import type { Form, Style } from "./style.ts";
import { path, round, type Shape, text } from "./svg.tsx";

/** A point, in units of the map or in pixels. */
export type Point = readonly [x: number, y: number];

/** Corners about a middle, in parts of the radius; forms of one radius look equally large. */
const CORNERS: Readonly<Record<Exclude<Form, "circle">, readonly number[]>> = {
  square: [-0.88, -0.88, 0.88, -0.88, 0.88, 0.88, -0.88, 0.88],
  triangle: [0, -1.1, 1.1, 0.9, -1.1, 0.9],
  wedge: [0, 1.1, 1.1, -0.9, -1.1, -0.9],
  diamond: [0, -1.25, 1.05, 0, 0, 1.25, -1.05, 0],
  cross: [
    [-0.4, -1.1, 0.4, -1.1, 0.4, -0.4, 1.1, -0.4, 1.1, 0.4, 0.4, 0.4],
    [0.4, 1.1, -0.4, 1.1, -0.4, 0.4, -1.1, 0.4, -1.1, -0.4, -0.4, -0.4],
  ].flat(),
};

/** The outline of a form about a point. */
export function outlineOf(form: Form, x: number, y: number, r: number): string {
  if (form === "circle") return `M${round(x - r)} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
  return `M${CORNERS[form].map((corner, index) => round((index % 2 === 0 ? x : y) + corner * r)).join(" ")}z`;
}

/** Marks of one style at several points: one path, so that thousands are drawn at once. Rings without a style. */
export function marks(style: Style | undefined, points: readonly Point[], r: number): Shape {
  if (points.length === 0) return undefined;
  if (style === undefined) return path(points.map(([x, y]) => outlineOf("circle", x, y, 5)).join(""), "open");
  const { fill, form, letter } = style;
  const outlines = points.map(([x, y]) => outlineOf(form, x, y, r)).join("");
  const letters = letter !== undefined && points.map(([x, y]) => text(x, y + 3, letter, "letter"));
  return [path(outlines, r > 4 ? "mark" : "mark small", fill), letters];
}
