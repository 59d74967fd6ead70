import type { AlertSet } from "../../api/api.ts";
import type { Failure, Result } from "../../api/failure.ts";
import type { ProductSource } from "../../api/usage.ts";
import { cleanText } from "../../domain/clean.ts";
import { ageText } from "../../domain/hours.ts";
import { recordsAt } from "../areas/records-at.ts";
import { reasonText } from "../failures/failure-words.ts";
import { type Asker, pageTeller } from "../kit/progress.ts";
import { given, utcText } from "../kit/words.ts";
import { type LevelAt, levelsOf } from "./levels.ts";
import { pagesText, resumeText } from "./partial-reading.ts";

/** Alerts that are looked up beside plans or packages: always those in force now. */
export interface AlertsBeside {
  /** The levels at ZIPs; empty where there is none in this data, null where that is not known. */
  at(areas: readonly string[]): readonly LevelAt[] | null;
  readonly dataOf: string | null;
  readonly stale: boolean;
  readonly windowHours: number | null;
  /** What a headline says first where alerts are missing, read in part or stale; else empty. */
  readonly opening: string;
  /** How to get the rest of alerts that were read in part. */
  readonly notes: readonly string[];
  readonly partial: readonly Failure[];
}

/** A point of a route and the alerts in force there; null where they are not known. */
export interface PointAlerts {
  readonly zip: string;
  readonly place: string | null;
  readonly levels: readonly LevelAt[] | null;
}

/** Reads the alerts at `areas`; sends nothing where there are none. */
export async function alertsBeside(areas: readonly string[], { api, call, step }: Asker): Promise<AlertsBeside> {
  if (areas.length === 0) return NONE_ASKED;
  const alerts = await api.alerts({ zips: areas }, { ...call, onPage: pageTeller(step) });
  const source = call.usage.sourceOf("alerts");
  return {
    at: (at) => levelsAt(at, alerts),
    dataOf: alerts.ok && alerts.value.generatedAt !== null ? cleanText(alerts.value.generatedAt, 40) : null,
    stale: source.data === "stale",
    windowHours: alerts.ok ? alerts.value.windowHours : null,
    opening: openingOf(alerts, source),
    notes: restNotes(alerts),
    partial: alerts.ok ? [] : [alerts.failure],
  };
}

const NONE_ASKED: AlertsBeside = {
  at: () => null,
  dataOf: null,
  stale: false,
  windowHours: null,
  opening: "",
  notes: [],
  partial: [],
};

function levelsAt(areas: readonly string[], alerts: Result<AlertSet>): readonly LevelAt[] | null {
  if (!alerts.ok || areas.length === 0) return null;
  const found = levelsOf(recordsAt(areas, alerts.value));
  return found.length === 0 && isInPart(alerts.value) ? null : found;
}

function isInPart({ incomplete }: AlertSet): boolean {
  return incomplete !== undefined && incomplete.reason !== "answered";
}

function openingOf(alerts: Result<AlertSet>, source: ProductSource): string {
  if (!alerts.ok) return `HEAT NOT CHECKED (${reasonText(alerts.failure)}): `;
  const { incomplete } = alerts.value;
  if (incomplete !== undefined && isInPart(alerts.value)) return `PARTIAL heat, ${pagesText(incomplete)}: `;
  return source.data === "stale" ? `${staleText("STALE heat", source)}: ` : "";
}

function restNotes(alerts: Result<AlertSet>): string[] {
  if (!alerts.ok || alerts.value.incomplete === undefined || !isInPart(alerts.value)) return [];
  return [resumeText(alerts.value.incomplete, "Ask check_heat_alerts")];
}

/** `STALE heat, read 12 min ago (unavailable (503))`. */
export function staleText(subject: string, { ageMs, staleAfter }: ProductSource): string {
  const why = staleAfter === undefined ? "" : ` (${reasonText(staleAfter)})`;
  return `${subject}, read ${ageText(Math.floor(ageMs / 1000))} ago${why}`;
}

/** `data of 08:03Z, 24 h window`: alerts are of now. */
export function alertsOfText({ dataOf, windowHours }: AlertsBeside): string {
  const data =
    dataOf === null ? "time of data not given" : `data of ${utcText(dataOf).replace(/^\d{4}-\d\d-\d\d /, "")}`;
  return given(data, windowHours !== null && `${windowHours} h window`).join(", ");
}
