import { hoursText } from "../../domain/hours.ts";
import { HOUR_MS, MINUTE_MS } from "../../domain/time-units.ts";
import { dayClock, dayLabel, isZone, wallMs } from "../marks/clock.ts";
import { joined } from "./face.ts";
import { type Json, listOf, membersOf, membersText, numberOf, recordsOf, shownText, textsOf } from "./json.ts";

/** A predicted point of a route. */
export interface Stop {
  readonly zip: string;
  readonly place: string;
  /** `Thu 11-26 07:36 ± 27 min`, on the clock of the place. */
  readonly time: string;
  /** On the clock of the destination. */
  readonly wallMs: number | undefined;
  readonly deviationMs: number;
  /** The forecast of that day: its value, and all that is said of it. Empty where there is none. */
  readonly forecast: string;
  readonly forecastWords: string;
  /** Levels of now, not of that day; undefined where they were not looked at. */
  readonly alerts: readonly string[] | undefined;
}

/** One plan, read from an answer. Times are on the clock of the destination. */
export interface Plan {
  readonly day: string;
  readonly price: string;
  readonly service: string;
  readonly verdict: string;
  readonly isLate: boolean;
  readonly pickupMs: number | undefined;
  readonly arrivalMs: number | undefined;
  readonly deadlineMs: number | undefined;
  readonly deadline: string;
  readonly words: string;
  readonly stops: readonly Stop[];
}

type Levels = ReadonlyMap<string, readonly string[] | undefined>;

/** The clock by which all plans of an answer are drawn: their destination's, else UTC. */
export function arrivalZoneOf(answer: Json): string {
  return (
    recordsOf(answer["plans"])
      .map((plan) => shownText(plan["arrivalTimeZone"]))
      .find(isZone) ?? "UTC"
  );
}

/** The plans of an answer, in its order. */
export function plansOf(answer: Json): readonly Plan[] {
  const zone = arrivalZoneOf(answer);
  const now = recordsOf(membersOf(answer["alertsNow"])["at"]);
  const levels: Levels = new Map(
    now.map((at) => [shownText(at["zip"]), Array.isArray(at["levels"]) ? levelsOf(at["levels"]) : undefined]),
  );
  return recordsOf(answer["plans"]).map((plan) => planOf(plan, zone, levels));
}

/** Levels as names, or as rows that have them. */
function levelsOf(levels: unknown): readonly string[] {
  return [...textsOf(levels), ...recordsOf(levels).map((each) => shownText(each["level"], 40))];
}

function planOf(plan: Json, zone: string, levels: Levels): Plan {
  const of = (name: string): string => shownText(plan[name]);
  const slack = numberOf(plan["slackHours"]);
  const isLate = plan["arrivesInTime"] === false;
  const arrivalMs = wallMs(of("arrival"), zone);
  const day = dayLabel(of("shipDate"));
  const price = joined([numberOf(plan["price"])?.toFixed(2) ?? of("price"), of("currency")], " ");
  const verdict = slack === undefined ? "" : isLate ? `MISSED by ${hoursText(slack)}` : `${hoursText(slack)} spare`;
  const risk = joined([of("risk"), of("onDate") && `onDate ${of("onDate")}`]);
  const [pickup, arrival] = [zoned(of("pickup"), of("pickupTimeZone")), zoned(of("arrival"), of("arrivalTimeZone"))];
  const told = [
    `${day}: ${of("carrierService")}`,
    price,
    pickup && `pickup ${pickup}`,
    arrival && `estimated arrival ${arrival}`,
  ];
  return {
    ...{ day, price, service: of("carrierService"), verdict, isLate, arrivalMs },
    pickupMs: wallMs(of("pickup"), zone),
    deadlineMs: arrivalMs === undefined || slack === undefined ? undefined : arrivalMs + slack * HOUR_MS,
    deadline: `${of("deliveryByDate").length < 16 ? "end of " : ""}${clockOf(of("deliveryByDate"))}`,
    words: joined([...told, verdict, risk && `service's risk ${risk}`]),
    stops: listOf(plan["route"]).map((stop) => stopOf(membersOf(stop), zone, levels)),
  };
}

function stopOf(stop: Json, zone: string, levels: Levels): Stop {
  const deviation = numberOf(stop["stdDevMinutes"]);
  const risk = membersOf(stop["risk"]);
  const isNone = risk["none"] === true;
  const zip = shownText(stop["zip"], 12);
  return {
    zip,
    place: shownText(stop["place"], 60) || zip,
    time: joined(
      [clockOf(shownText(stop["local"]) || shownText(stop["at"])), deviation !== undefined && `± ${deviation} min`],
      " ",
    ),
    wallMs: wallMs(shownText(stop["at"]), zone),
    deviationMs: (deviation ?? 0) * MINUTE_MS,
    forecast: isNone
      ? ""
      : shownText(
          Object.values(risk).find((value) => typeof value === "string"),
          40,
        ),
    forecastWords: isNone ? "no forecast" : membersText(risk),
    alerts: levels.get(zip),
  };
}

/** `Thu 11-26 07:36` of a time as written. */
function clockOf(written: string): string {
  return joined([dayLabel(written), written.slice(11, 16)], " ");
}

function zoned(instant: string, zone: string): string {
  if (instant === "") return "";
  return isZone(zone) ? `${dayClock(instant, zone)} (${zone})` : `${dayClock(instant, "UTC")} UTC`;
}

/** Alerts of now at a place, in words. */
export function alertText(alerts: readonly string[] | undefined): string {
  if (alerts === undefined) return "not checked";
  return alerts.length === 0 ? "none in this data" : alerts.join(", ");
}
