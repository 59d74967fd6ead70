import { AlertRecords } from "../api/alert-records.ts";
import type { AlertSet, Api, Call } from "../api/api.ts";
import { type Result, success } from "../api/failure.ts";
import { countLevels } from "../api/level-count.ts";
import type { ServiceRecord } from "../api/schema.ts";
import { ZipIndex, zipOf } from "../api/zip-index.ts";
import { alertText } from "./heat-text.ts";
import { tidy } from "./shrink.ts";
import { listWithin } from "./text.ts";

/** Characters for the alerts of newer data. */
const MAX_NEWER_CHARS = 200;

/**
 * Temperature alerts as tools tell them. Where older ones stand in for a reading that failed, what had come of it by then
 * is told as well: it is certain, and was billed (DESIGN 4, paging and memory).
 */
export async function readAlerts(api: Api, query: Parameters<Api["alerts"]>[0], call: Call): Promise<Result<AlertSet>> {
  const alerts = await api.alerts(query, call);
  return alerts.ok ? success(withNewer(alerts.value)) : alerts;
}

/** Both together, the newer ones first; `newer` is what the older ones lack. */
function withNewer(older: AlertSet): AlertSet {
  const { newer } = older;
  if (newer === undefined) return older;
  const added = addedBy(newer, older);
  const records = [...added, ...older.records];
  const [index, addedIndex] = [new ZipIndex(records), new ZipIndex(added)];
  return {
    ...older,
    records,
    at: (location) => index.at(location),
    get unplaced() {
      return index.unplaced;
    },
    byLevel: countLevels(records),
    newer: { ...newer, records: added, at: (location) => addedIndex.at(location) },
  };
}

function addedBy(newer: AlertSet, older: AlertSet): readonly ServiceRecord[] {
  const all = new AlertRecords();
  all.add(older.records, 1);
  const { length } = all.list;
  all.add(newer.records, 2);
  return all.list.slice(length);
}

/** Which alerts at `areas`, or anywhere, are of newer data than the rest. */
export function newerNote({ newer }: AlertSet, areas?: readonly string[]): string[] {
  if (newer === undefined) return [];
  const found = new Set(areas === undefined ? newer.records : areas.flatMap((area) => newer.at(area)));
  if (found.size === 0) return [];
  const { pagesRead = 0, pagesTotal = null } = newer.incomplete ?? {};
  const told = [...found].map((record) => `${zipOf(record) ?? "ZIP not given"} ${alertText(tidy(record).value)}`);
  const came = `${pagesRead} of ${pagesTotal ?? "an unknown number of"} pages`;
  return [`Of newer data, of which ${came} came: ${listWithin(told, MAX_NEWER_CHARS)}.`];
}
