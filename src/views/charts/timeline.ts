import { utcTimestamp } from "../../domain/datetime.ts";
import { DAY_MS } from "../../domain/time-units.ts";
import { marks, outlineOf } from "../marks/mark.ts";
import { boxAt, moved, pathOf, round, type Shape, STRONG_SIZE, textAt, widthOf, wrapped } from "../marks/svg.ts";
import type { Canvas, Drawing } from "./answer-chart.ts";
import { drawNothing } from "./map.ts";
import { clockLabel, dayLabel, joined } from "./words.ts";

/** A bar ends a span. */
type Sign = "bar" | "scan" | "deadline" | "first scheduled" | "scheduled" | "delivered" | "now";

/** A time as the clock of a place shows it, in milliseconds as if that clock were UTC. Undefined if it is not known. */
export type WallMs = number | undefined;

export function later(time: WallMs, byMs: number | undefined): WallMs {
  return time === undefined || byMs === undefined ? undefined : time + byMs;
}

type Look = "planned" | "actual" | "overdue" | "whisker";

export interface TimelineEvent {
  readonly at: WallMs;
  readonly sign: Sign;
  /** Only events with words appear in the readout, in the row's order: `when` or the clock, then the words. */
  readonly words?: string;
  readonly when?: string | undefined;
}

/** Events without a time are not drawn. */
export interface TimeRow {
  readonly name: string;
  /** Text to the right of the name, or before `detail` if there is no room. */
  readonly aside: string;
  readonly detail: string;
  readonly isAlarming: boolean;
  readonly spans: readonly { readonly from: WallMs; readonly to: WallMs; readonly look: Look }[];
  readonly events: readonly TimelineEvent[];
  /** A value of the legend, drawn at a time; as a ring if its name is empty. */
  readonly value?: { readonly at: WallMs; readonly name: string };
  readonly copies: string;
  /** The end of the readout. */
  readonly more?: string;
  readonly isChosen?: boolean;
}

const HEAD_HEIGHT = 38;
const LINE_HEIGHT = 15;
const KEY_LINE_HEIGHT = 18;
const DATE_WIDTH = 66;

export function drawTimeline(rows: readonly TimeRow[], key: ReadonlyMap<Sign, string>, canvas: Canvas): Drawing {
  if (rows.length === 0) return drawNothing(canvas);
  const { width } = canvas;
  const axis = axisOf(rows, width);
  const dates = axis.midnights.map((ms) => {
    const isNamed = axis.x(ms) + DATE_WIDTH < width;
    const name = isNamed && textAt(axis.x(ms) + 3, 31, dayLabel(utcTimestamp(ms)), "soft small");
    return [pathOf(`M${axis.x(ms)} 22v14`, "rule"), name];
  });
  // Without a key, the dates begin where it would stand.
  let top = key.size === 0 ? -KEY_LINE_HEIGHT : 0;
  let left = 4;
  const keys = [...key].map(([sign, words]) => {
    const keyWidth = widthOf(words, 11) + 22;
    if (left + keyWidth > width) {
      left = 4;
      top += KEY_LINE_HEIGHT;
    }
    const shape = [signOf(sign, left + 5, top + 8), textAt(left + 15, top + 12, words, "soft small")];
    left += keyWidth;
    return shape;
  });
  let bottom = HEAD_HEIGHT + top;
  const drawn = rows.map((row) => {
    const { height, shapes } = drawRow(row, axis, canvas);
    const shape = moved(0, bottom, shapes);
    const reach = [width / 2 - 2, height / 2 - 2] as const;
    const spot = { x: width / 2, y: bottom + height / 2, reach, label: readoutOf(row), copies: row.copies };
    bottom += height;
    return { shape, spot };
  });
  const shapes = [keys, moved(0, top, dates), drawn.map(({ shape }) => shape)];
  return { height: bottom, shapes, spots: drawn.map(({ spot }) => spot) };
}

