import { compact } from "../../domain/collections.ts";
import { compareLevels, type LevelOrder, NO_LEVEL, severityOf } from "../../domain/level-order.ts";
import type { Style } from "../marks/mark.ts";
import { moved, type Shape } from "../marks/svg.ts";
import { type Json, listOf, shownText, textsOf } from "./json.ts";
import type { Parts } from "./words.ts";

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

/** The configured orders, each with the least severe level first. */
export function ordersIn(view: Json): readonly (readonly string[])[] {
  return listOf(view["orders"]).map(textsOf);
}

function orderOf(names: readonly string[], view: Json): LevelOrder {
  return ordersIn(view).find((order) => names.some((name) => severityOf(name, order) !== undefined));
}

/** Names outside the order, then the most severe first, if one of them has an order; else as sent. */
export function ranked(names: readonly string[], view: Json): readonly string[] {
  const order = orderOf(names, view);
  return names.toSorted((a, b) => compareLevels(a, b, order));
}

/** How the first name of the legend ranks among the names of an area, whose mark has it. */
export function rankText(what: string, names: readonly string[], view: Json): string {
  const order = orderOf(names, view);
  if (order === undefined) return `rarest ${what}, which need not be the worst`;
  const isAllRanked = names.every((name) => severityOf(name, order) !== undefined);
  return `most severe ${what}${isAllRanked ? "" : ", or one outside the order"}`;
}

export function levelName(level: unknown): string {
  return shownText(level, 40) || NO_LEVEL;
}

/** The ZIPs or areas that `_meta` sends for a map, as its points. */
export function marksIn(view: Json) {
  return listOf(view["marks"]).flatMap((group) => {
    const [level, zips] = listOf(group);
    const value = levelName(level);
    return compact(...shownText(zips, 40_000).split(" ")).map((zip) => {
      const isArea = zip.length === 3;
      return { zip, isArea, value, lines: [], readout: `${isArea ? "area " : ""}${zip}: ${value}` };
    });
  });
}
