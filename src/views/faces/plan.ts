import { hoursText } from "../../domain/hours.ts";
import { HOUR_MS, MINUTE_MS } from "../../domain/time-units.ts";
import { dayClock, dayLabel, isZone, wallMs } from "../marks/clock.ts";
import { joined } from "./face.ts";
import { type Json, listOf, membersOf, membersText, numberOf, recordsOf, shownText, textsOf } from "./json.ts";

/** One plan, read from an answer. Times are on the clock of the destination. */
export type Plan = ReturnType<typeof planOf>;

/** A predicted point of a route. */
export type Stop = ReturnType<typeof stopOf>;

type Levels = ReadonlyMap<unknown, readonly string[] | undefined>;

/** The clock by which all plans of an answer are drawn: their destination's, else UTC. */
export function arrivalZoneOf(answer: Json): string {
  const zones = recordsOf(answer["plans"]).map((plan) => shownText(plan["arrivalTimeZone"]));
  return zones.find(isZone) ?? "UTC";
}

/** The plans of an answer, in its order. */
export function plansOf(answer: Json): readonly Plan[] {
  const zone = arrivalZoneOf(answer);
  const now = recordsOf(membersOf(answer["alertsNow"])["at"]);
  const levels: Levels = new Map(now.map(({ zip, levels: of }) => [zip, Array.isArray(of) ? textsOf(of) : undefined]));
  return recordsOf(answer["plans"]).map((plan) => planOf(plan, zone, levels));
}

function planOf(plan: Json, zone: string, levels: Levels) {
  const of = (name: string): string => shownText(plan[name]);
  const slack = numberOf(plan["slackHours"]);
  const isLate = plan["arrivesInTime"] === false;
  const arrivalMs = wallMs(of("arrival"), zone);
  const day = dayLabel(of("shipDate"));
  const price = joined([numberOf(plan["price"])?.toFixed(2), of("currency")], " ");
  const verdict = slack === undefined ? "" : isLate ? `MISSED by ${hoursText(slack)}` : `${hoursText(slack)} spare`;
  const risk = joined([of("risk"), of("onDate") && `onDate ${of("onDate")}`]);
  const told = [
    `${day}: ${of("carrierService")}`,
    price,
    of("pickup") && `pickup ${zoned(of("pickup"), of("pickupTimeZone"))}`,
    of("arrival") && `estimated arrival ${zoned(of("arrival"), of("arrivalTimeZone"))}`,
    verdict,
    risk && `service's risk ${risk}`,
  ];
  return {
    ...{ day, verdict, isLate, arrivalMs },
    /** `Thu 11-26 · 27.45 USD · CarrierAThreeDay` */
    name: joined([day, price, of("carrierService")], "  ·  "),
    pickupMs: wallMs(of("pickup"), zone),
    deadlineMs: arrivalMs === undefined || slack === undefined ? undefined : arrivalMs + slack * HOUR_MS,
    deadline: `${of("deliveryByDate").length < 16 ? "end of " : ""}${clockOf(of("deliveryByDate"))}`,
    words: joined(told),
    stops: listOf(plan["route"]).map((stop) => stopOf(membersOf(stop), levels)),
  };
}

function stopOf(stop: Json, levels: Levels) {
  const deviation = numberOf(stop["stdDevMinutes"]);
  const risk = membersOf(stop["risk"]);
  const isNone = risk["none"] === true;
  const value = isNone ? "" : Object.values(risk).find((each) => typeof each === "string");
  const zip = shownText(stop["zip"], 12);
  const time = clockOf(shownText(stop["local"]) || shownText(stop["at"]));
  return {
    zip,
    place: shownText(stop["place"], 60) || zip,
    /** `Thu 11-26 07:36 ± 27 min`, on the clock of the place. */
    time: joined([time, deviation !== undefined && `± ${deviation} min`], " "),
    deviationMs: (deviation ?? 0) * MINUTE_MS,
    /** The forecast of that day; empty where there is none. */
    forecast: shownText(value, 40),
    forecastWords: isNone ? "no forecast" : membersText(risk) || "not checked",
    /** Levels of now, not of that day; undefined where they were not looked at. */
    alerts: levels.get(stop["zip"]),
  };
}

/** `Thu 11-26 07:36` of a time as written. */
function clockOf(written: string): string {
  return joined([dayLabel(written), written.slice(11, 16)], " ");
}

function zoned(instant: string, zone: string): string {
  return `${dayClock(instant, zone)} (${isZone(zone) ? zone : "UTC"})`;
}
