import { weekday } from "../../domain/calendar.ts";
import { isZip, type Location, locationText } from "../areas/location.ts";
import { reasonText } from "../failures/failure-words.ts";
import { CAVEATS } from "../kit/caveats.ts";
import { groupBy } from "../kit/rows.ts";
import { dayText, fieldsText, listText, plural, shortText, wordText, zipRanges } from "../kit/words.ts";
import type { Answer } from "../tool.ts";
import { type AreaRisk, countedValue, type DayCounts, type PlaceRisk, type RiskFacts } from "./facts.ts";
import type { Structured } from "./schema.ts";

/** Up to so many listed areas tell further fields in the text. */
const ROWS_WITH_FIELDS = 5;
const MAX_TEXT_FIELDS = 3;
const MAX_STATES = 6;
const MAX_REASON_CHARS = 160;

/** Renders the facts of five-day risk for both channels. */
export function riskAnswer(facts: RiskFacts): Answer<Structured> {
  const { headline, lines } = facts.counts === undefined ? atPlaces(facts) : everywhere(facts, facts.counts);
  const missing = missingText(facts);
  return {
    headline: `${facts.complete ? "" : "PARTIAL: the service says that there is more. "}${headline}${missing}`,
    lines,
    structured: structured(facts),
    notes: notesOf(facts),
    dataOf: facts.dataOf,
    partial: facts.unavailable.map(({ failure }) => failure),
  };
}

function structured(facts: RiskFacts): Structured {
  const { places, counts, unavailable, uncovered, horizon, granularity, complete } = facts;
  return {
    places: places.map(placeRow),
    ...(counts === undefined
      ? {}
      : { counts: counts.map(({ date, by, byState }) => ({ date, by: { ...by }, byState: { ...byState } })) }),
    unavailable: unavailable.map(({ date, failure }) => ({
      date,
      reason: shortText(reasonText(failure), MAX_REASON_CHARS),
    })),
    uncovered: uncovered.map(({ asked }) => asked),
    horizon,
    granularity,
    complete,
  };
}

function placeRow(each: PlaceRisk): Record<string, unknown> {
  const asked = each.location === null ? {} : { asked: each.location.asked };
  if (each.kind === "counted") {
    return { ...asked, place: each.place, areas: each.areas, days: each.days };
  }
  const days = each.days.flatMap(({ date, records }) =>
    records.length === 0 ? [{ date, none: true }] : records.map((fields) => ({ ...fields, date })),
  );
  return { ...asked, place: each.place, area: each.area, days };
}

/** A sentence on each reason why days are missing. */
function missingText({ unavailable }: RiskFacts): string {
  const byReason = groupBy(unavailable, ({ failure }) => shortText(reasonText(failure), MAX_REASON_CHARS));
  return [...byReason]
    .map(([reason, days]) => ` Not available: ${days.map(({ date }) => dayText(date)).join(", ")} (${reason}).`)
    .join("");
}

function notesOf({ places, counts, mainField }: RiskFacts): string[] {
  const wider = places.flatMap((each) => (each.kind === "area" && isWider(each) ? [each] : []));
  const isAnyMissing = places.some(({ days }) =>
    days.some((day) => ("records" in day ? day.records.length === 0 : day.none > 0)),
  );
  return [
    ...largerText(wider),
    ...(isAnyMissing ? [CAVEATS.noRisk] : []),
    ...(mainField === undefined && counts === undefined ? [] : [CAVEATS.riskNames]),
  ];
}

/** `Area 850 is larger than Phoenix.` */
function largerText(wider: readonly AreaRisk[]): string[] {
  const [place, ...others] = new Set(wider.map(({ location }) => location));
  if (place === undefined || place === null) return [];
  if (others.length > 0) return ["Areas are larger than the places asked; granularity zip5 is finer."];
  const areas = wider.map(({ area }) => area);
  const are = areas.length === 1 ? `Area ${areas[0]} is` : `Areas ${areas.join(", ")} are`;
  return [`${are} larger than ${shortName(place)}${isZip(place) ? "; granularity zip5 is finer" : ""}.`];
}

