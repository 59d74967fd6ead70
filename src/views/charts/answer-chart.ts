import { compact } from "../../domain/collections.ts";
import type { Style } from "../marks/mark.ts";
import { moved, type Shape } from "../marks/svg.ts";

export interface Canvas {
  /** CSS pixels, 280 or more. */
  readonly width: number;
  /** The looks of the legend's names, except names that the viewer switched off. */
  readonly styles: ReadonlyMap<string, Style>;
  /** The last `chooses` of a spot that the viewer clicked, 0 at first. */
  readonly chosen: number;
}

/** A point of a drawing that the pointer and the arrow keys reach. */
export interface Spot {
  readonly x: number;
  readonly y: number;
  /** Half of each side of its focus ring. */
  readonly reach: readonly [across: number, down: number];
  readonly label: string;
  readonly copies?: string;
  /** The item that a click chooses, such as the plan whose route is drawn. */
  readonly chooses?: number;
}

export interface Drawing {
  readonly height: number;
  readonly shapes: Shape;
  readonly spots: readonly Spot[];
}

export interface Legend {
  readonly heading: string;
  readonly names: readonly string[];
  readonly counts?: ReadonlyMap<string, number>;
}

export interface AnswerChart {
  readonly legend?: Legend;
  /** Sentences on what the drawing omits, and on its units. */
  readonly remarks: Parts;
  readonly draw: (canvas: Canvas) => Drawing;
}

export function combined(one: Drawing, other: Drawing, x: number, y: number): Drawing {
  return {
    height: Math.max(one.height, y + other.height),
    shapes: [one.shapes, moved(x, y, other.shapes)],
    spots: [...one.spots, ...other.spots.map((spot) => ({ ...spot, x: spot.x + x, y: spot.y + y }))],
  };
}

type Parts = readonly (string | false | undefined)[];

export function joined(parts: Parts, separator: string = ", "): string {
  return compact(...parts).join(separator);
}
