import { weekday } from "../../domain/calendar.ts";
import { compact, groupBy } from "../../domain/collections.ts";
import { type JsonRecord, textOf } from "../../domain/record.ts";
import { cityOfArea } from "../../places/zip-codes.ts";
import { placesText } from "../answer/rows.ts";
import { countsInOrder, OTHERS, statesText } from "../answer/value-counts.ts";
import { capital, dayText, fieldsText, levelText, MAX_TEXT_FIELDS, plural, wordText } from "../answer/words.ts";
import { locationText } from "../areas/location.ts";
import type { RiskFacts } from "./facts.ts";
import { countedValue, NOT_GIVEN, riskCountsOf, type ValueCounts } from "./fields.ts";
import { type AreaRisk, type DayCounts, isAreaOfPlace, type PlaceRisk } from "./place-risk.ts";
import { allDaysText, runsText } from "./runs.ts";

const MAX_LEADING_AREAS = 3;

export function nameOfPlace({ location }: PlaceRisk): string {
  return location === undefined ? "Everywhere" : capital(locationText(location));
}

/**
 * A place in words: its name, and its risks on all days; with `saysFields`, all fields of its areas.
 *
 *     head                          risks
 *     Guam, GU                      no record on any day
 *     Texas (52 areas)              High in 5, Low in the other 47 on both days
 *     Phoenix, AZ                   areas 850, 851 Low on both days; area 852 Tue Low, Wed High
 *     Miami, FL (areas 331, 332)    Low on both days
 */
export function placeWords(place: PlaceRisk, facts: RiskFacts, saysFields: boolean = false) {
  const { location, areaCount, listedAreas } = place;
  const name = nameOfPlace(place);
  if (areaCount === 0) {
    const onDays = facts.answered.length === 1 ? "" : " on any day";
    return { head: name, risks: `${noRecordText(facts)}${onDays}` };
  }
  if (place.isCounted) {
    const days = place.days.map((day) => ({ date: day.date, text: dayCountsText(areaCount, day, facts) }));
    const areas = `${plural(areaCount, "area")}${facts.isWhole ? "" : " so far"}`;
    return { head: `${name} (${areas})`, risks: runsText(days, "; ") };
  }
  const byText = [...groupBy(listedAreas, (row) => areaText(row, facts, saysFields))];
  if (byText.length > 1) {
    return { head: name, risks: byText.map(([text, areas]) => `${areasText(areas)} ${text}`).join("; ") };
  }
  const [[risks] = [""]] = byText;
  const isOneName = listedAreas.length === 1 && listedAreas.every((row) => isAreaOfPlace(row, location));
  return { head: isOneName ? name : `${name} (${areasText(listedAreas)})`, risks };
}

/**
 * `High in 5, Moderate in 4, Low in the other 5`. Areas of the country have their states: on one day for every value but
 * the rest, on several days for the first.
 */
function dayCountsText(areaCount: number, { by, none, byState }: DayCounts, facts: RiskFacts): string {
  const { riskField, riskValues } = facts.fields;
  if (none === areaCount) return noRecordText(facts);
  const withoutRecord = none > 0 && `no record in ${none}`;
  if (riskField === undefined) return compact(fieldCountsText(by), withoutRecord).join(", ");
  const counted = countsInOrder(riskCountsOf(by, facts.fields), riskValues);
  const texts = counted.map(([value, count], index) => {
    const name = riskText(value, facts);
    if (count === areaCount) return name;
    const isRest = none === 0 && index > 0 && index === counted.length - 1;
    if (isRest) return `${name} in the other ${count === 1 ? "one" : count}`;
    const states = (index === 0 || facts.answered.length === 1) && statesText(byState[value] ?? {});
    return `${name} in ${count}${states ? ` (${states})` : ""}`;
  });
  const risks = texts.length > 0 ? texts : [`${wordText(riskField)} differs by area`];
  return compact(...risks, withoutRecord).join(", ");
}

/** `country US in 14; unit F in 12, C in 2`, where no field is known to be the risk. */
function fieldCountsText(by: ValueCounts): string {
  const fields = Object.entries(by).map(([name, counts]) => {
    const values = Object.entries(counts).map(([value, count]) => `${wordText(value)} in ${count}`);
    return `${wordText(name)} ${values.join(", ")}`;
  });
  return fields.slice(0, MAX_TEXT_FIELDS).join("; ") || "fields differ by area";
}

