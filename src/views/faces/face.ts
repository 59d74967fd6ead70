import type { Style } from "../marks/mark.ts";
import type { Shape } from "../marks/svg.ts";

/** The room and the choices that a drawing is made for. */
export interface Canvas {
  /** CSS pixels, 280 or more. */
  readonly width: number;
  /** The looks of the names of the legend, but for those switched off. */
  readonly styles: ReadonlyMap<string, Style>;
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
  readonly shapes: Shape;
  readonly spots: readonly Spot[];
}

/** Names that mean one thing, such as alerts of now. */
export interface LegendGroup {
  readonly heading: string;
  readonly names: readonly string[];
  readonly counts?: ReadonlyMap<string, number>;
}

/** How one tool's answer is shown, drawn alike on the page and in the PNG. */
export interface Face {
  /** The finding, where the answer's headline would repeat the drawing. */
  readonly title?: string | false | undefined;
  readonly legend: readonly LegendGroup[];
  /** Alternatives of the drawing, such as a part of the map. */
  readonly choice?: { readonly heading: string; readonly options: readonly string[] };
  /** Sentences on what the drawing leaves out, and on its units. Empty ones are not shown. */
  readonly remarks: Parts;
  readonly draw: (canvas: Canvas) => Drawing;
}

type Parts = readonly (string | false | undefined)[];

/** The parts that are not empty. */
export function told(parts: Parts): readonly string[] {
  return parts.filter((part): part is string => typeof part === "string" && part !== "");
}

/** The parts that are not empty, in one line. */
export function joined(parts: Parts, separator: string = ", "): string {
  return told(parts).join(separator);
}
