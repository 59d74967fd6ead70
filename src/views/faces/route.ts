import { clockLabel } from "../marks/time.ts";
import { joined } from "./face.ts";
import { type Json, membersOf, membersText, numberOf, recordsOf, shownText, textsOf } from "./json.ts";
import type { MapPoint } from "./map.ts";

/** A predicted point of a route: the forecast of its day, and apart from it the alerts of now. */
export interface Stop extends MapPoint {
  readonly now: readonly string[];
  readonly stdDevMinutes: number;
}

/** The route of a plan, with the alerts of now at its points. */
export function routeOf(plan: Json, answer: Json): readonly Stop[] {
  const now = recordsOf(membersOf(answer["alertsNow"])["at"]);
  const levels = new Map(now.map(({ zip, levels: of }) => [zip, Array.isArray(of) ? textsOf(of) : undefined]));
  return recordsOf(plan["route"]).map((stop) => stopOf(stop, levels.get(stop["zip"])));
}

function stopOf(stop: Json, alerts: readonly string[] | undefined): Stop {
  const [zip, place, deviation] = [
    shownText(stop["zip"], 12),
    shownText(stop["place"], 60),
    numberOf(stop["stdDevMinutes"]),
  ];
  // `Thu 11-26 07:36 ± 27 min`, on the clock of the place.
  const clock = clockLabel(shownText(stop["local"]) || shownText(stop["at"]));
  const time = joined([clock, deviation !== undefined && `± ${deviation} min`], " ");
  const risk = membersOf(stop["risk"]);
  const isNone = risk["none"] === true;
  const value = isNone ? "" : Object.values(risk).find((each) => typeof each === "string");
  const forecast = isNone ? shownText(risk["reason"]) || "no forecast" : membersText(risk) || "not checked";
  const told = alerts === undefined ? "not checked" : alerts.join(", ") || "none in this data";
  return {
    ...{ zip, lines: [place || zip, time], stdDevMinutes: deviation ?? 0, now: alerts ?? [] },
    value: shownText(value, 40),
    readout: `${joined([zip, place], " ")}, predicted ${time}; forecast for that day: ${forecast}; alert now: ${told}`,
  };
}
