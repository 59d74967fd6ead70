import { dayLabel } from "../marks/clock.ts";
import { round, type Shape, words } from "../marks/shape.ts";
import { type Style, stylesOf } from "../marks/style.ts";
import { fitted } from "../marks/text-width.ts";
import { cell } from "./cell.ts";
import { fieldOf, type RiskRow, rowsOf } from "./day-risk.ts";
import { type Canvas, type Drawing, type Face, legendOf } from "./face.ts";
import { type Json, membersOf, membersText, recordsOf, shownText, unknownPlaces } from "./json.ts";

const HEAD_HEIGHT = 34;
const NARROW = 560;

/** Rows and columns of the grid. */
interface Grid {
  readonly rows: readonly RiskRow[];
  readonly dates: readonly string[];
  /** The reasons of dates that could not be had. */
  readonly unavailable: ReadonlyMap<string, string>;
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
  // The rarest first, as in the text.
  const styles = stylesOf([...counted].sort(([, a], [, b]) => a - b).map(([value]) => value));
  const grid = { rows, dates, unavailable, styles };
  // The shape of a horizon is not defined: its members as sent.
  const horizon = shownText(answer["horizon"]) || membersText(membersOf(answer["horizon"]));
  return {
    legend: [legendOf(field, styles)],
    remarks: [
      ...unknownPlaces(answer),
      ...[...unavailable].map(([date, reason]) => `${dayLabel(date)}: not available (${reason}).`),
      horizon === "" ? "" : `Horizon of the forecast: ${horizon}.`,
    ],
    draw: (canvas) => draw(grid, canvas),
  };
}

function nameOf({ name, detail }: RiskRow): string {
  return detail === "" ? name : `${name} (${detail})`;
}

function wordsOf({ days }: RiskRow, date: string, unavailable: Grid["unavailable"]): string {
  const reason = unavailable.get(date);
  return reason === undefined ? (days.get(date)?.words ?? "no record") : `not available, ${reason}`;
}

function draw({ rows, dates, unavailable, styles }: Grid, canvas: Canvas): Drawing {
  const { width, theme } = canvas;
  const isNarrow = width < NARROW;
  const labelWidth = isNarrow ? 0 : Math.min(220, width * 0.3);
  const [rowHeight, above, below] = isNarrow ? [62, 18, 4] : [40, 2, 4];
  const down = rowHeight - above - below;
  const across = Math.min((width - labelWidth) / Math.max(dates.length, 1), 200);
  const left = (column: number): number => labelWidth + column * across;
  const top = (row: number): number => HEAD_HEIGHT + row * rowHeight;
  const fields = rows.flatMap((row, index) =>
    dates.map((date, column) => ({ row, date, x: left(column), y: top(index) + above })),
  );
  const shapes = [
    ...dates.flatMap((date, column) => dayHead(date, left(column) + across / 2, theme.ink)),
    ...rows.flatMap((row, index) => rowLabel(row, top(index), isNarrow ? width : labelWidth, canvas)),
    ...fields.flatMap(({ row, date, x, y }) => {
      const place = { x: round(x + 1.5), y, width: round(across - 3), height: down };
      return cell(place, row.days.get(date), unavailable.has(date), styles, canvas);
    }),
    ...(rows.length === 0
      ? [words(width / 2, 54, "No risk to draw", { fill: theme.ink, size: 15, bold: true, anchor: "middle" })]
      : []),
  ];
  const spots = fields.map(({ row, date, x, y }) => {
    const label = `${nameOf(row)}, ${dayLabel(date)}: ${wordsOf(row, date, unavailable)}`;
    return { x: round(x + across / 2), y: y + down / 2, reach: [across / 2 - 2, down / 2] as const, label };
  });
  return { height: top(Math.max(rows.length, 1)), shapes, spots };
}

function dayHead(date: string, x: number, fill: string): readonly Shape[] {
  const [day = "", monthAndDay = ""] = dayLabel(date).split(" ");
  return [
    words(x, 13, day, { fill, bold: true, anchor: "middle" }),
    words(x, 27, monthAndDay, { fill, anchor: "middle" }),
  ];
}

/** The name of a row: above its cells where it has the whole width, else beside them. */
function rowLabel(
  { name, detail }: RiskRow,
  y: number,
  width: number,
  { theme, width: whole }: Canvas,
): readonly Shape[] {
  const strong = { fill: theme.ink, bold: true };
  if (width === whole)
    return [words(2, y + 13, fitted(detail === "" ? name : `${name} · ${detail}`, width * 0.95), strong)];
  return [
    words(2, y + (detail === "" ? 24 : 16), fitted(name, width * 0.92), strong),
    words(2, y + 31, fitted(detail, width * 0.95, 11), { fill: theme.soft, size: 11 }),
  ];
}
