import { utcTimestamp } from "../../domain/datetime.ts";
import { toHours } from "../../domain/hours.ts";
import { oldestFirst, scanTime } from "../../domain/package-times.ts";
import { type JsonRecord, recordOf, textOf, textOrNull } from "../../domain/record.ts";
import { readState } from "../../places/states.ts";
import { cityText, given } from "../answer/words.ts";

/** One scan of a package (service.md 2.9). */
export interface Scan {
  readonly code: string | null;
  readonly description: string | null;
  readonly city: string | null;
  readonly state: string | null;
  /** UTC; null where the zone is not certain. */
  readonly at: string | null;
  /** As sent, without zone. */
  readonly local: string | null;
  readonly timeZone: string | null;
  readonly hoursAgo: number | null;
}

/** More scans than any package has; of a longer list the last are read. */
const MAX_SCANS = 1000;

/** The scans of a package, oldest first. An abbreviation of a zone gives an instant only beside a US state. */
export function readScans(sent: unknown, nowMs: number): readonly Scan[] {
  const list: readonly unknown[] = Array.isArray(sent) ? sent : [];
  const scans = list
    .flatMap<JsonRecord>((event) => recordOf(event) ?? [])
    .slice(-MAX_SCANS)
    .map((event) => {
      const isInUs = readState(textOf(event["state"])) !== undefined;
      return { event, ...scanTime(event["eventDateTime"], event["timeZone"], isInUs) };
    });
  return oldestFirst(scans).map(({ event, instantMs }) => scanOf(event, instantMs, nowMs));
}

/** The service's words for the scan; its code where there are none. */
export function scanWords(scan: Scan | undefined): string | null {
  return scan?.description ?? scan?.code ?? null;
}

/** The place of the newest scan: `Memphis, TN`. */
export function lastPlaceText({ scans }: { readonly scans: readonly Scan[] }): string {
  const { city = null, state = null } = scans.at(-1) ?? {};
  return given(cityText(city ?? "not given"), state && cityText(state)).join(", ");
}

function scanOf(event: JsonRecord, instantMs: number | undefined, nowMs: number): Scan {
  const agoMs = instantMs === undefined ? undefined : nowMs - instantMs;
  return {
    code: textOrNull(event["code"]),
    description: textOrNull(event["description"]),
    city: textOrNull(event["city"]),
    state: textOrNull(event["state"]),
    at: instantMs === undefined ? null : utcTimestamp(instantMs),
    local: textOrNull(event["eventDateTime"]),
    timeZone: textOrNull(event["timeZone"]),
    hoursAgo: agoMs === undefined || agoMs < 0 ? null : toHours(agoMs),
  };
}
