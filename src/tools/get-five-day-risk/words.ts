import { horizonEnd, weekday } from "../../domain/calendar.ts";
import { compact, groupBy } from "../../domain/collections.ts";
import { isAtOrAbove } from "../../domain/level-order.ts";
import { type JsonRecord, textOf } from "../../domain/record.ts";
import { cityOfArea } from "../../places/zip-codes.ts";
import { countsInOrder, placesText, statesText } from "../answer/rows.ts";
import { capital, dayText, fieldsText, MAX_TEXT_FIELDS, plural, wordText } from "../answer/words.ts";
import { locationText } from "../areas/location.ts";
import { MAX_SINGLE_PLACES, type RiskFacts } from "./facts.ts";
import { countedText, countedValue, type ValueCounts } from "./fields.ts";
import type { AreaRisk, DayCounts, Region } from "./region.ts";

/** The text of an answer about places. */
export interface Body {
  readonly headline: string;
  readonly lines: readonly string[];
}

/** `Phoenix, AZ`, `Area 850`, `Everywhere`. */
export function nameOf({ location }: Region): string {
  return location === undefined ? "Everywhere" : capital(locationText(location));
}

/**
 * A region in words: its name, and its values on all days.
 *
 *     head                          values
 *     Guam, GU                      no record on any day
 *     Texas (52 areas)              High in 5, Low in the other 47 on both days
 *     Phoenix, AZ                   areas 850, 851 Low on both days; area 852 Tue Low, Wed High
 *     Miami, FL (areas 331, 332)    Low on both days
 */
export function regionWords(region: Region, facts: RiskFacts) {
  const name = nameOf(region);
  if (region.areaCount === 0) {
    const onDays = facts.answered.length === 1 ? "" : " on any day";
    return { head: name, values: `${noRecordText(facts)}${onDays}` };
  }
  if (region.isLarge) {
    const counts = region.days.map((day) => dayCountsText(region, day, facts));
    const areas = `${plural(region.areaCount, "area")}${facts.isWhole ? "" : " so far"}`;
    return { head: `${name} (${areas})`, values: runsText(counts, facts, "; ") };
  }
  const byText = groupBy(region.rows, (row) => areaText(row, facts, facts.saysFields));
  if (byText.size > 1) {
    return { head: name, values: [...byText].map(([each, some]) => `${areasText(some)} ${each}`).join("; ") };
  }
  const [values = ""] = byText.keys();
  const [{ area = null } = {}, ...others] = region.rows;
  const isItself = others.length === 0 && (area === null || region.location?.areas.includes(area));
  return { head: isItself ? name : `${name} (${areasText(region.rows)})`, values };
}

/**
 * `High in 5, Moderate in 4, Low in the other 5`: the areas of a large region by value. Those of the country have their
 * states: on one day for every value but the rest, on several days for the first.
 */
function dayCountsText({ areaCount }: Region, { by, none, byState }: DayCounts, facts: RiskFacts): string {
  const { main, values } = facts.fields;
  if (none === areaCount) return noRecordText(facts);
  const withoutRecord = none > 0 && `no record in ${none}`;
  if (main === undefined) return compact(fieldCountsText(by), withoutRecord).join(", ");
  const counted = countsInOrder(by[main] ?? {}, values);
  const texts = counted.map(([value, count], index) => {
    const name = countedText(value, main, facts.order);
    if (count === areaCount) return name;
    const isRest = none === 0 && index > 0 && index === counted.length - 1;
    if (isRest) return `${name} in the other ${count === 1 ? "one" : count}`;
    const states = (index === 0 || facts.answered.length === 1) && statesText(byState[value] ?? {});
    return `${name} in ${count}${states ? ` (${states})` : ""}`;
  });
  const told = texts.length > 0 ? texts : [`${wordText(main)} differs by area`];
  return compact(...told, withoutRecord).join(", ");
}

/** `country US in 14; unit F in 12, C in 2`: counts of fields none of which is known to be the risk. */
function fieldCountsText(by: ValueCounts): string {
  const fields = Object.entries(by).map(([name, counts]) => {
    const values = Object.entries(counts).map(([value, count]) => `${wordText(value)} in ${count}`);
    return `${wordText(name)} ${values.join(", ")}`;
  });
  return fields.slice(0, MAX_TEXT_FIELDS).join("; ") || "fields differ by area";
}

