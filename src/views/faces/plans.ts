import { moved } from "../marks/shape.ts";
import { stylesOf } from "../marks/style.ts";
import { type Canvas, type Drawing, emptyDrawing, type Face, legendOf } from "./face.ts";
import { type Json, membersOf, recordsOf, shownText } from "./json.ts";
import { arrivalZoneOf, type Plan, plansOf } from "./plan.ts";
import { drawPlanChart } from "./plan-chart.ts";
import { drawRoute, type Styles } from "./route.ts";

const WIDE = 600;
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
      plans.length === 0 ? "" : `Chart: the destination's clock (${zone}). Map: each place's own clock.`,
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
  const chart = drawPlanChart(plans, chosen, styles, { ...canvas, width: chartWidth });
  const [x, y] = isWide ? [chartWidth + GAP, 0] : [0, chart.height + GAP];
  const route = drawRoute(chosen.stops, styles, { ...canvas, width: width - x }, isWide ? 240 : 190);
  const spots = route.spots.map((spot) => ({ ...spot, x: spot.x + x, y: spot.y + y }));
  return {
    height: Math.max(chart.height, y + route.height),
    shapes: [...chart.shapes, moved(x, y, route.shapes)],
    spots: [...chart.spots, ...spots],
  };
}
