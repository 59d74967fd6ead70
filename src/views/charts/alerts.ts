import { NO_LEVEL } from "../../domain/level.ts";
import { areaPoint, statePoint } from "../map/us-map.ts";
import type { Point } from "../marks/svg.ts";
import { type AnswerChart, joined } from "./answer-chart.ts";
import { countsIn, isInUs, type Json, listOf, membersText, numberOf, recordsOf, shownText } from "./json.ts";
import { drawMap, MAX_POINTS, type MapPoint, notOnMap, pointOnMap } from "./map.ts";

/** The most states that a title names. */
const MAX_STATES = 5;

/** Present alerts on a map of the United States. */
export function alertsChart(answer: Json, view: Json): AnswerChart {
  const alerts = alertsOf(answer, view);
  const counts = new Map(countsIn(answer["byLevel"]));
  const names = [...new Set([...counts.keys(), ...alerts.map(({ value }) => value)])];
  const places = recordsOf(answer["places"]);
  const asked = new Set(places.flatMap(({ place, asked: words }) => [shownText(place), shownText(words)]));
  const points = [...alerts.map(pointOnMap), ...places.map(askedPoint)];
  const near = alerts.length === 0 ? [] : points.filter((point) => point !== undefined);
  const total = numberOf(answer["matched"]) ?? alerts.length;
  return {
    title: places.length === 0 && answer["minLevel"] === undefined && statesTitle(answer, total),
    legend: [{ heading: "Alerts now", names, counts }],
    ...(near.length > 0 && { choice: { heading: "Map", options: ["where the alerts are", "all states"] } }),
    remarks: [
      total > alerts.length && `${alerts.length} of ${total} alerts are drawn; the counts are of all.`,
      notOnMap(alerts),
      alerts.some(pointOnMap) &&
        (alerts.length > MAX_POINTS
          ? "Each mark is a three-digit area, with its counts in the readout."
          : "Marks are placed by the first three digits of their ZIP."),
    ],
    draw: (canvas) => {
      const shown = alerts.map((one) => ({ ...one, isAsked: asked.has(one.zip) || asked.has(one.lines[0] ?? "") }));
      return drawMap(shown, canvas.chosen === 0 ? near : [], false, canvas);
    },
  };
}

/** `57 alerts in 5 states: AZ 19, LA 17, TX 17, AR 2, MS 2`; false unless several states have alerts. */
function statesTitle(answer: Json, total: number): string | false {
  const byState = countsIn(answer["byState"]);
  const states = byState.filter(([state]) => /^[A-Z]{2}$/.test(state)).length;
  const named = byState.slice(0, MAX_STATES).map(([state, count]) => `${state} ${count}`);
  const more = byState.length > MAX_STATES ? " and others" : "";
  return states > 1 && `${total} alerts in ${states} states: ${named.join(", ")}${more}`;
}

function alertsOf(answer: Json, view: Json): readonly MapPoint[] {
  const rows = recordsOf(answer["alerts"]).map(alertPoint);
  const known = new Set(rows.map(({ zip, value }) => `${zip} ${value}`));
  const beyond = listOf(view["marks"]).flatMap((group) => {
    const [level, zips] = listOf(group);
    const value = shownText(level, 40) || NO_LEVEL;
    const named = shownText(zips, 40_000).split(" ");
    return named.filter((zip) => zip !== "").map((zip) => ({ zip, lines: [], value, readout: `${zip}: ${value}` }));
  });
  return [...rows, ...beyond.filter(({ zip, value }) => !known.has(`${zip} ${value}`))];
}

function alertPoint(row: Json): MapPoint {
  const [zip, place] = [shownText(row["zip"], 12), shownText(row["place"], 60)];
  const value = shownText(row["temperatureLevel"], 40) || NO_LEVEL;
  const fields = membersText(row, "zip", "place", "temperatureLevel");
  const readout = joined([`${joined([zip, place], " ")}: ${value}`, fields]);
  return { zip, lines: [place], value, readout, isInUs: isInUs(row["country"]) };
}

/** The point of an asked ZIP or prefix, or the state of a place without alerts, so that the map shows it too. */
function askedPoint(place: Json): Point | undefined {
  const asked = shownText(place["asked"]);
  const state = /, ([A-Z]{2})$/.exec(shownText(place["place"]) || asked)?.[1] ?? asked.toUpperCase();
  return areaPoint(asked) ?? (place["matched"] === 0 ? statePoint(state) : undefined);
}
