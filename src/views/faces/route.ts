import { type Box, type Frame, frameAbout, land, type Point, placeBeside, pointOf, sheet } from "../map/us-map.ts";
import { marks, outlineOf, ring } from "../marks/mark.ts";
import { fitted, path, type Shape, widthOf, words } from "../marks/shape.ts";
import type { Style } from "../marks/style.ts";
import type { Canvas, Drawing } from "./face.ts";
import type { Stop } from "./plan.ts";

/** The looks of forecasts and of alerts, which may share names. */
export interface Styles {
  readonly forecasts: ReadonlyMap<string, Style>;
  readonly alerts: ReadonlyMap<string, Style>;
}

type Placed = Stop & { readonly point: Point };

/** The predicted points of a route: on its line the forecasts of the days, in rings beside it the alerts of now. */
export function drawRoute(stops: readonly Stop[], styles: Styles, canvas: Canvas, height: number): Drawing {
  const { width, theme } = canvas;
  const found = stops.flatMap((stop): readonly Placed[] => {
    const point = pointOf(stop.zip);
    return point === undefined ? [] : [{ ...stop, point }];
  });
  const frame = frameAbout(
    found.map(({ point }) => point),
    width,
    height,
  );
  const placed = found.map((stop): Placed => ({ ...stop, point: frame.at(stop.point) }));
  const labels = labelsOf(placed, frame);
  const line = placed.map(({ point: [x, y] }, index) => `${index === 0 ? "M" : "L"}${x} ${y}`).join("");
  const missing = `${stops.length - found.length} of ${stops.length} points are not on the map`;
  const type = { fill: theme.ink, halo: theme.land } as const;
  const shapes = [
    ...land(frame, theme, [...labels.map(({ place }) => place), ...alongside(placed)]),
    path(line || "M0 0", { stroke: theme.ink, width: 2, dash: "7 4" }),
    ...placed.flatMap((stop) => stopMarks(stop, styles, canvas)),
    ...labels.flatMap(({ stop, place: [x, y] }) => [
      words(x, y - 3, fitted(stop.place, 150), { ...type, bold: true, anchor: "middle" }),
      words(x, y + 11, stop.time, { ...type, size: 11, anchor: "middle" }),
    ]),
    ...(found.length < stops.length ? [words(8, height - 8, missing, { ...type, size: 11 })] : []),
  ];
  const spots = placed.map((stop) => {
    const [x, y] = stop.point;
    return { x, y, reach: [12, 12] as const, label: wordsOf(stop) };
  });
  return { height, shapes: sheet(frame, shapes, theme), spots };
}

function wordsOf({ zip, place, time, forecastWords, alerts }: Stop): string {
  const now = alerts === undefined ? "not checked" : alerts.join(", ") || "none in this data";
  const where = place === zip ? zip : `${zip} ${place}`;
  return `${where}, predicted ${time}; forecast for that day: ${forecastWords}; alert now: ${now}`;
}

function stopMarks(stop: Placed, styles: Styles, { theme, hidden }: Canvas): readonly Shape[] {
  const { forecast, alerts = [] } = stop;
  const [x, y] = stop.point;
  const style = hidden.has(forecast) ? undefined : styles.forecasts.get(forecast);
  const shown = alerts.filter((level) => !hidden.has(level)).flatMap((level) => styles.alerts.get(level) ?? []);
  const badges = shown.flatMap((alert, index) => {
    const [bx, by] = [x + 19, y - 14 - index * 23];
    return [
      path(outlineOf("circle", bx, by, 10), { fill: theme.ground, stroke: theme.alarm, width: 1.5, dash: "3 2" }),
      ...marks(alert, [[bx, by]], 5.5, theme),
      words(bx + 13, by + 4, "now", { fill: theme.ink, size: 10, halo: theme.land }),
    ];
  });
  return [...(style === undefined ? [ring(x, y, theme)] : marks(style, [[x, y]], 8, theme)), ...badges];
}

/** Places that names of states keep clear of: the line of a route, its marks and badges. */
function alongside(placed: readonly Placed[]): readonly Box[] {
  return placed.flatMap(({ point: [x, y] }, index) => {
    const [fromX, fromY] = placed[index - 1]?.point ?? [x, y];
    const steps = Math.ceil(Math.hypot(x - fromX, y - fromY) / 8);
    const line = Array.from({ length: steps }, (_, step): Box => {
      return [fromX + ((x - fromX) * step) / steps, fromY + ((y - fromY) * step) / steps, 4, 4];
    });
    return [...line, [x + 12, y - 8, 24, 16] as const];
  });
}

/** Places and times near their points, the ends of the route first; what finds no room is left to the readout. */
function labelsOf(placed: readonly Placed[], frame: Frame) {
  const labels: { readonly stop: Placed; readonly place: Box }[] = [];
  for (const stop of [...placed.slice(-1), ...placed.slice(0, -1)]) {
    const half = Math.max(widthOf(fitted(stop.place, 150)), widthOf(stop.time, 11)) / 2 + 4;
    const others = labels.map(({ place }) => place);
    const about: Box = [...stop.point, 11, 9];
    const place =
      placeBeside(frame, about, [half, 15], [...others, ...alongside(placed)]) ??
      placeBeside(frame, about, [half, 15], others);
    if (place !== undefined) labels.push({ stop, place });
  }
  return labels;
}
