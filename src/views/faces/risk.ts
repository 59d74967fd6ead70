import { dayLabel } from "../marks/time.ts";
import type { Face } from "./face.ts";
import { countsOf, type Json, listOf, membersOf, membersText, numberOf, recordsOf, shownText } from "./json.ts";
import { type Cell, drawTable, type Row } from "./table.ts";

/** As many as a title names. */
const MAX_PLACES = 2;

/** Risk by place and day. */
export function riskFace(answer: Json): Face {
  const field = fieldOf(answer);
  const rows = rowsOf(answer, field);
  const missing = recordsOf(answer["unavailable"]);
  const unavailable = new Map(missing.map((day) => [shownText(day["date"]), shownText(day["reason"], 200)]));
  const dates = [...new Set([...rows.flatMap(({ cells }) => [...cells.keys()]), ...unavailable.keys()])].sort();
  const counted = new Map<string, number>();
  for (const { counts } of rows.flatMap(({ cells }) => [...cells.values()]))
    for (const [value, areas] of counts) counted.set(value, (counted.get(value) ?? 0) + areas);
  // The rarest value first, as in the text.
  const names = [...counted].sort(([, a], [, b]) => a - b).map(([value]) => value);
  const blanks = dates.map((date) => {
    const reason = unavailable.get(date);
    return [date, reason === undefined ? "no record" : `not available, ${reason}`] as const;
  });
  // The shape of a horizon is not defined: its members as sent.
  const horizon = shownText(answer["horizon"]) || membersText(membersOf(answer["horizon"]));
  const hasPlaces = rows.length > 1 && recordsOf(answer["counts"]).length === 0;
  const days = `${dayLabel(dates[0] ?? "")} to ${dayLabel(dates.at(-1) ?? "")}`;
  return {
    title: hasPlaces && dates.length > 1 && names.length > 0 && `${days}: ${finding(rows, names)}`,
    legend: [{ heading: field, names }],
    remarks: [
      ...[...unavailable].map(([date, reason]) => `${dayLabel(date)}: not available (${reason}).`),
      horizon && `Horizon of the forecast: ${horizon}.`,
    ],
    draw: (canvas) => drawTable(rows, new Map(blanks), canvas),
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

/** The field that is drawn: the one with the fewest values, where several have texts. */
function fieldOf(answer: Json): string {
  const values = new Map<string, Set<string>>();
  const days = recordsOf(answer["places"]).flatMap((place) => recordsOf(place["days"]));
  for (const { date, zip, by, ...fields } of [...days, ...recordsOf(answer["counts"])] as readonly Json[])
    for (const [name, value] of [...Object.entries(fields), ...Object.entries(membersOf(by))]) {
      const told = typeof value === "string" ? [value] : Object.keys(membersOf(value));
      if (told.length > 0) values.set(name, new Set([...(values.get(name) ?? []), ...told]));
    }
  const [fewest] = [...values].sort(([, a], [, b]) => a.size - b.size);
  return shownText(fewest?.[0], 40) || "Risk";
}

/** All areas where no place was named, then the places, then those without any record. */
function rowsOf(answer: Json, field: string): readonly Row[] {
  const uncovered = listOf(answer["uncovered"]);
  const overall = cellsOf(answer["counts"], field);
  const areas = [...overall.values()].map(({ counts }) => counts.reduce((sum, [, count]) => sum + count, 0));
  const places = recordsOf(answer["places"]).filter((place) => Object.hasOwn(place, "days"));
  return [
    ...(overall.size === 0 ? [] : [{ name: "All areas", detail: String(Math.max(...areas)), cells: overall }]),
    ...places.filter(({ asked }) => !uncovered.includes(asked)).map((place) => rowOf(place, field)),
    ...uncovered.map((name) => ({ name: shownText(name), detail: "", cells: new Map() })),
  ];
}

function rowOf(place: Json, field: string): Row {
  const area = shownText(place["area"]);
  const areas = numberOf(place["areas"]);
  const name = shownText(place["place"]) || shownText(place["state"]) || shownText(place["asked"]) || area;
  const detail = areas === undefined ? area && `area ${area}` : `${areas} areas`;
  return { name, detail, cells: cellsOf(place["days"], field) };
}

function cellsOf(days: unknown, field: string): ReadonlyMap<string, Cell> {
  return new Map(recordsOf(days).map((day) => [shownText(day["date"]), cellOf(day, field)]));
}

/** Areas by value; one area where there is one value, none where there is no record. */
function cellOf(day: Json, field: string): Cell {
  if (!Object.hasOwn(day, "by")) {
    const value = shownText(day[field], 40);
    return { counts: value === "" ? [] : [[value, 1]], words: membersText(day, "date", "none", "zip") };
  }
  const counts = countsOf(membersOf(day["by"])[field]);
  const none = numberOf(day["none"]) ?? 0;
  const all = none > 0 ? [...counts, ["no record", none] as const] : counts;
  return { counts, words: all.map(([name, count]) => `${name} ${count}`).join(", ") };
}
