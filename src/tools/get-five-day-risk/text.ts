import { weekday } from "../../domain/calendar.ts";
import { zipRanges } from "../../domain/zip.ts";
import { stateOfArea } from "../../places/zip-codes.ts";
import { CAVEATS } from "../answer/caveats.ts";
import { groupBy, moreText, statesText } from "../answer/rows.ts";
import { dayText, fieldsText, given, plural, wordText } from "../answer/words.ts";
import { isZip, locationText } from "../areas/location.ts";
import { reasonText } from "../failures/failure-words.ts";
import type { Answer } from "../tool.ts";
import {
  type AreaRisk,
  countedValue,
  type DayCounts,
  type Fields,
  type PlaceRisk,
  type RiskFacts,
  type ValueCounts,
} from "./facts.ts";
import type { Structured } from "./schema.ts";

/** Up to so many listed areas tell further fields in the text. */
const ROWS_WITH_FIELDS = 5;
const MAX_TEXT_FIELDS = 3;

/** Renders the facts of five-day risk for both channels. */
export function riskAnswer(facts: RiskFacts): Answer<Structured> {
  const { everywhere, unavailable, horizon, granularity, isWhole, isAnyDayLost, places, shown } = facts;
  const body = everywhere === undefined ? atPlaces(facts) : atAll(facts, everywhere);
  const reasons = unavailable.map(({ date, failure }) => ({ date, reason: reasonText(failure) }));
  const missing = [...groupBy(reasons, ({ reason }) => reason)].map(
    ([reason, days]) => ` Not available: ${days.map(({ date }) => dayText(date)).join(", ")} (${reason}).`,
  );
  return {
    headline: `${partialText(facts)}${body.headline}${missing.join("")}`,
    lines: body.lines,
    structured: {
      places:
        everywhere === undefined
          ? shown.flatMap((place) => placeRows(place, facts.dates))
          : everywhere.listed.map((each) => areaRow(each, { place: stateOfArea(each.area) ?? null })),
      ...(everywhere === undefined ? {} : { counts: everywhere.counts.map(({ areas: _, ...counts }) => counts) }),
      unavailable: reasons,
      uncovered: places.filter(({ areaCount }) => areaCount === 0).map(({ location }) => location.asked),
      horizon,
      granularity,
      complete: isWhole && !isAnyDayLost,
    },
    notes: given(restText(facts), ...notesOf(facts)),
    dataOf: facts.dataOf,
    partial: unavailable.map(({ failure }) => failure),
  };
}

function partialText({ isWhole, isAnyDayLost, dates, unavailable }: RiskFacts): string {
  const days = `${dates.length} of ${plural(dates.length + unavailable.length, "day")} read`;
  const why = given(isAnyDayLost && days, !isWhole && "the service says that there is more");
  return why.length === 0 ? "" : `PARTIAL: ${why.join("; ")}. `;
}

/** A sentence on what the limit leaves out. */
function restText({ places, shown, everywhere }: RiskFacts): string {
  if (everywhere === undefined) {
    return shown.length === places.length
      ? ""
      : `${shown.length} of ${places.length} places listed; a higher limit shows more.`;
  }
  const [listed, all] = [everywhere.listed.length, everywhere.counts[0]?.areas ?? 0];
  return listed < all ? `${listed} of ${all} areas listed; name a state or city for the rest.` : "";
}

type Row = Record<string, unknown>;

function placeRows({ location, areaCount, single, counted }: PlaceRisk, dates: readonly string[]): Row[] {
  const { asked, place } = location;
  if (counted.length > 0) return [{ asked, place, areas: areaCount, days: counted }];
  if (single.length === 0) return [{ asked, place, area: null, days: dates.map((date) => ({ date, none: true })) }];
  return single.map((each) => areaRow(each, { asked, place }));
}

function areaRow({ area, days }: AreaRisk, head: Fields): Row {
  const told = days.flatMap(({ date, records }) =>
    records.length === 0 ? [{ date, none: true }] : records.map((fields) => ({ ...fields, date })),
  );
  return { ...head, area, days: told };
}

