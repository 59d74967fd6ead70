import { withoutInvisible } from "../domain/clean.ts";
import type { ServiceRecord } from "./schema.ts";

/**
 * Records by ZIP prefix: the `zip` fields sorted once, so that a prefix is a range found by bisection instead of a walk
 * over some 41,000 records. Built at the first look-up.
 */
export class ZipIndex {
  readonly #records: readonly ServiceRecord[];
  #sorted: readonly { readonly zip: string; readonly at: number }[] | undefined;

  constructor(records: readonly ServiceRecord[]) {
    this.#records = records;
  }

  /** How many records name no ZIP that can be read: they may concern any place. */
  get unplaced(): number {
    this.#sorted ??= sortByZip(this.#records);
    return this.#records.length - this.#sorted.length;
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
    return found.sort((a, b) => a - b).flatMap((at) => this.#records.slice(at, at + 1));
  }

  #range(from: string, belongs: (zip: string) => boolean): number[] {
    this.#sorted ??= sortByZip(this.#records);
    const sorted = this.#sorted;
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sorted[middle]?.zip ?? "") < from) low = middle + 1;
      else high = middle;
    }
    const found: number[] = [];
    for (let place = low; ; place += 1) {
      const entry = sorted[place];
      if (entry === undefined || !belongs(entry.zip)) break;
      found.push(entry.at);
    }
    return found;
  }
}

/** Digits followed by what stands for digits, such as 850xx: an area that nobody has said how to read. */
const MASKED_ZIP = /^\d+[*#?xX]+$/;

/**
 * A record's ZIP or prefix as text, without what does not show; a number of five digits is one whose quotes were
 * forgotten. Codes of other countries are read as they are. `undefined` for what cannot be placed.
 */
export function zipOf(record: ServiceRecord): string | undefined {
  const { zip } = record;
  if (typeof zip === "number" && Number.isInteger(zip) && zip >= 10_000 && zip <= 99_999) return String(zip);
  if (typeof zip !== "string") return undefined;
  const plain = withoutInvisible(zip).normalize("NFKC").trim();
  return plain === "" || MASKED_ZIP.test(plain) ? undefined : plain;
}

function sortByZip(records: readonly ServiceRecord[]): { readonly zip: string; readonly at: number }[] {
  return records
    .flatMap((record, at) => {
      const zip = zipOf(record);
      return zip === undefined ? [] : [{ zip, at }];
    })
    .sort((a, b) => (a.zip < b.zip ? -1 : a.zip > b.zip ? 1 : 0));
}
