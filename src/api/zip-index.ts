import { withoutInvisible } from "../domain/clean.ts";
import type { ServiceRecord } from "./schema.ts";

interface Placed {
  readonly zip: string;
  /** Its position among the records. */
  readonly at: number;
  readonly record: ServiceRecord;
}

/** Records sorted by `zip` at the first look-up: a prefix is then a range found by bisection, no walk over 41,000 records. */
export class ZipIndex {
  readonly #records: readonly ServiceRecord[];
  #sorted: readonly Placed[] | undefined;

  constructor(records: readonly ServiceRecord[]) {
    this.#records = records;
  }

  /**
   * The records that speak for `location` (a ZIP or a ZIP prefix), in the order sent: those whose `zip` begins with it,
   * and those whose shorter `zip` it begins with, an area that contains it.
   */
  at(location: string): ServiceRecord[] {
    if (location === "") return [];
    const found = this.#range(location, (zip) => zip.startsWith(location));
    for (let length = location.length - 1; length > 0; length -= 1) {
      const area = location.slice(0, length);
      found.push(...this.#range(area, (zip) => zip === area));
    }
    return found.sort((a, b) => a.at - b.at).map(({ record }) => record);
  }

  #range(from: string, belongs: (zip: string) => boolean): Placed[] {
    this.#sorted ??= sortByZip(this.#records);
    const sorted = this.#sorted;
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sorted[middle]?.zip ?? "") < from) low = middle + 1;
      else high = middle;
    }
    let end = low;
    while (belongs(sorted[end]?.zip ?? "")) end += 1;
    return sorted.slice(low, end);
  }
}

/** Digits followed by what stands for digits, such as 850xx: an area that nobody has said how to read. */
const MASKED_ZIP = /^\d+[*#?xX]+$/;

const DIGITS = /^\d+$/;

/**
 * A record's ZIP or prefix as text, without what does not show; a number of five digits is one whose quotes were
 * forgotten. Codes of other countries are read as they are. `undefined` for what cannot be placed.
 */
export function zipOf({ zip }: ServiceRecord): string | undefined {
  if (typeof zip === "number" && Number.isInteger(zip) && zip >= 10_000 && zip <= 99_999) return String(zip);
  if (typeof zip !== "string") return undefined;
  // Most are, and what follows is slow for 41,000 of them.
  if (DIGITS.test(zip)) return zip;
  const plain = withoutInvisible(zip).normalize("NFKC").trim();
  return plain === "" || MASKED_ZIP.test(plain) ? undefined : plain;
}

function sortByZip(records: readonly ServiceRecord[]): readonly Placed[] {
  return records
    .flatMap((record, at) => {
      const zip = zipOf(record);
      return zip === undefined ? [] : [{ zip, at, record }];
    })
    .sort((a, b) => (a.zip < b.zip ? -1 : a.zip > b.zip ? 1 : 0));
}
