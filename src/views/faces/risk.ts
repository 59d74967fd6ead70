import { dayLabel } from "../marks/clock.ts";
import { marks } from "../marks/mark.ts";
import { box, fitted, round, type Shape, widthOf, words } from "../marks/shape.ts";
import { type Style, stylesOf } from "../marks/style.ts";
import { type DayRisk, fieldOf, type RiskRow, rowsOf } from "./day-risk.ts";
import { type Canvas, type Drawing, emptyDrawing, type Face, joined, legendOf } from "./face.ts";
import { type Json, membersOf, membersText, notesOf, recordsOf, shownText, unknownPlaces } from "./json.ts";

const HEAD_HEIGHT = 34;
const NARROW = 560;
const SIZE = 11.5;
/** A title that tells more is none. */
const [MAX_VALUES, MAX_PLACES] = [4, 2];

interface Grid {
  readonly rows: readonly RiskRow[];
  readonly dates: readonly string[];
  /** The reasons of dates that could not be had. */
  readonly unavailable: ReadonlyMap<string, string>;
  /** The rarest value first, as in the text. */
  readonly styles: ReadonlyMap<string, Style>;
}

/** Risk by place and day. */
export function riskFace(answer: Json): Face {
  const field = fieldOf(answer);
  const rows = rowsOf(answer, field);
  const missing = recordsOf(answer["unavailable"]);
  const unavailable = new Map(missing.map((day) => [shownText(day["date"]), shownText(day["reason"], 200)]));
  const dates = [...new Set([...rows.flatMap(({ days }) => [...days.keys()]), ...unavailable.keys()])].sort();
  const counted = new Map<string, number>();
  for (const { counts } of rows.flatMap(({ days }) => [...days.values()]))
    for (const [value, areas] of counts) counted.set(value, (counted.get(value) ?? 0) + areas);
  const styles = stylesOf([...counted].sort(([, a], [, b]) => a - b).map(([value]) => value));
  const grid = { rows, dates, unavailable, styles };
  // The shape of a horizon is not defined: its members as sent.
  const horizon = shownText(answer["horizon"]) || membersText(membersOf(answer["horizon"]));
  const hasPlaces = rows.length > 1 && recordsOf(answer["counts"]).length === 0;
  return {
    ...(hasPlaces && dates.length > 1 && styles.size > 0 && styles.size <= MAX_VALUES && { title: titleOf(grid) }),
    legend: [legendOf(field, styles)],
    remarks: [
      ...unknownPlaces(answer),
      ...[...unavailable].map(([date, reason]) => `${dayLabel(date)}: not available (${reason}).`),
      horizon === "" ? "" : `Horizon of the forecast: ${horizon}.`,
      notesOf(answer),
    ],
    draw: (canvas) => (rows.length === 0 ? emptyDrawing("No risk to draw", canvas) : draw(grid, canvas)),
  };
}

/** `Wed 11-25 to Sun 11-29: Severe in Phoenix, AZ; Low in 5 places` */
function titleOf({ rows, dates, styles }: Grid): string {
  const told = [...styles.keys()].map((value) => {
    const having = rows.filter(({ days }) =>
      [...days.values()].some(({ counts }) => counts.some(([v]) => v === value)),
    );
    const names = [...new Set(having.map(({ name }) => name))];
    return `${value} in ${names.length > MAX_PLACES ? `${names.length} places` : names.join(" and ")}`;
  });
  return `${dayLabel(dates[0] ?? "")} to ${dayLabel(dates.at(-1) ?? "")}: ${told.join("; ")}`;
}

