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
  const first = found.slice(0, MAX_LATER).filter(isOfUs);
  if (first.length === 0) return [];
  const { pagesRead = 0, pagesTotal = null } = later.incomplete ?? {};
  const came = `${pagesRead} of ${pagesTotal ?? "an unknown number of"} pages`;
  const unread = Math.max(0, found.length - MAX_LATER);
  return [`Of a later reading ${came} came: ${listWithin(first.map(inWords), MAX_LATER_CHARS, ", ", unread)}.`];
}

function inWords(record: ServiceRecord): string {
  const { value } = tidy(record);
  return `${"zip" in value ? valueText(value["zip"]) : "ZIP not given"} ${alertText(value)}`;
}
