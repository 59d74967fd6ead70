import {
  countsOf,
  countsText,
  type Json,
  membersOf,
  membersText,
  numberOf,
  recordsOf,
  shownText,
  textsOf,
} from "./json.ts";

/** The risk of an area, or of many, on one day. */
export interface DayRisk {
  /** Areas by value; one area where there is one value, none where there is no record. */
  readonly counts: readonly (readonly [value: string, areas: number])[];
  readonly isCounted: boolean;
  readonly words: string;
}

/** A place or an area over days. */
export interface RiskRow {
  readonly name: string;
  readonly detail: string;
  readonly days: ReadonlyMap<string, DayRisk>;
}

/** The field that is drawn: the one with the fewest values, where several have texts. */
export function fieldOf(answer: Json): string {
  const values = new Map<string, Set<string>>();
  const note = (name: string, value: string): void => void values.set(name, (values.get(name) ?? new Set()).add(value));
  const days = recordsOf(answer["places"]).flatMap((place) => recordsOf(place["days"]));
  for (const day of [...days, ...recordsOf(answer["counts"])]) {
    for (const [name, value] of Object.entries(day))
      if (typeof value === "string" && name !== "date" && name !== "zip") note(name, value);
    for (const [name, by] of Object.entries(membersOf(day["by"])))
      for (const [value] of countsOf(by)) note(name, value);
  }
  const [fewest] = [...values].sort(([, a], [, b]) => a.size - b.size);
  return shownText(fewest?.[0], 40) || "Risk";
}

/** All areas where no place was named, then the places, then those without any record. */
export function rowsOf(answer: Json, field: string): readonly RiskRow[] {
  const uncovered = textsOf(answer["uncovered"]);
  const places = recordsOf(answer["places"]).filter((place) => Object.hasOwn(place, "days"));
  const covered = places.filter((place) => !uncovered.includes(shownText(place["asked"])));
  return [
    ...overall(recordsOf(answer["counts"]), field),
    ...covered.map((place) => rowOf(place, field)),
    ...uncovered.map((name) => ({ name, detail: "no record on any day", days: new Map() })),
  ];
}

function overall(counts: readonly Json[], field: string): readonly RiskRow[] {
  const days = counts.map((day) => [shownText(day["date"]), dayOf(day, field)] as const);
  const areas = Math.max(0, ...days.map(([, { counts: of }]) => of.reduce((sum, [, count]) => sum + count, 0)));
  return counts.length === 0 ? [] : [{ name: "All areas", detail: String(areas), days: new Map(days) }];
}

function rowOf(place: Json, field: string): RiskRow {
  const area = shownText(place["area"]);
  const areas = numberOf(place["areas"]);
  const name = shownText(place["place"]) || shownText(place["state"]) || shownText(place["asked"]) || area;
  const days = recordsOf(place["days"]).map((day) => [shownText(day["date"]), dayOf(day, field)] as const);
  return { name, detail: areas === undefined ? area && `area ${area}` : `${areas} areas`, days: new Map(days) };
}

function dayOf(day: Json, field: string): DayRisk {
  if (Object.hasOwn(day, "by")) {
    const counts = countsOf(membersOf(day["by"])[field]);
    const none = numberOf(day["none"]) ?? 0;
    return { counts, isCounted: true, words: countsText(none > 0 ? [...counts, ["no record", none]] : counts) };
  }
  const value = shownText(day[field], 40);
  const words = membersText(day, "date", "none", "zip") || "no record";
  return { counts: value === "" ? [] : [[value, 1]], isCounted: false, words };
}
