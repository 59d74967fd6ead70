import { zipOf } from "../../domain/record-zip.ts";
import { MAX_POINTS } from "../map/area-marks.ts";
import { areaPoint, type MapPoint, pointOnMap, statePoint } from "../map/us-map.ts";
import type { Point } from "../marks/svg.ts";
import { type AnswerChart, levelName, marksIn, rankText } from "./answer-chart.ts";
import { countsIn, isInUs, type Json, numberOf, recordsOf, shownText } from "./json.ts";
import { drawAreas, notOnMap } from "./map.ts";
import { joined, membersText } from "./words.ts";

export function alertsChart(answer: Json, view: Json): AnswerChart {
  const places = recordsOf(answer["places"]);
  const asked = new Set(places.flatMap(({ place, asked: words }) => [shownText(place), shownText(words)]));
  const alerts = alertsOf(answer, view).map((alert) => {
    return { ...alert, isAsked: asked.has(alert.zip) || alert.lines.some((line) => asked.has(line)) };
  });
  const counts = new Map(countsIn(answer["byLevel"]).map(([level, count]) => [levelName(level), count]));
  const names = [...new Set([...counts.keys(), ...alerts.map(({ value }) => value)])];
  const onMap = alerts.filter((alert) => pointOnMap(alert) !== undefined);
  const points = [...onMap.map(pointOnMap), ...places.map(askedPoint)];
  const near = alerts.length === 0 ? [] : points.filter((point) => point !== undefined);
  const total = numberOf(answer["matched"]) ?? alerts.length;
  const counted = answer["complete"] === false ? "read so far" : "alerts";
  const marksText =
    onMap.length > MAX_POINTS
      ? `Each mark is a three-digit area with its ${rankText("level", names, view)}.`
      : "Marks are placed by the first three digits of their ZIP.";
  return {
    legend: { heading: places.length > 0 ? "Alerts now at the places asked" : "Alerts now", names, counts },
    remarks: [
      total > 0 && `On the map: ${onMap.length} of ${total} ${counted}.`,
      places.length > 0 && "Alerts elsewhere are not drawn.",
      notOnMap(alerts),
      onMap.length > 0 && marksText,
    ],
    draw: (canvas) => drawAreas(alerts, canvas, near),
  };
}

function alertsOf(answer: Json, view: Json): readonly MapPoint[] {
  const rows = recordsOf(answer["alerts"]).map(alertPoint);
  const known = new Set(rows.map(({ zip, value }) => `${zip} ${value}`));
  return [...rows, ...marksIn(view).filter(({ zip, value }) => !known.has(`${zip} ${value}`))];
}

function alertPoint(row: Json): MapPoint {
  const zip = zipOf(row) ?? shownText(row["zip"], 12);
  const place = shownText(row["place"], 60);
  const value = levelName(row["temperatureLevel"]);
  const fields = membersText(row, "zip", "place", "temperatureLevel");
  const readout = joined([`${joined([zip, place], " ")}: ${value}`, fields]);
  // The map itself names a state.
  const lines = place === "" || statePoint(place) ? [] : [place];
  return { zip, lines, value, readout, isArea: zip.length === 3, isInUs: isInUs(row["country"]) };
}

/** The point of an asked ZIP or prefix, or the state of a place without alerts, so that the map shows it too. */
function askedPoint(place: Json): Point | undefined {
  const asked = shownText(place["asked"]);
  const state = /, ([A-Z]{2})$/.exec(shownText(place["place"]) || asked)?.[1] ?? asked.toUpperCase();
  return areaPoint(asked) ?? (place["matched"] === 0 ? statePoint(state) : undefined);
}
