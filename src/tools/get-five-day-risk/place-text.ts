import { weekday } from "../../domain/calendar.ts";
import { compact } from "../../domain/compact.ts";
import type { JsonRecord } from "../../domain/record.ts";
import { zipRanges } from "../../domain/zip.ts";
import { countsInOrder, groupBy } from "../answer/rows.ts";
import { capital, dayText, fieldsText, plural, wordText } from "../answer/words.ts";
import { locationText } from "../areas/location.ts";
import type { PlaceRisk, RiskFacts } from "./facts.ts";
import { countedText, countedValue, type ValueCounts } from "./fields.ts";
import type { AreaRisk } from "./region.ts";

const MAX_TEXT_FIELDS = 3;

/** A place in words: `head` as `Miami, FL`, with its areas if all have the same values, and `values`. */
export function placeWords(place: PlaceRisk, facts: RiskFacts, saysFields: boolean) {
  const { location, isCounted, rows } = place;
  const { dates } = facts;
  const name = capital(locationText(location));
  const all = allDaysText(dates.length);
  if (isCounted) {
    const values = dates.map((_, index) => areasByValueText(place, facts, index));
    return { head: name, values: runs(values, dates, all, "; "), isOneValue: false };
  }
  const byText = groupBy(rows, ({ days }) => {
    const values = days.map(({ records }) => recordsText(records, facts, saysFields));
    return runs(values, dates, all, ", ");
  });
  const [[text, areas] = ["", rows], ...others] = byText;
  if (others.length > 0) {
    const values = [...byText].map(([each, some]) => `${areasText(some)} ${each}`).join("; ");
    return { head: name, values, isOneValue: false };
  }
  const isItself = areas.every(({ area }) => area === null || location.areas.includes(area));
  const isOneValue = dates.length === 1 || text.endsWith(all);
  return { head: isItself && areas.length === 1 ? name : `${name} (${areasText(areas)})`, values: text, isOneValue };
}

function allDaysText(days: number): string {
  if (days === 1) return "";
  return days === 2 ? " on both days" : ` on all ${days} days`;
}

function areasText(areas: readonly AreaRisk[]): string {
  return `${areas.length === 1 ? "area" : "areas"} ${areas.map(({ area }) => area).join(", ")}`;
}

/** Joins consecutive days with one value: `Tue Low, Wed and Thu Moderate`. */
function runs(values: readonly string[], dates: readonly string[], all: string, separator: string): string {
  const starts = values.flatMap((value, index) => (index > 0 && values[index - 1] === value ? [] : [index]));
  if (starts.length === 1) return `${values[0]}${all}`;
  const dayName = (index: number): string => weekday(dates[index] ?? "") ?? "";
  return starts
    .map((start, order) => {
      const last = (starts[order + 1] ?? values.length) - 1;
      if (start === last) return `${dayName(start)} ${values[start]}`;
      return `${dayName(start)}${last - start === 1 ? " and " : "–"}${dayName(last)} ${values[start]}`;
    })
    .join(separator);
}

function recordsText(
  records: readonly JsonRecord[],
  { mainField, isWhole, order }: RiskFacts,
  saysFields: boolean,
): string {
  const texts = records.map((fields) =>
    saysFields ? fieldsText(fields, MAX_TEXT_FIELDS) : countedText(countedValue(fields, mainField), mainField, order),
  );
  return [...new Set(texts)].join(" and ") || `no record${isWhole ? "" : " so far"}`;
}

/** `High in 1 of 14 areas (717), Moderate in 4 (716, 718 and 2 more), Low in the other 9`: a day with its listed areas. */
function areasByValueText({ areaCount, counts, rows }: PlaceRisk, facts: RiskFacts, index: number): string {
  const { by = {}, none = 0 } = counts[index] ?? {};
  const values = countsInOrder(by[facts.mainField ?? ""] ?? {}, facts.mainValues);
  const listed = rowsByValue(rows, facts, index);
  const texts = values.map(([value, count], order) => {
    const name = countedText(value, facts.mainField, facts.order);
    if (count === areaCount) return `all ${plural(areaCount, "area")} ${name}`;
    const isLast = order > 0 && order === values.length - 1;
    const areas = facts.reaches(value) ? (listed.get(value) ?? []) : [];
    const more = count - areas.length;
    // The areas of the last value are told if all of them are listed.
    const isNamed = areas.length > 0 && !(isLast && more > 0);
    const named = `${zipRanges(areas.map(({ area }) => area ?? ""))}${more > 0 ? ` and ${more} more` : ""}`;
    const number = isLast && none === 0 ? `the other ${count === 1 ? "one" : count}` : count;
    const ofAll = order === 0 && `of ${plural(areaCount, "area")}`;
    return compact(`${name} in ${number}`, ofAll, isNamed && `(${named})`).join(" ");
  });
  if (facts.mainField === undefined && areaCount > none) texts.push(fieldCountsText(by));
  return compact(...texts, none > 0 && `no record in ${none}`).join(", ") || "values differ by area";
}

/** Listed areas by their risk, or failing that by their fields, on the day at `index`, without areas that have no record. */
export function rowsByValue<Row extends AreaRisk>(rows: readonly Row[], { mainField }: RiskFacts, index: number) {
  const having = rows.filter(({ days }) => (days[index]?.records.length ?? 0) > 0);
  return groupBy(having, ({ days }) => {
    const fields = days[index]?.records[0] ?? {};
    return mainField === undefined ? fieldsText(fields, MAX_TEXT_FIELDS) : countedValue(fields, mainField);
  });
}

/** `country US in 14, unit F in 12, C in 2`: counts of fields none of which is known to be the risk. */
export function fieldCountsText(by: ValueCounts): string {
  const fields = Object.entries(by).map(([name, counts]) => {
    const values = Object.entries(counts).map(([value, count]) => `${wordText(value)} in ${count}`);
    return `${wordText(name)} ${values.join(", ")}`;
  });
  return fields.slice(0, MAX_TEXT_FIELDS).join("; ") || "fields differ by area";
}

/** `Tue 2026-11-24 to Sat 2026-11-28, the end of the forecast`. */
export function periodText({ dates, horizon, unavailable }: RiskFacts): string {
  const [first = "", last = first] = [dates[0], dates.at(-1)];
  if (unavailable.some(({ date }) => date > first && date < last)) return dates.map(dayText).join(", ");
  const end = isEndOf(horizon, last) ? ", the end of the forecast" : "";
  return first === last ? `${dayText(first)}${end}` : `${dayText(first)} to ${dayText(last)}${end}`;
}

/** True if `date` is the last of several values in `horizon`, whose shape is not documented (service.md 2.1). */
function isEndOf(horizon: unknown, date: string): boolean {
  const values: unknown[] = typeof horizon === "object" && horizon !== null ? Object.values(horizon) : [];
  return values.length > 1 && values.at(-1) === date && values[0] !== date;
}
