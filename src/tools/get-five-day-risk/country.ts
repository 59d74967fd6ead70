import type { RiskDay } from "../../api/model/api.ts";
import type { LevelOrder } from "../../domain/level-order.ts";
import type { JsonRecord } from "../../domain/record.ts";
import { zipOf } from "../../domain/zip.ts";
import { stateOfArea } from "../../places/zip-codes.ts";
import { addTo, type Counts, mostFirst, takeTurns } from "../answer/rows.ts";
import type { Slices } from "../answer/slices.ts";
import { recordsOfDate, stateOfRecord } from "../areas/records-at.ts";
import { type AnsweredDay, type AreaDay, areaRisk } from "./area-risk.ts";
import { fieldsAmong, tallyOf } from "./fields.ts";

type Country = Awaited<ReturnType<typeof count>>;

/** What was counted of all records, by the first of its days. A day may hold 41,000 records. */
const countries = new WeakMap<RiskDay, { readonly days: readonly RiskDay[]; readonly country: Promise<Country> }[]>();

/** The counts of all records, kept with the days that they belong to. */
export function countryOf(
  answered: readonly AnsweredDay[],
  mainField: string | undefined,
  order: LevelOrder,
  slices: Slices,
): Promise<Country> {
  const days = answered.map(({ day }) => day);
  const [first] = days;
  const known = (first && countries.get(first)) ?? [];
  const same = known.find((each) => each.days.length === days.length && each.days.every((day, at) => day === days[at]));
  if (same !== undefined) return same.country;
  const country = count(answered, mainField, order, slices);
  if (first !== undefined) countries.set(first, [...known, { days, country }]);
  return country;
}

/** Counts by day, by main value and state; and the areas of each value. */
async function count(
  answered: readonly AnsweredDay[],
  mainField: string | undefined,
  order: LevelOrder,
  slices: Slices,
) {
  const days = [];
  for (const { date, day } of answered) {
    const records = recordsOfDate(day.records, date);
    days.push({ date, records, tally: await tallyOf(records, mainField, slices) });
  }
  const fields = fieldsAmong(
    days.map(({ tally }) => tally),
    mainField,
    order,
  );
  const counts = [];
  const groupsOfDays = [];
  for (const { date, records, tally } of days) {
    const groups = fields.inOrder(await slices.groupBy(records, fields.mainValue));
    const byState: Record<string, Counts> = {};
    for (const [value, alike] of fields.isCategory ? groups : []) {
      const states = await slices.groupBy(alike, stateOfRecord);
      byState[value] = mostFirst([...states].map(([state, { length }]) => [state, length]));
    }
    counts.push({ date, areas: records.length, by: fields.countsOf(tally), byState });
    groupsOfDays.push(groups);
  }
  const ofAnyDay = new Map<string, JsonRecord[]>();
  for (const [value, alike] of groupsOfDays.flatMap((groups) => [...groups]))
    ofAnyDay.set(value, [...(ofAnyDay.get(value) ?? []), ...alike]);
  return {
    counts,
    areasOfFirstDay: await areasByValue(groupsOfDays[0] ?? ofAnyDay, slices),
    areasOfAnyDay: await areasByValue(fields.inOrder(ofAnyDay), slices),
  };
}

/** The areas of each value's records. Each area stands once, under its first value. */
async function areasByValue(groups: ReadonlyMap<string, readonly JsonRecord[]>, slices: Slices) {
  const areas = new Map<string, string[]>();
  const seen = new Set<string | undefined>([undefined]);
  for (const [value, alike] of groups) {
    await slices.each(alike, (record) => {
      const area = zipOf(record);
      if (area !== undefined && !seen.has(area)) addTo(areas, value, area);
      seen.add(area);
    });
  }
  return areas;
}

/**
 * All areas: counts by day, by main value and state; and rows of areas, of each value in turn: the first day's areas, or
 * those whose most severe value of any day `reaches` a bound.
 */
export function everywhere(
  { counts, areasOfFirstDay, areasOfAnyDay }: Country,
  answered: readonly AnsweredDay[],
  limit: number,
  reaches?: (value: string) => boolean,
) {
  const days = answered.map(({ date, day }) => {
    const recordsIn: AreaDay["recordsIn"] = (area) =>
      recordsOfDate(
        day.at(area ?? "").filter((record) => zipOf(record) === area),
        date,
      );
    return { date, recordsIn };
  });
  const values =
    reaches === undefined
      ? [...areasOfFirstDay.values()]
      : [...areasOfAnyDay].flatMap(([value, areas]) => (reaches(value) ? [areas] : []));
  return {
    counts,
    /** How many areas may be listed. */
    listable: values.reduce((sum, { length }) => sum + length, 0),
    rows: takeTurns(values, limit).flatMap((areas) =>
      areas.map((area) => ({ state: stateOfArea(area) ?? null, ...areaRisk(area, days) })),
    ),
  };
}
