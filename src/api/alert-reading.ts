import { type Clock, type Moment, moment } from "../runtime/clock.ts";
import { AlertPages, type Stop } from "./alert-pages.ts";
import type { AlertSet, Incomplete } from "./api.ts";
import { mayAnswerStale } from "./stale.ts";

/** Ends of a reading after which going on is of no use. */
export const FINAL: ReadonlySet<Incomplete["reason"]> = new Set(["page_ignored", "changed", "short"]);

/** A reading that has begun, since when it counts as read, and since when what was read before its data changed. */
export interface Begun {
  readonly pages: AlertPages;
  readonly since: Moment;
  readonly oldest?: Moment | undefined;
}

/** One reading, finished or not, as memory keeps it. */
export interface Reading extends Begun {
  readonly set: AlertSet;
}

/** A reading anew, since the data of one changed. */
export function startedOver({ pages, since, oldest }: Begun, clock: Clock): Begun {
  return { pages: new AlertPages(pages), since: moment(clock), oldest: oldest ?? since };
}

/** Since when all counts as read that is told of a reading while something of it is missing. */
export function oldestOf({ since, oldest }: Begun): Moment {
  return oldest ?? since;
}

/** Whether a failure of the service is why something is missing, so that an earlier answer may stand in. */
export function isCutOff({ incomplete }: AlertSet): boolean {
  const { reason, failure } = incomplete ?? {};
  if (failure === undefined || !mayAnswerStale(failure)) return false;
  return reason === "failure" || failure.kind === "rate_limited";
}

/** A reading from memory. Why it was left off was another call's reason; for this one it is `stop`. */
export function recalled({ pages, set }: Begun & { readonly set?: AlertSet }, stop: Stop): AlertSet {
  // One that may have been gone on with since holds more pages than its set.
  const isFinal = set !== undefined && (set.incomplete === undefined || FINAL.has(set.incomplete.reason));
  return isFinal ? set : pages.toSet(stop);
}

/** What the service has newer data of cannot be completed. */
export function notOutdated(begun: Begun | undefined): Begun | undefined {
  return begun?.pages.isOutdated === true ? undefined : begun;
}

/** How much has come of each of these readings. */
export function bytesOf(...begun: readonly (Begun | undefined)[]): ReadonlyMap<AlertPages, number> {
  return new Map(begun.flatMap((each) => (each === undefined ? [] : [[each.pages, each.pages.keptBytes]])));
}

export function isAnswered(pages: AlertPages, zips: readonly string[] | undefined): boolean {
  return zips !== undefined && zips.length > 0 && zips.every((zip) => pages.hasZip(zip));
}