function isWider({ location, area }: AreaRisk): boolean {
  return location !== null && area !== null && area.length < 5 && !location.areas.includes(area);
}

/** `Phoenix` of `Phoenix, AZ`; a ZIP by its digits. */
function shortName(location: Location): string {
  const { asked, place } = location;
  return place === null || isZip(location) ? asked : place.replace(/, [A-Z]{2}$/, "");
}

interface Body {
  readonly headline: string;
  readonly lines: readonly string[];
}

function atPlaces(facts: RiskFacts): Body {
  const { places, dates, locations, found, mainField } = facts;
  if (dates.length === 0) return { headline: "No day was answered.", lines: [] };
  const hasFields = places.length <= ROWS_WITH_FIELDS;
  const byPlace = [...groupBy(places, ({ location }) => location)];
  const [only] = byPlace;
  if (byPlace.length === 1 && only?.[0] && locations.length === 1) {
    const name = mainField === undefined ? "" : `${wordText(mainField)} `;
    const entries = only[1].map((each) => entryText(each, facts, hasFields, true));
    const where = headOf(only[0], only[1]);
    return {
      headline: `${where}: ${hasFields && isMany(only[1]) ? "" : name}${entries.join("; ")}, ${periodText(facts)}.`,
      lines: [],
    };
  }
  const lines = byPlace.flatMap(([location, entries]) =>
    location === null
      ? []
      : [
          `${headOf(location, entries)}: ${entries.map((each) => entryText(each, facts, hasFields, false)).join("; ")}.`,
        ],
  );
  const rest = found - places.length;
  return {
    headline: `Risk for ${plural(locations.length, "place")}, ${periodText(facts)}.`,
    lines: [
      ...lines,
      ...(rest === 0
        ? []
        : [`${places.length} of ${found} areas listed; a higher limit or fewer places show the rest.`]),
    ],
  };
}

/** Whether rows tell more fields than one, so that each names its fields itself. */
function isMany(entries: readonly PlaceRisk[]): boolean {
  return entries.some(
    (each) =>
      each.kind === "area" && each.days.some(({ records }) => records.some((fields) => Object.keys(fields).length > 1)),
  );
}

/** `Phoenix, AZ (area 850)`. */
function headOf(location: Location, entries: readonly PlaceRisk[]): string {
  const [first] = entries;
  if (first?.kind === "counted") return `${locationText(location)} (${plural(first.areas, "area")})`;
  const areas = entries.flatMap((each) => (each.kind === "area" && each.area !== null ? [each.area] : []));
  const isItself = areas.length === 1 && location.areas.includes(areas[0] ?? "");
  return areas.length === 0 || isItself
    ? locationText(location)
    : `${locationText(location)} (${areas.length === 1 ? "area" : "areas"} ${areas.join(", ")})`;
}

/** `Tue Low, Wed–Thu Moderate (331)`. */
function entryText(
  each: PlaceRisk,
  { dates, places, mainField, complete }: RiskFacts,
  hasFields: boolean,
  isAlone: boolean,
): string {
  const values = each.days.map((day) =>
    "records" in day
      ? dayValue(day.records, mainField, hasFields) + (complete || day.records.length > 0 ? "" : " so far")
      : countsText(day.by, mainField, day.none),
  );
  const isOneOfSeveral = each.kind === "area" && places.filter(({ location }) => location === each.location).length > 1;
  const suffix = isOneOfSeveral ? ` (${each.area})` : "";
  const [first] = values;
  if (values.every((value) => value === first)) {
    const count = dates.length === 2 ? "both" : isAlone ? `all ${dates.length}` : "all";
    const all = dates.length === 1 ? "" : ` on ${count} days`;
    return `${first}${all}${suffix}`;
  }
  const separator = each.kind === "counted" ? "; " : ", ";
  return runs(values, dates).join(separator) + suffix;
}