function draw({ rows, dates, unavailable, styles }: Grid, canvas: Canvas): Drawing {
  const { width, theme } = canvas;
  const isNarrow = width < NARROW;
  const labelWidth = isNarrow ? 0 : Math.min(220, width * 0.3);
  const [rowHeight, above] = isNarrow ? [62, 18] : [40, 2];
  const across = Math.min((width - labelWidth) / Math.max(dates.length, 1), 200);
  const [half, down] = [across / 2, rowHeight - above - 4];
  const top = (row: number): number => HEAD_HEIGHT + row * rowHeight;
  const cells = rows.flatMap((row, index) =>
    dates.map((date, column) => ({ row, date, x: labelWidth + column * across, y: top(index) + above })),
  );
  const shapes = [
    ...dates.flatMap((date, column) => dayHead(date, labelWidth + column * across + half, theme.ink)),
    ...rows.map(({ name, detail }, index) => {
      const text = fitted(joined([name, detail], " · "), (isNarrow ? width : labelWidth) * 0.95);
      return words(2, top(index) + (isNarrow ? 13 : 24), text, { fill: theme.ink, bold: true });
    }),
    ...cells.flatMap(({ row, date, x, y }) => {
      const day = unavailable.has(date) ? "not available" : row.days.get(date);
      return cell([round(x + 1.5), y, round(across - 3), down], day, styles, canvas);
    }),
  ];
  const spots = cells.map(({ row: { name, detail, days }, date, x, y }) => {
    const reason = unavailable.get(date);
    const told = reason === undefined ? (days.get(date)?.words ?? "no record") : `not available, ${reason}`;
    const label = `${name}${detail && ` (${detail})`}, ${dayLabel(date)}: ${told}`;
    return { x: round(x + half), y: y + down / 2, reach: [half - 2, down / 2] as const, label };
  });
  return { height: top(rows.length), shapes, spots };
}

function dayHead(date: string, x: number, fill: string): readonly Shape[] {
  const [day = "", monthAndDay = ""] = dayLabel(date).split(" ");
  const type = { fill, anchor: "middle" } as const;
  return [words(x, 13, day, { ...type, bold: true }), words(x, 27, monthAndDay, type)];
}

type Place = readonly [x: number, y: number, width: number, height: number];
type Styles = Grid["styles"];

/** One day of one place: its value as mark and word, or its rarest value above the shares of its areas. */
function cell(place: Place, day: DayRisk | string | undefined, styles: Styles, canvas: Canvas): readonly Shape[] {
  const [x, y, width, height] = place;
  const { line, land, soft, ink } = canvas.theme;
  if (day === undefined || typeof day === "string" || day.counts.length === 0) {
    const text = fitted(typeof day === "string" ? day : "no record", width - 4, SIZE);
    const type = { fill: soft, size: SIZE, anchor: "middle" } as const;
    const frame = box(...place, { stroke: line, dash: "3 3" }, 5);
    return [frame, words(x + width / 2, y + height / 2 + 4, text, type)];
  }
  const shown = day.counts.filter(([value]) => !canvas.hidden.has(value));
  const [rarest] = shown.toSorted(([, a], [, b]) => a - b);
  const frame = box(...place, { fill: rarest === undefined ? "none" : land, stroke: line }, 5);
  if (rarest === undefined) return [frame];
  const [name, count] = rarest;
  const isStacked = !day.isCounted && widthOf(name, SIZE) > width - 24;
  const text = fitted(day.isCounted ? `${count} ${name}` : name, isStacked ? width - 2 : width - 22, SIZE);
  const start = x + (width - widthOf(text, SIZE) - (isStacked ? 0 : 18)) / 2;
  const [markX, markY] = isStacked ? [x + width / 2, y + 12] : [start + 6, y + (day.isCounted ? 11 : height / 2)];
  const [wordX, wordY] = isStacked ? [start, y + height - 6] : [start + 17, markY + 4];
  return [
    frame,
    ...marks(styles.get(name) as Style, [[markX, markY]], day.isCounted ? 5 : 6, canvas.theme),
    words(wordX, wordY, text, { fill: ink, size: SIZE }),
    ...(day.isCounted ? shares(place, day, styles, canvas) : []),
  ];
}

function shares([x, y, width, height]: Place, { counts }: DayRisk, styles: Styles, { theme, hidden }: Canvas) {
  const unit = (width - 8) / counts.reduce((sum, [, count]) => sum + count, 0);
  let left = x + 4;
  return counts.map(([name, count]) => {
    const fill = hidden.has(name) ? "none" : (styles.get(name) as Style).fill;
    left += count * unit;
    return box(left - count * unit, y + height - 13, count * unit, 9, { fill, stroke: theme.ink, width: 0.6 });
  });
}
