import { type Box, boxOf, frameAbout, type Label, mapOf, pointOf, pointOfState } from "../map/us-map.ts";
import { marks, type Point } from "../marks/mark.ts";
import { round } from "../marks/svg.tsx";
import { besides, type Canvas, type Drawing, type Face, joined } from "./face.ts";
import {
  type Counts,
  countsOf,
  countsText,
  type Json,
  listOf,
  membersOf,
  membersText,
  numberOf,
  recordsOf,
  shownText,
  unknownPlaces,
} from "./json.ts";
import { drawTable, type Row } from "./table.ts";

/** One alert, from a listed row or from the marks beyond the rows. */
type Alert = ReturnType<typeof rowOf>;

/** An alert at its point on a canvas. */
type Placed = Alert & { readonly point: Point };

const NO_LEVEL = "(none)";
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
const MAX_LABELS = 8;
const WIDE = 640;
/** As many as stand beside the map. */
const MAX_REGIONS = 10;

/** Alerts of now: a map of the United States beside a table of the regions. */
export function alertsFace(answer: Json, view: Json): Face {
  const alerts = alertsOf(answer, view);
  const counts = new Map(countsOf(answer["byLevel"]));
  const names = [...new Set([...counts.keys(), ...alerts.map(({ level }) => level)])];
  const places = recordsOf(answer["places"]);
  const points = [...alerts.map(({ zip }) => pointOf(zip)), ...places.map(pointOfPlace)];
  const near = points.filter((point) => point !== undefined);
  const elsewhere = alerts.filter(({ zip }) => pointOf(zip) === undefined);
  const total = numberOf(answer["matched"]) ?? alerts.length;
  const regions = regionsOf(answer).slice(0, MAX_REGIONS);
  const states = countsOf(answer["byState"]);
  const title = `${total} alert${total === 1 ? "" : "s"}, by state: ${countsText(states.slice(0, 6))}${states.length > 6 ? " …" : ""}`;
  return {
    title: places.length === 0 && states.length > 0 && title,
    legend: [{ heading: "Alerts now", names, counts }],
    ...(near.length > 0 && { choice: { heading: "Map", options: ["where the alerts are", "all states"] } }),
    remarks: [
      ...unknownPlaces(answer),
      total > alerts.length ? `${alerts.length} of ${total} alerts are drawn; the counts are of all.` : "",
      notOnMap(elsewhere),
      alerts.length > elsewhere.length ? "Marks are placed by the first three digits of their ZIP." : "",
      "No alert does not mean that temperatures are safe.",
    ],
    draw: (canvas) => {
      const isWide = canvas.width >= WIDE && regions.length > 0;
      return besides(
        canvas,
        isWide ? 0.64 : 1,
        (part) => drawMap(alerts, near, part),
        (part) => drawTable(regions, [{ key: "now", head: "", blank: "no alert in this data" }], part),
      );
    },
  };
}

function alertsOf(answer: Json, view: Json): readonly Alert[] {
  const rows = recordsOf(answer["alerts"]).map(rowOf);
  const known = new Set(rows.map(({ zip, level }) => `${zip} ${level}`));
  const beyond = listOf(view["marks"]).flatMap((group) => {
    const [temperatureLevel, zips] = listOf(group);
    const named = shownText(zips, 40_000).split(" ");
    return named.filter((zip) => zip !== "").map((zip) => rowOf({ zip, temperatureLevel }));
  });
  return [...rows, ...beyond.filter(({ zip, level }) => !known.has(`${zip} ${level}`))];
}

function rowOf({ zip, temperatureLevel, place, ...fields }: Json & Readonly<Record<string, unknown>>) {
  return {
    zip: shownText(zip, 12),
    level: shownText(temperatureLevel, 40) || NO_LEVEL,
    place: shownText(place, 60),
    fields: membersText(fields),
  };
}

/** The places asked, or the states with alerts, with their alerts by level. */
function regionsOf(answer: Json): readonly Row[] {
  const places = recordsOf(answer["places"]).filter(({ problem }) => problem === undefined);
  if (places.length > 0) return places.map((place) => regionOf(nameOf(place), countsOf(place["byLevel"])));
  const levels = Object.entries(membersOf(answer["byLevelAndState"]));
  return countsOf(answer["byState"]).map(([state]) => {
    const counts = levels.map(([level, of]) => [shownText(level, 40), numberOf(membersOf(of)[state]) ?? 0] as const);
    return regionOf(
      state,
      counts.filter(([, count]) => count > 0),
    );
  });
}

function regionOf(name: string, counts: Counts): Row {
  return { name, detail: "", cells: new Map([["now", { counts, isCounted: true, words: countsText(counts) }]]) };
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

function notOnMap(alerts: readonly Alert[]): string {
  const named = alerts.slice(0, 6).map(({ zip, place, level }) => joined([zip, place, level], " "));
  const rest = alerts.length > named.length ? ` and ${alerts.length - named.length} more` : "";
  return alerts.length === 0 ? "" : `Not on the map: ${named.join(", ")}${rest}.`;
}

function drawMap(alerts: readonly Alert[], near: readonly Point[], { width, styles, chosen }: Canvas): Drawing {
  const height = Math.round(Math.min(Math.max(width * 0.5, 190), 300));
  const frame = frameAbout(chosen === 0 ? near : [], width, height);
  const shown = alerts.filter(({ level }) => styles.has(level));
  const r = shown.length <= 60 ? 6 : shown.length <= 400 ? 4.5 : shown.length <= 1_500 ? 3.2 : 2.4;
  const inside = spread(shown, r, frame.at).filter(
    ({ point: [x, y] }) => x >= 0 && y >= 0 && x <= width && y <= height,
  );
  const drawn = [...styles].flatMap(([name, style]) => {
    const points = inside.filter(({ level }) => level === name).map(({ point }) => point);
    return marks(style, points, r);
  });
  const taken = inside.map(({ point: [x, y] }): Box => [x, y, r, r]);
  const groups = new Map<string, Point[]>();
  for (const { place, point } of inside) if (place !== "") groups.set(place, [...(groups.get(place) ?? []), point]);
  const most = [...groups].sort(([, a], [, b]) => b.length - a.length).slice(0, 40);
  const labels = most.map(([name, points]): Label => {
    const [x, y, across, down] = boxOf(points);
    return { lines: [name], about: [x, y, across + 6, down + 6] };
  });
  if (alerts.length === 0) labels.push({ lines: ["No alert to draw"], about: [width / 2, height / 2 - 9, 0, 0] });
  const spots = inside.map(({ zip, place, level, fields, point: [x, y] }) => {
    return { x, y, reach: [r + 4, r + 4] as const, label: joined([`${joined([zip, place], " ")}: ${level}`, fields]) };
  });
  return { height, shapes: mapOf(frame, drawn, taken, labels, MAX_LABELS), spots };
}

/** Alerts of one area stand in a spiral about its point, so that none hides another. */
function spread(alerts: readonly Alert[], r: number, at: (point: Point) => Point): readonly Placed[] {
  const taken = new Map<string, number>();
  return alerts.flatMap((alert) => {
    const area = alert.zip.slice(0, 3);
    const middle = pointOf(alert.zip);
    const turn = taken.get(area) ?? 0;
    taken.set(area, turn + 1);
    if (middle === undefined) return [];
    const [x, y] = at(middle);
    const [away, angle] = [2.1 * r * Math.sqrt(turn), turn * GOLDEN_ANGLE];
    return [{ ...alert, point: [round(x + away * Math.cos(angle)), round(y + away * Math.sin(angle))] }];
  });
}
