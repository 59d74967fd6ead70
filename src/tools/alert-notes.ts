import type { AlertSet } from "../api/api.ts";
import type { Result } from "../api/failure.ts";
import { besideReason } from "./failure-text.ts";
import { alertsRead, MAX_REASON_CHARS } from "./heat-text.ts";
import { incompleteNote } from "./incomplete-note.ts";
import { abroadNotes, foundAt, unplacedNote } from "./location-notes.ts";

/** What alerts that were looked up at `areas` beside something else leave open: why there are none, or what of them is missing. */
export function alertNotes(alerts: Result<AlertSet>, areas: readonly string[]): string[] {
  if (!alerts.ok) {
    return [`Alerts could not be asked: ${besideReason(alerts.failure, MAX_REASON_CHARS, "check_heat_alerts")}.`];
  }
  const { incomplete, unplaced } = alerts.value;
  const found = areas.flatMap((area) => alerts.value.at(area));
  return [
    ...unplacedNote([alerts], unplaced, "alert"),
    ...abroadNotes(foundAt(found), "alert"),
    ...(incomplete === undefined || alertsRead(alerts) === "whole" ? [] : [incompleteNote(incomplete)]),
  ];
}
