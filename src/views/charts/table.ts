import { marks } from "../marks/mark.ts";
import { boxAt, fitted, moved, round, STRONG_SIZE, textAt, widthOf, wrapped } from "../marks/svg.ts";
import type { Canvas, Drawing } from "./answer-chart.ts";
import { drawNothing } from "./map.ts";
import { dayLabel, joined } from "./words.ts";

export interface Cell {
  /** Each value with the number of its areas, which may be empty. */
  readonly counts: readonly (readonly [name: string, number: number | ""])[];
  readonly lines: readonly string[];
  readonly words: string;
  readonly isUnknown: boolean;
}

export interface Row {
  readonly name: string;
  readonly detail: string;
  /** By date. Each row has the same dates. */
  readonly cells: ReadonlyMap<string, Cell>;
}

const HEAD_HEIGHT = 34;
const MIN_CELL_HEIGHT = 44;
/** The least width for a mark and its number. */
const MIN_STEP = 19;

/** Named rows below date headings. A narrow table has names above the cells. */
export function drawTable(rows: readonly Row[], canvas: Canvas): Drawing {
  const [first] = rows;
  if (first === undefined) return drawNothing(canvas);
  const { width, styles } = canvas;
  const dates = [...first.cells.keys()];
  const names = rows.map(({ name, detail }) => joined([name, detail], " · "));
  const widest = Math.max(0, ...names.map((name) => widthOf(name, STRONG_SIZE))) + 12;
  const isNarrow = widest > width / 2 || width - widest < dates.length * 70;
  const aside = isNarrow ? 0 : widest;
  const above = isNarrow ? 18 : 0;
  const cellWidth = Math.min((width - aside) / Math.max(dates.length, 1), 220);
  const inner = cellWidth - 3;
  const heads = dates.map((date, index) => {
    const parts = dayLabel(date).split(" ");
    const x = aside + (index + 0.5) * cellWidth;
    return parts.map((part, line) => textAt(x, 13 + line * 14, part, line === 0 ? "strong middle" : "middle"));
  });
  let top = HEAD_HEIGHT;
  const drawn = rows.map(({ name, detail, cells }, row) => {
    const contents = [...cells].map(([date, cell]) => ({ date, cell, ...drawCell(cell, inner, styles) }));
    const tall = Math.max(MIN_CELL_HEIGHT, ...contents.map(({ height }) => height));
    const labelY = top + (isNarrow ? 13 : tall / 2 + 4);
    const label = textAt(2, labelY, fitted(names[row] ?? "", (aside || width) - 8, STRONG_SIZE), "strong");
    const y = top + above;
    const boxes = contents.map(({ date, cell, height, shapes }, column) => {
      const x = aside + column * cellWidth;
      const where = joined([`${name}${detail && ` (${detail})`}`, dayLabel(date)]);
      const reach = [cellWidth / 2 - 2, tall / 2] as const;
      const spot = { x: x + cellWidth / 2, y: y + tall / 2, reach, label: `${where}: ${cell.words}` };
      const ground = boxAt(0, 0, inner, tall, cell.isUnknown ? "cell none" : "cell");
      return { spot, shape: moved(round(x + 1.5), y, [ground, moved(0, round((tall - height) / 2), shapes)]) };
    });
    top = y + tall + 4;
    return { label, boxes };
  });
  const boxes = drawn.flatMap((row) => row.boxes);
  const shapes = [heads, drawn.map(({ label }) => label), boxes.map(({ shape }) => shape)];
  return { height: top, shapes, spots: boxes.map(({ spot }) => spot) };
}

function drawCell({ counts, lines }: Cell, width: number, styles: Canvas["styles"]) {
  const seen = counts.filter(([name]) => styles.has(name));
  const widest = Math.max(MIN_STEP, ...seen.map(([, number]) => widthOf(`${number}`, 11) + 4));
  const perLine = Math.max(1, Math.floor(width / widest));
  const lineHeight = seen.some(([, number]) => number !== "") ? 34 : 21;
  const values = seen.map(([name, number], index) => {
    const column = index % perLine;
    const columns = Math.min(perLine, seen.length - index + column);
    const x = width / 2 + (column - (columns - 1) / 2) * Math.min(width / columns, 60);
    const y = 14 + Math.floor(index / perLine) * lineHeight;
    return [marks(styles.get(name), [[x, y]], 5.5), textAt(x, y + 21, `${number}`, "small middle")];
  });
  const below = 14 + Math.ceil(seen.length / perLine) * lineHeight;
  const words = seen.length === 0 && counts.length > 0 ? ["hidden"] : lines;
  const fitting = words.flatMap((line) => wrapped(line, width - 2, 11));
  const look = seen.length > 0 ? "small middle" : "soft small middle";
  const texts = fitting.map((line, index) => textAt(width / 2, below + 13 * index, line, look));
  return { height: below - 4 + 13 * fitting.length, shapes: [values, texts] };
}
