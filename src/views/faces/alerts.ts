import {
  type Box,
  boxOf,
  type Frame,
  frameAbout,
  land,
  type Point,
  placeBeside,
  pointOf,
  pointOfState,
  sheet,
} from "../map/us-map.ts";
import { marks } from "../marks/mark.ts";
import { fitted, round, widthOf, words } from "../marks/shape.ts";
import { type Style, stylesOf } from "../marks/style.ts";
import { type Canvas, type Drawing, type Face, joined } from "./face.ts";
import {
  countsOf,
  countsText,
  type Json,
  listOf,
  membersText,
  numberOf,
  recordsOf,
  shownText,
  unknownPlaces,
} from "./json.ts";

/** One alert, from a listed row or from the marks beyond the rows. */
type Alert = ReturnType<typeof rowOf>;

/** An alert at its point on a canvas. */
type Placed = Alert & { readonly point: Point };

const NO_LEVEL = "(none)";
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
const MAX_LABELS = 8;

/** Alerts of now on a map of the United States. */
export function alertsFace(answer: Json, view: Json): Face {
  const alerts = alertsOf(answer, view);
  const counts = new Map(countsOf(answer["byLevel"]));
  const styles = stylesOf(new Set([...counts.keys(), ...alerts.map(({ level }) => level)]));
  const places = recordsOf(answer["places"]);
  const points = [...alerts.map(({ zip }) => pointOf(zip)), ...places.map(pointOfPlace)];
  const near = points.filter((point) => point !== undefined);
  const elsewhere = alerts.filter(({ zip }) => pointOf(zip) === undefined);
  const total = numberOf(answer["matched"]) ?? alerts.length;
  const states = countsOf(answer["byState"]);
  const entries = [...styles].map(([name, style]) => {
    return { name, style, count: counts.get(name) ?? alerts.filter(({ level }) => level === name).length };
  });
  const title = `${total} alert${total === 1 ? "" : "s"}, by state: ${countsText(states.slice(0, 6))}${states.length > 6 ? " …" : ""}`;
  return {
    ...(places.length === 0 && states.length > 0 && { title }),
    legend: [{ heading: "Alerts now", entries }],
    ...(near.length > 0 && { choice: { heading: "Map", options: ["where the alerts are", "all states"] } }),
    remarks: [
      ...unknownPlaces(answer),
      total > alerts.length ? `${alerts.length} of ${total} alerts are drawn; the counts are of all.` : "",
      notOnMap(elsewhere),
      alerts.length > elsewhere.length ? "Marks are placed by the first three digits of their ZIP." : "",
      "No alert does not mean that temperatures are safe.",
    ],
    draw: (canvas) => draw(alerts, styles, near, canvas),
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

/** The point of an asked place without alerts, so that it is in sight too: its ZIP's or prefix's, else its state's. */
function pointOfPlace(place: Json): Point | undefined {
  const asked = shownText(place["asked"]);
  const state = /, ([A-Z]{2})$/.exec(shownText(place["place"]) || asked)?.[1] ?? asked.toUpperCase();
  return pointOf(asked) ?? (numberOf(place["matched"]) === 0 ? pointOfState(state) : undefined);
}

function notOnMap(alerts: readonly Alert[]): string {
  const named = alerts.slice(0, 6).map(({ zip, place, level }) => joined([zip, place, level], " "));
  const rest = alerts.length > named.length ? ` and ${alerts.length - named.length} more` : "";
  return alerts.length === 0 ? "" : `Not on the map: ${named.join(", ")}${rest}.`;
}

type Styles = ReadonlyMap<string, Style>;

function draw(alerts: readonly Alert[], styles: Styles, near: readonly Point[], canvas: Canvas): Drawing {
  const { width, theme, hidden, chosen } = canvas;
  const height = Math.round(Math.min(Math.max(width * 0.42, 190), 300));
  const frame = frameAbout(chosen === 0 ? near : [], width, height);
  const shown = alerts.filter(({ level }) => !hidden.has(level));
  const r = shown.length <= 60 ? 6 : shown.length <= 400 ? 4.5 : shown.length <= 1_500 ? 3.2 : 2.4;
  const inside = spread(shown, r, frame.at).filter(
    ({ point: [x, y] }) => x >= 0 && y >= 0 && x <= width && y <= height,
  );
  const taken = inside.map(({ point: [x, y] }): Box => [x, y, r, r]);
  const labels = labelsOf(inside, taken, frame);
  if (alerts.length === 0) labels.push({ text: "No alert to draw", place: [width / 2, height / 2, 52, 8] });
  const strong = { fill: theme.ink, bold: true, halo: theme.ground, anchor: "middle" } as const;
  const shapes = [
    ...land(frame, theme, [...taken, ...labels.map(({ place }) => place)]),
    ...[...styles].flatMap(([name, style]) => {
      const points = inside.filter(({ level }) => level === name).map(({ point }) => point);
      return points.length === 0 ? [] : marks(style, points, r, theme);
    }),
    ...labels.map(({ text, place: [x, y] }) => words(x, y + 4, text, strong)),
  ];
  const spots = inside.map(({ zip, place, level, fields, point: [x, y] }) => {
    return { x, y, reach: [r + 4, r + 4] as const, label: joined([`${joined([zip, place], " ")}: ${level}`, fields]) };
  });
  return { height, shapes: sheet(frame, shapes, theme), spots };
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

/** The names of the places with most marks, beside their marks, where they cover neither a mark nor another name. */
function labelsOf(placed: readonly Placed[], taken: readonly Box[], frame: Frame) {
  const groups = new Map<string, Point[]>();
  for (const { place, point } of placed) if (place !== "") groups.set(place, [...(groups.get(place) ?? []), point]);
  const labels: { readonly text: string; readonly place: Box }[] = [];
  for (const [name, points] of [...groups].sort(([, a], [, b]) => b.length - a.length).slice(0, 40)) {
    const text = fitted(name, 150);
    const [x, y, across, down] = boxOf(points);
    const about: Box = [x, y, across + 6, down + 6];
    const met = [...taken, ...labels.map(({ place }) => place)];
    const place = placeBeside(frame, about, [widthOf(text) / 2 + 3, 7], met);
    if (place !== undefined && labels.length < MAX_LABELS) labels.push({ text, place });
  }
  return labels;
}
