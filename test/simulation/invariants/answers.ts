import type { AlertSet } from "../../../src/api/model/api.ts";
import { type Ask, planOf } from "../steps.ts";
import type { Invariant } from "./invariant.ts";

export const answersAreRight: Invariant = {
  name: "G-paging: an answer is the one that was asked for, and whole or said not to be",
  watch: (run) => {
    /** Every number of alerts that the service had so far. Memory may answer with an earlier one. */
    const counts = new Set<number | null>();
    return (event) => {
      counts.add(run.sandbox.settings.alertCount);
      if (event.type !== "ended") return undefined;
      const { outcome } = event.end;
      if ("defect" in outcome || !outcome.ok) return undefined;
      const problem = wrongIn(event.call.ask, outcome.value, counts);
      return problem && `call ${event.call.number} (${event.call.ask.kind}): ${problem}`;
    };
  },
};

function wrongIn(ask: Ask, value: unknown, counts: ReadonlySet<number | null>): string | undefined {
  switch (ask.kind) {
    case "alerts":
      return wrongAlerts(ask, value as AlertSet, counts);
    case "risk":
      return undefined;
    case "plan": {
      const { externalShipmentId, destination } = value as {
        externalShipmentId?: string;
        destination?: { zipCode?: string };
      };
      const made = planOf({ reference: externalShipmentId ?? "", zip: destination?.zipCode ?? "" });
      return made === planOf(ask) ? undefined : `the plan is ${made}`;
    }
    case "package": {
      const { orderNumber, trackingNumber } = value as { orderNumber?: string; trackingNumber?: string };
      return orderNumber === ask.id || trackingNumber === ask.id ? undefined : `the package is ${orderNumber}`;
    }
  }
}

function wrongAlerts(
  ask: Extract<Ask, { kind: "alerts" }>,
  set: AlertSet,
  counts: ReadonlySet<number | null>,
): string | undefined {
  const zips = new Set(set.records.map((record) => record["zip"]));
  // With an unknown field, two records of one ZIP may differ, since nobody knows what the field means.
  const isKnown = !set.records.some((record) => "newField" in record);
  const different = isKnown ? zips : new Set(set.records.map((record) => JSON.stringify(record)));
  if (different.size < set.records.length) return "a record is there twice";
  const { reason } = set.incomplete ?? {};
  if (reason !== undefined) return undefined;
  // A record that came twice counts in the service's total. `wholeIsWhole` compares that with what came.
  if (set.total === null || set.total < set.records.length)
    return `${set.records.length} of ${set.total} pass for the whole`;
  return ask.minLevel !== undefined || counts.has(set.total)
    ? undefined
    : `${set.total} pass for all ${[...counts].join(" or ")} alerts`;
}
