import { moved, words } from "../marks/shape.ts";
import { stylesOf } from "../marks/style.ts";
import { type Canvas, type Drawing, type Face, legendOf } from "./face.ts";
import { type Json, membersOf, recordsOf, shownText } from "./json.ts";
import { arrivalZoneOf, type Plan, plansOf } from "./plan.ts";
import { drawPlanChart } from "./plan-chart.ts";
import { drawRoute, type Styles } from "./route.ts";

const WIDE = 700;
const GAP = 14;

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
      `Chart: ${zone === "UTC" ? "UTC" : `the destination's clock (${zone})`}. Map: each place's own clock.`,
    ],
    draw: (canvas) => draw(plans, { forecasts, alerts }, canvas),
  };
}

function draw(plans: readonly Plan[], styles: Styles, canvas: Canvas): Drawing {
  const { width, theme } = canvas;
  const chosen = plans[canvas.chosen] ?? plans[0];
  if (chosen === undefined) {
    const none = words(width / 2, 40, "No plan to draw", { fill: theme.ink, size: 15, bold: true, anchor: "middle" });
    return { height: 70, shapes: [none], spots: [] };
  }
  const isWide = width >= WIDE;
  const chartWidth = isWide ? Math.round(width * 0.54) : width;
  const chart = drawPlanChart(plans, chosen, styles, { ...canvas, width: chartWidth });
  const [x, y] = isWide ? [chartWidth + GAP, 0] : [0, chart.height + GAP];
  const mapHeight = isWide
    ? Math.min(Math.max(chart.height, 220), 274)
    : Math.round(Math.min(Math.max(width * 0.55, 180), 240));
  const route = drawRoute(chosen.stops, styles, { ...canvas, width: width - x }, mapHeight);
  const spots = route.spots.map((spot) => ({ ...spot, x: spot.x + x, y: spot.y + y }));
  return {
    height: Math.max(chart.height, y + mapHeight),
    shapes: [...chart.shapes, moved(x, y, route.shapes)],
    spots: [...chart.spots, ...spots],
  };
}
