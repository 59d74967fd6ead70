import { fitted, widthOf } from "../marks/letters.ts";
import { marks } from "../marks/mark.ts";
import type { Style } from "../marks/style.ts";
import { box, moved, round, type Shape, text } from "../marks/svg.tsx";
import { type Canvas, type Drawing, joined } from "./face.ts";
import type { Counts } from "./json.ts";

/** What stands in a cell: one value, or the values of many areas with their numbers. */
export interface Cell {
  /** Where there are none, the words stand in the cell. */
  readonly counts: Counts;
  readonly isCounted: boolean;
  /** All that is known, for the readout. */
  readonly words: string;
}

export interface Row {
  readonly name: string;
  readonly detail: string;
  readonly cells: ReadonlyMap<string, Cell>;
}

export interface Column {
  readonly key: string;
  /** Its parts stand one below the other. */
  readonly head: string;
  /** Stands in a cell without a value. */
  readonly blank: string;
}

const HEAD_HEIGHT = 34;
const LINE_HEIGHT = 19;
/** The least room for a mark and its number. */
const MIN_STEP = 19;

type Styles = ReadonlyMap<string, Style>;

/** Rows with names, and columns with heads where they have any. A narrow table has its names above the cells. */
export function drawTable(rows: readonly Row[], columns: readonly Column[], canvas: Canvas): Drawing {
  const { width, styles } = canvas;
  const names = rows.map(({ name, detail }) => joined([name, detail], " · "));
  const widest = Math.max(0, ...names.map((name) => widthOf(name, 12.6))) + 12;
  const isNarrow = width - Math.min(widest, width / 2) < columns.length * 70;
  const aside = isNarrow ? 0 : Math.min(widest, width / 2);
  const above = isNarrow ? 18 : 0;
  const across = Math.min((width - aside) / Math.max(columns.length, 1), 220);
  const isTall = columns.length > 1;
  const height = isTall ? 2 * LINE_HEIGHT + 6 : LINE_HEIGHT + 5;
  const first = columns.some(({ head }) => head !== "") ? HEAD_HEIGHT : 0;
  const top = (row: number): number => first + row * (height + above + 4);
  const heads = columns.map(({ head }, index) => {
    const parts = head.split(" ");
    const x = aside + (index + 0.5) * across;
    return parts.map((part, line) => text(x, 13 + line * 14, part, line === 0 ? "strong middle" : "middle"));
  });
  const labels = names.map((name, row) => {
    return text(2, top(row) + (isNarrow ? 13 : height / 2 + 4), fitted(name, (aside || width) - 8), "strong");
  });
  const cells = rows.flatMap(({ name, detail, cells: known }, row) =>
    columns.map(({ key, head, blank }, column) => {
      const [x, y] = [aside + column * across, top(row) + above];
      const cell = known.get(key);
      const shapes = cellOf(cell, blank, across - 3, height, styles);
      const where = joined([`${name}${detail && ` (${detail})`}`, head]);
      const reach = [across / 2 - 2, height / 2] as const;
      const spot = { x: x + across / 2, y: y + height / 2, reach, label: `${where}: ${cell?.words || blank}` };
      return { spot, shape: moved(round(x + 1.5), y, shapes) };
    }),
  );
  const shapes = [heads, labels, cells.map(({ shape }) => shape)];
  return { height: top(rows.length), shapes, spots: cells.map(({ spot }) => spot) };
}

/** The mark of a value with its word, or marks with their numbers: above them where there is room. */
function cellOf(cell: Cell | undefined, blank: string, width: number, height: number, styles: Styles): Shape {
  const [middle, isTall] = [width / 2, height > LINE_HEIGHT * 2];
  const { counts = [], isCounted = false } = cell ?? {};
  if (counts.length === 0) {
    const words = fitted(cell?.words || blank, width - 4, 11);
    const look = cell?.words ? "cell" : "cell none";
    return [box(0, 0, width, height, look), text(middle, height / 2 + 4, words, "soft small middle")];
  }
  const shown = counts.filter(([name]) => styles.has(name)).slice(0, isCounted ? width / MIN_STEP : 1);
  const step = Math.min(width / shown.length, isCounted ? 60 : width);
  const values = shown.map(([name, count], index) => {
    const label = fitted(isCounted ? String(count) : name, step, 11);
    const x = middle + (index - (shown.length - 1) / 2) * step;
    const [markX, markY] = isTall ? [x, 14] : [x - widthOf(label, 11) / 2 - 2, height / 2];
    const [wordX, wordY] = isTall ? [x, 35] : [x + 7, height / 2 + 4];
    return [marks(styles.get(name), [[markX, markY]], 5.5), text(wordX, wordY, label, "small middle")];
  });
  return [box(0, 0, width, height, "cell"), values];
}
