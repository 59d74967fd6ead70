import { compact } from "../../domain/compact.ts";
import { timestampMs } from "../../domain/datetime.ts";
import { hoursText } from "../../domain/hours.ts";
import { HOUR_MS, MINUTE_MS } from "../../domain/time-units.ts";
import { wallAt } from "../../domain/zone.ts";
import { moved } from "../marks/svg.ts";
import { clockLabel, dayLabel, later } from "../marks/time.ts";
import { type AnswerChart, type Canvas, type Drawing, joined } from "./answer-chart.ts";
import {
  cityLabel,
  isInUs,
  type Json,
  membersOf,
  membersText,
  numberOf,
  recordsOf,
  shownText,
  textsOf,
} from "./json.ts";
import { drawMap, type MapPoint, notOnMap, pointOnMap } from "./map.ts";
import { drawTimeline, type TimeRow } from "./timeline.ts";

/** From this width on, in pixels, the map is beside the chart. */
const WIDE = 600;
const GAP = 12;

/** Compares plans, and shows the route of one. Its forecasts and present alerts stay apart. */
export function plansChart(answer: Json): AnswerChart {
  const rows = recordsOf(answer["plans"]);
  const alertsNow = membersOf(answer["alertsNow"]);
  const levels = new Map(recordsOf(alertsNow["at"]).map((at) => [at["zip"], at["levels"]]));
  const plans = rows.map((row) => planRow(row, levels, answer["riskField"]));
  const stops = plans.flatMap((plan) => plan.stops);
  const deadline = shownText(rows[0]?.["deliveryByDate"]);
  return {
    title: rows.length > 1 && rows.every(({ differs }) => textsOf(differs).length === 0) && plansTitle(answer, rows),
    legend: [
      { heading: "Forecast for that day", names: [...new Set(compact(...stops.map(({ value }) => value)))] },
      { heading: "Alert now", names: [...new Set(stops.flatMap(({ now = [] }) => now))] },
    ],
    choice: { heading: "Route of", options: plans.map(({ day }) => day) },
    remarks: [
      ...recordsOf(answer["failed"]).map((one) => {
        return `No plan for ${shownText(one["shipDate"])}: ${shownText(one["reason"], 200)}`;
      }),
      stops.some(({ value }) => value === "") && "Ring: without a forecast.",
      plans[0] && `Chart: clock of ${plans[0].zone}, arrival ± one standard deviation. Map: each place's own clock.`,
      notOnMap(stops),
    ],
    draw: (canvas) => drawPlans(plans, deadline, canvas),
  };
}

/** The chart of all plans. The map of the chosen one is beside it, or below if there is no room. */
function drawPlans(plans: readonly ReturnType<typeof planRow>[], deadline: string, canvas: Canvas): Drawing {
  const chosen = plans[canvas.chosen] ?? plans[0];
  if (chosen === undefined) return drawMap([], [], false, canvas);
  const { stops } = chosen;
  const near = stops.map(pointOnMap).filter((point) => point !== undefined);
  const limit = `Deadline: ${deadline.length < 16 ? "end of " : ""}${clockLabel(deadline)}`;
  const isWide = canvas.width >= WIDE;
  const width = isWide ? Math.round(canvas.width * 0.54) : canvas.width;
  const chart = drawTimeline(deadline === "" ? [] : [["deadline", limit]], plans, chosen, { ...canvas, width });
  const [x, y] = isWide ? [width + GAP, 0] : [0, chart.height + GAP];
  const height = isWide ? Math.max(chart.height, 240) : undefined;
  const map = drawMap(stops, near, true, { ...canvas, width: canvas.width - x }, height);
  return {
    height: Math.max(chart.height, y + map.height),
    shapes: [chart.shapes, moved(x, y, map.shapes)],
    spots: [
      ...chart.spots.map((spot, chooses) => ({ ...spot, chooses })),
      ...map.spots.map((spot) => ({ ...spot, x: spot.x + x, y: spot.y + y })),
    ],
  };
}

/** `Memphis, TN → Phoenix, AZ: 2 of 3 plans in time by estimate, 26.03 USD to 50.43 USD, no label bought` */
function plansTitle({ inTime, failed }: Json, plans: readonly Json[]): string {
  const trip = joined([cityLabel(plans[0]?.["from"]), cityLabel(plans[0]?.["to"])], " → ");
  const prices = plans.toSorted((a, b) => (numberOf(a["price"]) ?? 0) - (numberOf(b["price"]) ?? 0)).map(priceOf);
  const all = `${plans.length} plans`;
  const unknown = plans.filter(({ arrivesInTime }) => typeof arrivesInTime !== "boolean").length;
  const missing = recordsOf(failed).map(({ shipDate }) => dayLabel(shownText(shipDate)));
  return joined([
    `${trip}: ${Array.isArray(inTime) ? `${inTime.length} of ${all} in time by estimate` : all}`,
    Array.isArray(inTime) && unknown > 0 && `${unknown} not known`,
    `${prices[0]} to ${prices.at(-1)}, no label bought`,
    missing.length > 0 && `no plan for ${missing.join(" and ")}`,
  ]);
}

