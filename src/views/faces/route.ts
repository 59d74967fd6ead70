import { type Box, frameAbout, type Label, mapOf, pointOf } from "../map/us-map.ts";
import { markOrRing, marks, outlineOf, type Point } from "../marks/mark.ts";
import { path, type Shape, text } from "../marks/svg.tsx";
import { clockLabel } from "../marks/time.ts";
import { type Canvas, type Drawing, joined } from "./face.ts";
import { type Json, membersOf, membersText, numberOf, recordsOf, shownText, textsOf } from "./json.ts";

/** A predicted point of a route. */
export type Stop = ReturnType<typeof stopOf>;

type Placed = Stop & { readonly point: Point };

/** The route of a plan, with the alerts of now at its points. */
export function stopsOf(plan: Json, answer: Json): readonly Stop[] {
  const now = recordsOf(membersOf(answer["alertsNow"])["at"]);
  const levels = new Map(now.map(({ zip, levels: of }) => [zip, Array.isArray(of) ? textsOf(of) : undefined]));
  return recordsOf(plan["route"]).map((stop) => stopOf(stop, levels.get(stop["zip"])));
}

function stopOf(stop: Json, alerts: readonly string[] | undefined) {
  const stdDevMinutes = numberOf(stop["stdDevMinutes"]);
  const risk = membersOf(stop["risk"]);
  const isNone = risk["none"] === true;
  const zip = shownText(stop["zip"], 12);
  const place = shownText(stop["place"], 60);
  const clock = clockLabel(shownText(stop["local"]) || shownText(stop["at"]));
  // `Thu 11-26 07:36 ± 27 min`, on the clock of the place.
  const time = joined([clock, stdDevMinutes !== undefined && `± ${stdDevMinutes} min`], " ");
  const forecastWords = isNone ? "no forecast" : membersText(risk) || "not checked";
  // Levels of now, not of that day; undefined where they were not looked at.
  const now = alerts === undefined ? "not checked" : alerts.join(", ") || "none in this data";
  return {
    ...{ zip, place: place || zip, time, stdDevMinutes, alerts },
    /** The forecast of that day; empty where there is none. */
    forecast: isNone
      ? ""
      : shownText(
          Object.values(risk).find((each) => typeof each === "string"),
          40,
        ),
    words: `${joined([zip, place], " ")}, predicted ${time}; forecast for that day: ${forecastWords}; alert now: ${now}`,
  };
}

/** The predicted points of a route: on its line the forecasts of the days, in rings beside it the alerts of now. */
export function drawRoute(stops: readonly Stop[], canvas: Canvas, height: number): Drawing {
  const found = stops.flatMap((stop): readonly Placed[] => {
    const point = pointOf(stop.zip);
    return point === undefined ? [] : [{ ...stop, point }];
  });
  const near = found.map(({ point }) => point);
  const frame = frameAbout(near, canvas.width, height);
  const placed = found.map((stop): Placed => ({ ...stop, point: frame.at(stop.point) }));
  const line = placed.map(({ point: [x, y] }, index) => `${index === 0 ? "M" : "L"}${x} ${y}`).join("");
  const missing = `${stops.length - found.length} of ${stops.length} points are not on the map`;
  const shapes = [
    path(line || "M0 0", "route"),
    ...placed.flatMap((stop) => stopMarks(stop, canvas)),
    ...(found.length < stops.length ? [text(8, height - 8, missing, "small halo")] : []),
  ];
  const taken = placed.flatMap(({ point: [x, y], alerts = [] }, index): readonly Box[] => {
    const [fromX, fromY] = placed[index - 1]?.point ?? [x, y];
    const along = Array.from({ length: 40 }, (_, step): Box => {
      return [fromX + ((x - fromX) * step) / 40, fromY + ((y - fromY) * step) / 40, 4, 4];
    });
    return alerts.length === 0 ? along : [...along, [x + 22, y - 14, 26, 12]];
  });
  const labels = placed.map(
    ({ place, time, point: [x, y] }): Label => ({ lines: [place, time], about: [x, y, 10, 8] }),
  );
  const spots = placed.map(({ words, point: [x, y] }) => ({ x, y, reach: [12, 12] as const, label: words }));
  // The ends of a route have their names first.
  const ordered = [...labels.slice(-1), ...labels.slice(0, -1)];
  return { height, shapes: mapOf(frame, shapes, taken, ordered, stops.length), spots };
}

function stopMarks({ forecast, alerts = [], point: [x, y] }: Placed, { styles }: Canvas): readonly Shape[] {
  const badges = alerts
    .flatMap((level) => styles.get(level) ?? [])
    .flatMap((style, index) => {
      const [bx, by] = [x + 19, y - 14 - index * 23];
      return [
        path(outlineOf("circle", bx, by, 10), "badge"),
        ...marks(style, [[bx, by]], 5.5),
        text(bx + 13, by + 4, "now", "small halo"),
      ];
    });
  return [...markOrRing(styles.get(forecast), x, y, 8), ...badges];
}
