import { marks, ring } from "../marks/mark.ts";
import { box, fitted, moved, path, type Shape, widthOf, words } from "../marks/shape.ts";
import { stylesOf } from "../marks/style.ts";
import { type TimeScale, timeScale } from "../marks/time-scale.ts";
import { type Canvas, type Drawing, emptyDrawing, type Face, legendOf, rowSpot } from "./face.ts";
import { type Json, membersOf, notesOf, recordsOf, shownText } from "./json.ts";
import { arrivalZoneOf, type Plan, plansOf } from "./plan.ts";
import { drawRoute, type Styles } from "./route.ts";

const WIDE = 600;
const GAP = 14;
const HEAD_HEIGHT = 44;
const ROW_HEIGHT = 46;

/** Plans compared, and the route of one: forecasts of its days, and apart from them the alerts of now. */
export function plansFace(answer: Json): Face {
  const plans = plansOf(answer);
  const zone = arrivalZoneOf(answer);
  const stops = plans.flatMap((plan) => plan.stops);
  const forecasts = stylesOf(new Set(stops.map(({ forecast }) => forecast).filter((name) => name !== "")));
  const alerts = stylesOf(new Set(stops.flatMap((stop) => stop.alerts ?? [])));
  const failed = recordsOf(answer["failed"]);
  return {
    legend: [legendOf("Forecast for that day", forecasts), legendOf("Alert now", alerts)],
    choice: { heading: "Route of", options: plans.map(({ day }) => day) },
    remarks: [
      ...failed.map((one) => `No plan for ${shownText(one["shipDate"])}: ${shownText(one["reason"], 200)}`),
      membersOf(answer["alertsNow"])["stale"] === true ? "Alerts are STALE." : "",
      plans.length === 0 ? "" : `Chart: the destination's clock (${zone}). Map: each place's own clock.`,
      notesOf(answer),
    ],
    draw: (canvas) => {
      const chosen = plans[canvas.chosen] ?? plans[0];
      if (chosen === undefined) return emptyDrawing("No plan to draw", canvas);
      return draw(plans, chosen, { forecasts, alerts }, canvas);
    },
  };
}

/** The map beside the chart where there is room, else below it. */
function draw(plans: readonly Plan[], chosen: Plan, styles: Styles, canvas: Canvas): Drawing {
  const { width } = canvas;
  const isWide = width >= WIDE;
  const chartWidth = isWide ? Math.round(width * 0.54) : width;
  const chart = drawChart(plans, chosen, styles, { ...canvas, width: chartWidth });
  const [x, y] = isWide ? [chartWidth + GAP, 0] : [0, chart.height + GAP];
  const route = drawRoute(
    chosen.stops,
    styles,
    { ...canvas, width: width - x },
    isWide ? Math.max(chart.height, 240) : 190,
  );
  const spots = route.spots.map((spot) => ({ ...spot, x: spot.x + x, y: spot.y + y }));
  return {
    height: Math.max(chart.height, y + route.height),
    shapes: [...chart.shapes, moved(x, y, route.shapes)],
    spots: [...chart.spots, ...spots],
  };
}

/** The plans one below the other, on one scale of time. The chosen one stands on a ground of its own. */
function drawChart(plans: readonly Plan[], chosen: Plan, styles: Styles, canvas: Canvas): Drawing {
  const { width, theme } = canvas;
  const height = HEAD_HEIGHT + plans.length * ROW_HEIGHT;
  const times = plans.flatMap(({ pickupMs, arrivalMs, deadlineMs }) => [pickupMs, arrivalMs, deadlineMs]);
  const scale = timeScale(times, width);
  const top = (index: number): number => HEAD_HEIGHT + index * ROW_HEIGHT;
  const dated = plans.find(({ deadlineMs }) => deadlineMs !== undefined);
  const shapes = [
    box(0, top(plans.indexOf(chosen)), width, ROW_HEIGHT - 2, { fill: theme.chosen, stroke: theme.line }, 6),
    ...scale.dayLines(22, height, theme),
    ...(dated?.deadlineMs === undefined ? [] : deadline(scale.x(dated.deadlineMs), dated.deadline, plans, canvas)),
    ...plans.flatMap((plan, index) =>
      row(plan, top(index), scale, styles, canvas, plan === chosen ? theme.chosen : theme.ground),
    ),
  ];
  return { height, shapes, spots: plans.map((plan, index) => rowSpot(top(index), ROW_HEIGHT - 2, width, plan.words)) };
}

/** A line across each bar, which leaves the words of the rows alone. */
function deadline(x: number, day: string, plans: readonly Plan[], { width, theme }: Canvas): readonly Shape[] {
  const text = `Deadline: ${day}`;
  const half = widthOf(text, 12.6) / 2 + 2;
  const bars = plans.map((_, index) => `M${x} ${HEAD_HEIGHT + index * ROW_HEIGHT + 22}v21`);
  return [
    path(`M${x} 18V${HEAD_HEIGHT}${bars.join("")}`, { stroke: theme.ink, width: 2, dash: "5 3" }),
    words(Math.min(Math.max(x, half), width - half), 13, text, { fill: theme.ink, bold: true, anchor: "middle" }),
  ];
}

/** Ship date, price and service above a bar from pickup to arrival, which has one standard deviation to both sides. */
function row(
  plan: Plan,
  top: number,
  { x }: TimeScale,
  styles: Styles,
  { width, theme, hidden }: Canvas,
  halo: string,
): readonly Shape[] {
  const { pickupMs, arrivalMs, deadlineMs, isLate, verdict } = plan;
  const name = fitted(plan.name, width - widthOf(verdict) - 20, 12.6);
  const type = { fill: isLate ? theme.alarm : theme.ink, bold: isLate, anchor: "end", halo } as const;
  const texts = [
    words(6, top + 16, name, { fill: theme.ink, bold: true, halo }),
    words(width - 6, top + 16, verdict, type),
  ];
  if (pickupMs === undefined || arrivalMs === undefined) return texts;
  const y = top + 32;
  const [start, end] = [x(pickupMs), x(arrivalMs)];
  const due = isLate && deadlineMs !== undefined ? Math.max(x(deadlineMs), start) : end;
  const { forecast = "", deviationMs = 0 } = plan.stops.at(-1) ?? {};
  const [early, late] = [x(arrivalMs - deviationMs), x(arrivalMs + deviationMs)];
  const style = hidden.has(forecast) ? undefined : styles.forecasts.get(forecast);
  return [
    ...texts,
    box(start, y - 4, Math.max(end - start, 2), 8, { fill: theme.soft }, 4),
    ...(due < end ? [box(due, y - 4, end - due, 8, { fill: theme.alarm })] : []),
    path(`M${early} ${y - 7}v14M${late} ${y - 7}v14M${early} ${y}H${late}`, { stroke: theme.ink, width: 1.2 }),
    ...(style === undefined ? [ring(end, y, theme)] : marks(style, [[end, y]], 7, theme)),
  ];
}
