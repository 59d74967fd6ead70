import type { AlertSet } from "../api/api.ts";
import type { ServiceRecord } from "../api/schema.ts";
import { alertText } from "./heat-text.ts";
import { tidy } from "./shrink.ts";
import { listWithin, valueText } from "./text.ts";
import { isOfUs } from "./zip-doubt.ts";

/** Characters for the alerts of a later reading. */
const MAX_LATER_CHARS = 200;

/** More alerts than these have no room there, and need not be put into words. */
const MAX_LATER = 40;

/** Which alerts at `areas`, or anywhere, were read later than the rest (DESIGN 4, paging: what is certain is kept). */
export function laterNote({ later }: AlertSet, areas?: readonly string[]): string[] {
  if (later === undefined) return [];
  const found = areas === undefined ? later.records : [...new Set(areas.flatMap((area) => later.at(area)))];
  const told: string[] = [];
  let looked = 0;
  for (const record of found) {
    if (told.length === MAX_LATER) break;
    looked += 1;
    if (isOfUs(record)) told.push(inWords(record));
  }
  if (told.length === 0) return [];
  const { pagesRead = 0, pagesTotal = null } = later.incomplete ?? {};
  const came = pagesRead === 0 ? "a part" : `${pagesRead} of ${pagesTotal ?? "an unknown number of"} pages`;
  return [`Of a later reading ${came} came: ${listWithin(told, MAX_LATER_CHARS, ", ", found.length - looked)}.`];
}

function inWords(record: ServiceRecord): string {
  const { value } = tidy(record);
  return `${"zip" in value ? valueText(value["zip"]) : "ZIP not given"} ${alertText(value)}`;
}
