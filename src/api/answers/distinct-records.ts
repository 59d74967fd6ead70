import type { JsonRecord } from "../../domain/record.ts";
import { zipOf } from "../../domain/record-zip.ts";

/** The distinct records of several pages. Most ZIPs have one, so JSON is compared only for records that share a ZIP. */
export class DistinctRecords {
  /** As `meta.total` counts: a repeat within a page counts, a repeat of another page's record does not. */
  receivedCount = 0;
  readonly #firstOfZip = new Map<string, { readonly record: JsonRecord; readonly page: number }>();
  /** The page of every other record, by its JSON. */
  readonly #pageOfJson = new Map<string, number>();

  /** The page that first brought an equal record. */
  pageOf(record: JsonRecord): number | undefined {
    const first = this.#firstOfZip.get(zipOf(record) ?? "");
    if (first === undefined) return undefined;
    const json = JSON.stringify(record);
    return JSON.stringify(first.record) === json ? first.page : this.#pageOfJson.get(json);
  }

  /** Adds the records of `page` and gives the new ones. */
  add(records: readonly JsonRecord[], page: number): readonly JsonRecord[] {
    const added: JsonRecord[] = [];
    for (const record of records) {
      const earlierPage = this.pageOf(record);
      if ((earlierPage ?? page) === page) this.receivedCount += 1;
      if (earlierPage !== undefined) continue;
      const zip = zipOf(record) ?? "";
      if (this.#firstOfZip.has(zip)) this.#pageOfJson.set(JSON.stringify(record), page);
      else this.#firstOfZip.set(zip, { record, page });
      added.push(record);
    }
    return added;
  }
}
