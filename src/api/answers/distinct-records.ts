import type { JsonRecord } from "../../domain/record.ts";
import { zipOf } from "../../domain/record-zip.ts";

/** The distinct records of several pages. Most ZIPs have one, so JSON is compared only for records that share a ZIP. */
export class DistinctRecords {
  readonly #firstOfZip = new Map<string, { readonly record: JsonRecord; readonly page: number }>();
  /** The page of every other record, by its JSON. */
  readonly #pageOfJson = new Map<string, number>();

  /**
   * Adds the records of `page` and gives the new ones. `towardsTotal` is their number as `meta.total` counts them: a
   * record that repeats one of its own page counts, a record that repeats one of another page does not.
   */
  add(records: readonly JsonRecord[], page: number) {
    const added: JsonRecord[] = [];
    let towardsTotal = 0;
    for (const record of records) {
      const earlierPage = this.#addOne(record, page);
      if (earlierPage === undefined) added.push(record);
      if (earlierPage === undefined || earlierPage === page) towardsTotal += 1;
    }
    return { added, towardsTotal };
  }

  /** The page that brought an equal record earlier, if any. Otherwise the record belongs to `page`. */
  #addOne(record: JsonRecord, page: number): number | undefined {
    const zip = zipOf(record) ?? "";
    const first = this.#firstOfZip.get(zip);
    if (first === undefined) {
      this.#firstOfZip.set(zip, { record, page });
      return undefined;
    }
    const json = JSON.stringify(record);
    if (JSON.stringify(first.record) === json) return first.page;
    const earlierPage = this.#pageOfJson.get(json);
    if (earlierPage === undefined) this.#pageOfJson.set(json, page);
    return earlierPage;
  }
}
