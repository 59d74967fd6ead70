import { utcTimestamp } from "../../domain/datetime.ts";
import { toHours } from "../../domain/hours.ts";
import { plainTextOrNull } from "../../domain/html.ts";
import { oldestFirst, scanTime } from "../../domain/package-times.ts";
import { type JsonRecord, recordOf, textOf } from "../../domain/record.ts";
import { readState } from "../../places/states.ts";

/** One scan of a package (service.md 2.9). */
export type Scan = Readonly<ReturnType<typeof scanOf>>;

/** No package has as many scans; of a longer list, `readScans` reads the end. */
const MAX_SCANS = 1000;

/** The scans, oldest first, equal ones once. A zone abbreviation gives an instant only in a US state. */
export function readScans(sent: unknown, nowMs: number): readonly Scan[] {
  const events = Array.isArray(sent) ? sent.flatMap<JsonRecord>((event) => recordOf(event) ?? []) : [];
  const timed = events.slice(-MAX_SCANS).map((event) => {
    const isInUs = readState(textOf(event["state"])) !== undefined;
    return { event, ...scanTime(event["eventDateTime"], event["timeZone"], isInUs) };
  });
  const scans = oldestFirst(timed).map(({ event, instantMs }) => scanOf(event, instantMs, nowMs));
  return [...new Map(scans.map((scan) => [keyOf(scan), scan])).values()];
}

/** The same for scans that say the same, whatever their capitals. */
function keyOf(scan: Scan): string {
  const { at, local, description, code, city, state } = scan;
  return JSON.stringify([at ?? local, description ?? code, city, state]).toLowerCase();
}

function scanOf(event: JsonRecord, instantMs: number | undefined, nowMs: number) {
  const agoMs = instantMs === undefined ? -1 : nowMs - instantMs;
  return {
    code: plainTextOrNull(event["code"]),
    description: plainTextOrNull(event["description"]),
    city: plainTextOrNull(event["city"]),
    state: plainTextOrNull(event["state"]),
    /** UTC; null if the instant is not certain. */
    at: instantMs === undefined ? null : utcTimestamp(instantMs),
    /** As sent; `timeZone` names the zone of this clock. */
    local: plainTextOrNull(event["eventDateTime"]),
    timeZone: plainTextOrNull(event["timeZone"]),
    hoursAgo: agoMs < 0 ? null : toHours(agoMs),
  };
}
