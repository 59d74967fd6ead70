import { path, round, type Shape, words } from "./shape.ts";
import type { Form, Style } from "./style.ts";
import type { Theme } from "./theme.ts";

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

/** Marks of one style at several points: one path, so that thousands are drawn at once. */
export function marks(
  style: Style,
  points: readonly (readonly [number, number])[],
  r: number,
  { ink }: Theme,
): readonly Shape[] {
  const outlines = points.map(([x, y]) => outlineOf(style.form, x, y, r)).join("");
  const { letter } = style;
  // Every fill is bright enough for black.
  const type = { fill: "#000000", size: 1.4 * r, bold: true, anchor: "middle" } as const;
  const letters = letter === undefined ? [] : points.map(([x, y]) => words(x, y + 0.45 * r, letter, type));
  return [path(outlines, { fill: style.fill, stroke: ink, width: r > 4 ? 1 : 0.6 }), ...letters];
}

/** The mark of a point without a value. */
export function ring(x: number, y: number, { ink, ground }: Theme): Shape {
  return path(outlineOf("circle", x, y, 5), { fill: ground, stroke: ink, width: 1.5 });
}
