import { compact, groupBy } from "../../domain/collections.ts";
import { type JsonRecord, textOf } from "../../domain/record.ts";
import { countsInOrder, statesText } from "../answer/value-counts.ts";
import { dayText, fieldsText, MAX_TEXT_FIELDS, plural, wordText } from "../answer/words.ts";
import { type AreaRisk, isAreaOfPlace } from "./area-risk.ts";
import type { RiskFacts } from "./facts.ts";
import { riskCountsOf, riskOfRow, type ValueCounts } from "./fields.ts";
import type { DayCounts, PlaceRisk } from "./place-risk.ts";
import { citiesText, nameOfPlace, noRecordText, riskText, runsText } from "./words.ts";

/** A record in a text: its risk alone, or its first fields, the risk among them. */
export type Detail = "risk" | "fields";

/**
 * A place in words: its name, and its risks on all days; `areApart` if each area has its own.
 *
 *     head                          risks
 *     Guam, GU                      no record on any day
 *     Texas (52 areas)              High in 5, Low in the other 47 on both days
 *     Phoenix, AZ                   areas 850, 851 Low on both days; area 852 Tue Low, Wed High
 *     Miami, FL (areas 331, 332)    Low on both days
 */
export function placeWords(place: PlaceRisk, facts: RiskFacts, detail: Detail = "risk") {
  const { location, areaCount, listedAreas } = place;
  const name = nameOfPlace(place);
  if (areaCount === 0) {
    const onDays = facts.answered.length === 1 ? "" : " on any day";
    return { head: name, risks: `${noRecordText(facts)}${onDays}`, areApart: false };
  }
  if (place.isCounted) {
    const days = place.dayCounts.map((day) => ({ date: day.date, text: dayCountsText(areaCount, day, facts) }));
    const areas = `${plural(areaCount, "area")}${facts.isWhole ? "" : " so far"}`;
    return { head: `${name} (${areas})`, risks: runsText(days, "; "), areApart: false };
  }
  const byText = [...groupBy(listedAreas, (area) => areaText(area, facts, detail))];
  if (byText.length > 1) {
    const risks = byText.map(([text, areas]) => `${areasText(areas)} ${text}`).join("; ");
    return { head: name, risks, areApart: true };
  }
  const isNamedByPlace = listedAreas.length === 1 && listedAreas.every((area) => isAreaOfPlace(area, location));
  const head = isNamedByPlace ? name : `${name} (${areasText(listedAreas)})`;
  return { head, risks: byText[0]?.[0] ?? "", areApart: false };
}

/**
 * `High in 5, Moderate in 4, Low in the other 5`. Areas of the country have their states: on one day for every value but
 * the rest, on several days for the first.
 */
function dayCountsText(areaCount: number, { by, none, byState }: DayCounts, facts: RiskFacts): string {
  const { risk, riskValues } = facts.fields;
  if (none === areaCount) return noRecordText(facts);
  const withoutRecord = none > 0 && `no record in ${none}`;
  if (risk === undefined) return compact(fieldCountsText(by), withoutRecord).join(", ");
  const counted = countsInOrder(riskCountsOf(by, facts.fields), riskValues);
  const texts = counted.map(([value, count], index) => {
    const name = riskText(value, facts);
    if (count === areaCount || (none === 0 && counted.length === 1)) return name;
    const isRest = none === 0 && index > 0 && index === counted.length - 1;
    if (isRest) return `${name} in the other ${count === 1 ? "one" : count}`;
    const states = (index === 0 || facts.answered.length === 1) && statesText(byState[value] ?? {});
    return `${name} in ${count}${states ? ` (${states})` : ""}`;
  });
  const risks = texts.length > 0 ? texts : [`${wordText(risk.name)} differs by area`];
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

/** `Tue Low, Wed and Thu Moderate` */
function areaText({ days }: AreaRisk, facts: RiskFacts, detail: Detail): string {
  const texts = days.map(({ date, records }) => {
    const text = [...new Set(records.map((record) => recordText(record, facts, detail)))].join(" and ");
    return { date, text: text === "" ? noRecordText(facts) : text };
  });
  return runsText(texts, ", ");
}

/** `Low`; where no field is known to be the risk, always the fields: `unit F, hours 12`. */
function recordText({ recordDate, ...record }: JsonRecord, facts: RiskFacts, detail: Detail): string {
  const isRisk = detail === "risk" && facts.fields.risk !== undefined;
  const text = isRisk ? riskText(riskOfRow(record, facts.fields), facts) : fieldsText(record);
  return recordDate === undefined ? text : `${text} (record dated ${dayText(textOf(recordDate))})`;
}

function areasText(areas: readonly AreaRisk[]): string {
  return `${areas.length === 1 ? "area" : "areas"} ${areas.map(({ area }) => area).join(", ")}`;
}

/** `Severe on all 3 days: Phoenix, AZ 850; Mesa, AZ 852.` */
export function areaLines(facts: RiskFacts): readonly string[] {
  const areas = facts.places.flatMap((place) => (place.isMixed ? place.listedAreas : []));
  const byText = groupBy(areas, (area) => areaText(area, facts, "risk"));
  return [...byText].map(([text, group]) => `${text}: ${citiesText(group.flatMap(({ area }) => area ?? []))}.`);
}
