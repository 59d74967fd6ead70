import type { JsonRecord } from "../../domain/record.ts";
import { zipOf } from "../../domain/record-zip.ts";

interface FirstOfZip {
  readonly record: JsonRecord;
  readonly page: number;
}

/** The distinct records of several pages. Most ZIPs have one, so JSON is compared only for records that share a ZIP. */
export class DistinctRecords {
  /** As `meta.total` counts: a repeat within a page counts, a repeat of another page's record does not. */
  receivedCount = 0;
  readonly #firstOfZip = new Map<string, FirstOfZip>();
  /** The page of every other record, by its JSON. */
  readonly #pageOfJson = new Map<string, number>();

  /** The page that first brought an equal record. */
  pageOf(record: JsonRecord): number | undefined {
    const first = this.#firstOfZip.get(zipOf(record) ?? "");
    return first && this.#pageOfOther(first, JSON.stringify(record));
  }

  #pageOfOther(first: FirstOfZip, json: string): number | undefined {
    return JSON.stringify(first.record) === json ? first.page : this.#pageOfJson.get(json);
  }

  /** Adds the records of `page` and gives the new ones. */
  add(records: readonly JsonRecord[], page: number): readonly JsonRecord[] {
    const added: JsonRecord[] = [];
    for (const record of records) {
      const zip = zipOf(record) ?? "";
      const first = this.#firstOfZip.get(zip);
      const json = first && JSON.stringify(record);
      const isFirst = first === undefined || json === undefined;
      const earlierPage = isFirst ? undefined : this.#pageOfOther(first, json);
      if ((earlierPage ?? page) === page) this.receivedCount += 1;
      if (earlierPage !== undefined) continue;
      if (isFirst) this.#firstOfZip.set(zip, { record, page });
      else this.#pageOfJson.set(json, page);
      added.push(record);
    }
    return added;
  }
}
