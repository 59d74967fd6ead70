import { type Shape, words } from "../marks/shape.ts";
import type { Style } from "../marks/style.ts";
import type { Theme } from "../marks/theme.ts";

/** The room and the choices that a drawing is made for. */
export interface Canvas {
  /** CSS pixels, 280 or more. */
  readonly width: number;
  readonly theme: Theme;
  /** The names of the legend that are switched off. */
  readonly hidden: ReadonlySet<string>;
  /** The number of the chosen option of `choice`. */
  readonly chosen: number;
}

/** A point of a drawing that can be pointed at, and that the arrow keys reach. */
export interface Spot {
  readonly x: number;
  readonly y: number;
  /** Half the sides of its focus ring. */
  readonly reach: readonly [across: number, down: number];
  readonly label: string;
}

export interface Drawing {
  readonly height: number;
  readonly shapes: readonly Shape[];
  readonly spots: readonly Spot[];
}

/** Names that mean one thing, such as alerts of now. */
export interface LegendGroup {
  readonly heading: string;
  readonly entries: readonly { readonly name: string; readonly style: Style; readonly count?: number }[];
}

/** How one tool's answer is shown, drawn alike on the page and in the PNG. */
export interface Face {
  /** The finding, where the answer's headline would repeat the drawing. */
  readonly title?: string;
  readonly legend: readonly LegendGroup[];
  /** Alternatives of the drawing, such as a part of the map. */
  readonly choice?: { readonly heading: string; readonly options: readonly string[] };
  /** Sentences on what the drawing leaves out, and on its units. Empty ones are not shown. */
  readonly remarks: readonly string[];
  draw(canvas: Canvas): Drawing;
}

export function legendOf(heading: string, styles: ReadonlyMap<string, Style>): LegendGroup {
  return { heading, entries: [...styles].map(([name, style]) => ({ name, style })) };
}

/** The spot of a row over the whole width. */
export function rowSpot(top: number, height: number, width: number, label: string): Spot {
  return { x: width / 2, y: top + height / 2, reach: [width / 2 - 2, height / 2 - 2], label };
}

export function emptyDrawing(text: string, { width, theme }: Canvas): Drawing {
  const type = { fill: theme.ink, size: 15, bold: true, anchor: "middle" } as const;
  return { height: 70, shapes: [words(width / 2, 40, text, type)], spots: [] };
}

/** The parts that are not empty, in one line. */
export function joined(parts: readonly (string | false | undefined)[], separator: string = ", "): string {
  return parts.filter((part) => part !== "" && part !== false && part !== undefined).join(separator);
}
