import { pointOf, pointOfState } from "../map/us-map.ts";
import type { Point } from "../marks/mark.ts";
import { besides, type Draw, type Face, joined } from "./face.ts";
import {
  type Counts,
  countsOf,
  countsText,
  type Json,
  listOf,
  membersText,
  numberOf,
  recordsOf,
  shownText,
} from "./json.ts";
import { drawMap, type MapPoint, notOnMap } from "./map.ts";
import { drawTable, type Row } from "./table.ts";

const NO_LEVEL = "(none)";
const WIDE = 640;
const NOW = "now";
/** As many as stand beside the map. */
const MAX_REGIONS = 10;

/** Alerts of now: a map of the United States beside a table of the regions. */
export function alertsFace(answer: Json, view: Json): Face {
  const alerts = alertsOf(answer, view);
  const counts = new Map(countsOf(answer["byLevel"]));
  const names = [...new Set([...counts.keys(), ...alerts.map(({ value }) => value)])];
  const places = recordsOf(answer["places"]);
  const points = [...alerts.map(({ zip }) => pointOf(zip)), ...places.map(pointOfPlace)];
  const near = points.filter((point) => point !== undefined);
  const total = numberOf(answer["matched"]) ?? alerts.length;
  const regions = regionsOf(answer);
  const columns = [{ key: NOW, head: "", blank: absenceOf(answer) }];
  return {
    legend: [{ heading: "Alerts now", names, counts }],
    ...(near.length > 0 && { choice: { heading: "Map", options: ["where the alerts are", "all states"] } }),
    remarks: [
      total > alerts.length && `${alerts.length} of ${total} alerts are drawn; the counts are of all.`,
      notOnMap(alerts),
      regions.length > MAX_REGIONS && `${MAX_REGIONS} of ${regions.length} regions stand in the table.`,
      alerts.some(({ zip }) => pointOf(zip)) && "Marks are placed by the first three digits of their ZIP.",
    ],
    draw: (canvas) => {
      const share = canvas.width >= WIDE && regions.length > 0 ? 0.64 : 1;
      const shown = alerts.filter(({ value }) => canvas.styles.has(value));
      const map: Draw = (part) => drawMap(shown, part.chosen === 0 ? near : [], false, part);
      return besides(canvas, share, map, (part) => drawTable(regions.slice(0, MAX_REGIONS), columns, part));
    },
  };
}

function alertsOf(answer: Json, view: Json): readonly MapPoint[] {
  const rows = recordsOf(answer["alerts"]).map(rowOf);
  const known = new Set(rows.map(({ zip, value }) => `${zip} ${value}`));
  const beyond = listOf(view["marks"]).flatMap((group) => {
    const [temperatureLevel, zips] = listOf(group);
    const named = shownText(zips, 40_000).split(" ");
    return named.filter((zip) => zip !== "").map((zip) => rowOf({ zip, temperatureLevel }));
  });
  return [...rows, ...beyond.filter(({ zip, value }) => !known.has(`${zip} ${value}`))];
}

function rowOf(row: Json): MapPoint {
  const [zip, place] = [shownText(row["zip"], 12), shownText(row["place"], 60)];
  const value = shownText(row["temperatureLevel"], 40) || NO_LEVEL;
  const fields = membersText(row, "zip", "place", "temperatureLevel");
  return { zip, lines: [place], value, readout: joined([`${joined([zip, place], " ")}: ${value}`, fields]) };
}

/** The places asked with their alerts by level, or the states with the numbers of theirs. */
function regionsOf(answer: Json): readonly Row[] {
  const places = recordsOf(answer["places"]).filter(({ problem }) => problem === undefined);
  if (places.length === 0) return countsOf(answer["byState"]).map(([state, count]) => regionOf(state, [], count));
  return places.map((place) => regionOf(nameOf(place), countsOf(place["byLevel"]), numberOf(place["matched"])));
}

function regionOf(name: string, counts: Counts, count: number = 0): Row {
  const words = countsText(counts) || (count > 0 ? `${count} alert${count === 1 ? "" : "s"}` : "");
  return { name, detail: "", cells: new Map([[NOW, { counts, isCounted: true, words }]]) };
}

/** What it means that a place has none: what was not read or not asked for may hold some. */
function absenceOf(answer: Json): string {
  const level = shownText(answer["minLevel"], 40);
  if (answer["complete"] === false) return "none so far";
  return level === "" ? "no alert in this data" : `none from ${level} up`;
}

function nameOf(place: Json): string {
  return shownText(place["place"]) || shownText(place["asked"]);
}

/** The point of an asked place without alerts, so that it is in sight too: its ZIP's or prefix's, else its state's. */
function pointOfPlace(place: Json): Point | undefined {
  const asked = shownText(place["asked"]);
  const state = /, ([A-Z]{2})$/.exec(nameOf(place))?.[1] ?? asked.toUpperCase();
  return pointOf(asked) ?? (numberOf(place["matched"]) === 0 ? pointOfState(state) : undefined);
}
