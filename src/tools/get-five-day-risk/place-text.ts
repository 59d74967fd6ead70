import { weekday } from "../../domain/calendar.ts";
import { zipRanges } from "../../domain/zip.ts";
import { groupBy } from "../answer/rows.ts";
import { fieldsText, given, plural, wordText } from "../answer/words.ts";
import { locationText } from "../areas/location.ts";
import { type AreaRisk, countedValue, type Fields, type PlaceRisk, type RiskFacts, type ValueCounts } from "./facts.ts";

const MAX_TEXT_FIELDS = 3;

/** A place as `Miami, FL`, with its areas where all have the same values, and its values. */
export function toldOf(place: PlaceRisk, facts: RiskFacts, saysFields: boolean) {
  const { location, areaCount, single, counted } = place;
  const { dates, isWhole } = facts;
  const name = locationText(location);
  const all = dates.length === 1 ? "" : ` on ${dates.length === 2 ? "both" : `all ${dates.length}`} days`;
  if (counted.length === 1) return { head: name, values: valuesOfDay(place, facts), isOneValue: false };
  if (counted.length > 1) {
    const counts = counted.map(({ by, none }) => valueCountsText(by, facts.mainField, areaCount, none));
    return {
      head: `${name} (${plural(areaCount, "area")})`,
      values: runs(counts, dates, all, "; "),
      isOneValue: false,
    };
  }
  if (single.length === 0)
    return { head: name, values: `no record${isWhole ? "" : " so far"}${all}`, isOneValue: true };
  const byText = groupBy(single, ({ days }) => {
    const values = days.map(({ records }) => recordsText(records, facts, saysFields));
    return runs(values, dates, all, ", ");
  });
  const [[text, areas] = ["", single], ...others] = byText;
  if (others.length === 0) {
    const isItself = areas.length === 1 && location.areas.includes(areas[0]?.area ?? "");
    const isOneValue = dates.length === 1 || text.endsWith(all);
    return { head: isItself ? name : `${name} (${areasText(areas)})`, values: text, isOneValue };
  }
  const values = [...byText].map(([each, some]) => `${areasText(some)} ${each}`).join("; ");
  return { head: name, values, isOneValue: false };
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

function recordsText(records: readonly Fields[], { mainField, isWhole }: RiskFacts, saysFields: boolean): string {
  const texts = records.map((fields) =>
    saysFields ? fieldsText(fields, MAX_TEXT_FIELDS) : wordText(countedValue(fields, mainField)),
  );
  return [...new Set(texts)].join(" and ") || `no record${isWhole ? "" : " so far"}`;
}

/** `Severe 9, High 22, no record 3`; `all 11 areas Low`. */
function valueCountsText(by: ValueCounts, mainField: string | undefined, areas: number, none: number): string {
  const values = Object.entries(by[mainField ?? ""] ?? {});
  const [[only = "", count = 0] = []] = values;
  if (count === areas) return `all ${plural(areas, "area")} ${wordText(only)}`;
  const counts = values.map(([value, of]) => `${wordText(value)} ${of}`);
  return given(...counts, none > 0 && `no record ${none}`).join(", ") || "values differ by area";
}

/** `High in 1 of 14 areas (717), Moderate in 6 (716, 718–722)`: one day, with the areas that are listed. */
function valuesOfDay({ areaCount, counted, listed }: PlaceRisk, { mainField }: RiskFacts): string {
  const { by = {}, none = 0 } = counted[0] ?? {};
  const values = Object.entries(by[mainField ?? ""] ?? {});
  if (values.length === 0 || values[0]?.[1] === areaCount) return valueCountsText(by, mainField, areaCount, none);
  const areas = areasByValue(listed, mainField);
  const texts = values.map(([value, count], index) => {
    const unit = index === 0 ? ` of ${plural(areaCount, "area")}` : "";
    const some = areas.get(value);
    return `${wordText(value)} in ${count}${unit}${some === undefined ? "" : ` (${someText(some, count)})`}`;
  });
  return given(...texts, none > 0 && `no record in ${none}`).join(", ");
}

/** The areas of the first of several days: `Texas on Tue: Low 794, 795 and 8 more; High 750, 751 and 29 more.` */
export function listedLine({ location, counted, listed }: PlaceRisk, { dates, mainField }: RiskFacts): string[] {
  if (dates.length === 1 || listed.length === 0) return [];
  const { by = {} } = counted[0] ?? {};
  const texts = [...areasByValue(listed, mainField)].map(
    ([value, some]) => `${wordText(value)} ${someText(some, by[mainField ?? ""]?.[value] ?? some.length)}`,
  );
  return [`${locationText(location)} on ${weekday(dates[0] ?? "") ?? dates[0]}: ${texts.join("; ")}.`];
}

/** Listed areas by their value on the first day. */
export function areasByValue(
  listed: readonly AreaRisk[],
  mainField: string | undefined,
): ReadonlyMap<string, AreaRisk[]> {
  return groupBy(listed, ({ days }) => countedValue(days[0]?.records[0] ?? {}, mainField));
}

/** `716, 718–722 and 3 more`, of `count` areas. */
function someText(areas: readonly AreaRisk[], count: number): string {
  const rest = count - areas.length;
  return `${zipRanges(areas.map(({ area }) => area))}${rest > 0 ? ` and ${rest} more` : ""}`;
}
