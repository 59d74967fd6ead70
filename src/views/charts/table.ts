import { marks } from "../marks/mark.ts";
import { box, fitted, moved, round, type Shape, text, widthOf } from "../marks/svg.ts";
import { dayLabel } from "../marks/time.ts";
import { type Canvas, type Drawing, joined } from "./answer-chart.ts";
import type { Counts } from "./json.ts";
import { drawMap } from "./map.ts";

export interface Cell {
  /** Each value with the number of its areas. */
  readonly counts: Counts;
  /** The text of the readout, and of a cell without counts. */
  readonly words: string;
  readonly isUnknown: boolean;
}

export interface Row {
  readonly name: string;
  readonly detail: string;
  /** Cells by date. Each row has the same dates. */
  readonly cells: ReadonlyMap<string, Cell>;
}

const HEAD_HEIGHT = 34;
const CELL_HEIGHT = 44;
/** The least width for a mark and its number. */
const MIN_STEP = 19;

/** Named rows below date headings. A narrow table has names above the cells. */
export function drawTable(rows: readonly Row[], canvas: Canvas): Drawing {
  const [first] = rows;
  if (first === undefined) return drawMap({ points: [] }, canvas);
  const { width, styles } = canvas;
  const dates = [...first.cells.keys()];
  const names = rows.map(({ name, detail }) => joined([name, detail], " · "));
  const widest = Math.max(0, ...names.map((name) => widthOf(name, 12.6))) + 12;
  const isNarrow = widest > width / 2 || width - widest < dates.length * 70;
  const [aside, above] = isNarrow ? [0, 18] : [widest, 0];
  const cellWidth = Math.min((width - aside) / Math.max(dates.length, 1), 220);
  const top = (row: number): number => HEAD_HEIGHT + row * (CELL_HEIGHT + above + 4);
  const heads = dates.map((date, index) => {
    const parts = dayLabel(date).split(" ");
    const x = aside + (index + 0.5) * cellWidth;
    return parts.map((part, line) => text(x, 13 + line * 14, part, line === 0 ? "strong middle" : "middle"));
  });
  const labels = names.map((name, row) => {
    const y = top(row) + (isNarrow ? 13 : CELL_HEIGHT / 2 + 4);
    return text(2, y, fitted(name, (aside || width) - 8, 12.6), "strong");
  });
  const cells = rows.flatMap(({ name, detail, cells: known }, row) =>
    [...known].map(([date, cell], column) => {
      const [x, y] = [aside + column * cellWidth, top(row) + above];
      const where = joined([`${name}${detail && ` (${detail})`}`, dayLabel(date)]);
      const reach = [cellWidth / 2 - 2, CELL_HEIGHT / 2] as const;
      const spot = { x: x + cellWidth / 2, y: y + CELL_HEIGHT / 2, reach, label: `${where}: ${cell.words}` };
      return { spot, shape: moved(round(x + 1.5), y, drawCell(cell, cellWidth - 3, styles)) };
    }),
  );
  const shapes = [heads, labels, cells.map(({ shape }) => shape)];
  return { height: top(rows.length), shapes, spots: cells.map(({ spot }) => spot) };
}

/** A single area's mark above its value, or the marks of several areas above their numbers. */
function drawCell({ counts, words, isUnknown }: Cell, width: number, styles: Canvas["styles"]): Shape {
  const isSingle = counts.length === 1 && counts[0]?.[1] === 1;
  const ground = box(0, 0, width, CELL_HEIGHT, isUnknown ? "cell none" : "cell");
  const seen = counts.filter(([name]) => styles.has(name));
  if (seen.length === 0) {
    const shown = fitted(counts.length === 0 ? words : "hidden", width - 4, 11);
    return [ground, text(width / 2, CELL_HEIGHT / 2 + 4, shown, "soft small middle")];
  }
  const widest = Math.max(
    ...[...seen.map(([, count]) => String(count)), `+${seen.length}`].map((each) => widthOf(each, 10.5)),
  );
  const room = Math.floor(width / Math.max(MIN_STEP, widest));
  const shown = seen.length > room ? seen.slice(0, room - 1) : seen;
  const more = seen.length > shown.length ? `+${seen.length - shown.length}` : "";
  const places = shown.length + (more === "" ? 0 : 1);
  const step = Math.min(width / places, isSingle ? width : 60);
  const middleOf = (index: number): number => width / 2 + (index - (places - 1) / 2) * step;
  const values = shown.map(([name, count], index) => {
    const label = isSingle ? fitted(name, step, 11) : String(count);
    return [marks(styles.get(name), [[middleOf(index), 14]], 5.5), text(middleOf(index), 35, label, "small middle")];
  });
  return [ground, values, text(middleOf(places - 1), 26, more, "small middle")];
}
