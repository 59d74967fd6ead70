import type { RiskDay } from "../../api/model/api.ts";
import { type JsonRecord, ownFields } from "../../domain/record.ts";
import { otherDateOf } from "../areas/records-at.ts";

const MAX_RECORDS_OF_AREA = 3;

/** A day that the service answered. */
export interface AnsweredDay {
  readonly date: string;
  readonly day: RiskDay;
}

/** The records of an area on a day. */
export interface AreaDay {
  readonly date: string;
  recordsIn(area: string | null): readonly JsonRecord[];
}

/** The fields of an area's records on each day. A place without areas has one row, whose `area` is null. */
export type AreaRisk = ReturnType<typeof areaRisk<string | null>>;

/** An area's records by day, without ZIP and date, which stand beside their fields. */
export function areaRisk<Area extends string | null>(area: Area, days: readonly AreaDay[]) {
  return {
    area,
    days: days.map(({ date, recordsIn }) => {
      const fieldsOf = (record: JsonRecord): JsonRecord => {
        const recordDate = otherDateOf([record], date);
        return { ...ownFields(record, ["zip", "date"]), ...(recordDate && { recordDate }) };
      };
      return { date, records: recordsIn(area).slice(0, MAX_RECORDS_OF_AREA).map(fieldsOf) };
    }),
  };
}
