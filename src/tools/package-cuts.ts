import type { ServiceRecord } from "../api/schema.ts";
import { utcText } from "../domain/datetime.ts";
import { allLeftOut } from "./left-out.ts";
import type { PackageFacts, SentScan } from "./package-facts.ts";
import { type Scan, type ShownPackage, scanText } from "./package-text.ts";
import { CUTS, type Limits, shrink, tidy } from "./shrink.ts";
import { estimateJsonTokens, estimateTokens } from "./tokens.ts";

/** How much of each package is shown, and of how many. */
export interface PackageCut {
  /** Whether scans are shown: the last one at least, more while there is room. */
  readonly withScans: boolean;
  readonly record: "whole" | "main" | "core" | "status";
  readonly limits: Limits;
  readonly packages: number;
}

/** Scans of each package unless all are asked for. */
export const LATEST_SCANS = 3;

/** As many as one call may ask for. */
export const MOST_PACKAGES = 20;

const [WHOLE, ...SMALLER] = CUTS;
const SMALLEST: Limits = { items: 1, fields: 0, chars: 24 };

function cut(
  record: PackageCut["record"],
  withScans: boolean,
  limits: Limits = WHOLE,
  packages: number = MOST_PACKAGES,
): PackageCut {
  return { record, withScans, limits, packages };
}

/** Scans before the last go first, then fields of the record, then the last scan, and whole packages, one by one, at the very end. */
export const PACKAGE_CUTS: readonly [PackageCut, ...PackageCut[]] = [
  cut("whole", true),
  ...SMALLER.slice(0, 5).map((limits) => cut("whole", true, limits)),
  cut("main", true),
  cut("core", true),
  cut("main", false),
  cut("core", false),
  cut("status", false),
  cut("status", false, SMALLEST),
  ...Array.from({ length: MOST_PACKAGES - 1 }, (_, gone) => {
    return cut("status", false, SMALLEST, MOST_PACKAGES - 1 - gone);
  }),
];

/** Kept longest: where the package is in its life, and whether it is kept cold. */
const MAIN = new Set(
  "status scheduledDeliveryDate originalScheduledDeliveryDate deliveryDate refrigerated reIced".split(" "),
);

/** A package cut to size with its last `scanCount` scans. */
export function showPackage(
  facts: PackageFacts,
  { record: fields, limits }: PackageCut,
  scanCount: number,
): ShownPackage {
  const names = keptFields(facts, fields);
  const kept: ServiceRecord =
    names === undefined
      ? facts.record
      : Object.fromEntries(Object.entries(facts.record).filter(([name]) => names.has(name)));
  const { value: record, leftOut } = shrink({ value: kept, leftOut: facts.leftOut }, limits, MAIN);
  const fieldsGone = Object.keys(facts.record).length - Object.keys(kept).length;
  const scans = facts.scans.slice(facts.scans.length - scanCount).map((scan) => showScan(scan, limits));
  const parts = [leftOut, { fields: fieldsGone, lists: new Map() }, ...scans.map((scan) => scan.leftOut)];
  return { facts, record, scans, leftOut: allLeftOut(parts) };
}

/** The fields that a cut keeps; all of them when undefined. What calls for attention stays with its reason. */
function keptFields(
  { isDelivered, record }: PackageFacts,
  fields: PackageCut["record"],
): ReadonlySet<string> | undefined {
  if (fields === "whole") return undefined;
  if (fields === "main") return MAIN;
  const isMelting = !isDelivered && record["refrigerated"] === true && record["reIced"] === false;
  return new Set([
    "status",
    ...(isMelting ? ["refrigerated", "reIced"] : []),
    ...(fields === "core" ? [isDelivered ? "deliveryDate" : "scheduledDeliveryDate"] : []),
  ]);
}

const SCAN_FIELDS = new Set("eventDateTime timeZone description city state".split(" "));

/** Cleaned scans by the event as sent: an answer may be made in several sizes. */
const tidied = new WeakMap<ServiceRecord, ReturnType<typeof tidy<ServiceRecord>>>();

function showScan({ event, time }: SentScan, limits: Limits): Scan {
  const whole = tidied.get(event) ?? tidy(withoutInstant(event), SCAN_FIELDS);
  tidied.set(event, whole);
  const { value, leftOut } = shrink(whole, limits, SCAN_FIELDS);
  const instant = time.instantMs === undefined ? {} : { instant: utcText(time.instantMs) };
  return { event: { ...value, ...instant }, doubt: time.doubt, leftOut };
}

/** `instant` is our own field: one of the service's goes under another name, so that it never passes for ours. */
function withoutInstant({ instant, ...event }: ServiceRecord): ServiceRecord {
  return instant === undefined ? event : { ...event, instantAsSent: instant };
}

/**
 * How many scans each package shows: the last one, then one more of each in turn, up to `most`, while the tokens last
 * that are left in both channels.
 */
export function scanCounts(
  packages: readonly PackageFacts[],
  { withScans, limits }: PackageCut,
  most: number,
  roomTokens: number,
): ReadonlyMap<PackageFacts, number> {
  const counts = new Map(packages.map((facts) => [facts, withScans ? Math.min(1, facts.scans.length) : 0]));
  let room = withScans ? roomTokens : 0;
  for (let turn = 2; turn <= most && room > 0; turn += 1) {
    const more = packages.filter(({ scans }) => scans.length >= turn);
    if (more.length === 0) break;
    for (const facts of more) {
      const sent = facts.scans[facts.scans.length - turn];
      const scan = sent === undefined ? undefined : showScan(sent, limits);
      if (scan === undefined) continue;
      room -= Math.max(estimateJsonTokens(scan.event), estimateTokens(scanText(scan))) + 2;
      if (room <= 0) break;
      counts.set(facts, turn);
    }
  }
  return counts;
}
