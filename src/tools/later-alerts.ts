import type { AlertSet, Api, Call } from "../api/api.ts";
import { type Result, success } from "../api/failure.ts";
import { countLevels } from "../api/level-count.ts";
import type { ServiceRecord } from "../api/schema.ts";
import { ZipIndex, zipOf } from "../api/zip-index.ts";
import { alertText } from "./heat-text.ts";
import { tidy } from "./shrink.ts";
import { listWithin, textOf, valueText } from "./text.ts";
import { isOfUs } from "./zip-doubt.ts";

/** Characters for the alerts of a later reading. */
const MAX_LATER_CHARS = 200;

/**
 * Temperature alerts as tools tell them. Where older ones stand in for a reading that failed, what had come of it by then
 * is told as well: it is certain, and was billed (DESIGN 4, paging and memory).
 */
export async function readAlerts(api: Api, query: Parameters<Api["alerts"]>[0], call: Call): Promise<Result<AlertSet>> {
  const alerts = await api.alerts(query, call);
  return alerts.ok ? success(withLater(alerts.value)) : alerts;
}

/** What came later, and the older ones that it does not repeat: the rest of it may hold them still. */
function withLater(older: AlertSet): AlertSet {
  const { later } = older;
  if (later === undefined) return older;
  const told = new Set(later.records.map(alertKey));
  told.delete(undefined);
  const records = [...later.records, ...older.records.filter((record) => !told.has(alertKey(record)))];
  const index = new ZipIndex(records);
  const total = later.total ?? older.total;
  return {
    ...older,
    records,
    at: (location) => index.at(location),
    get unplaced() {
      return index.unplaced;
    },
    byLevel: countLevels(records),
    total: total !== null && total < records.length ? null : total,
  };
}

/** Equal for alerts of one level at one ZIP; none where the ZIP cannot be read. */
function alertKey(record: ServiceRecord): string | undefined {
  const zip = zipOf(record);
  return zip === undefined ? undefined : JSON.stringify([zip, textOf(record["temperatureLevel"]), isOfUs(record)]);
}

/** Which alerts at `areas`, or anywhere, were read later than the rest. */
export function laterNote({ later }: AlertSet, areas?: readonly string[]): string[] {
  if (later === undefined) return [];
  const found = new Set(areas === undefined ? later.records : areas.flatMap((area) => later.at(area)));
  const told = [...found]
    .filter(isOfUs)
    .map((record) => tidy(record).value)
    .map((record) => `${"zip" in record ? valueText(record["zip"]) : "ZIP not given"} ${alertText(record)}`);
  if (told.length === 0) return [];
  const { pagesRead = 0, pagesTotal = null } = later.incomplete ?? {};
  const came = `${pagesRead} of ${pagesTotal ?? "an unknown number of"} pages`;
  return [`Of a later reading ${came} came: ${listWithin(told, MAX_LATER_CHARS)}.`];
}
