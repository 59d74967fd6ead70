import { marks, outlineOf } from "../marks/mark.ts";
import { path, type Shape, words } from "../marks/shape.ts";
import { type Style, stylesOf } from "../marks/style.ts";
import { fitted, widthOf } from "../marks/text-width.ts";
import type { Theme } from "../marks/theme.ts";
import { type TimeScale, timeScale } from "../marks/time-scale.ts";
import { type Canvas, type Drawing, type Face, joined, legendOf } from "./face.ts";
import { type Json, recordsOf, shownText, textsOf } from "./json.ts";
import { byDay, type Parcel, parcelsOf } from "./parcel.ts";

const HEAD_HEIGHT = 38;
const ROW_HEIGHT = 76;

/** Packages in the order of attention, each on a line of time. */
export function packagesFace(answer: Json): Face {
  const parcels = parcelsOf(answer);
  const levels = stylesOf(new Set(parcels.flatMap(({ alerts }) => alerts.map(({ level }) => level))));
  const others = recordsOf(answer["others"]).map(
    (group) => [shownText(group["status"], 60) || "no status", textsOf(group["ids"])] as const,
  );
  const unasked = textsOf(answer["notLookedUp"]);
  const counted = others.map(([status, ids]) => `${status} ${ids.length}`);
  return {
    legend: [legendOf("Alert now", levels)],
    remarks: [
      others.length === 0 ? "" : `Not drawn: ${counted.join(", ")}. Their numbers stand below, in words.`,
      unasked.length === 0
        ? ""
        : `Not looked up: ${unasked.slice(0, 8).join(", ")}${unasked.length > 8 ? ` and ${unasked.length - 8} more` : ""}.`,
      parcels.some(({ isStale }) => isStale) ? "Alerts are STALE." : "",
      "Times are local to each package; their zone is not given.",
    ],
    draw: (canvas) => draw(parcels, levels, canvas),
  };
}

function draw(parcels: readonly Parcel[], levels: ReadonlyMap<string, Style>, canvas: Canvas): Drawing {
  const { width, theme } = canvas;
  const times = parcels.flatMap(({ givenMs, firstMs, dueMs, deliveredMs, scans, nowMs, isOverdue }) => {
    return [givenMs, firstMs, dueMs, deliveredMs, isOverdue ? nowMs : undefined, ...scans.map(({ ms }) => ms)];
  });
  const scale = timeScale(
    times.filter((time) => time !== undefined),
    width,
  );
  const height = HEAD_HEIGHT + Math.max(parcels.length, 1) * ROW_HEIGHT;
  const top = (index: number): number => HEAD_HEIGHT + index * ROW_HEIGHT;
  const shapes = [
    ...key(width, theme),
    ...scale.dayLines(20, height, theme),
    ...parcels.flatMap((parcel, index) => row(parcel, top(index), scale, levels, canvas)),
    ...(parcels.length === 0
      ? [words(width / 2, 68, "No package to draw", { fill: theme.ink, size: 15, bold: true, anchor: "middle" })]
      : []),
  ];
  const spots = parcels.map((parcel, index) => {
    return {
      x: width / 2,
      y: top(index) + ROW_HEIGHT / 2,
      reach: [width / 2 - 2, ROW_HEIGHT / 2 - 2] as const,
      label: parcel.words,
    };
  });
  return { height, shapes, spots };
}

type Sign = "first scheduled" | "scheduled" | "delivered" | "scan";

/** A moment of a package. */
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
    return [sign(kind, x + 5, 8, theme), words(x + 13, 12, kind, { fill: theme.soft, size })];
  });
}

function row(
  parcel: Parcel,
  top: number,
  scale: TimeScale,
  levels: ReadonlyMap<string, Style>,
  { width, theme, hidden }: Canvas,
) {
  const { id, status, to, reasons } = parcel;
  const alerts = parcel.alerts.filter(({ level }) => !hidden.has(level));
  const name = fitted(joined([id, status, to && `to ${to}`], "  ·  "), width - 16 - alerts.length * 20, 12.6);
  const why = fitted(reasons.length === 0 ? "needs no attention" : reasons.join(", "), width - 16);
  return [
    path(`M0 ${top}H${width}`, { stroke: theme.line }),
    words(8, top + 18, name, { fill: theme.ink, bold: true, halo: theme.ground }),
    ...alerts.flatMap(({ level }, index) =>
      marks(levels.get(level) as Style, [[width - 14 - index * 20, top + 14]], 7, theme),
    ),
    words(8, top + 35, why, { fill: reasons.length === 0 ? theme.soft : theme.alarm, halo: theme.ground }),
    ...timeline(parcel, top + 54, scale.x, theme),
  ];
}

/** From the carrier to the recipient: planned against actual. */
function timeline(
  { givenMs, firstMs, dueMs, deliveredMs, nowMs, isOverdue, scans }: Parcel,
  y: number,
  x: TimeScale["x"],
  theme: Theme,
) {
  const start = givenMs ?? scans[0]?.ms;
  const reached = deliveredMs ?? scans.at(-1)?.ms;
  const line = (
    from: number | undefined,
    to: number | undefined,
    stroke: string,
    width: number,
    dash?: string,
  ): readonly Shape[] =>
    from === undefined || to === undefined
      ? []
      : [path(`M${x(from)} ${y}H${x(to)}`, { stroke, width, ...(dash && { dash }) })];
  const at = (kind: Sign, ms: number | undefined): readonly Shape[] =>
    ms === undefined ? [] : [sign(kind, x(ms), y, theme)];
  const many = byDay(scans).filter(({ length }) => length > 1);
  return [
    ...line(start, dueMs, theme.line, 3),
    ...line(start, reached, theme.soft, 5),
    ...(isOverdue ? line(dueMs, nowMs, theme.alarm, 3, "4 3") : []),
    ...scans.flatMap(({ ms }) => at("scan", ms)),
    ...many.map((ofDay) => {
      const middle = (x(ofDay[0]?.ms ?? 0) + x(ofDay.at(-1)?.ms ?? 0)) / 2;
      return words(middle, y + 17, `${ofDay.length} scans`, {
        fill: theme.soft,
        size: 10,
        anchor: "middle",
        halo: theme.ground,
      });
    }),
    ...(firstMs === dueMs ? [] : at("first scheduled", firstMs)),
    ...at("scheduled", dueMs),
    ...at("delivered", deliveredMs),
  ];
}
