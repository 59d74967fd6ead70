import { groupBy } from "../../domain/collections.ts";
import { type Failure, type Result, success } from "../../domain/failure.ts";
import type { JsonRecord } from "../../domain/record.ts";
import { withoutRecipient } from "../answer/recipient.ts";
import { wordText } from "../answer/words.ts";
import { failureWords, reasonText } from "../failures/failure-words.ts";
import type { LevelAt } from "../heat/alert-words.ts";
import type { ToolContext } from "../tool.ts";
import { type PackageFacts, packageFacts } from "./facts.ts";

/** A number that the caller asked about: its package, or why there is none. */
export type Lookup = FoundPackage | Missing;

interface Asked {
  readonly id: string;
  /** Every number by which the caller asked about the package. */
  readonly ids: readonly string[];
}

export interface FoundPackage extends Asked {
  readonly found: true;
  readonly facts: PackageFacts;
  /** With `detail: "full"`. */
  readonly record: JsonRecord | undefined;
  /** With `checkHeat`, unless the package is delivered. */
  readonly heat?: PackageHeat;
  /** For the due day, with `checkHeat`. */
  readonly forecast?: { readonly text: string; readonly isReason: boolean } | undefined;
  readonly changes?: Changes;
}

/** The changes of a package after the instant of `since`. */
export interface Changes {
  /** In words, oldest first. Scans have their time in UTC, others as sent. */
  readonly events: readonly string[];
  /** A time in the events has a `*`. */
  readonly hasZonelessTime: boolean;
  /** The furthest step among the events. Without any, `not known` if a time that is not certain may be one. */
  readonly kind: "delivered" | "given to the carrier" | "scanned" | "not known" | "unchanged";
  readonly isNewlyOverdue: boolean;
}

/** False if the service knows no such package, null if the look-up failed. */
export interface Missing extends Asked {
  readonly found: false | null;
  readonly what: string;
  readonly next: string;
  /** The caller can send the number again unchanged. */
  readonly isUnasked: boolean;
  readonly facts?: undefined;
  readonly record?: undefined;
  readonly heat?: undefined;
  readonly changes?: undefined;
}

/** Levels are empty if the data has no alert there, null if that is not known. */
export type PackageHeat = {
  readonly destination: readonly LevelAt[] | null;
  readonly lastPlace: readonly LevelAt[] | null;
  /** The forecast for the due day in the destination's area. Null if day or area is not known. */
  readonly dueDay: (JsonRecord & { readonly date: string }) | null;
  /** Of the alerts. */
  readonly dataOf: string | null;
  readonly stale: boolean;
};

/** Asks again about an unknown number in capitals without blanks: a 404 bills nothing (service.md 1.5). */
export async function lookUp(id: string, isFull: boolean, context: ToolContext): Promise<Result<FoundPackage>> {
  const { api, call, clock, settings } = context;
  let result = await api.package(id, call);
  if (!result.ok && isUnknown(result.failure) && tidyNumber(id) !== id)
    result = await api.package(tidyNumber(id), call);
  if (!result.ok) return result;
  const { value } = result;
  const record = isFull ? withoutRecipient(value, "recipientAddress", settings.showRecipient) : undefined;
  return success({ id, ids: [id], found: true, facts: packageFacts(value, clock.nowMs()), record });
}

/** `1Z 999 aa1` as a service may know it: `1Z999AA1`. */
export function tidyNumber(id: string): string {
  return id.replace(/\s/g, "").toUpperCase();
}

/** A 404 from the token endpoint says nothing about packages. */
export function isUnknown(failure: Failure): boolean {
  return failure.kind === "not_found" && failure.product === "tracking";
}

/** The id of a plan that this process made. Nothing is sent for it. */
export function planId(id: string): Missing {
  return notFound(id, "is the id of a plan, not of a package", "give an order or tracking number");
}

export function missing(id: string, failure: Failure): Missing {
  if (!isUnknown(failure)) {
    const isUnasked = failure.kind === "billing_limit" || failureWords(failure).retryable;
    return { id, ids: [id], found: null, what: "could not be looked up", next: reasonText(failure), isUnasked };
  }
  const tidy = tidyNumber(id);
  const what = id === tidy ? "not found" : `not found, nor as ${wordText(tidy)}`;
  if (/\s/.test(id)) return notFound(id, what, "two numbers? Give each as an item of its own");
  return notFound(id, what, "check the number, or try the other (order or tracking)");
}

function notFound(id: string, what: string, next: string): Missing {
  return { id, ids: [id], found: false, what, next, isUnasked: false };
}

/** Merges look-ups of the same package, such as by its order number and by its tracking number. */
export function mergeLookups(lookups: readonly Lookup[]): readonly Lookup[] {
  const numbersOf = ({ id, facts }: Lookup): string => {
    const numbers = facts === undefined ? [] : [facts.orderNumber, facts.trackingNumber];
    return numbers.some((number) => number !== null) ? JSON.stringify(numbers) : id;
  };
  const groups = [...groupBy(lookups, numbersOf).values()];
  return groups.map((group) => ({ ...group[0], ids: group.map(({ id }) => id) }));
}

export function isFound(lookup: Lookup): lookup is FoundPackage {
  return lookup.found === true;
}

export function isUnderWay(lookup: Lookup): lookup is FoundPackage {
  return isFound(lookup) && !lookup.facts.isDelivered;
}

export function idsText(lookups: readonly Lookup[]): string {
  return lookups.map(({ id }) => wordText(id)).join(", ");
}
