import { type Clock, type Moment, moment } from "../runtime/clock.ts";
import { layered } from "./alert-layers.ts";
import { AlertPages, type Stop } from "./alert-pages.ts";
import type { AlertQuery, AlertSet, Incomplete } from "./api.ts";
import { mayAnswerStale } from "./stale.ts";

/** Ends of a reading after which going on is of no use. */
export const FINAL: ReadonlySet<Incomplete["reason"]> = new Set(["page_ignored", "changed", "short"]);

/** How many readings that newer data cut off are told beside one: where it changes each time they must not pile up. */
const MAX_BEFORE = 2;

/** What came of one time, and since when it counts as read. */
interface Layer {
  readonly pages: AlertPages;
  readonly since: Moment;
}

/** A reading that has begun. */
export interface Begun extends Layer {
  /** Those that its newer data cut off, the last first: certain, and told as well until it is whole. */
  readonly before: readonly Layer[];
}

/** One reading, finished or not, as memory keeps it. */
export interface Reading extends Begun {
  readonly set: AlertSet;
}

/** A reading anew, since the data of one changed. */
export function startedOver({ pages, since, before }: Begun, clock: Clock): Begun {
  return { pages: new AlertPages(), since: moment(clock), before: [{ pages, since }, ...before].slice(0, MAX_BEFORE) };
}

/** All that a reading tells: with those before it, unless it is whole (no `stop`). */
export function toldOf({ pages, since, before }: Begun, stop: Stop | undefined): AlertSet {
  if (stop === undefined) return pages.toSet(stop);
  const set = pages.toSet({ ...stop, since });
  return before.reduce((later, { pages: older }) => layered(older.toSet(stop), later, set.incomplete), set);
}

/** Since when all counts as read that is told of a reading: what newer data cut off is older than the reading itself. */
export function sinceOf({ since, before }: Begun, told: AlertSet): Moment {
  return told.later === undefined ? since : (before.at(-1)?.since ?? since);
}

/** Characters of the answers that are kept with a reading. */
export function bytesKept({ pages, before }: Begun): number {
  return before.reduce((bytes, each) => bytes + each.pages.keptBytes, pages.keptBytes);
}

/** Whether a failure of the service is why something is missing, so that an earlier answer may stand in. */
export function isCutOff({ incomplete }: AlertSet): boolean {
  const { reason, failure } = incomplete ?? {};
  if (failure === undefined || !mayAnswerStale(failure)) return false;
  return reason === "failure" || failure.kind === "rate_limited";
}

/** A reading from memory. Why it was left off was another call's reason; for this one it is `stop`. */
export function recalled(reading: Begun & { readonly set?: AlertSet }, stop: Stop): AlertSet {
  const { set } = reading;
  // One that may have been gone on with since holds more pages than its set.
  const isFinal = set !== undefined && (set.incomplete === undefined || FINAL.has(set.incomplete.reason));
  return isFinal ? set : toldOf(reading, stop);
}

/** How much has come of each of these readings. */
export function bytesOf(...begun: readonly (Begun | undefined)[]): ReadonlyMap<AlertPages, number> {
  return new Map(begun.flatMap((each) => (each === undefined ? [] : [[each.pages, each.pages.keptBytes]])));
}

/** Whether each of `zips` has a record that is of it; never where none is asked for. */
export function isAnswered(pages: AlertPages, { zips = [], isOfPlace }: AlertQuery): boolean {
  return zips.length > 0 && zips.every((zip) => pages.hasZip(zip, isOfPlace));
}
