import { type MapPoint, pointOnMap } from "../map/us-map.ts";
import { isInUs, type Json, membersOf, numberOf, recordsOf, shownText } from "./json.ts";
import { clockLabel, joined, membersText, utcLabel } from "./words.ts";

/** The predicted route on the map, its ends before other names. The last tells where a route beyond the map ends. */
export function stopsOf(plan: Json, riskField: unknown): readonly MapPoint[] {
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
