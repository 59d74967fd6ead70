import { dayLabel } from "../marks/time.ts";
import { type AnswerChart, combined, joined } from "./answer-chart.ts";
import {
  countsIn,
  type Json,
  marksIn,
  membersOf,
  membersText,
  numberOf,
  ranked,
  recordsOf,
  shownText,
} from "./json.ts";
import { drawMap } from "./map.ts";
import { type Cell, drawTable, type Row } from "./table.ts";

/** The most places that a title names for one value. */
const MAX_PLACES = 2;
/** The most values that a title names. */
const MAX_VALUES = 4;
/** Pixels between the map and the table. */
const GAP = 10;

/** Risk by place and day. If no place was asked, a map has a mark for each area. */
export function riskChart(answer: Json, view: Json): AnswerChart {
  const overall = recordsOf(answer["counts"]);
  const asked = recordsOf(answer["places"]);
  const all = overall.length > 0 ? [{ place: "All areas", days: overall }, ...asked] : asked;
  const places = all.filter((place) => Object.hasOwn(place, "days"));
  const days = places.flatMap((place) => recordsOf(place["days"]));
  const field = shownText(answer["riskField"], 60);
  const unread = recordsOf(answer["unavailable"]).map(({ date, reason }) => {
    return { date: shownText(date), reason: shownText(reason, 200) };
  });
  const gaps = new Map([
    ...days.map(({ date }) => [shownText(date), "no record"] as const),
    ...unread.map(({ date }) => [date, "not read"] as const),
  ]);
  const dates = [...gaps.keys()].sort();
  const blanks = dates.map((date) => [date, { counts: [], words: gaps.get(date) ?? "", isUnknown: true }] as const);
  const rows = places.map((place) => placeRow(place, field, blanks));
  const names = ranked(rarestFirst(rows), view);
  // The service does not define the shape of a horizon, so show its members as sent.
  const horizon = shownText(answer["horizon"]) || membersText(membersOf(answer["horizon"]));
  const problems = asked.filter(({ problem }) => problem !== undefined);
  const isTitled = overall.length === 0 && names.length > 0 && (rows.length > 1 || problems.length > 0);
  const period = [...new Set([dates[0] ?? "", dates.at(-1) ?? ""])].map(dayLabel).join(" to ");
  const unchecked = problems.map((place) => shownText(place["asked"]));
  const points = overall.length > 0 ? marksIn(view) : [];
  return {
    title:
      isTitled &&
      joined(
        [
          `${period}: ${finding(rows, names)}`,
          unread.length > 0 && `not read: ${unread.map(({ date }) => dayLabel(date)).join(" and ")}`,
          unchecked.length > 0 && `not checked: ${unchecked.join("; ")}`,
        ],
        "; ",
      ),
    legend: [{ heading: field || "Risk", names }],
    remarks: [
      points.length > 0 &&
        "Each mark on the map is a three-digit area, with the first of its values of all days in the legend.",
      // The headline covers these if it is the title.
      ...(isTitled ? problems : []).map(({ asked: name, problem }) => {
        return `${shownText(name)} was not checked: ${shownText(problem, 200)}`;
      }),
      ...unread.map(({ date, reason }) => `${dayLabel(date)} was not read: ${reason}.`),
      horizon && `Horizon of the forecast: ${horizon}.`,
    ],
    draw: (canvas) => {
      const table = drawTable(rows, canvas);
      const map = points.length > 0 && drawMap({ points }, canvas);
      return map ? combined(map, table, 0, map.height + GAP) : table;
    },
  };
}

/** The values of all cells, the one with the fewest areas first. */
function rarestFirst(rows: readonly Row[]): readonly string[] {
  const counted = new Map<string, number>();
  for (const { counts } of rows.flatMap(({ cells }) => [...cells.values()]))
    for (const [value, areas] of counts) counted.set(value, (counted.get(value) ?? 0) + areas);
  return [...counted].sort(([, a], [, b]) => a - b).map(([value]) => value);
}

/** `Severe in Phoenix, AZ; Low in 5 places; no record of Miami, FL` */
function finding(rows: readonly Row[], values: readonly string[]): string {
  const namesOf = (having: readonly Row[]): string => {
    const names = [...new Set(having.map(({ name }) => name))];
    return names.length > MAX_PLACES ? `${names.length} places` : names.join(" and ");
  };
  const told = values.slice(0, MAX_VALUES).map((value) => {
    const having = rows.filter(({ cells }) => [...cells.values()].some(({ counts }) => new Map(counts).has(value)));
    return `${value} in ${namesOf(having)}`;
  });
  const more = values.length - told.length;
  const missing = rows.filter(({ cells }) => [...cells.values()].every(({ isUnknown }) => isUnknown));
  const parts = [...told, more > 0 && `${more} more values`, missing.length > 0 && `no record of ${namesOf(missing)}`];
  return joined(parts, "; ");
}

/** The cells of a place's days, among the blank cells of all dates. */
function placeRow(place: Json, field: string, blanks: readonly (readonly [date: string, blank: Cell])[]): Row {
  const area = shownText(place["area"]);
  const areas = numberOf(place["areas"]);
  const named = ["place", "around", "state", "asked"].map((name) => shownText(place[name]));
  const detail = areas === undefined ? area && `area ${area}` : `${areas} areas`;
  const cells = recordsOf(place["days"]).map((day) => [shownText(day["date"]), dayCell(day, field)] as const);
  return { name: named.find((name) => name !== "") ?? area, detail, cells: new Map([...blanks, ...cells]) };
}

/** Areas by value. A single value counts as one area, a missing record as none. */
function dayCell(day: Json, field: string): Cell {
  if (!Object.hasOwn(day, "by")) {
    const value = shownText(day[field], 40);
    const words = membersText(day, "date", "none", "zip");
    return { counts: value === "" ? [] : [[value, 1]], words: words || "no record", isUnknown: words === "" };
  }
  const by = membersOf(day["by"]);
  const counts = countsIn(by[field]);
  const none = numberOf(day["none"]) ?? 0;
  const told = counts.map(([name, count]) => `${name} ${count}`);
  const words = joined([told.join(", ") || "values differ", none > 0 && `no record ${none}`]);
  return { counts, words, isUnknown: Object.keys(by).length === 0 };
}