/** `Tue Low, Wed and Thu Moderate`. Without a risk field, the fields: `unit F, hours 12`. */
function areaText({ days }: AreaRisk, facts: RiskFacts, saysFields: boolean): string {
  const { riskField } = facts.fields;
  const recordText = ({ recordDate, ...record }: JsonRecord): string => {
    const isWhole = saysFields || riskField === undefined;
    const text = isWhole ? fieldsText(record) : riskText(countedValue(record, riskField), facts);
    return recordDate === undefined ? text : `${text} (record dated ${dayText(textOf(recordDate))})`;
  };
  const texts = days.map(({ date, records }) => {
    const text = [...new Set(records.map(recordText))].join(" and ");
    return { date, text: text === "" ? noRecordText(facts) : text };
  });
  return runsText(texts, ", ");
}

export function noRecordText({ isWhole }: RiskFacts): string {
  return `no record${isWhole ? "" : " so far"}`;
}

function areasText(areas: readonly AreaRisk[]): string {
  return `${areas.length === 1 ? "area" : "areas"} ${areas.map(({ area }) => area).join(", ")}`;
}

/** A counted value in a sentence. A number needs its field's name: `score 3`. */
export function riskText(value: string, { fields: { riskField }, order }: RiskFacts): string {
  const isOwn = value !== NOT_GIVEN && value !== OTHERS;
  const text = isOwn ? levelText(value, order) : value;
  return /^-?\d/.test(value) && riskField !== undefined ? `${wordText(riskField)} ${text}` : text;
}

/** `Severe on all 3 days: Phoenix, AZ 850; Mesa, AZ 852.` */
export function areaLines(facts: RiskFacts): readonly string[] {
  const areas = facts.places.flatMap((place) => (place.isCounted && !place.isUniform ? place.listedAreas : []));
  const byText = groupBy(areas, (row) => areaText(row, facts, false));
  return [...byText].map(([text, group]) => `${text}: ${citiesText(group.flatMap(({ area }) => area ?? []))}.`);
}

/** `Phoenix, AZ 850–851; Mesa, AZ 852` */
function citiesText(areas: readonly string[]): string {
  return placesText(areas.map((area) => ({ area, place: cityOfArea(area) })));
}

/** `Severe on Mon, Tue`: the first value, which `places` share. Empty without one. */
export function firstValueText(places: readonly PlaceRisk[], facts: RiskFacts): string {
  const value = places[0]?.firstValue;
  return value === undefined ? "" : `${riskText(value, facts)}${firstDaysText(places)}`;
}

/** ` on Tue, Wed`, ` on all 3 days`, or ` somewhere on each day` */
function firstDaysText(places: readonly PlaceRisk[]): string {
  const dates = [...new Set(places.flatMap(({ firstDates }) => firstDates))].sort();
  const dayCount = places[0]?.days.length ?? 0;
  if (dates.length === 0 || dayCount === 1) return "";
  const somewhere = isSomewhere(places) ? " somewhere" : "";
  if (dates.length < dayCount) return `${somewhere} on ${dates.map((date) => weekday(date) ?? date).join(", ")}`;
  return somewhere === "" ? allDaysText(dates.length) : " somewhere on each day";
}

/** Of several areas with the first value, each may have it on other days. */
function isSomewhere(places: readonly PlaceRisk[]): boolean {
  const isOneDay = places[0]?.days.length === 1;
  return !isOneDay && leadingAreas(places).length > 1 && places.some(({ isUniform }) => !isUniform);
}

/** `firstValueText` says all of a place: no record there has another value or another date, on any day. */
export function isConstant(place: PlaceRisk, { fields: { riskField } }: RiskFacts): boolean {
  const { days, firstValue, firstDates, isCounted, isUniform, listedAreas } = place;
  const isOnAllDays = days.length === 1 || firstDates.length === days.length;
  if (!isOnAllDays || isSomewhere([place])) return false;
  if (isCounted) return isUniform;
  const records = listedAreas.flatMap((row) => row.days.flatMap((day) => day.records));
  return records.every((record) => countedValue(record, riskField) === firstValue && !("recordDate" in record));
}

/** Areas with the first value of their place. Those of one place, up to 41,000, are not copied. */
function leadingAreas(places: readonly PlaceRisk[]): readonly string[] {
  const [first = [], ...others] = places.map(
    ({ areasByFirstValue, firstValue = "" }) => areasByFirstValue.get(firstValue) ?? [],
  );
  return others.length === 0 ? first : [...new Set(first.concat(...others))];
}

/** ` (Phoenix, AZ 850; Mesa, AZ 852; 4 more areas)` */
export function leadingAreasText(places: readonly PlaceRisk[]): string {
  const all = leadingAreas(places);
  const first = all.slice(0, MAX_LEADING_AREAS);
  const more = all.length - first.length;
  return all.length === 0 ? "" : ` (${compact(citiesText(first), more > 0 && plural(more, "more area")).join("; ")})`;
}
