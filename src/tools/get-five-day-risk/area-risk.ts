import type { RiskDay } from "../../api/model/api.ts";
import type { JsonRecord } from "../../domain/record.ts";
import { zipOf } from "../../domain/record-zip.ts";
import { ownFields } from "../../domain/shown-record.ts";
import type { Location } from "../areas/location.ts";
import { otherDateOf, recordsAt, recordsOfDate } from "../areas/records-at.ts";
import type { Tally } from "./fields.ts";

const MAX_RECORDS_OF_AREA = 3;

export interface AnsweredDay {
  readonly date: string;
  readonly day: RiskDay;
}

/** Its records at one place, or all for the country. */
export interface DayRecords extends AnsweredDay {
  readonly records: readonly JsonRecord[];
  readonly tally: Tally;
}

/** The fields of an area's records on each day, without ZIP and date; `area` is null for a place without areas. */
export interface AreaRisk {
  readonly area: string | null;
  readonly days: readonly { readonly date: string; readonly records: readonly JsonRecord[] }[];
}

export function allAreas(areas: readonly string[], answered: readonly AnsweredDay[]): readonly AreaRisk[] {
  const listed = areas.length === 0 ? [null] : areas.toSorted();
  return listed.map((area) => areaRisk(area, answered));
}

export function areaRisk(area: string | null, answered: readonly AnsweredDay[]): AreaRisk {
  const days = answered.map(({ date, day }) => {
    const records = area === null ? [] : recordsAt([area], day).filter((record) => zipOf(record) === area);
    const fieldsOf = (record: JsonRecord): JsonRecord => {
      const recordDate = otherDateOf([record], date);
      return { ...ownFields(record, ["zip", "date"]), ...(recordDate && { recordDate }) };
    };
    return { date, records: recordsOfDate(records, date).slice(0, MAX_RECORDS_OF_AREA).map(fieldsOf) };
  });
  return { area, days };
}

export function isAreaOfPlace({ area }: AreaRisk, location: Location | undefined): boolean {
  return area === null || location?.areas.includes(area) === true;
}

/** A ZIP prefix that covers more than the place. */
export function isWider(areaRisk: AreaRisk, location: Location): boolean {
  return (areaRisk.area ?? "").length < 5 && !isAreaOfPlace(areaRisk, location);
}
