import type { AlertQuery, AlertSet } from "./api.ts";
import { countLevels } from "./level-count.ts";
import type { ServiceRecord } from "./schema.ts";
import { ZipIndex, zipOf } from "./zip-index.ts";

/** The records up to one moment, which later ones do not change. */
interface Snapshot {
  readonly records: readonly ServiceRecord[];
  readonly index: ZipIndex;
  readonly byLevel: AlertSet["byLevel"];
}

/** A record and the page that it came with. */
interface Read {
  readonly record: ServiceRecord;
  readonly page: number;
}

/** The records of one reading of temperature alerts (spec 4.2), in the order in which they came, none of them twice. */
export class AlertRecords {
  readonly #list: ServiceRecord[] = [];
  /** The first record of each ZIP, or of none, until there is a second: most are alone, and writing all out takes long. */
  readonly #firstOfZip = new Map<string | undefined, Read | undefined>();
  /** All records of each ZIP that has several. */
  readonly #several = new Map<string | undefined, ServiceRecord[]>();
  /** The page of every other record, by its identity. */
  readonly #seen = new Map<unknown, number>();
  /** Made at the first question, good until more come. */
  #snapshot: Snapshot | undefined;

  get list(): readonly ServiceRecord[] {
    return this.#list;
  }

  /** Keeps those that are new; returns how many came with this page alone. */
  add(records: readonly ServiceRecord[], page: number): number {
    this.#snapshot = undefined;
    return records.filter((record) => this.#add(record, page)).length;
  }

  /** Whether a record names exactly this ZIP, and `isOfPlace`. */
  hasZip(zip: string, isOfPlace: AlertQuery["isOfPlace"] = () => true): boolean {
    const first = this.#firstOfZip.get(zip);
    return first === undefined ? (this.#several.get(zip) ?? []).some(isOfPlace) : isOfPlace(first.record);
  }

  clear(): void {
    this.#snapshot = undefined;
    this.#list.length = 0;
    this.#seen.clear();
    this.#firstOfZip.clear();
    this.#several.clear();
  }

  /** No further page is taken in: the keys of 41,000 records are worth their memory only until then. */
  close(): void {
    this.#seen.clear();
  }

  snapshot(): Snapshot {
    if (this.#snapshot === undefined) {
      const records = this.#list.slice();
      this.#snapshot = { records, index: new ZipIndex(records), byLevel: countLevels(records) };
    }
    return this.#snapshot;
  }

  /** Keeps a record that is new; tells whether `page` is the one that it came with. */
  #add(record: ServiceRecord, page: number): boolean {
    const zip = zipOf(record);
    if (this.#firstOfZip.has(zip)) {
      this.#writeOutFirst(zip);
      const key = identity(record);
      const known = this.#seen.get(key);
      if (known !== undefined) return known === page;
      this.#seen.set(key, page);
      this.#several.get(zip)?.push(record);
    } else {
      this.#firstOfZip.set(zip, { record, page });
    }
    this.#list.push(record);
    return true;
  }

  /** Enters the first record of `zip` among those that are known by their identity, once. */
  #writeOutFirst(zip: string | undefined): void {
    const first = this.#firstOfZip.get(zip);
    if (first === undefined) return;
    this.#seen.set(identity(first.record), first.page);
    this.#several.set(zip, [first.record]);
    this.#firstOfZip.set(zip, undefined);
  }
}

/** The key of a record: equal for equal ones. One nested too deep to be written out is like no other. */
export function identity(record: ServiceRecord): unknown {
  try {
    return JSON.stringify(record);
  } catch {
    return record;
  }
}
