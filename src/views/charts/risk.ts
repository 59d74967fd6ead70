import { dayLabel } from "../marks/time.ts";
import type { AnswerChart } from "./answer-chart.ts";
import { countsIn, type Json, membersOf, membersText, numberOf, recordsOf, shownText } from "./json.ts";
import { type Cell, drawTable, type Row } from "./table.ts";

/** The most places that a title names. */
const MAX_PLACES = 2;

/** Risk by place and day. */
export function riskChart(answer: Json): AnswerChart {
  const overall = recordsOf(answer["counts"]);
  const asked = recordsOf(answer["places"]);
  const all = overall.length > 0 ? [{ place: "All areas", days: overall }, ...asked] : asked;
  const places = all.filter((place) => Object.hasOwn(place, "days"));
  const days = places.flatMap((place) => recordsOf(place["days"]));
  const field = shownText(answer["riskField"], 60);
  const unavailable = recordsOf(answer["unavailable"]).map(({ date, reason }) => {
    return [shownText(date), `not available (${shownText(reason, 200)})`] as const;
  });
  const gaps = new Map([...days.map(({ date }) => [shownText(date), "no record"] as const), ...unavailable]);
  const dates = [...gaps.keys()].sort();
  const blanks = dates.map((date) => [date, { counts: [], words: gaps.get(date) ?? "" }] as const);
  const rows = places.map((place) => placeRow(place, field, blanks));
  const counted = new Map<string, number>();
  for (const { counts } of rows.flatMap(({ cells }) => [...cells.values()]))
    for (const [value, areas] of counts) counted.set(value, (counted.get(value) ?? 0) + areas);
  // The rarest value first, as in the text.
  const names = [...counted].sort(([, a], [, b]) => a - b).map(([value]) => value);
  // The service does not define the shape of a horizon, so show its members as sent.
  const horizon = shownText(answer["horizon"]) || membersText(membersOf(answer["horizon"]));
  const isTitled = overall.length === 0 && rows.length > 1 && dates.length > 1 && names.length > 0;
  return {
    title: isTitled && `${dayLabel(dates[0] ?? "")} to ${dayLabel(dates.at(-1) ?? "")}: ${finding(rows, names)}`,
    legend: [{ heading: field || "Risk", names }],
    remarks: [
      // The headline covers these if it is the title.
      ...(isTitled ? asked : []).map(({ asked: name, problem }) => {
        return problem !== undefined && `${shownText(name)} was not checked: ${shownText(problem, 200)}`;
      }),
      ...unavailable.map(([date, words]) => `${dayLabel(date)}: ${words}.`),
      horizon && `Horizon of the forecast: ${horizon}.`,
    ],
    draw: (canvas) => drawTable(rows, canvas),
  };
}

/** `Severe in Phoenix, AZ; Low in 5 places` */
function finding(rows: readonly Row[], values: readonly string[]): string {
  const told = values.map((value) => {
    const having = rows.filter(({ cells }) => [...cells.values()].some(({ counts }) => new Map(counts).has(value)));
    const names = [...new Set(having.map(({ name }) => name))];
    return `${value} in ${names.length > MAX_PLACES ? `${names.length} places` : names.join(" and ")}`;
  });
  return told.join("; ");
}

/** The cells of a place's days, among the blank cells of all dates. */
function placeRow(place: Json, field: string, blanks: readonly (readonly [date: string, blank: Cell])[]): Row {
  const area = shownText(place["area"]);
  const areas = numberOf(place["areas"]);
  const name = shownText(place["place"]) || shownText(place["state"]) || shownText(place["asked"]) || area;
  const detail = areas === undefined ? area && `area ${area}` : `${areas} areas`;
  const cells = recordsOf(place["days"]).map((day) => [shownText(day["date"]), dayCell(day, field)] as const);
  return { name, detail, cells: new Map([...blanks, ...cells]) };
}

/** Areas by value. A single value counts as one area, a missing record as none. */
function dayCell(day: Json, field: string): Cell {
  if (!Object.hasOwn(day, "by")) {
    const value = shownText(day[field], 40);
    return { counts: value === "" ? [] : [[value, 1]], words: membersText(day, "date", "none", "zip") || "no record" };
  }
  const counts = countsIn(membersOf(day["by"])[field]);
  const none = numberOf(day["none"]) ?? 0;
  const all = none > 0 ? [...counts, ["no record", none] as const] : counts;
  return { counts, words: all.map(([name, count]) => `${name} ${count}`).join(", ") || "values differ" };
}
