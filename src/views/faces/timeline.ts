import { DAY_MS } from "../../domain/time-units.ts";
import { fitted, widthOf } from "../marks/letters.ts";
import { markOrRing, marks, outlineOf } from "../marks/mark.ts";
import { box, path, round, type Shape, text } from "../marks/svg.tsx";
import { dayLabel } from "../marks/time.ts";
import type { Canvas, Drawing } from "./face.ts";

/** Signs of moments. A bar is the end of a span, or a scan. */
export type Sign = "bar" | "deadline" | "first scheduled" | "scheduled" | "delivered";

type Ms = number | undefined;

/** What happens to one thing, in wall-clock milliseconds; what has no time is not drawn. */
export interface TimeRow {
  readonly name: string;
  /** Stands at the right of the name. */
  readonly aside?: string;
  readonly detail: string;
  /** Draws the eye to the words at the right, or to the detail where there are none. */
  readonly isAlarming: boolean;
  /** Names of the legend, drawn at the right of the name. */
  readonly levels?: readonly string[];
  readonly spans: readonly (readonly [from: Ms, to: Ms, look: "planned" | "actual" | "overdue" | "whisker"])[];
  readonly signs: readonly (readonly [ms: Ms, sign: Sign])[];
  readonly notes?: readonly (readonly [ms: Ms, words: string])[];
  /** The value at a moment. */
  readonly value?: readonly [ms: Ms, name: string];
  /** All that is known, for the readout. */
  readonly words: string;
}

type Key = readonly (readonly [sign: Sign, words: string])[];

const HEAD_HEIGHT = 38;
const ROW_HEIGHT = 66;
const MAX_DAYS = 400;
/** The width of a date, in pixels. */
const DATE_WIDTH = 66;

/** Rows on one scale of time, below a key of its signs. The chosen row has a ground of its own. */
export function drawTimeline(key: Key, rows: readonly TimeRow[], chosen: TimeRow | undefined, canvas: Canvas): Drawing {
  const { width } = canvas;
  const top = (index: number): number => HEAD_HEIGHT + index * ROW_HEIGHT;
  const times = rows.flatMap(({ spans, signs }) => [...spans.flat(), ...signs.flat()]);
  const known = times.filter((time) => typeof time === "number");
  const [first, last] = [Math.min(...known), Math.max(...known)];
  const margin = Math.max((last - first) * 0.04, DAY_MS / 12);
  const [start, span] = [first - margin, last - first + 2 * margin];
  const x = (ms: number): number => round(8 + ((ms - start) * (width - 16)) / span);
  const midnight = Math.ceil(start / DAY_MS);
  const count = known.length === 0 ? 0 : Math.min(Math.floor((start + span) / DAY_MS) - midnight + 1, MAX_DAYS);
  const every = Math.max(Math.ceil((DATE_WIDTH * span) / ((width - 16) * DAY_MS)), 1);
  const days = Array.from({ length: count }, (_, index) => (midnight + index) * DAY_MS).flatMap((day, index) => {
    const isNamed = index % every === 0 && x(day) + DATE_WIDTH < width;
    const name = text(x(day) + 3, 31, dayLabel(new Date(day).toISOString()), "soft small");
    // The words of the rows are left alone.
    const bands = rows.map((_, row) => `M${x(day)} ${top(row) + 36}v${ROW_HEIGHT - 40}`);
    return [path(`M${x(day)} 22v14${bands.join("")}`, "rule"), ...(isNamed ? [name] : [])];
  });
  let left = 4;
  const keys = key.flatMap(([sign, words]) => {
    const at = left;
    left += widthOf(words, 11) + 22;
    return [signOf(sign, at + 5, 8), text(at + 15, 12, words, "soft small")];
  });
  const ground = rows.map((row, index) => {
    return row === chosen
      ? box(0.5, top(index), width - 1, ROW_HEIGHT - 2, "cell chosen")
      : path(`M0 ${top(index) - 1}H${width}`, "rule");
  });
  const drawn = rows.flatMap((row, index) => drawRow(row, top(index), x, canvas));
  const reach = [width / 2 - 2, ROW_HEIGHT / 2 - 2] as const;
  const spots = rows.map(({ words }, index) => ({ x: width / 2, y: top(index) + ROW_HEIGHT / 2, reach, label: words }));
  return { height: top(rows.length), shapes: [...keys, ...ground, ...days, ...drawn], spots };
}

function drawRow(row: TimeRow, top: number, x: (ms: number) => number, { width, styles }: Canvas): readonly Shape[] {
  const { name, aside = "", detail, isAlarming, levels = [], spans, signs, notes = [], value = [] } = row;
  const [at, worth = ""] = value;
  const y = top + 46;
  const badges = levels.filter((level) => styles.has(level));
  const room = width - 20 - badges.length * 20 - widthOf(aside);
  return [
    text(8, top + 16, fitted(name, room, 12.6), "strong"),
    text(width - 8, top + 16, aside, isAlarming ? "alarm strong end" : "end"),
    text(8, top + 31, fitted(detail, width - 16), isAlarming && aside === "" ? "alarm" : "soft"),
    ...badges.flatMap((level, index) => marks(styles.get(level), [[width - 14 - index * 20, top + 13]], 7)),
    ...spans.flatMap(([from, to, look]) =>
      from === undefined || to === undefined ? [] : [path(`M${x(from)} ${y}H${x(to)}`, look)],
    ),
    ...signs.flatMap(([ms, sign]) => (ms === undefined ? [] : [signOf(sign, x(ms), y)])),
    ...notes.flatMap(([ms, words]) => (ms === undefined ? [] : [text(x(ms), y + 17, words, "soft small middle")])),
    ...(at === undefined ? [] : markOrRing(styles.get(worth), x(at), y, 7)),
  ];
}

function signOf(sign: Sign, x: number, y: number): Shape {
  if (sign === "bar") return path(`M${x} ${y - 7}v14`, "whisker");
  if (sign === "deadline") return path(`M${x} ${y - 9}v18`, "deadline");
  return path(
    outlineOf(sign === "delivered" ? "circle" : "diamond", x, y, 5),
    sign === "first scheduled" ? "open" : "full",
  );
}
