import { hoursText } from "../../domain/hours.ts";
import { HOUR_MS, MINUTE_MS } from "../../domain/time-units.ts";
import { pointOf } from "../map/us-map.ts";
import { clockLabel, dayLabel, wallMs } from "../marks/time.ts";
import { besides, type Face, joined, told } from "./face.ts";
import { type Json, listOf, membersOf, numberOf, recordsOf, shownText } from "./json.ts";
import { drawMap, notOnMap } from "./map.ts";
import { routeOf } from "./route.ts";
import { drawTimeline, type TimeRow } from "./timeline.ts";

const WIDE = 600;

/** Plans compared, and the route of one: forecasts of its days, and apart from them the alerts of now. */
export function plansFace(answer: Json): Face {
  const rows = recordsOf(answer["plans"]);
  const plans = rows.map((row) => planOf(row, answer));
  const stops = plans.flatMap((plan) => plan.stops);
  const forecasts = new Set(told(stops.map(({ value }) => value)));
  const failed = recordsOf(answer["failed"]);
  const deadline = shownText(rows[0]?.["deliveryByDate"]);
  const limit = `Deadline: ${deadline.length < 16 ? "end of " : ""}${clockLabel(deadline)}`;
  return {
    title: rows.length > 1 && rows.every(({ differs }) => listOf(differs).length === 0) && titleOf(rows),
    legend: [
      { heading: "Forecast for that day", names: [...forecasts] },
      { heading: "Alert now", names: [...new Set(stops.flatMap(({ now }) => now))] },
    ],
    choice: { heading: "Route of", options: plans.map(({ day }) => day) },
    remarks: [
      ...failed.map((one) => `No plan for ${shownText(one["shipDate"])}: ${shownText(one["reason"], 200)}`),
      membersOf(answer["alertsNow"])["stale"] === true && "Alerts are STALE.",
      plans[0] && `Chart: clock of ${plans[0].zone}, arrival ± one standard deviation. Map: each place's own clock.`,
      notOnMap(stops),
    ],
    empty: plans.length === 0 && "No plan to draw",
    draw: (canvas) => {
      const chosen = plans[canvas.chosen] ?? plans[0];
      const points = (chosen?.stops ?? []).map(({ zip }) => pointOf(zip));
      const near = points.filter((point) => point !== undefined);
      return besides(
        canvas,
        canvas.width >= WIDE ? 0.54 : 1,
        (part) => drawTimeline(deadline === "" ? [] : [["deadline", limit]], plans, chosen, part),
        (part) => drawMap(chosen?.stops ?? [], near, true, part),
      );
    },
  };
}

/** `Memphis, TN → Phoenix, AZ: 2 of 3 plans in time by estimate, 26.03 USD to 50.43 USD` */
function titleOf(plans: readonly Json[]): string {
  const trip = joined([cityOf(plans[0]?.["from"]), cityOf(plans[0]?.["to"])], " → ");
  const inTime = plans.filter((plan) => plan["arrivesInTime"] === true);
  const isDated = plans.some((plan) => numberOf(plan["slackHours"]) !== undefined);
  const prices = plans.toSorted((a, b) => (numberOf(a["price"]) ?? 0) - (numberOf(b["price"]) ?? 0)).map(priceOf);
  const verdict = isDated ? `${inTime.length} of ${plans.length} plans in time by estimate` : `${plans.length} plans`;
  return `${trip}: ${verdict}, ${prices[0]} to ${prices.at(-1)}`;
}

function cityOf(place: unknown): string {
  const record = membersOf(place);
  return joined([shownText(record["city"]), shownText(record["state"])]);
}

function priceOf(plan: Json): string {
  return joined([numberOf(plan["price"])?.toFixed(2), shownText(plan["currency"])], " ");
}

/** One plan: a bar from pickup to arrival, which has one standard deviation to both sides, on the destination's clock. */
function planOf(plan: Json, answer: Json) {
  const of = (name: string): string => shownText(plan[name]);
  const zone = of("arrivalTimeZone") || "UTC";
  const slack = numberOf(plan["slackHours"]);
  const isLate = plan["arrivesInTime"] === false;
  const [pickupMs, arrivalMs] = [wallMs(of("pickup"), zone), wallMs(of("arrival"), zone)];
  const deadlineMs = arrivalMs === undefined || slack === undefined ? undefined : arrivalMs + slack * HOUR_MS;
  const day = dayLabel(of("shipDate"));
  const stops = routeOf(plan, answer);
  const { value: forecast = "", stdDevMinutes = 0 } = stops.at(-1) ?? {};
  const [early, late] = [-stdDevMinutes, stdDevMinutes].map((minutes) => arrivalMs && arrivalMs + minutes * MINUTE_MS);
  const onTime = isLate ? deadlineMs : arrivalMs;
  return {
    ...{ day, zone, stops },
    name: joined([day, priceOf(plan)], " · "),
    aside: slack === undefined ? "" : isLate ? `MISSED by ${hoursText(slack)}` : `${hoursText(slack)} spare`,
    detail: of("carrierService"),
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
    value: [arrivalMs, forecast],
    more: joined([
      `clock of ${zone}`,
      of("risk") && `service's risk ${of("risk")}`,
      of("onDate") && `onDate ${of("onDate")}`,
    ]),
  } satisfies TimeRow & Record<string, unknown>;
}
