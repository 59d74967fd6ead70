import { compact } from "../../domain/collections.ts";
import { timestampMs } from "../../domain/datetime.ts";
import { HOUR_MS, hoursText, MINUTE_MS } from "../../domain/time-units.ts";
import { resolveZone, wallAt } from "../../domain/zone.ts";
import { type MapPoint, pointOnMap } from "../map/us-map.ts";
import { clockLabel, dayLabel, later, utcLabel } from "../marks/time.ts";
import { type AnswerChart, type Canvas, combined, type Drawing } from "./answer-chart.ts";
import { isInUs, type Json, joined, membersOf, membersText, numberOf, recordsOf, shownText, textsOf } from "./json.ts";
import { drawRoute, notOnMap } from "./map.ts";
import { drawTimeline, type TimeRow, type WallMs } from "./timeline.ts";

/** From this width on, in pixels, the map is beside the chart. */
const WIDE = 600;
const GAP = 12;

interface PlanRow extends TimeRow {
  readonly zone: string;
  readonly stops: readonly MapPoint[];
}

export function plansChart(answer: Json): AnswerChart {
  const rows = recordsOf(answer["plans"]);
  const plans = rows.map((row) => planRow(row, answer["riskField"])).concat(recordsOf(answer["failed"]).map(failedRow));
  const stops = plans.flatMap((plan) => plan.stops);
  const deadline = shownText(rows[0]?.["deliveryByDate"]);
  const alerts = recordsOf(membersOf(answer["alertsNow"])["at"]).map(({ zip, place, levels }) => {
    const words = Array.isArray(levels) ? textsOf(levels).join(", ") || "none in this data" : "not known";
    return `${joined([shownText(zip), shownText(place)], " ")} ${words}`;
  });
  const hasRing = plans.some((plan) => plan.value?.name === "" || plan.stops.some(({ value }) => value === ""));
  return {
    legend: {
      heading: "Forecast at arrival and along the route",
      names: [...new Set(compact(...stops.map(({ value }) => value)))],
    },
    remarks: [
      notOnMap(stops),
      alerts.length > 0 && `Alerts now: ${alerts.join("; ")}.`,
      hasRing && "Ring: forecast not known.",
      plans[0] &&
        `Line: pickup to arrival ± one standard deviation, clock of ${plans[0].zone}; dashed: past the deadline.`,
      stops.some(pointOnMap) && "Map: each place's own clock.",
    ],
    draw: (canvas) => drawPlans(plans, deadline, canvas),
  };
}

function drawPlans(plans: readonly PlanRow[], deadline: string, canvas: Canvas): Drawing {
  const chosen = plans[canvas.chosen] ?? plans[0];
  const stops = chosen?.stops ?? [];
  const hasMap = stops.some(pointOnMap);
  const limit = `Deadline: ${deadline.length < 16 ? "end of " : ""}${clockLabel(deadline)}`;
  const isWide = hasMap && canvas.width >= WIDE;
  const width = isWide ? Math.round(canvas.width * 0.54) : canvas.width;
  const rows = plans.map((plan) => ({ ...plan, isChosen: plan === chosen }));
  const chart = drawTimeline(rows, new Map(deadline === "" ? [] : [["deadline", limit]]), { ...canvas, width });
  const choosing = { ...chart, spots: chart.spots.map((spot, chooses) => (spot.copies ? { ...spot, chooses } : spot)) };
  if (!hasMap) return choosing;
  const x = isWide ? width + GAP : 0;
  const y = isWide ? 0 : chart.height + GAP;
  const height = isWide ? Math.max(chart.height, 240) : undefined;
  const map = drawRoute(stops, { ...canvas, width: canvas.width - x }, height);
  return combined(choosing, map, x, y);
}

function priceOf(plan: Json): string {
  const price = numberOf(plan["price"]);
  return price === undefined ? "price not given" : joined([price.toFixed(2), shownText(plan["currency"])], " ");
}

/** `2.6 days spare`; empty without a deadline. */
function slackText(plan: Json): string {
  const slack = numberOf(plan["slackHours"]);
  if (shownText(plan["deliveryByDate"]) === "") return "";
  if (slack === undefined) return "in time: not known";
  return plan["arrivesInTime"] === false ? `MISSES by ${hoursText(slack)}` : `${hoursText(slack)} spare`;
}