/** The risk of an area on all days: `Tue Low, Wed and Thu Moderate`. */
function areaText({ days }: AreaRisk, facts: RiskFacts, saysFields: boolean): string {
  const { main } = facts.fields;
  const wordsOf = ({ recordDate, ...record }: JsonRecord): string => {
    const words = saysFields ? fieldsText(record) : countedText(countedValue(record, main), main, facts.order);
    return recordDate === undefined ? words : `${words} (record dated ${dayText(textOf(recordDate))})`;
  };
  const values = days.map(({ records }) => [...new Set(records.map(wordsOf))].join(" and ") || noRecordText(facts));
  return runsText(values, facts, ", ");
}

/** Joins consecutive days with one value: `Tue Low, Wed and Thu Moderate`, or `Low on all 3 days`. */
function runsText(values: readonly string[], { answered }: RiskFacts, separator: string): string {
  const starts = values.flatMap((value, index) => (index > 0 && values[index - 1] === value ? [] : [index]));
  if (starts.length === 1) return `${values[0]}${allDaysText(values.length)}`;
  const dayName = (index: number): string => weekday(answered[index]?.date ?? "") ?? "";
  const runs = starts.map((start, run) => {
    const last = (starts[run + 1] ?? values.length) - 1;
    const others = start === last ? "" : `${last - start === 1 ? " and " : "–"}${dayName(last)}`;
    return `${dayName(start)}${others} ${values[start]}`;
  });
  return runs.join(separator);
}

/** ` on both days`, ` on all 3 days`; empty for one day. */
export function allDaysText(days: number): string {
  if (days === 1) return "";
  return days === 2 ? " on both days" : ` on all ${days} days`;
}

/** Why a day of an area has no record. */
export function noRecordText({ isWhole }: RiskFacts): string {
  return `no record${isWhole ? "" : " so far"}`;
}

function areasText(areas: readonly AreaRisk[]): string {
  return `${areas.length === 1 ? "area" : "areas"} ${areas.map(({ area }) => area).join(", ")}`;
}

/** The listed areas of regions with several values: `Severe on all 3 days: Phoenix, AZ 850; Mesa, AZ 852.` */
export function areaLines(facts: RiskFacts): readonly string[] {
  const rows = facts.regions.flatMap(({ isLarge, isUniform, rows }) => (isLarge && !isUniform ? rows : []));
  const byText = groupBy(rows, (row) => areaText(row, facts, facts.fields.main === undefined));
  return [...byText].map(([text, alike]) => `${text}: ${citiesText(alike.flatMap(({ area }) => area ?? []))}.`);
}

/** `Phoenix, AZ 850–851; Mesa, AZ 852`: areas by the city that has most of their ZIPs. */
export function citiesText(areas: readonly string[]): string {
  return placesText(areas.map((area) => ({ area, place: cityOfArea(area) })));
}

/** `Tue 2026-11-24 to Sat 2026-11-28, the end of the forecast`. */
export function periodText({ answered, unavailable }: RiskFacts): string {
  const dates = answered.map(({ date }) => date);
  const [first = "", last = first] = [dates[0], dates.at(-1)];
  if (unavailable.some(({ date }) => date > first && date < last)) return dates.map(dayText).join(", ");
  const end = horizonEnd(answered[0]?.day.horizon) === last ? ", the end of the forecast" : "";
  return first === last ? `${dayText(first)}${end}` : `${dayText(first)} to ${dayText(last)}${end}`;
}

/** `40 places on Mon 2026-11-30`, or how many are at or above `minRisk`: areas of up to three large places, else places. */
export function foundText(facts: RiskFacts): string {
  const { answered, args, regions, below, order } = facts;
  const period = `${answered.length === 1 ? "on" : "from"} ${periodText(facts)}`;
  const places = [...regions, ...below];
  const allPlaces = plural(places.length, "place");
  const { minRisk } = args;
  if (minRisk === undefined) return `${allPlaces} ${period}`;
  const reaches = (value: string): boolean => isAtOrAbove(value, minRisk, order) === true;
  const reached = `at or above ${minRisk} ${period}`;
  if (places.length > MAX_SINGLE_PLACES || places.some(({ isLarge }) => !isLarge)) {
    const found = places.filter(({ byValue }) => [...byValue.keys()].some(reaches));
    return `${found.length} of ${allPlaces} ${reached}`;
  }
  const found = places.flatMap(({ byValue }) => [...byValue]).flatMap(([value, own]) => (reaches(value) ? own : []));
  const areaCount = places.reduce((sum, place) => sum + place.areaCount, 0);
  return `${found.length} of ${plural(areaCount, "area")} ${reached}`;
}
