import { withoutInvisible } from "../domain/clean.ts";
import type { ServiceRecord } from "./schema.ts";

interface Placed {
  readonly zip: string;
  /** Its position among the records. */
  readonly at: number;
  readonly record: ServiceRecord;
}

/** How many first digits make an area: of 41,000 records each has some fifty. */
const AREA_DIGITS = 3;

/** Records by area, gathered at the first look-up. */
export class ZipIndex {
  readonly #records: readonly ServiceRecord[];
  #areas: ReadonlyMap<string, readonly Placed[]> | undefined;

  constructor(records: readonly ServiceRecord[]) {
    this.#records = records;
  }

  /**
   * The records that speak for `location` (a ZIP or a ZIP prefix), in the order sent: those whose `zip` begins with it,
   * and those whose shorter `zip` it begins with, an area that contains it.
   */
  at(location: string): ServiceRecord[] {
    if (location === "") return [];
    this.#areas ??= byArea(this.#records);
    const areas = this.#areas;
    const speaks = (zip: string): boolean => zip.startsWith(location) || location.startsWith(zip);
    const near =
      location.length < AREA_DIGITS
        ? [...areas.keys()].filter(speaks)
        : [1, 2, AREA_DIGITS].map((digits) => location.slice(0, digits));
    const found = near.flatMap((area) => areas.get(area) ?? []).filter(({ zip }) => speaks(zip));
    return found.sort((a, b) => a.at - b.at).map(({ record }) => record);
  }
}

function byArea(records: readonly ServiceRecord[]): ReadonlyMap<string, readonly Placed[]> {
  const areas = new Map<string, Placed[]>();
  for (const [at, record] of records.entries()) {
    const zip = zipOf(record);
    if (zip === undefined) continue;
    const area = zip.slice(0, AREA_DIGITS);
    const placed = areas.get(area) ?? [];
    areas.set(area, placed);
    placed.push({ zip, at, record });
  }
  return areas;
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
