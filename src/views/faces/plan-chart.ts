import { marks, ring } from "../marks/mark.ts";
import { box, path, type Shape, words } from "../marks/shape.ts";
import { fitted, widthOf } from "../marks/text-width.ts";
import { type TimeScale, timeScale } from "../marks/time-scale.ts";
import { type Canvas, type Drawing, joined } from "./face.ts";
import type { Plan } from "./plan.ts";
import type { Styles } from "./route.ts";

const HEAD_HEIGHT = 44;
const ROW_HEIGHT = 46;

/** The plans one below the other, on one scale of time. `chosen` shows the points of its route. */
export function drawPlanChart(plans: readonly Plan[], chosen: Plan, styles: Styles, canvas: Canvas): Drawing {
  const { width, theme } = canvas;
  const height = HEAD_HEIGHT + plans.length * ROW_HEIGHT;
  const times = plans.flatMap(({ pickupMs, arrivalMs, deadlineMs }) => [pickupMs, arrivalMs, deadlineMs]);
  const scale = timeScale(
    times.filter((time) => time !== undefined),
    width,
  );
  const dated = plans.find(({ deadlineMs }) => deadlineMs !== undefined);
  const top = (index: number): number => HEAD_HEIGHT + index * ROW_HEIGHT;
  // A single plan is not marked as chosen.
  const flat = { ...canvas, theme: { ...theme, chosen: theme.ground } };
  const shapes = [
    ...(plans.length > 1 ? [box(0, top(plans.indexOf(chosen)), width, ROW_HEIGHT - 2, { fill: theme.chosen }, 6)] : []),
    ...scale.dayLines(22, height, theme),
    ...(dated?.deadlineMs === undefined
      ? []
      : deadline(scale.x(dated.deadlineMs), dated.deadline, plans.length, canvas)),
    ...plans.flatMap((plan, index) =>
      row(plan, top(index), plan === chosen, scale, styles, plans.length > 1 ? canvas : flat),
    ),
  ];
  const spots = plans.map((plan, index) => {
    return {
      x: width / 2,
      y: top(index) + ROW_HEIGHT / 2 - 1,
      reach: [width / 2 - 2, ROW_HEIGHT / 2 - 2] as const,
      label: plan.words,
    };
  });
  return { height, shapes, spots };
}

/** A line across each bar, which leaves the words of the rows alone. */
function deadline(x: number, day: string, rows: number, { width, theme }: Canvas): readonly Shape[] {
  const text = `Deadline: ${day}`;
  const half = widthOf(text, 12.6) / 2 + 2;
  const bars = Array.from({ length: rows }, (_, row) => `M${x} ${HEAD_HEIGHT + row * ROW_HEIGHT + 22}v21`);
  return [
    path(`M${x} 18V${HEAD_HEIGHT}${bars.join("")}`, { stroke: theme.ink, width: 2, dash: "5 3" }),
    words(Math.min(Math.max(x, half), width - half), 13, text, { fill: theme.ink, bold: true, anchor: "middle" }),
  ];
}

/** Ship date, price and service above a bar from pickup to arrival. */
function row(
  plan: Plan,
  top: number,
  isChosen: boolean,
  { x }: TimeScale,
  styles: Styles,
  { width, theme, hidden }: Canvas,
) {
  const { pickupMs, arrivalMs, deadlineMs, isLate, verdict, stops } = plan;
  const halo = isChosen ? theme.chosen : theme.ground;
  const name = fitted(joined([plan.day, plan.price, plan.service], "  ·  "), width - widthOf(verdict) - 20, 12.6);
  const type = { fill: isLate ? theme.alarm : theme.ink, bold: isLate, anchor: "end", halo } as const;
  const texts = [
    words(6, top + 16, name, { fill: theme.ink, bold: true, halo }),
    words(width - 6, top + 16, verdict, type),
  ];
  if (pickupMs === undefined || arrivalMs === undefined) return texts;
  const bar = top + 32;
  const [start, end] = [x(pickupMs), x(arrivalMs)];
  const due = isLate && deadlineMs !== undefined ? Math.max(x(deadlineMs), start) : end;
  const forecast = stops.at(-1)?.forecast ?? "";
  const style = hidden.has(forecast) ? undefined : styles.forecasts.get(forecast);
  return [
    ...texts,
    box(start, bar - 4, Math.max(end - start, 2), 8, { fill: theme.soft }, 4),
    ...(due < end ? [box(due, bar - 4, end - due, 8, { fill: theme.alarm })] : []),
    ...(isChosen ? [whiskers(plan, bar, x, theme.ink)] : []),
    ...(style === undefined ? [ring(end, bar, theme)] : marks(style, [[end, bar]], 7, theme)),
  ];
}

/** The points of a route in time, each with one standard deviation to both sides. */
function whiskers({ stops }: Plan, y: number, x: TimeScale["x"], stroke: string): Shape {
  const ends = stops.map(({ wallMs, deviationMs }) => {
    if (wallMs === undefined) return "";
    const [early, late] = [x(wallMs - deviationMs), x(wallMs + deviationMs)];
    return `M${early} ${y - 7}v14M${late} ${y - 7}v14M${early} ${y}H${late}`;
  });
  return path(ends.join("") || "M0 0", { stroke, width: 1.2 });
}
