import { distance } from "fastest-levenshtein";

/** Letters to add, drop or change; two neighbours in the wrong order are one mistake. */
export function editsBetween(one: string, other: string): number {
  if (one.length === other.length) {
    let at = 0;
    while (at < one.length && one[at] === other[at]) at += 1;
    const swapped = `${one.slice(0, at)}${one[at + 1] ?? ""}${one[at] ?? ""}${one.slice(at + 2)}`;
    if (swapped === other && one !== other) return 1;
  }
  return distance(one, other);
}
