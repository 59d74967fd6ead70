import { compact } from "../../domain/collections.ts";
import { type AnswerChart, combined, marksIn, rankText } from "./answer-chart.ts";
import { countsIn, type Json, membersOf, numberOf, recordsOf, shownText } from "./json.ts";
import { drawAreas, notOnMap } from "./map.ts";
import { type Cell, drawTable, type Row } from "./table.ts";
import { dayLabel, joined, membersText } from "./words.ts";

const GAP = 10;

export function riskChart(answer: Json, view: Json): AnswerChart {
  const overall = recordsOf(answer["counts"]);
  const asked = recordsOf(answer["places"]);
  const country = { place: "Everywhere", areas: overall[0]?.["areas"], days: overall };
  const all = overall.length > 0 ? [country, ...asked] : asked;
  const places = all.filter((place) => Object.hasOwn(place, "days"));
  const days = places.flatMap((place) => recordsOf(place["days"]));
  const field = shownText(answer["riskField"], 60);
  const unread = recordsOf(answer["unavailable"]).map(({ date }) => shownText(date));
  const read = [...new Set(days.map(({ date }) => shownText(date)))].sort();
  const dates = [...new Set([...read, ...unread])].sort();
  const blanks = dates.map((date) => {
    const words = unread.includes(date) ? "not read" : "no record";
    return [date, { counts: [], lines: [words], words, isUnknown: true }] as const;
  });
  const rows = places.map((place) => placeRow(place, field, blanks));
  const counted = rows.flatMap(({ cells }) => [...cells.values()].flatMap(({ counts }) => counts));
  const names = [...new Set(counted.map(([value]) => value))];
  // The service does not define the shape of a horizon, so show its members as sent.
  const horizon = shownText(answer["horizon"]) || membersText(membersOf(answer["horizon"]));
  const points = overall.length > 0 && names.length > 0 ? marksIn(view) : [];
  const below = countsIn(answer["below"]).reduce((sum, [, count]) => sum + count, 0);
  return {
    legend: { heading: `Forecast: ${field || "risk"}`, names },
    remarks: [
      below > 0 && `The picture hides the places below (${below}).`,
      points.length > 0 && mapText(read, unread, rankText("value", names, view)),
      notOnMap(points),
      horizon && `Horizon of the forecast: ${horizon}.`,
    ],
    draw: (canvas) => {
      const table = drawTable(rows, canvas);
      const map = points.length > 0 && drawAreas(points, canvas);
      return map ? combined(map, table, 0, map.height + GAP) : table;
    },
  };
}

/** `Map: each three-digit area with its most severe value, Mon 11-30 to Fri 12-04.` Names each day if one is missing. */
function mapText(dates: readonly string[], unread: readonly string[], firstValue: string): string {
  const first = dates[0] ?? "";
  const last = dates.at(-1) ?? "";
  const isGap = unread.some((date) => date > first && date < last);
  const days = isGap || first === last ? dates.map(dayLabel).join(", ") : `${dayLabel(first)} to ${dayLabel(last)}`;
  return `Map: each three-digit area with its ${first === last ? "value" : firstValue}, ${days}.`;
}

function placeRow(place: Json, field: string, blanks: readonly (readonly [date: string, blank: Cell])[]): Row {
  const area = shownText(place["area"]);
  const areas = numberOf(place["areas"]);
  const named = ["place", "around", "state", "asked"].map((name) => shownText(place[name]));
  const detail = areas === undefined ? area && `area ${area}` : `${areas} areas`;
  const cells = recordsOf(place["days"]).map((day) => [shownText(day["date"]), dayCell(day, field, areas)] as const);
  return { name: named.find((name) => name !== "") ?? area, detail, cells: new Map([...blanks, ...cells]) };
}

/** The value of a single area, or areas by value, and how many have no record. */
function dayCell(day: Json, field: string, areas: number | undefined): Cell {
  if (!Object.hasOwn(day, "by")) {
    const value = shownText(day[field], 40);
    const isGap = day["none"] === true;
    const sentDate = shownText(day["recordDate"], 20);
    const recordDate = dayLabel(sentDate) || sentDate;
    const fields = isGap ? shownText(day["reason"]) : membersText(day, "date", "zip", "recordDate");
    const words = joined([fields || "no record", recordDate && `of a record dated ${recordDate}`]);
    const lines = compact(value || shownText(words, 60), value && recordDate && `of ${recordDate}`);
    // A record of another day tells nothing of this one.
    return { counts: value === "" ? [] : [[value, ""]], lines, words, isUnknown: isGap || recordDate !== "" };
  }
  const by = membersOf(day["by"]);
  const counts = countsIn(by[field]);
  const none = numberOf(day["none"]) ?? 0;
  const remarks = compact(counts.length === 0 && "values differ", none > 0 && `no record ${none}`);
  const lines = none === areas ? ["no record"] : remarks;
  const words = joined([...counts.map(([name, count]) => `${name} ${count}`), ...lines]);
  return { counts, lines, words, isUnknown: Object.keys(by).length === 0 };
}
