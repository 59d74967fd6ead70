import type { RiskDay } from "../../api/model/api.ts";
import type { LevelOrder } from "../../domain/level-order.ts";
import { cityOfArea, stateOfArea } from "../../places/zip-codes.ts";
import { type Counts, mostFirst, takeTurns } from "../answer/rows.ts";
import type { Slices } from "../answer/slices.ts";
import { stateOfRecord } from "../areas/records-at.ts";
import { fieldsAmong } from "./fields.ts";
import { type AnsweredDay, areaRisk, areasByValue, regionOf } from "./region.ts";

type Country = Awaited<ReturnType<typeof count>>;

/** Counts that `countryOf` keeps, by the first of their days: to count a day's 41,000 records again takes long. */
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
  const days = await regionOf(answered, ({ records }) => records, mainField, slices);
  const tallies = days.map(({ tally }) => tally);
  const fields = fieldsAmong(tallies, mainField, order);
  const counts = [];
  for (const { date, records, tally } of days) {
    const groups = fields.isCategory ? fields.inOrder(await slices.groupBy(records, fields.mainValue)) : [];
    const byState: Record<string, Counts> = {};
    for (const [value, alike] of groups) {
      const states = await slices.groupBy(alike, stateOfRecord);
      byState[value] = mostFirst([...states].map(([state, { length }]) => [state, length]));
    }
    counts.push({ date, areas: records.length, by: fields.countsOf(tally), byState });
  }
  return { fields, counts, byValue: await areasByValue(days, fields, slices) };
}

/** All areas: counts by day, and rows of the areas of each value that `reaches` a bound, in turn. */
export function everywhere(
  { counts, byValue }: Country,
  answered: readonly AnsweredDay[],
  limit: number,
  reaches: (value: string) => boolean,
) {
  const values = [...byValue].filter(([value]) => reaches(value)).map(([, areas]) => areas);
  return {
    counts,
    /** How many areas may be listed. */
    listable: values.reduce((sum, { length }) => sum + length, 0),
    rows: takeTurns(values, limit).flatMap((areas) =>
      areas.map((area) => {
        return { state: stateOfArea(area) ?? null, around: cityOfArea(area), ...areaRisk(area, answered) };
      }),
    ),
    byValue,
  };
}
