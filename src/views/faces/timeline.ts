import { DAY_MS } from "../../domain/time-units.ts";
import { fitted, widthOf } from "../marks/letters.ts";
import { marks, outlineOf } from "../marks/mark.ts";
import { box, path, round, type Shape, text } from "../marks/svg.tsx";
import { dayLabel, isoOf } from "../marks/time.ts";
import { type Canvas, type Drawing, joined } from "./face.ts";

/** Signs of moments. A bar is the end of a span. */
type Sign = "bar" | "scan" | "deadline" | "first scheduled" | "scheduled" | "delivered";

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
  /** Those with words are told in the readout, in the order of time. */
  readonly signs: readonly (readonly [ms: Ms, sign: Sign, words?: string])[];
  /** The value at a moment. */
  readonly value?: readonly [ms: Ms, name: string];
  /** Ends the readout. */
  readonly more: string;
}

const HEAD_HEIGHT = 38;
const ROW_HEIGHT = 66;
const MAX_DAYS = 400;
/** The width of a date, in pixels. */
const DATE_WIDTH = 66;

type Key = readonly (readonly [sign: Sign, words: string])[];

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
  const days = Array.from({ length: count }, (_, index) => {
    const day = (midnight + index) * DAY_MS;
    const isNamed = index % every === 0 && x(day) + DATE_WIDTH < width;
    const name = text(x(day) + 3, 31, dayLabel(isoOf(day)), "soft small");
    // The words of the rows are left alone.
    const bands = rows.map((_, row) => `M${x(day)} ${top(row) + 36}v${ROW_HEIGHT - 40}`);
    return [path(`M${x(day)} 22v14${bands.join("")}`, "rule"), isNamed && name];
  });
  let left = 4;
  const keys = key.map(([sign, words]) => {
    const at = left;
    left += widthOf(words, 11) + 22;
    return [signOf(sign, at + 5, 8), text(at + 15, 12, words, "soft small")];
  });
  const grounds = rows.map((row, index) => {
    if (row === chosen) return box(0.5, top(index), width - 1, ROW_HEIGHT - 2, "cell chosen");
    return path(`M0 ${top(index) - 1}H${width}`, "rule");
  });
  const drawn = rows.map((row, index) => drawRow(row, top(index), x, canvas));
  const reach = [width / 2 - 2, ROW_HEIGHT / 2 - 2] as const;
  const spots = rows.map((row, index) => {
    return { x: width / 2, y: top(index) + ROW_HEIGHT / 2, reach, label: readoutOf(row) };
  });
  return { height: top(rows.length), shapes: [keys, grounds, days, drawn], spots };
}

function drawRow(row: TimeRow, top: number, x: (ms: number) => number, { width, styles }: Canvas): Shape {
  const { name, aside = "", detail, isAlarming, levels = [], spans, signs, value = [] } = row;
  const y = top + 46;
  const badges = levels.flatMap((level) => styles.get(level) ?? []);
  const room = width - 20 - badges.length * 20 - widthOf(aside);
  const crowds = byDay(signs.filter(([, sign]) => sign === "scan")).filter(({ length }) => length > 1);
  const [at, worth = ""] = value;
  return [
    text(8, top + 16, fitted(name, room, 12.6), "strong"),
    text(width - 8, top + 16, aside, isAlarming ? "alarm strong end" : "end"),
    text(8, top + 31, fitted(detail, width - 16), isAlarming && aside === "" ? "alarm" : "soft"),
    badges.map((style, index) => marks(style, [[width - 14 - index * 20, top + 13]], 7)),
    spans.map(([from, to, look]) => from !== undefined && to !== undefined && path(`M${x(from)} ${y}H${x(to)}`, look)),
    signs.map(([ms, sign]) => ms !== undefined && signOf(sign, x(ms), y)),
    crowds.map((scans) => {
      const middle = (x(scans[0]?.[0] ?? 0) + x(scans.at(-1)?.[0] ?? 0)) / 2;
      return text(middle, y + 17, `${scans.length} scans`, "soft small middle");
    }),
    at !== undefined && marks(styles.get(worth), [[x(at), y]], 7),
  ];
}

type Moment = readonly [ms: number, words: string];

/** The moments with words in the order of time, by day. */
function byDay(signs: TimeRow["signs"]): readonly (readonly Moment[])[] {
  const moments = signs.map(([ms = Number.NaN, , words = ""]) => [ms, words] as const);
  const sorted = moments.filter(([ms, words]) => ms > 0 && words !== "").sort(([a], [b]) => a - b);
  const days = new Set(sorted.map(([ms]) => Math.floor(ms / DAY_MS)));
  return [...days].map((day) => sorted.filter(([ms]) => Math.floor(ms / DAY_MS) === day));
}

/** `10050 · In transit, moved later, Sun 11-22: 17:00 Picked up, Memphis TN; 21:00 …, Mon 11-23: 21:00 scheduled` */
function readoutOf({ name, aside, detail, signs, more }: TimeRow): string {
  const days = byDay(signs).map((moments) => {
    const told = moments.map(([ms, words]) => `${isoOf(ms).slice(11, 16)} ${words}`);
    return `${dayLabel(isoOf(moments[0]?.[0] ?? 0))}: ${told.join("; ")}`;
  });
  return joined([name, aside, detail, ...days, more]);
}

function signOf(sign: Sign, x: number, y: number): Shape {
  if (sign === "bar" || sign === "scan") return path(`M${x} ${y - 7}v14`, "whisker");
  if (sign === "deadline") return path(`M${x} ${y - 9}v18`, "deadline");
  const outline = outlineOf(sign === "delivered" ? "circle" : "diamond", x, y, 5);
  return path(outline, sign === "first scheduled" ? "open" : "full");
}
