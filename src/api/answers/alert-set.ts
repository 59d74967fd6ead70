import { unplacedCount, withLostZeros } from "../../domain/record-zip.ts";
import type { AlertSet, Incomplete } from "../model/api.ts";
import type { AlertPages } from "./alert-pages.ts";
import type { Fetched } from "./data-api.ts";

/** Without the index, which no process shares. */
export type FetchedAlerts = Fetched<Omit<AlertSet, "at">>;

/** Why the pages stay as they are, though they are not whole. */
export type EarlyEnd = Pick<Incomplete, "reason" | "failure">;

export function wholeSet(pages: AlertPages): FetchedAlerts {
  const { sentMs, bytes } = pages;
  const contents = contentsOf(pages);
  return { data: { ...contents, total: contents.total ?? contents.records.length }, isWhole: true, sentMs, bytes };
}

/** The pages so far as one set, which later pages do not change. */
export function incompleteSet(pages: AlertPages, end: EarlyEnd): FetchedAlerts {
  const { sentMs, bytes, pagesRead, pagesTotal } = pages;
  const incomplete = { ...end, pagesRead, pagesTotal };
  return { data: { ...contentsOf(pages), incomplete }, isWhole: false, sentMs, bytes };
}

function contentsOf({ inOrder, firstDated, announcedTotal }: AlertPages) {
  const generatedAt = firstDated?.generatedAt ?? null;
  const { granularity = null, windowHours = null } = inOrder[0] ?? {};
  const sent = inOrder.flatMap(({ records }) => records);
  const records = withLostZeros(sent, granularity);
  // The service may send more records than it counts.
  const total = announcedTotal !== null && announcedTotal >= records.length ? announcedTotal : null;
  return { records, unplaced: unplacedCount(records), total, generatedAt, windowHours, granularity };
}
