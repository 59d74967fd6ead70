import { type Box, frameAbout, land, type Point, pointOf } from "../map/us-map.ts";
import { marks, outlineOf, ring } from "../marks/mark.ts";
import { box, clipped, path, type Shape, words } from "../marks/shape.ts";
import type { Style } from "../marks/style.ts";
import { fitted, widthOf } from "../marks/text-width.ts";
import type { Canvas, Drawing } from "./face.ts";
import { alertText, type Stop } from "./plan.ts";

/** The looks of forecasts and of alerts, which may share names. */
export interface Styles {
  readonly forecasts: ReadonlyMap<string, Style>;
  readonly alerts: ReadonlyMap<string, Style>;
}

type Placed = Stop & { readonly point: Point };

const RADIUS = 8;

/** The predicted points of a route: on its line the forecasts of the days, in rings beside it the alerts of now. */
export function drawRoute(stops: readonly Stop[], styles: Styles, canvas: Canvas, height: number): Drawing {
  const { width, theme } = canvas;
  const found = stops
    .map((stop) => ({ ...stop, point: pointOf(stop.zip) }))
    .filter((stop): stop is Placed => stop.point !== undefined);
  const frame = frameAbout(
    found.map(({ point }) => point),
    width,
    height,
  );
  const placed = found.map((stop): Placed => ({ ...stop, point: frame.at(stop.point) }));
  const labels = labelsOf(placed, width, height);
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
  const spots = placed.map(({ zip, place, time, forecastWords, alerts, point: [x, y] }) => {
    const forecast = `forecast for that day: ${forecastWords || "not checked"}`;
    const label = `${place === zip ? zip : `${zip} ${place}`}, predicted ${time}; ${forecast}; alert now: ${alertText(alerts)}`;
    return { x, y, reach: [12, 12] as const, label };
  });
  const border = box(0.5, 0.5, width - 1, height - 1, { stroke: theme.line }, 8);
  return { height, shapes: [clipped(width, height, shapes), border], spots };
}

function stopMarks(
  { point: [x, y], forecast, alerts = [] }: Placed,
  styles: Styles,
  { theme, hidden }: Canvas,
): readonly Shape[] {
  const style = hidden.has(forecast) ? undefined : styles.forecasts.get(forecast);
  const shown = alerts.filter((level) => !hidden.has(level)).flatMap((level) => styles.alerts.get(level) ?? []);
  const badges = shown.flatMap((alert, index) => {
    const [bx, by] = [x + 19, y - 14 - index * 23];
    const circle = path(outlineOf("circle", bx, by, 10), {
      fill: theme.ground,
      stroke: theme.alarm,
      width: 1.5,
      dash: "3 2",
    });
    return [
      circle,
      ...marks(alert, [[bx, by]], 5.5, theme),
      words(bx + 13, by + 4, "now", { fill: theme.ink, size: 10, halo: theme.land }),
    ];
  });
  return [...(style === undefined ? [ring(x, y, theme)] : marks(style, [[x, y]], RADIUS, theme)), ...badges];
}

/** What names of states must not meet: the line of a route, its marks and badges. */
function alongside(placed: readonly Placed[]): readonly Box[] {
  return placed.flatMap(({ point: [x, y] }, index) => {
    const [fromX, fromY] = placed[index - 1]?.point ?? [x, y];
    const steps = Math.ceil(Math.hypot(x - fromX, y - fromY) / 8);
    const line = Array.from(
      { length: steps },
      (_, step): Box => [fromX + ((x - fromX) * step) / steps, fromY + ((y - fromY) * step) / steps, 4, 4],
    );
    return [...line, [x + 12, y - 8, 24, 16] as const];
  });
}

/** Places and times near their points, the ends of the route first; what finds no room is left to the readout. */
function labelsOf(placed: readonly Placed[], width: number, height: number) {
  const labels: { readonly stop: Placed; readonly place: Box }[] = [];
  const [line, ends] = [alongside(placed), [...placed.slice(-1), ...placed.slice(0, -1)]];
  for (const stop of ends) {
    const [px, py] = stop.point;
    const half = Math.max(widthOf(fitted(stop.place, 150)), widthOf(stop.time, 11)) / 2 + 4;
    const middle = Math.min(Math.max(px, half), width - half);
    const aside = [px + half + 14, px - half - 14].filter((x) => x >= half && x <= width - half);
    const tries = [py + 26, py - 26, py - 44]
      .map((y): Box => [middle, y, half, 15])
      .concat(aside.map((x): Box => [x, py + 4, half, 15]));
    const isClear = ([x, y, across, down]: Box, others: readonly Box[]): boolean =>
      others.every(
        ([ox, oy, oAcross, oDown]) => Math.abs(ox - x) > across + oAcross || Math.abs(oy - y) > down + oDown,
      );
    const free = tries.filter(
      (place) =>
        place[1] > 15 &&
        place[1] < height - 15 &&
        isClear(
          place,
          labels.map((label) => label.place),
        ),
    );
    const place = free.find((each) => isClear(each, line)) ?? free[0];
    if (place !== undefined) labels.push({ stop, place });
  }
  return labels;
}
