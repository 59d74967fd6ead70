import { compact } from "../../domain/collections.ts";
import { timestampMs } from "../../domain/datetime.ts";
import { HOUR_MS, hoursText, MINUTE_MS } from "../../domain/time-units.ts";
import { resolveZone, wallAt } from "../../domain/zone.ts";
import { type MapPoint, pointOnMap } from "../map/us-map.ts";
import { type AnswerChart, type Canvas, combined, type Drawing } from "./answer-chart.ts";
import { type Json, membersOf, numberOf, recordsOf, shownText, textsOf } from "./json.ts";
import { drawRoute, notOnMap } from "./map.ts";
import { stopsOf } from "./plan-stops.ts";
import { drawTimeline, later, type TimeRow, type WallMs } from "./timeline.ts";
import { clockLabel, dayLabel, joined, membersText, utcLabel } from "./words.ts";

const MAP_BESIDE_FROM_WIDTH = 600;
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
  const alerts = recordsOf(membersOf(answer["alertsNow"])["at"]).map(alertText);
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

function alertText({ zip, place, levels }: Json): string {
  const words = Array.isArray(levels) ? textsOf(levels).join(", ") || "none in this data" : "not known";
  return `${joined([shownText(zip), shownText(place)], " ")} ${words}`;
}

/** All plans by time; beside or below them, the route of the chosen one on a map. */
function drawPlans(plans: readonly PlanRow[], deadline: string, canvas: Canvas): Drawing {
  const chosen = plans[canvas.chosen] ?? plans[0];
  const stops = chosen?.stops ?? [];
  const limit = `Deadline: ${deadline.length < 16 ? "end of " : ""}${clockLabel(deadline)}`;
  const drawTimes = (width: number): Drawing => {
    const rows = plans.map((plan) => ({ ...plan, isChosen: plan === chosen }));
    const chart = drawTimeline(rows, new Map(deadline === "" ? [] : [["deadline", limit]]), { ...canvas, width });
    return { ...chart, spots: chart.spots.map((spot, chooses) => (spot.copies ? { ...spot, chooses } : spot)) };
  };
  if (!stops.some(pointOnMap)) return drawTimes(canvas.width);
  if (canvas.width < MAP_BESIDE_FROM_WIDTH) {
    const times = drawTimes(canvas.width);
    return combined(times, drawRoute(stops, canvas), 0, times.height + GAP);
  }
  const width = Math.round(canvas.width * 0.54);
  const times = drawTimes(width);
  const left = width + GAP;
  const map = drawRoute(stops, { ...canvas, width: canvas.width - left }, Math.max(times.height, 240));
  return combined(times, map, left, 0);
}

/** One plan on the destination's clock: a bar from pickup to arrival, with one standard deviation on both sides. */
function planRow(plan: Json, riskField: unknown): PlanRow {
  const zone = resolveZone(plan["arrivalTimeZone"]) ?? "UTC";
  const { pickup, arrival, early, late, deadline } = timesOf(plan, zone);
  const isLate = plan["arrivesInTime"] === false;
  // A pickup may lie past the deadline: then no part of the bar is in time.
  const lateFrom = deadline === undefined ? undefined : Math.max(deadline, pickup ?? deadline);
  const inTimeUntil = isLate ? lateFrom : arrival;
  const shipDay = dayLabel(shownText(plan["shipDate"]));
  const stops = stopsOf(plan, riskField);
  return {
    zone,
    stops,
    name: joined([shipDay && `ships ${shipDay}`, priceOf(plan)], " · "),
    aside: slackText(plan),
    detail: detailOf(plan),
    copies: shownText(plan["shipmentId"]),
    isAlarming: isLate,
    spans: [
      { from: pickup, to: inTimeUntil, look: "actual" },
      { from: inTimeUntil, to: arrival, look: "overdue" },
      { from: early, to: late, look: "whisker" },
    ],
    events: [
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

/** A plan's times on the clock of `zone`. */
function timesOf(plan: Json, zone: string) {
  const wallOf = (timestamp: unknown): WallMs => {
    const instantMs = timestampMs(timestamp);
    return instantMs === undefined ? undefined : wallAt(zone, instantMs);
  };
  const arrival = wallOf(plan["arrival"]);
  const slack = numberOf(plan["slackHours"]);
  const end = recordsOf(plan["route"]).at(-1) ?? {};
  // The spread is the arrival's only if the predicted route ends at it.
  const spreadMinutes = end["at"] === plan["arrival"] ? numberOf(end["stdDevMinutes"]) : undefined;
  return {
    pickup: wallOf(plan["pickup"]),
    arrival,
    early: later(arrival, spreadMinutes && -spreadMinutes * MINUTE_MS),
    late: later(arrival, spreadMinutes && spreadMinutes * MINUTE_MS),
    // The slack already counts a deadline without an hour to the end of its day.
    deadline: later(arrival, slack && slack * HOUR_MS),
  };
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

function detailOf(plan: Json): string {
  const arrival = clockLabel(shownText(plan["arrivalLocal"])) || utcLabel(shownText(plan["arrival"]));
  const risk = shownText(plan["risk"]);
  return joined([
    shownText(plan["carrierService"]),
    `arrives ${arrival || "at an unknown time"}`,
    risk && `service's risk ${risk}`,
    plan["withinRisk"] === false && "risk at arrival above the limit",
    shownText(plan["shipmentId"]),
  ]);
}

/** A ship date without a plan, or with one that may exist. */
function failedRow({ shipDate, kind, reason }: Json): PlanRow {
  const name = joined(["ships", dayLabel(shownText(shipDate))], " ");
  const aside = kind === "outcome_unknown" ? "not known whether planned" : "no plan";
  const none = { zone: "", stops: [], spans: [], events: [], copies: "" };
  return { name, aside, detail: shownText(reason, 300), isAlarming: true, ...none };
}
