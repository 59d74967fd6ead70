import { instantOf, readDatetime, type WrittenTime } from "./datetime.ts";
import { instantsAt, resolveZone } from "./zone.ts";

/** The wall clock as written, and the instant if the zone is certain and the clock unambiguous. */
export interface ScanTime {
  readonly written?: WrittenTime;
  readonly instantMs?: number;
}

/** Reads a scan's time in its zone (service.md 2.9). Abbreviations such as CST are certain only with `isInUs`. */
export function scanTime(eventDateTime: unknown, timeZone: unknown, isInUs: boolean): ScanTime {
  const written = readDatetime(eventDateTime);
  if (written === undefined) return {};
  const writtenMs = instantOf(written);
  if (writtenMs !== undefined) return { written, instantMs: writtenMs };
  const zone = resolveZone(timeZone, isInUs);
  if (zone === undefined) return { written };
  // Around a clock change, a wall-clock time occurs never or twice.
  const [instantMs, second] = instantsAt(zone, written.wallMs);
  return instantMs === undefined || second !== undefined ? { written } : { written, instantMs };
}

/** Scans, oldest first: by instant if every readable scan has one, else by wall clock. Unreadable ones come first. */
export function oldestFirst<Scan extends ScanTime>(scans: readonly Scan[]): readonly Scan[] {
  const byInstant = scans.every(({ instantMs, written }) => instantMs !== undefined || written === undefined);
  const timeOf = ({ instantMs, written }: Scan): number =>
    (byInstant ? instantMs : written?.wallMs) ?? -Number.MAX_VALUE;
  return scans.toSorted((a, b) => timeOf(a) - timeOf(b));
}
