import type { ServiceRecord } from "../api/schema.ts";
import type { PackageFacts } from "./package-facts.ts";
import type { ShownPackage } from "./package-text.ts";
import { CUTS, type Limits, shrink } from "./shrink.ts";

/** How much of each package is shown, and of how many. */
export interface PackageCut {
  readonly scans: number;
  readonly record: "whole" | "main" | "core";
  readonly limits: Limits;
  readonly packages: number;
}

const [WHOLE, ...SMALLER] = CUTS;
const SMALLEST: Limits = { items: 1, fields: 4, chars: 24 };
const ALL = Number.POSITIVE_INFINITY;

/** Scans go first, then fields of the record, then the length of texts, and whole packages last. */
export function packageCuts(scans: number): readonly [PackageCut, ...PackageCut[]] {
  const cut = (
    record: PackageCut["record"],
    most: number,
    limits: Limits = WHOLE,
    packages: number = ALL,
  ): PackageCut => {
    return { scans: most, record, limits, packages };
  };
  return [
    cut("whole", scans),
    ...[32, 24, 16, 12, 8, 5, 3, 2, 1].filter((most) => most < scans).map((most) => cut("whole", most)),
    ...SMALLER.slice(0, 3).map((limits) => cut("whole", 1, limits)),
    cut("main", 1),
    cut("core", 1),
    cut("main", 0),
    cut("core", 0),
    cut("core", 0, SMALLEST),
    ...[12, 8, 5, 3, 2, 1].map((packages) => cut("core", 0, SMALLEST, packages)),
  ];
}

/** Kept longest: where the package is in its life, and whether it is kept cold. */
const MAIN = new Set(
  "status scheduledDeliveryDate originalScheduledDeliveryDate deliveryDate refrigerated reIced".split(" "),
);

/** A package cut to size, with the number of its fields that are left out. */
export function showPackage(facts: PackageFacts, cut: PackageCut): ShownPackage {
  const names = cut.record === "main" ? MAIN : cut.record === "core" ? coreFields(facts) : undefined;
  const kept: ServiceRecord =
    names === undefined
      ? facts.record
      : Object.fromEntries(Object.entries(facts.record).filter(([name]) => names.has(name)));
  const { value: record, omitted } = shrink(kept, cut.limits, MAIN);
  const scans = (cut.scans === 0 ? [] : facts.scans.slice(-cut.scans)).map(({ event, doubt }) => {
    const part = shrink(event, cut.limits, SCAN);
    return { event: part.value, doubt, omitted: part.omitted };
  });
  const gone = Object.keys(facts.record).length - Object.keys(kept).length;
  return {
    facts,
    record,
    scans,
    omittedFields: gone + omitted + scans.reduce((sum, scan) => sum + scan.omitted, 0),
  };
}

const SCAN = new Set("eventDateTime timeZone instant description city state".split(" "));

function coreFields({ isDelivered, record }: PackageFacts): ReadonlySet<string> {
  const isMelting = !isDelivered && record["refrigerated"] === true && record["reIced"] === false;
  return new Set([
    "status",
    isDelivered ? "deliveryDate" : "scheduledDeliveryDate",
    ...(isMelting ? ["refrigerated", "reIced"] : []),
  ]);
}
