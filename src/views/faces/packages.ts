import { marks, outlineOf } from "../marks/mark.ts";
import { fitted, path, type Shape, widthOf, words } from "../marks/shape.ts";
import { type Style, stylesOf } from "../marks/style.ts";
import type { Theme } from "../marks/theme.ts";
import { type TimeScale, timeScale } from "../marks/time-scale.ts";
import { type Canvas, type Drawing, emptyDrawing, type Face, legendOf, rowSpot } from "./face.ts";
import { shortHeadline } from "./headline.ts";
import { type Json, notesOf, recordsOf, textsOf } from "./json.ts";
import { byDay, type Parcel, parcelsOf } from "./parcel.ts";

const HEAD_HEIGHT = 38;
const ROW_HEIGHT = 76;

/** Packages in the order of attention, each on a line of time. */
export function packagesFace(answer: Json): Face {
  const parcels = parcelsOf(answer);
  const levels = stylesOf(new Set(parcels.flatMap((parcel) => parcel.levels)));
  const others = recordsOf(answer["others"]).flatMap((group) => textsOf(group["ids"]));
  const undrawn = others.length + textsOf(answer["notLookedUp"]).length;
  const [title = ""] = shortHeadline(answer, 260).title.split(": ");
  return {
    // The reasons stand in the rows.
    ...(parcels.length > 1 && undrawn === 0 && { title }),
    legend: [legendOf("Alert now", levels)],
    remarks: [
      undrawn === 0 ? "" : `${undrawn} more are not drawn. Their numbers stand below, in words.`,
      parcels.some(({ isStale }) => isStale) ? "Alerts are STALE." : "",
      notesOf(answer),
    ],
    draw: (canvas) =>
      parcels.length === 0 ? emptyDrawing("No package to draw", canvas) : draw(parcels, levels, canvas),
  };
}

type Levels = ReadonlyMap<string, Style>;

function draw(parcels: readonly Parcel[], levels: Levels, canvas: Canvas): Drawing {
  const { width, theme } = canvas;
  const times = parcels.flatMap(({ givenMs, firstMs, dueMs, deliveredMs, scans, overdueAtMs }) => {
    return [givenMs, firstMs, dueMs, deliveredMs, overdueAtMs, ...scans.map(({ ms }) => ms)];
  });
  const scale = timeScale(times, width);
  const height = HEAD_HEIGHT + parcels.length * ROW_HEIGHT;
  const top = (index: number): number => HEAD_HEIGHT + index * ROW_HEIGHT;
  const shapes = [
    ...key(width, theme),
    ...scale.dayLines(20, height, theme),
    ...parcels.flatMap((parcel, index) => row(parcel, top(index), scale, levels, canvas)),
  ];
  return {
    height,
    shapes,
    spots: parcels.map((parcel, index) => rowSpot(top(index), ROW_HEIGHT, width, parcel.words)),
  };
}

type Sign = "first scheduled" | "scheduled" | "delivered" | "scan";

function sign(kind: Sign, x: number, y: number, { ink, ground }: Theme): Shape {
  if (kind === "scan") return path(`M${x} ${y - 6}v12`, { stroke: ink, width: 1.5 });
  const outline = outlineOf(kind === "delivered" ? "circle" : "diamond", x, y, 5);
  return path(outline, { fill: kind === "first scheduled" ? ground : ink, stroke: ink, width: 1.5 });
}

function key(width: number, theme: Theme): readonly Shape[] {
  const size = width < 400 ? 10.5 : 11.5;
  let left = 8;
  return (["first scheduled", "scheduled", "delivered", "scan"] as const).flatMap((kind) => {
    const x = left;
    left += widthOf(kind, size) + 22;
    return [sign(kind, x + 5, 8, theme), words(x + 15, 12, kind, { fill: theme.soft, size })];
  });
}

function row(parcel: Parcel, top: number, scale: TimeScale, styles: Levels, { width, theme, hidden }: Canvas) {
  const levels = parcel.levels.filter((level) => !hidden.has(level));
  const name = fitted(parcel.name, width - 16 - levels.length * 20, 12.6);
  const why = fitted(parcel.reasons || "needs no attention", width - 16);
  return [
    path(`M0 ${top}H${width}`, { stroke: theme.line }),
    words(8, top + 18, name, { fill: theme.ink, bold: true, halo: theme.ground }),
    ...levels.flatMap((level, index) =>
      marks(styles.get(level) as Style, [[width - 14 - index * 20, top + 14]], 7, theme),
    ),
    words(8, top + 35, why, { fill: parcel.reasons === "" ? theme.soft : theme.alarm, halo: theme.ground }),
    ...timeline(parcel, top + 54, scale.x, theme),
  ];
}

/** From the carrier to the recipient: planned against actual. */
function timeline(parcel: Parcel, y: number, x: TimeScale["x"], theme: Theme): readonly Shape[] {
  const { firstMs, dueMs, deliveredMs, overdueAtMs, scans } = parcel;
  const start = parcel.givenMs ?? scans[0]?.ms;
  const line = (from: number | undefined, to: number | undefined, stroke: string, width: number, dash = "none") =>
    from === undefined || to === undefined ? [] : [path(`M${x(from)} ${y}H${x(to)}`, { stroke, width, dash })];
  const at = (kind: Sign, ms: number | undefined): readonly Shape[] =>
    ms === undefined ? [] : [sign(kind, x(ms), y, theme)];
  const type = { fill: theme.soft, size: 10, anchor: "middle", halo: theme.ground } as const;
  return [
    ...line(start, dueMs, theme.line, 3),
    ...line(start, deliveredMs ?? scans.at(-1)?.ms, theme.soft, 5),
    ...line(dueMs, overdueAtMs, theme.alarm, 3, "4 3"),
    ...scans.flatMap(({ ms }) => at("scan", ms)),
    ...byDay(scans).flatMap((ofDay) => {
      const middle = (x(ofDay[0]?.ms ?? 0) + x(ofDay.at(-1)?.ms ?? 0)) / 2;
      return ofDay.length > 1 ? [words(middle, y + 17, `${ofDay.length} scans`, type)] : [];
    }),
    ...(firstMs === dueMs ? [] : at("first scheduled", firstMs)),
    ...at("scheduled", dueMs),
    ...at("delivered", deliveredMs),
  ];
}
