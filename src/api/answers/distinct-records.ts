import type { JsonRecord } from "../../domain/record.ts";
import { zipOf } from "../../domain/record-zip.ts";

/** The distinct records of several pages. Most ZIPs have one, so JSON is compared only for records that share a ZIP. */
export class DistinctRecords {
  readonly #firstOfZip = new Map<string, { readonly record: JsonRecord; readonly page: number }>();
  /** The page of every other record, by its JSON. */
  readonly #pageOfJson = new Map<string, number>();

  /** The page that brought an equal record first. */
  pageOf(record: JsonRecord): number | undefined {
    const first = this.#firstOfZip.get(zipOf(record) ?? "");
    if (first === undefined) return undefined;
    const json = JSON.stringify(record);
    return JSON.stringify(first.record) === json ? first.page : this.#pageOfJson.get(json);
  }

  /**
   * Adds the records of `page` and gives the new ones. `towardsTotal` is their number as `meta.total` counts them: a
   * record that repeats one of its own page counts, a record that repeats one of another page does not.
   */
  add(records: readonly JsonRecord[], page: number) {
    const added: JsonRecord[] = [];
    let towardsTotal = 0;
    for (const record of records) {
      const earlierPage = this.pageOf(record);
      if (earlierPage === undefined) {
        this.#addOne(record, page);
        added.push(record);
      }
      if (earlierPage === undefined || earlierPage === page) towardsTotal += 1;
    }
    return { added, towardsTotal };
  }

  #addOne(record: JsonRecord, page: number): void {
    const zip = zipOf(record) ?? "";
    if (this.#firstOfZip.has(zip)) this.#pageOfJson.set(JSON.stringify(record), page);
    else this.#firstOfZip.set(zip, { record, page });
  }
}
