import { type Failure, type Result, success } from "../../domain/failure.ts";
import type { JsonRecord } from "../../domain/record.ts";
import { failureWords, reasonText } from "../failures/failure-words.ts";
import type { ToolContext } from "../tool.ts";
import type { PackageFacts } from "./facts.ts";
import type { PackageHeat } from "./heat.ts";

/** A package, with every number that it was asked for by. */
export interface FoundPackage {
  readonly found: true;
  readonly ids: readonly string[];
  /** The number under which the service knows it: as asked, or in capitals. */
  readonly knownAs: string;
  readonly facts: PackageFacts;
  readonly heat?: PackageHeat | undefined;
  /** For `detail: "full"`. */
  readonly record?: JsonRecord | undefined;
}

/** A number without a package. `found` is null where the service could not be asked. */
interface Missing {
  readonly found: false | null;
  readonly id: string;
  /** `not found`, or `could not be looked up`. */
  readonly what: string;
  /** The cause, or what to do next. */
  readonly next: string;
  /** Time, a cool-down, a limit or the network kept it from its answer: it can be sent again as it is. */
  readonly isUnasked: boolean;
}

export type Lookup = FoundPackage | Missing;

/** Asks for a package, and where nobody knows the number once more in capitals: a 404 bills nothing (service.md 1.5). */
export async function lookUp(id: string, { api, call }: ToolContext) {
  const capitals = id.toUpperCase();
  const asWritten = await api.package(id, call);
  if (asWritten.ok || !isUnknown(asWritten.failure) || capitals === id) return knownBy(id, asWritten);
  return knownBy(capitals, await api.package(capitals, call));
}

function knownBy(knownAs: string, result: Result<JsonRecord>): Result<{ knownAs: string; record: JsonRecord }> {
  return result.ok ? success({ knownAs, record: result.value }) : result;
}

/** Whether the service knows no such package. A 404 of the token endpoint says nothing of packages. */
export function isUnknown(failure: Failure): boolean {
  return failure.kind === "not_found" && failure.product === "tracking";
}

/** The number of a failed question. */
export function missing(id: string, failure: Failure): Missing {
  if (!isUnknown(failure)) {
    const isUnasked = failure.kind === "billing_limit" || failureWords(failure).retryable;
    return { found: null, id, what: "could not be looked up", next: reasonText(failure), isUnasked };
  }
  const what = id === id.toUpperCase() ? "not found" : "not found, nor in capitals";
  return { found: false, id, what, next: /\s/.test(id) ? TWO_NUMBERS : CHECK_NUMBER, isUnasked: false };
}

export const CHECK_NUMBER =
  "check the number. If it is an order number, try the tracking number, or the other way round";
const TWO_NUMBERS = "two numbers? Give each as an item of its own";

/** The packages that were found. */
export function foundOf(lookups: readonly Lookup[]): FoundPackage[] {
  return lookups.flatMap((lookup) => (lookup.found === true ? lookup : []));
}

/** Their facts. */
export function packagesOf(lookups: readonly Lookup[]): PackageFacts[] {
  return foundOf(lookups).map(({ facts }) => facts);
}

export function idOf(lookup: Lookup): string {
  return lookup.found === true ? lookup.facts.id : lookup.id;
}