interface Axis {
  readonly x: (ms: number) => number;
  /** Those with room for their dates. */
  readonly midnights: readonly number[];
}

function axisOf(rows: readonly TimeRow[], width: number): Axis {
  const times = rows.flatMap(({ spans, events }) => {
    return [...spans.flatMap(({ from, to }) => [from, to]), ...events.map(({ at }) => at)];
  });
  const known = times.filter((time) => time !== undefined);
  if (known.length === 0) return { x: () => 0, midnights: [] };
  const first = Math.min(...known);
  const last = Math.max(...known);
  const margin = Math.max((last - first) * 0.04, DAY_MS / 12);
  const pixelsPerMs = (width - 16) / (last - first + 2 * margin);
  const x = (ms: number): number => round(8 + (ms - first + margin) * pixelsPerMs);
  const step = DAY_MS * Math.max(Math.ceil(DATE_WIDTH / (DAY_MS * pixelsPerMs)), 1);
  const midnights: number[] = [];
  for (let ms = Math.ceil((first - margin) / DAY_MS) * DAY_MS; x(ms) < width - 8; ms += step) midnights.push(ms);
  return { x, midnights };
}

function drawRow(row: TimeRow, { x, midnights }: Axis, { width, styles }: Canvas) {
  const { name, aside, detail, spans, events, value } = row;
  const names = wrapped(name, width - 16, STRONG_SIZE);
  const isBeside = widthOf(name, STRONG_SIZE) + widthOf(aside) <= width - 24;
  const lines = wrapped(isBeside ? detail : joined([aside, detail], " · "), width - 16, 12);
  const top = 16 + names.length * LINE_HEIGHT;
  const y = top + lines.length * LINE_HEIGHT;
  const height = y + 17;
  const isShown = value?.name === "" || styles.has(value?.name ?? "");
  const shapes = [
    row.isChosen ? boxAt(0.5, 0, width - 1, height - 2, "cell chosen") : pathOf(`M0 -1H${width}`, "rule"),
    // The lines of midnights do not cross the words.
    pathOf(midnights.map((ms) => `M${x(ms)} ${y - 10}v22`).join(""), "rule"),
    names.map((line, index) => textAt(8, 16 + index * LINE_HEIGHT, line, "strong")),
    isBeside && textAt(width - 8, 16, aside, "end"),
    lines.map((line, index) => textAt(8, top + index * LINE_HEIGHT, line, row.isAlarming ? "alarm" : "soft")),
    spans.map(({ from, to, look }) => {
      return from !== undefined && to !== undefined && pathOf(`M${x(from)} ${y}H${x(to)}`, look);
    }),
    events.toReversed().map(({ at, sign }) => at !== undefined && signOf(sign, x(at), y)),
    value?.at !== undefined && isShown && marks(styles.get(value.name), [[x(value.at), y]], 7),
  ];
  return { height, shapes };
}

/** The row's words, then its events, each in a line: `Sun 11-22 17:00 Picked up, Memphis, TN`. */
function readoutOf({ name, aside, detail, events, more }: TimeRow): string {
  const lines = events.map(({ at = 0, words = "", when }) => {
    return at > 0 && words !== "" && `${when ?? clockLabel(utcTimestamp(at))} ${words}`;
  });
  return joined([joined([name, aside, detail]), ...lines, more], "\n");
}

function signOf(sign: Sign, x: number, y: number): Shape {
  if (sign === "bar" || sign === "scan") return pathOf(`M${x} ${y - 7}v14`, "whisker");
  if (sign === "now") return pathOf(outlineOf("wedge", x, y - 6, 4), "full");
  if (sign === "deadline") return pathOf(`M${x} ${y - 9}v18`, "deadline");
  const outline = outlineOf(sign === "delivered" ? "circle" : "diamond", x, y, 5);
  return pathOf(outline, sign === "first scheduled" ? "open" : "full");
}
