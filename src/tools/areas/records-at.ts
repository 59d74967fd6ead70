import type { AlertSet, RiskDay } from "../../api/model/api.ts";
import { cleanText } from "../../domain/clean.ts";
import { foreignCountry } from "../../domain/country.ts";
import { type JsonRecord, textOf } from "../../domain/record.ts";
import { zipOf } from "../../domain/record-zip.ts";
import { placeName, stateOfArea } from "../../places/zip-codes.ts";

/** The records at ZIPs or ZIP prefixes, each once, without records that name another country. */
export function recordsAt(areas: readonly string[], source: Pick<AlertSet | RiskDay, "at">): readonly JsonRecord[] {
  return source.at(...areas).filter((record) => foreignCountry(record) === undefined);
}

/** `Phoenix, AZ` for a record's ZIP, a state for an area, the name of another country; null if unknown. */
export function placeOfRecord(record: JsonRecord): string | null {
  const country = foreignCountry(record);
  if (country !== undefined) return country;
  const zip = zipOf(record);
  return zip === undefined ? null : (placeName(zip) ?? stateAt(zip) ?? null);
}

/** A state's two letters; `abroad` for a record in another country, `unknown` for one in no known state. */
export function stateOfRecord(record: JsonRecord): string {
  if (foreignCountry(record) !== undefined) return "abroad";
  const zip = zipOf(record);
  return (zip === undefined ? undefined : stateAt(zip)) ?? "unknown";
}

/** The state of a ZIP. An unknown ZIP gets its area's state, because a question by state finds it too. */
function stateAt(zip: string): string | undefined {
  return stateOfArea(zip) ?? stateOfArea(zip.slice(0, 3));
}

function ownDateBeside(record: JsonRecord, date: string): string | undefined {
  if (record["date"] === undefined) return undefined;
  const ownDate = cleanText(textOf(record["date"]), 40);
  return ownDate === "" || ownDate.slice(0, 10) === date ? undefined : ownDate;
}

/** The records of a day. Leaves out records of another date, unless there are no others. */
export function recordsOfDate(records: readonly JsonRecord[], date: string): readonly JsonRecord[] {
  const ofDate = records.filter((record) => ownDateBeside(record, date) === undefined);
  return ofDate.length > 0 ? ofDate : records;
}

/** The date of the first record, if the records are all of other dates than `date`. */
export function otherDateOf(records: readonly JsonRecord[], date: string): string | undefined {
  const isAnyOfDate = records.some((record) => ownDateBeside(record, date) === undefined);
  return isAnyOfDate ? undefined : ownDateBeside(records[0] ?? {}, date);
}
