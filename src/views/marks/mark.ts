import { type Point, path, round, type Shape, text } from "./svg.ts";

/** Okabe and Ito's colours, which colour-blind people can distinguish, without yellow and black. */
const FILLS = ["#e69f00", "#cc79a7", "#56b4e9", "#009e73", "#0072b2", "#d55e00"];
/** Six forms that stay distinct at 5 px. */
const FORMS = ["diamond", "circle", "square", "triangle", "wedge", "cross"] as const;
type Form = (typeof FORMS)[number];

/** The look of a level or a risk value. Form and letter distinguish it from the others in a drawing. */
export interface Style {
  readonly fill: string;
  readonly form: Form;
  /** Printed in the mark if two names of one drawing share a form. */
  readonly letter?: string;
}

/**
 * Known names, in alphabetical order at first: the service defines no order, so neither do the colours.
 * Append only: a name always keeps its look.
 */
const SEEN: ReadonlyMap<string, Style> = new Map([
  ["High", { fill: "#e69f00", form: "diamond" }],
  ["Hot", { fill: "#cc79a7", form: "circle" }],
  ["Low", { fill: "#56b4e9", form: "square" }],
  ["Moderate", { fill: "#009e73", form: "circle" }],
  ["Severe", { fill: "#0072b2", form: "triangle" }],
  ["SevereHot", { fill: "#d55e00", form: "wedge" }],
  ["Warm", { fill: "#e69f00", form: "cross" }],
]);

/** The styles of all names in one drawing. A name looks the same in every drawing, except for its letter. */
export function stylesOf(names: Iterable<string>): ReadonlyMap<string, Style> {
  const styles = new Map(Array.from(names, (name) => [name, SEEN.get(name) ?? styleOf(name)]));
  const forms = [...styles.values()].map(({ form }) => form);
  for (const [name, style] of styles) {
    const [letter = "?"] = name.toUpperCase();
    if (forms.filter((form) => form === style.form).length > 1) styles.set(name, { ...style, letter });
  }
  return styles;
}

/** Chooses colour and form by FNV-1a, so that a name gets the same pair in every drawing. */
function styleOf(name: string): Style {
  let hash = 2_166_136_261;
  for (const char of name) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  const fill = FILLS[hash % FILLS.length] as string;
  return { fill, form: FORMS[Math.floor(hash / FILLS.length) % FORMS.length] as Form };
}

/** Corners around a middle, as fractions of the radius. Forms of one radius look equally large. */
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

/** The outline of a form around a point. */
export function outlineOf(form: Form, x: number, y: number, r: number): string {
  if (form === "circle") return `M${round(x - r)} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
  return `M${CORNERS[form].map((corner, index) => round((index % 2 === 0 ? x : y) + corner * r)).join(" ")}z`;
}

/** Marks of one style in one path, so that thousands draw at once. Without a style, rings. */
export function marks(style: Style | undefined, points: readonly Point[], r: number): Shape {
  if (points.length === 0) return undefined;
  if (style === undefined) return path(points.map(([x, y]) => outlineOf("circle", x, y, 5)).join(""), "open");
  const { fill, form, letter } = style;
  const outlines = points.map(([x, y]) => outlineOf(form, x, y, r)).join("");
  const letters = letter !== undefined && points.map(([x, y]) => text(x, y + 3, letter, "letter"));
  return [path(outlines, r > 4 ? "mark" : "mark small", fill), letters];
}