function notesOf({ places, mainField }: RiskFacts): string[] {
  const isWider = ({ location, single }: PlaceRisk): boolean =>
    single.some(({ area }) => area.length < 5 && !location.areas.includes(area));
  const wider = places.filter(isWider);
  const [only] = wider;
  const finer = wider.some(({ location }) => isZip(location)) ? "; granularity zip5 is finer" : "";
  const name = finer === "" ? only?.location.place?.replace(/, [A-Z]{2}$/, "") : only?.location.asked;
  const isOneArea = wider.length === 1 && only?.single.length === 1;
  const larger = isOneArea ? `Area ${only.single[0]?.area} is larger than ${name}` : "Areas are larger than the places";
  return given(
    wider.length > 0 && `${larger}${finer}.`,
    places.some(({ isAnyMissing }) => isAnyMissing) && CAVEATS.noRisk,
    mainField !== undefined && CAVEATS.riskNames,
  );
}

type Body = Pick<Answer<Structured>, "headline" | "lines">;

function atPlaces(facts: RiskFacts): Body {
  const { places, shown, mainField } = facts;
  const rows = shown.reduce((sum, { single }) => sum + single.length, 0);
  const sayFields = rows <= ROWS_WITH_FIELDS && shown.some(hasSeveralFields);
  const [only] = shown;
  if (places.length === 1 && only !== undefined) {
    const name = mainField === undefined || sayFields ? "" : `${wordText(mainField)} `;
    const values = `${name}${valuesText(only, facts, sayFields)}`;
    const [head, period] = [headOf(only), periodText(facts)];
    const isOneValue = values.endsWith(" days") || facts.dates.length === 1;
    return { headline: isOneValue ? `${head}: ${values}, ${period}.` : `${head}, ${period}: ${values}.`, lines: [] };
  }
  const lines = shown.map((place) => `${headOf(place)}: ${valuesText(place, facts, sayFields)}.`);
  return { headline: `Risk for ${plural(places.length, "place")}, ${periodText(facts)}.`, lines };
}

function hasSeveralFields({ single }: PlaceRisk): boolean {
  return single.some(({ days }) =>
    days.some(({ records }) => records.some((fields) => Object.keys(fields).length > 1)),
  );
}

/** `Phoenix, AZ (area 850)`. */
function headOf({ location, areaCount, single }: PlaceRisk): string {
  const name = locationText(location);
  if (single.length === 0) return areaCount === 0 ? name : `${name} (${plural(areaCount, "area")})`;
  const areas = single.map(({ area }) => area);
  const isItself = areas.length === 1 && location.areas.includes(areas[0] ?? "");
  return isItself ? name : `${name} (${areas.length === 1 ? "area" : "areas"} ${areas.join(", ")})`;
}

/** `Tue Low, Wed–Thu Moderate (331); Low on all days (332)`. */
function valuesText(
  { single, counted }: PlaceRisk,
  { dates, mainField, isWhole }: RiskFacts,
  sayFields: boolean,
): string {
  const all = dates.length === 1 ? "" : ` on ${dates.length === 2 ? "both" : `all ${dates.length}`} days`;
  const counts = counted.map(({ by, none }) => countsText(by, mainField, none));
  if (counts.length > 0) return runs(counts, dates, all, "; ");
  if (single.length === 0) return `no record${isWhole ? "" : " so far"}${all}`;
  const texts = single.map(({ area, days }) => {
    const values = days.map(({ records }) => recordsText(records, mainField, sayFields, isWhole));
    return { area, text: runs(values, dates, all, ", ") };
  });
  const alike = [...groupBy(texts, ({ text }) => text)];
  const suffix = (areas: typeof texts): string =>
    alike.length > 1 ? ` (${areas.map(({ area }) => area).join(", ")})` : "";
  return alike.map(([text, areas]) => `${text}${suffix(areas)}`).join("; ");
}

