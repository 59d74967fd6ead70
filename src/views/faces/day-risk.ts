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
} from "./json.ts";

/** The risk of an area, or of many, on one day. */
export type DayRisk = ReturnType<typeof dayOf>;

/** A place or an area over days. */
export type RiskRow = ReturnType<typeof rowOf>;

/** The field that is drawn: the one with the fewest values, where several have texts. */
export function fieldOf(answer: Json): string {
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
export function rowsOf(answer: Json, field: string): readonly RiskRow[] {
  const uncovered = listOf(answer["uncovered"]);
  const overall = daysOf(answer["counts"], field);
  const areas = [...overall.values()].map(({ counts }) => counts.reduce((sum, [, count]) => sum + count, 0));
  const places = recordsOf(answer["places"]).filter((place) => Object.hasOwn(place, "days"));
  return [
    ...(overall.size === 0 ? [] : [{ name: "All areas", detail: String(Math.max(...areas)), days: overall }]),
    ...places.filter(({ asked }) => !uncovered.includes(asked)).map((place) => rowOf(place, field)),
    ...uncovered.map((name) => ({ name: shownText(name), detail: "", days: new Map() })),
  ];
}

function rowOf(place: Json, field: string) {
  const area = shownText(place["area"]);
  const areas = numberOf(place["areas"]);
  const name = shownText(place["place"]) || shownText(place["state"]) || shownText(place["asked"]) || area;
  const detail = areas === undefined ? area && `area ${area}` : `${areas} areas`;
  return { name, detail, days: daysOf(place["days"], field) };
}

function daysOf(days: unknown, field: string): ReadonlyMap<string, DayRisk> {
  return new Map(recordsOf(days).map((day) => [shownText(day["date"]), dayOf(day, field)]));
}

function dayOf(day: Json, field: string) {
  const isCounted = Object.hasOwn(day, "by");
  const none = numberOf(day["none"]) ?? 0;
  const value = shownText(day[field], 40);
  /** Areas by value; one area where there is one value, none where there is no record. */
  const counts: Counts = isCounted ? countsOf(membersOf(day["by"])[field]) : value === "" ? [] : [[value, 1]];
  const words = isCounted
    ? countsText(none > 0 ? [...counts, ["no record", none]] : counts)
    : membersText(day, "date", "none", "zip") || "no record";
  return { counts, isCounted, words };
}
