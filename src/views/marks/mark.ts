import { severityOf } from "../../domain/level-order.ts";
import { type Point, pathOf, round, type Shape, textAt } from "./svg.ts";

/** Okabe and Ito's colours, which colour-blind people can distinguish, without yellow and black. */
const FILLS = ["#e69f00", "#cc79a7", "#56b4e9", "#009e73", "#1f7fc0", "#d55e00"];
/** Six forms that stay distinct at 5 px. */
const FORMS = ["diamond", "circle", "square", "triangle", "wedge", "cross"] as const;
type Form = (typeof FORMS)[number];

/** Form and letter alone distinguish the names of a drawing. */
export interface Style {
  readonly fill: string;
  readonly form: Form;
  /** Printed in the mark if two names of one drawing share a form. */
  readonly letter?: string;
}

/** The first six differ in colour and in form. */
const LOOKS: readonly Style[] = FILLS.flatMap((_, shift) =>
  FORMS.map((form, index) => ({ form, fill: FILLS[(index + shift) % FILLS.length] ?? "" })),
);

/** Light to dark, for names with an order. Colour-blind people can follow it. */
const RAMP = ["#fff7bc", "#fee391", "#fec44f", "#fe9929", "#ec7014", "#d55e00"];

/** Names in an order form a ramp of colours. The colours of others have no order, as the service defines none. */
export function stylesOf(
  names: Iterable<string>,
  orders: readonly (readonly string[])[] = [],
): ReadonlyMap<string, Style> {
  const styles = new Map<string, Style>();
  for (const name of names) {
    const taken = [...styles.values()];
    const isFree = ({ fill, form }: Style) => !taken.some((other) => other.fill === fill && other.form === form);
    const looks = [...rampLooks(name, orders), ...LOOKS];
    styles.set(name, looks.find(isFree) ?? (looks[0] as Style));
  }
  return lettered(styles);
}

/** Gives a letter to each name that shares its form. */
function lettered(styles: ReadonlyMap<string, Style>): ReadonlyMap<string, Style> {
  const forms = [...styles.values()].map(({ form }) => form);
  const names = [...styles.keys()];
  // `Level-A` and `Level-B` differ from their seventh character on.
  const start = Array.from(names[0] ?? "").findIndex((char, index) => names.some((name) => name[index] !== char));
  const letters = new Set<string>();
  const all = new Map(styles);
  for (const [name, style] of styles) {
    if (forms.filter((form) => form === style.form).length < 2) continue;
    const chars = Array.from(`${name.slice(Math.max(start, 0)).toUpperCase()}ABCDEFGHIJKLMNOPQRSTUVWXYZ`);
    const letter = chars.find((char) => /[^\s\p{P}]/u.test(char) && !letters.has(char)) ?? "?";
    letters.add(letter);
    all.set(name, { ...style, letter });
  }
  return all;
}

/** One shade in each form for a name in an order; none for others. */
function rampLooks(name: string, orders: readonly (readonly string[])[]): readonly Style[] {
  return orders.flatMap((order) => {
    const severity = severityOf(name, order);
    if (severity === undefined) return [];
    const fill = RAMP[Math.round((severity / Math.max(order.length - 1, 1)) * (RAMP.length - 1))] ?? "";
    return FORMS.map((_, shift) => ({ fill, form: FORMS[(severity + shift) % FORMS.length] as Form }));
  });
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

export function outlineOf(form: Form, x: number, y: number, radius: number): string {
  if (form === "circle") {
    const half = `a${radius} ${radius} 0 1 0`;
    return `M${round(x - radius)} ${y}${half} ${2 * radius} 0${half} ${-2 * radius} 0z`;
  }
  return `M${CORNERS[form].map((corner, index) => round((index % 2 === 0 ? x : y) + corner * radius)).join(" ")}z`;
}

/** Marks of one style in one path, so that thousands draw at once. Without a style, rings. */
export function marks(style: Style | undefined, points: readonly Point[], radius: number): Shape {
  if (points.length === 0) return undefined;
  if (style === undefined) return pathOf(points.map(([x, y]) => outlineOf("circle", x, y, 5)).join(""), "open");
  const { fill, form, letter } = style;
  const outlines = points.map(([x, y]) => outlineOf(form, x, y, radius)).join("");
  const letters = letter !== undefined && points.map(([x, y]) => textAt(x, y + 3, letter, "letter"));
  return [pathOf(outlines, radius > 4 ? "mark" : "mark small", fill), letters];
}
