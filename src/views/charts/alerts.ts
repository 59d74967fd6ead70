import { areaPoint, statePoint } from "../map/us-map.ts";
import type { Point } from "../marks/svg.ts";
import { type AnswerChart, joined } from "./answer-chart.ts";
import {
  type Counts,
  countsIn,
  isInUs,
  type Json,
  levelName,
  marksIn,
  membersText,
  numberOf,
  recordsOf,
  shownText,
} from "./json.ts";
import { drawMap, MAX_POINTS, type MapPoint, notOnMap, pointOnMap } from "./map.ts";

/** The most states that a title names. */
const MAX_STATES = 5;

/** Present alerts on a map of the United States. */
export function alertsChart(answer: Json, view: Json): AnswerChart {
  const alerts = alertsOf(answer, view);
  const counts = new Map(countsIn(answer["byLevel"]).map(([level, count]) => [levelName(level), count]));
  const names = [...new Set([...counts.keys(), ...alerts.map(({ value }) => value)])];
  const places = recordsOf(answer["places"]);
  const asked = new Set(places.flatMap(({ place, asked: words }) => [shownText(place), shownText(words)]));
  const points = [...alerts.map(pointOnMap), ...places.map(askedPoint)];
  const near = alerts.length === 0 ? [] : points.filter((point) => point !== undefined);
  const total = numberOf(answer["matched"]) ?? alerts.length;
  return {
    title: places.length === 0 && answer["minLevel"] === undefined && total > 1 && statesTitle(answer, total),
    legend: [{ heading: "Alerts now", names, counts }],
    remarks: [
      total > 0 && `${alerts.filter(pointOnMap).length} of ${total} alerts are on the map.`,
      notOnMap(alerts),
      alerts.some(pointOnMap) &&
        (alerts.length > MAX_POINTS
          ? "Each mark is a three-digit area with the first of its levels in the legend. Its counts stand in the readout."
          : "Marks are placed by the first three digits of their ZIP."),
    ],
    draw: (canvas) => {
      const shown = alerts.map((one) => ({ ...one, isAsked: asked.has(one.zip) || asked.has(one.lines[0] ?? "") }));
      return drawMap({ points: shown, near }, canvas);
    },
  };
}

/** `57 alerts in 3 states: AZ 19, LA 17, TX 17; elsewhere: DC 3, unknown 1`. DC, territories and the military are no states. */
function statesTitle(answer: Json, total: number): string {
  const byState = countsIn(answer["byState"]);
  const states = byState.filter(([code]) => code !== "DC" && statePoint(code) !== undefined);
  const elsewhere = byState.filter((each) => !states.includes(each));
  const named = (counts: Counts): string => {
    const more = counts.length > MAX_STATES ? " and others" : "";
    return (
      counts
        .slice(0, MAX_STATES)
        .map(([state, count]) => `${state} ${count}`)
        .join(", ") + more
    );
  };
  const count = `${total} alerts${answer["complete"] === false ? " so far" : ""}`;
  const parts = [
    states.length > 0 && `in ${states.length} state${states.length === 1 ? "" : "s"}: ${named(states)}`,
    elsewhere.length > 0 && `elsewhere: ${named(elsewhere)}`,
  ];
  return `${count} ${joined(parts, "; ")}`;
}

function alertsOf(answer: Json, view: Json): readonly MapPoint[] {
  const rows = recordsOf(answer["alerts"]).map(alertPoint);
  const known = new Set(rows.map(({ zip, value }) => `${zip} ${value}`));
  return [...rows, ...marksIn(view).filter(({ zip, value }) => !known.has(`${zip} ${value}`))];
}

function alertPoint(row: Json): MapPoint {
  const [zip, place] = [shownText(row["zip"], 12), shownText(row["place"], 60)];
  const value = levelName(row["temperatureLevel"]);
  const fields = membersText(row, "zip", "place", "temperatureLevel");
  const readout = joined([`${joined([zip, place], " ")}: ${value}`, fields]);
  // The map itself names a state.
  return { zip, lines: statePoint(place) === undefined ? [place] : [], value, readout, isInUs: isInUs(row["country"]) };
}

/** The point of an asked ZIP or prefix, or the state of a place without alerts, so that the map shows it too. */
function askedPoint(place: Json): Point | undefined {
  const asked = shownText(place["asked"]);
  const state = /, ([A-Z]{2})$/.exec(shownText(place["place"]) || asked)?.[1] ?? asked.toUpperCase();
  return areaPoint(asked) ?? (place["matched"] === 0 ? statePoint(state) : undefined);
}