/** One plan on the destination's clock: a bar from pickup to arrival, with one standard deviation on both sides. */
function planRow(plan: Json, riskField: unknown): PlanRow {
  const shown = (name: string): string => shownText(plan[name]);
  const zone = resolveZone(plan["arrivalTimeZone"]) ?? "UTC";
  const shipDay = dayLabel(shown("shipDate"));
  const slack = numberOf(plan["slackHours"]);
  const isLate = plan["arrivesInTime"] === false;
  const wallOf = (name: string): WallMs => {
    const instantMs = timestampMs(plan[name]);
    return instantMs === undefined ? undefined : wallAt(zone, instantMs);
  };
  const pickup = wallOf("pickup");
  const arrival = wallOf("arrival");
  // The slack already counts a deadline without an hour to the end of its day.
  const deadline = slack === undefined ? undefined : later(arrival, slack * HOUR_MS);
  const deviationMs = (numberOf(recordsOf(plan["route"]).at(-1)?.["stdDevMinutes"]) ?? 0) * MINUTE_MS;
  const early = later(arrival, -deviationMs);
  const late = later(arrival, deviationMs);
  // A pickup may lie past the deadline: then no part of the bar is in time.
  const lateFrom = deadline === undefined ? undefined : Math.max(deadline, pickup ?? deadline);
  const inTimeUntil = isLate ? lateFrom : arrival;
  const stops = stopsOf(plan, riskField);
  return {
    zone,
    stops,
    name: joined([shipDay && `ships ${shipDay}`, priceOf(plan)], " · "),
    aside: slackText(plan),
    detail: joined([
      shown("carrierService"),
      `arrives ${clockLabel(shown("arrivalLocal")) || utcLabel(shown("arrival")) || "at an unknown time"}`,
      shown("risk") && `service's risk ${shown("risk")}`,
      plan["withinRisk"] === false && "risk at arrival above the limit",
      shown("shipmentId"),
    ]),
    copies: shown("shipmentId"),
    isAlarming: isLate,
    spans: [
      { from: pickup, to: inTimeUntil, look: "actual" },
      { from: inTimeUntil, to: arrival, look: "overdue" },
      { from: early, to: late, look: "whisker" },
    ],
    moments: [
      { at: pickup, sign: "bar", words: "pickup" },
      { at: arrival, sign: "bar", words: "estimated arrival" },
      { at: deadline, sign: "deadline", words: "deadline" },
      { at: early, sign: "bar" },
      { at: late, sign: "bar" },
    ],
    value: { at: arrival, name: stops.at(-1)?.value ?? "" },
    more: joined([`clock of ${zone}`, membersText({ "service's risk": plan["risk"], onDate: plan["onDate"] })]),
  };
}

/** A ship date without a plan, or with one that may exist. */
function failedRow({ shipDate, kind, reason }: Json): PlanRow {
  const name = joined(["ships", dayLabel(shownText(shipDate))], " ");
  const aside = kind === "outcome_unknown" ? "not known whether planned" : "no plan";
  const none = { zone: "", stops: [], spans: [], moments: [], copies: "" };
  return { name, aside, detail: shownText(reason, 300), isAlarming: true, ...none };
}

/** The predicted route on the map, its ends before other names. The last tells where a route beyond the map ends. */
function stopsOf(plan: Json, riskField: unknown): readonly MapPoint[] {
  const route = recordsOf(plan["route"]);
  const ends = [plan["from"], plan["to"]].map(membersOf);
  const isDomestic = ends.every(({ country }) => isInUs(country));
  const stops = route.map((stop) => ({
    ...stopPoint(stop, riskField),
    // On a route abroad, only an end is in the US for sure.
    isInUs: isDomestic || ends.some(({ zip, country }) => zip === stop["zip"] && isInUs(country)),
  }));
  const last = stops.findLastIndex((stop) => pointOnMap(stop) !== undefined);
  const beyond = last < stops.length - 1 && stops.at(-1)?.lines[0];
  return stops.map((stop, index) => ({
    ...stop,
    lines: index === last && beyond ? [...stop.lines, `then to ${beyond}`] : stop.lines,
    isAsked: index === 0 || index === last,
  }));
}

function stopPoint(stop: Json, riskField: unknown): MapPoint {
  const zip = shownText(stop["zip"], 12);
  const place = shownText(stop["place"], 60);
  const deviation = numberOf(stop["stdDevMinutes"]);
  // `Thu 11-26 07:36 ± 27 min`, on the place's clock.
  const clock = clockLabel(shownText(stop["local"])) || utcLabel(shownText(stop["at"]));
  const time = joined([clock, deviation !== undefined && `± ${deviation} min`], " ");
  const risk = membersOf(stop["risk"]);
  const isNone = risk["none"] === true;
  const value = isNone || typeof riskField !== "string" ? "" : risk[riskField];
  const forecast = isNone ? shownText(risk["reason"]) || "no forecast" : membersText(risk) || "not checked";
  return {
    zip,
    // The chart has the date.
    lines: [place || zip, time.replace(/ \d\d-\d\d/, "")],
    value: shownText(value, 40),
    readout: `${joined([zip, place], " ")}, predicted ${time}; forecast for that day: ${forecast}`,
  };
}