/** Consecutive days of one value: `Tue–Wed Low`. */
function runs(values: readonly string[], dates: readonly string[]): string[] {
  const starts = values.flatMap((value, index) => (index > 0 && values[index - 1] === value ? [] : [index]));
  return starts.map((start, order) => {
    const last = (starts[order + 1] ?? values.length) - 1;
    const days = start === last ? dayName(dates[start]) : `${dayName(dates[start])}–${dayName(dates[last])}`;
    return `${days} ${values[start]}`;
  });
}

function dayName(date: string = ""): string {
  return weekday(date) ?? wordText(date);
}

function dayValue(
  records: readonly Readonly<Record<string, unknown>>[],
  mainField: string | undefined,
  hasFields: boolean,
): string {
  if (records.length === 0) return "no record";
  const texts = records.map((fields) =>
    hasFields && Object.keys(fields).length > 1
      ? fieldsText(fields, MAX_TEXT_FIELDS)
      : wordText(countedValue(fields, mainField)),
  );
  return [...new Set(texts)].join(" and ");
}

function countsText(by: DayCounts["by"], mainField: string | undefined, none: number): string {
  const values = Object.entries(by[mainField ?? ""] ?? {}).reverse();
  const parts = values.map(([value, count]) => `${wordText(value)} ${count}`);
  return [...parts, ...(none === 0 ? [] : [`no record ${none}`])].join(", ") || "values differ by area";
}

/** `Tue 2026-11-24 to Sat 2026-11-28, the end of the forecast`. */
function periodText({ dates, horizon, unavailable }: RiskFacts): string {
  const [first = "", last = first] = [dates[0], dates.at(-1)];
  if (unavailable.some(({ date }) => date > first && date < last)) return dates.map(dayText).join(" and ");
  const end = isEndOf(horizon, last) ? ", the end of the forecast" : "";
  return first === last ? `${dayText(first)}${end}` : `${dayText(first)} to ${dayText(last)}${end}`;
}

/** Whether a date equals the last text of a horizon that has several: its shape is not shown (spec 2.1). */
function isEndOf(horizon: unknown, date: string): boolean {
  const values: unknown[] = typeof horizon === "object" && horizon !== null ? Object.values(horizon) : [];
  return values.length > 1 && values.at(-1) === date && values[0] !== date;
}

function everywhere(facts: RiskFacts, counts: readonly DayCounts[]): Body {
  const { mainField, places, found, dates } = facts;
  const [first, ...others] = counts.map((day) => `${dayText(day.date)}: ${allText(day, mainField)}.`);
  const [firstDay] = counts;
  if (first === undefined || firstDay === undefined) return { headline: "No day was answered.", lines: [] };
  const byValue = groupBy(places, (each) =>
    each.kind === "area" ? dayValue(each.days[0]?.records ?? [], mainField, false) : "",
  );
  const listed = [...byValue].map(([value, alike]) => {
    const byState = groupBy(alike, ({ place }) => place);
    const states = [...byState].map(([state, areas]) => {
      const names = zipRanges(areas.flatMap((each) => (each.kind === "area" ? (each.area ?? []) : [])));
      return `${names}${state === null ? "" : ` (${state})`}`;
    });
    return `${value}${dates.length > 1 ? ` on ${dayName(firstDay.date)}` : ""}: ${states.join("; ")}.`;
  });
  const rest =
    places.length === found ? [] : [`${places.length} of ${found} areas listed; name a state or city for the rest.`];
  return { headline: `${plural(firstDay.areas, "area")} on ${first}`, lines: [...others, ...listed, ...rest] };
}

/** `riskLevel Low 812, Moderate 61, Severe 9 (AZ 5, TX 3, CA 1)`. */
function allText({ by, byState }: DayCounts, mainField: string | undefined): string {
  const values = Object.entries(by[mainField ?? ""] ?? {});
  if (mainField === undefined || values.length === 0) return "no field with few values to count";
  const [rarest = ""] = values.map(([value]) => value);
  const states = Object.entries(byState[rarest] ?? {}).map(([state, count]) => `${state} ${count}`);
  const parts = values.map(([value, count]) => `${wordText(value)} ${count}`).reverse();
  return `${wordText(mainField)} ${parts.join(", ")} (${listText(states, MAX_STATES)})`;
}
