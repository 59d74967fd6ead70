import { weekday } from "../../domain/calendar.ts";
import type { JsonRecord } from "../../domain/record.ts";
import { zipRanges } from "../../domain/zip.ts";
import { countsText, groupBy } from "../answer/rows.ts";
import { fieldsText, given, plural, wordText } from "../answer/words.ts";
import { locationText } from "../areas/location.ts";
import type { AreaRisk, PlaceRisk, RiskFacts } from "./facts.ts";
import { countedValue } from "./fields.ts";

const MAX_TEXT_FIELDS = 3;

/** A place as `Miami, FL`, with its areas where all have the same values, and its values. */
export function toldOf(place: PlaceRisk, facts: RiskFacts, saysFields: boolean) {
  const { location, areaCount, isCounted, counts, rows } = place;
  const { dates } = facts;
  const name = locationText(location);
  const all = dates.length === 1 ? "" : ` on ${dates.length === 2 ? "both" : `all ${dates.length}`} days`;
  if (isCounted && dates.length === 1) {
    return { head: name, values: firstDayText(place, facts) || dayCountsText(place, facts, 0), isOneValue: false };
  }
  if (isCounted) {
    const values = counts.map((_, index) => dayCountsText(place, facts, index));
    return {
      head: `${name} (${plural(areaCount, "area")})`,
      values: runs(values, dates, all, "; "),
      isOneValue: false,
    };
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

function areasText(areas: readonly AreaRisk[]): string {
  return `${areas.length === 1 ? "area" : "areas"} ${areas.map(({ area }) => area).join(", ")}`;
}

/** Consecutive days of one value together: `Tue Low, Wed and Thu Moderate`. */
function runs(values: readonly string[], dates: readonly string[], all: string, separator: string): string {
  const starts = values.flatMap((value, index) => (index > 0 && values[index - 1] === value ? [] : [index]));
  if (starts.length === 1) return `${values[0]}${all}`;
  const dayName = (index: number): string => weekday(dates[index] ?? "") ?? "";
  return starts
    .map((start, order) => {
      const last = (starts[order + 1] ?? values.length) - 1;
      const to = start === last ? "" : `${last - start === 1 ? " and " : "–"}${dayName(last)}`;
      return `${dayName(start)}${to} ${values[start]}`;
    })
    .join(separator);
}

function recordsText(records: readonly JsonRecord[], { mainField, isWhole }: RiskFacts, saysFields: boolean): string {
  const texts = records.map((fields) =>
    saysFields ? fieldsText(fields, MAX_TEXT_FIELDS) : wordText(countedValue(fields, mainField)),
  );
  return [...new Set(texts)].join(" and ") || `no record${isWhole ? "" : " so far"}`;
}

/** `Severe 9, High 22, no record 3`; `all 11 areas Low`. */
function dayCountsText({ areaCount, counts }: PlaceRisk, { mainField = "" }: RiskFacts, index: number): string {
  const { by = {}, none = 0 } = counts[index] ?? {};
  const values = by[mainField] ?? {};
  const [[only = "", count = 0] = []] = Object.entries(values);
  if (count === areaCount) return `all ${plural(areaCount, "area")} ${wordText(only)}`;
  return given(countsText(values, wordText), none > 0 && `no record ${none}`).join(", ") || "values differ by area";
}

/** `High in 1 of 14 areas (717), Moderate in 6 (716, 718–720 and 2 more)`: the first day and the listed areas; empty where all are alike. */
export function firstDayText(place: PlaceRisk, facts: RiskFacts): string {
  const { areaCount, counts, rows } = place;
  const { by = {}, none = 0 } = counts[0] ?? {};
  const values = Object.entries(by[facts.mainField ?? ""] ?? {});
  if (values[0]?.[1] === areaCount) return "";
  const areas = rowsByValue(rows, facts);
  const texts = values.map(([value, count], index) => {
    const some = areas.get(value) ?? [];
    const rest = count > some.length ? ` and ${count - some.length} more` : "";
    const named = some.length === 0 ? "" : ` (${zipRanges(some.map(({ area }) => area ?? ""))}${rest})`;
    return `${wordText(value)} in ${count}${index === 0 ? ` of ${plural(areaCount, "area")}` : ""}${named}`;
  });
  return given(...texts, values.length > 0 && none > 0 && `no record in ${none}`).join(", ");
}

/** Listed areas by their value on the first day. */
export function rowsByValue<Row extends AreaRisk>(rows: readonly Row[], { mainField }: RiskFacts) {
  return groupBy(rows, ({ days }) => countedValue(days[0]?.records[0] ?? {}, mainField));
}
