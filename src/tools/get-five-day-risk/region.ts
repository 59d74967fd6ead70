import type { RiskDay } from "../../api/model/api.ts";
import { foreignCountry } from "../../domain/country.ts";
import { type JsonRecord, ownFields } from "../../domain/record.ts";
import { zipOf } from "../../domain/zip.ts";
import { addTo } from "../answer/rows.ts";
import type { Slices } from "../answer/slices.ts";
import { otherDateOf, recordsAt, recordsOfDate } from "../areas/records-at.ts";
import { type Fields, type Tally, tallyOf } from "./fields.ts";

const MAX_RECORDS_OF_AREA = 3;

/** A day that the service answered. */
export interface AnsweredDay {
  readonly date: string;
  readonly day: RiskDay;
}

/** The records of a place, or of the whole country, on a day, and how often each value occurs. */
export interface RegionDay {
  readonly date: string;
  readonly records: readonly JsonRecord[];
  readonly tally: Tally;
}

/** The fields of an area's records on each day. A place without areas has one row, whose `area` is null. */
export type AreaRisk = ReturnType<typeof areaRisk<string | null>>;

/** Reads and counts the records that `recordsOf` finds on each day. */
export async function regionOf(
  answered: readonly AnsweredDay[],
  recordsOf: (day: RiskDay) => readonly JsonRecord[],
  mainField: string | undefined,
  slices: Slices,
): Promise<readonly RegionDay[]> {
  const days: RegionDay[] = [];
  for (const { date, day } of answered) {
    const records = recordsOfDate(recordsOf(day), date);
    days.push({ date, records, tally: await tallyOf(records, mainField, slices) });
  }
  return days;
}

/** The US areas by value, in the order of the answer. An area with several values stands under the first of them. */
export async function areasByValue(
  region: readonly RegionDay[],
  fields: Fields,
  slices: Slices,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const groups = new Map<string, JsonRecord[]>();
  for (const { records } of region)
    await slices.each(records, (record) => addTo(groups, fields.mainValue(record), record));
  const areas = new Map<string, string[]>();
  const seen = new Set<string>();
  for (const [value, alike] of fields.inOrder(groups)) {
    await slices.each(alike, (record) => {
      const area = zipOf(record);
      if (area === undefined || seen.has(area) || foreignCountry(record) !== undefined) return;
      seen.add(area);
      addTo(areas, value, area);
    });
  }
  return areas;
}

/** An area's records by day, without ZIP and date, which stand beside their fields. */
export function areaRisk<Area extends string | null>(area: Area, answered: readonly AnsweredDay[]) {
  return {
    area,
    days: answered.map(({ date, day }) => {
      const own = area === null ? [] : recordsAt([area], day).filter((record) => zipOf(record) === area);
      const fieldsOf = (record: JsonRecord): JsonRecord => {
        const recordDate = otherDateOf([record], date);
        return { ...ownFields(record, ["zip", "date"]), ...(recordDate && { recordDate }) };
      };
      return { date, records: recordsOfDate(own, date).slice(0, MAX_RECORDS_OF_AREA).map(fieldsOf) };
    }),
  };
}
