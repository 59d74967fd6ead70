import { compact, groupBy } from "../../domain/collections.ts";
import { zipRanges } from "../../domain/zip.ts";
import { plural } from "./words.ts";

/** The most rows that a call may ask for. */
export const MAX_ROWS = 200;

/** `Phoenix, AZ 85001–85005; Mesa, AZ 85201; no ZIP` */
export function placesText(
  rows: readonly { readonly area: string | undefined; readonly place: string | null }[],
): string {
  const byPlace = [...groupBy(rows, ({ place }) => place ?? "")];
  const texts = byPlace.map(([place, ofPlace]) =>
    compact(place, zipRanges(ofPlace.map(({ area }) => area ?? "no ZIP"))).join(" "),
  );
  return texts.join("; ");
}

/** `20 of 74 alerts listed; …`: a note on rows that the limit left out; empty if it left out none. */
export function restText(listed: number, all: number, noun: string): string {
  if (listed >= all) return "";
  const more = listed < MAX_ROWS ? `limit lists up to ${MAX_ROWS}` : "name smaller places for the rest";
  return `${listed} of ${all} ${noun} listed; ${more}.`;
}

export function unplacedText(count: number, noun: string): string {
  return count === 0 ? "" : `${plural(count, noun)} without a readable ZIP may concern these places.`;
}