/** Consecutive days of one value together: `Tue–Wed Low, Thu Moderate`. */
function runs(values: readonly string[], dates: readonly string[], all: string, separator: string): string {
  const starts = values.flatMap((value, index) => (index > 0 && values[index - 1] === value ? [] : [index]));
  if (starts.length === 1) return `${values[0]}${all}`;
  const dayName = (index: number): string => weekday(dates[index] ?? "") ?? "";
  return starts
    .map((start, order) => {
      const last = (starts[order + 1] ?? values.length) - 1;
      return `${dayName(start)}${start === last ? "" : `–${dayName(last)}`} ${values[start]}`;
    })
    .join(separator);
}

function recordsText(records: readonly Fields[], mainField: string | undefined, sayFields: boolean, isWhole: boolean) {
  const texts = records.map((fields) =>
    sayFields ? fieldsText(fields, MAX_TEXT_FIELDS) : wordText(countedValue(fields, mainField)),
  );
  return [...new Set(texts)].join(" and ") || `no record${isWhole ? "" : " so far"}`;
}

function countsText(by: ValueCounts, mainField: string | undefined, none: number): string {
  const values = Object.entries(by[mainField ?? ""] ?? {}).map(([value, count]) => `${wordText(value)} ${count}`);
  const parts = [...values.reverse(), ...(none === 0 ? [] : [`no record ${none}`])];
  return parts.join(", ") || "values differ by area";
}

/** `Tue 2026-11-24 to Sat 2026-11-28, the end of the forecast`. */
function periodText({ dates, horizon, unavailable }: RiskFacts): string {
  const [first = "", last = first] = [dates[0], dates.at(-1)];
  if (unavailable.some(({ date }) => date > first && date < last)) return dates.map(dayText).join(", ");
  const end = isEndOf(horizon, last) ? ", the end of the forecast" : "";
  return first === last ? `${dayText(first)}${end}` : `${dayText(first)} to ${dayText(last)}${end}`;
}

/** True for the last text of a horizon that has several: its shape is not documented (service.md 2.1). */
function isEndOf(horizon: unknown, date: string): boolean {
  const values: unknown[] = typeof horizon === "object" && horizon !== null ? Object.values(horizon) : [];
  return values.length > 1 && values.at(-1) === date && values[0] !== date;
}

function atAll({ mainField, dates }: RiskFacts, { counts, listed }: NonNullable<RiskFacts["everywhere"]>): Body {
  const [first, ...others] = counts;
  if (first === undefined) return { headline: "", lines: [] };
  const byValue = groupBy(listed, ({ days }) => countedValue(days[0]?.records[0] ?? {}, mainField));
  const on = dates.length > 1 ? ` on ${weekday(first.date) ?? first.date}` : "";
  const areas = [...byValue].map(([value, alike]) => {
    const states = [...groupBy(alike, ({ area }) => stateOfArea(area))].map(
      ([state, ofState]) => `${zipRanges(ofState.map(({ area }) => area))}${state === undefined ? "" : ` (${state})`}`,
    );
    const listedStates = alike.map(({ area }) => stateOfArea(area) ?? "unknown");
    const more = moreText(first.byState[value] ?? {}, listedStates);
    return `${wordText(value)}${on}: ${states.join("; ")}${more}.`;
  });
  return { headline: dayLine(first, mainField), lines: [...others.map((day) => dayLine(day, mainField)), ...areas] };
}

/** `904 areas on Tue 2026-11-24: riskLevel Low 812, Moderate 83, Severe 9 (AZ 5, TX 3, CA 1).` */
function dayLine({ date, areas, by, byState }: DayCounts, mainField: string | undefined): string {
  const [rarest] = Object.keys(by[mainField ?? ""] ?? {});
  const states = statesText(byState[rarest ?? ""] ?? {});
  const values = mainField === undefined ? "no fields" : `${wordText(mainField)} ${countsText(by, mainField, 0)}`;
  return `${plural(areas, "area")} on ${dayText(date)}: ${values}${states === "" ? "" : ` (${states})`}.`;
}