function priceOf(plan: Json): string {
  return joined([numberOf(plan["price"])?.toFixed(2), shownText(plan["currency"])], " ");
}

/** One plan on the destination's clock: a bar from pickup to arrival, with one standard deviation on both sides. */
function planRow(plan: Json, levels: ReadonlyMap<unknown, unknown>, riskField: unknown) {
  const shown = (name: string): string => shownText(plan[name]);
  const zone = shown("arrivalTimeZone") || "UTC";
  const slack = numberOf(plan["slackHours"]);
  const isLate = plan["arrivesInTime"] === false;
  const [pickupMs, arrivalMs] = ["pickup", "arrival"].map((name) => {
    const instantMs = timestampMs(plan[name]);
    return instantMs && wallAt(zone, instantMs);
  });
  const deadlineMs = later(arrivalMs, slack && slack * HOUR_MS);
  const deadline = shown("deliveryByDate");
  const day = dayLabel(shown("shipDate"));
  const route = recordsOf(plan["route"]);
  const isDomestic = [plan["from"], plan["to"]].every((end) => isInUs(membersOf(end)["country"]));
  const stops = route.map((stop, index) => ({
    ...stopPoint(stop, levels.get(stop["zip"]), riskField),
    isAsked: index === 0 || index === route.length - 1,
    // On a route abroad, only a known US place is one for sure.
    isInUs: isDomestic || shownText(stop["place"]) !== "",
  }));
  const deviationMs = (numberOf(route.at(-1)?.["stdDevMinutes"]) ?? 0) * MINUTE_MS;
  const [early, late] = [-deviationMs, deviationMs].map((ms) => later(arrivalMs, ms));
  const verdict = deadline === "" ? "" : "in time: not known";
  const onTime = isLate ? deadlineMs : arrivalMs;
  return {
    ...{ day, zone, stops },
    name: joined([day, priceOf(plan)], " · "),
    aside: slack === undefined ? verdict : isLate ? `MISSED by ${hoursText(slack)}` : `${hoursText(slack)} spare`,
    detail: joined([
      shown("carrierService"),
      `arrives ${clockLabel(shown("arrivalLocal")) || "at an unknown time"}`,
      shown("risk") && `service's risk ${shown("risk")}`,
      shown("shipmentId"),
    ]),
    copies: shown("shipmentId"),
    isAlarming: isLate,
    spans: [
      [pickupMs, onTime, "actual"],
      [onTime, arrivalMs, "overdue"],
      [early, late, "whisker"],
    ],
    signs: [
      [pickupMs, "bar", "pickup"],
      [arrivalMs, "bar", "estimated arrival"],
      [deadlineMs, "deadline", "deadline"],
      [early, "bar"],
      [late, "bar"],
    ],
    value: [arrivalMs, stops.at(-1)?.value ?? ""],
    more: joined([`clock of ${zone}`, membersText({ "service's risk": plan["risk"], onDate: plan["onDate"] })]),
  } satisfies TimeRow & Record<string, unknown>;
}

/** A predicted point of a route, with the forecast of its day, and apart from that its present alerts. */
function stopPoint(stop: Json, levels: unknown, riskField: unknown): MapPoint {
  const [zip, place] = [shownText(stop["zip"], 12), shownText(stop["place"], 60)];
  const deviation = numberOf(stop["stdDevMinutes"]);
  // `Thu 11-26 07:36 ± 27 min`, on the place's clock.
  const clock = clockLabel(shownText(stop["local"]) || shownText(stop["at"]));
  const time = joined([clock, deviation !== undefined && `± ${deviation} min`], " ");
  const risk = membersOf(stop["risk"]);
  const isNone = risk["none"] === true;
  const value = isNone || typeof riskField !== "string" ? "" : risk[riskField];
  const forecast = isNone ? shownText(risk["reason"]) || "no forecast" : membersText(risk) || "not checked";
  const now = textsOf(levels);
  const alerts = Array.isArray(levels) ? now.join(", ") || "none in this data" : "not checked";
  return {
    // The chart has the date.
    ...{ zip, lines: [place || zip, time.replace(/ \d\d-\d\d/, "")], now, value: shownText(value, 40) },
    readout: `${joined([zip, place], " ")}, predicted ${time}; forecast for that day: ${forecast}; alert now: ${alerts}`,
  };
}
