import { timestampMs } from "../../domain/datetime.ts";
import type { JsonRecord } from "../../domain/record.ts";
import { unplacedCount, withLostZeros, zipOf } from "../../domain/zip.ts";
import type { AlertSet, Incomplete } from "../model/api.ts";
import type { Page, Read } from "./data-api.ts";

/** Finds duplicate records. Most ZIPs have one record, so JSON is compared only for records that share a ZIP. */
class FirstPages {
  readonly #byZip = new Map<string, { readonly record: JsonRecord; readonly page: number }>();
  readonly #byJson = new Map<string, number>();

  /** The page that first brought an equal record. `undefined` for a new record, which then belongs to `page`. */
  add(record: JsonRecord, page: number): number | undefined {
    const zip = zipOf(record) ?? "";
    const first = this.#byZip.get(zip);
    if (first === undefined) {
      this.#byZip.set(zip, { record, page });
      return undefined;
    }
    const json = JSON.stringify(record);
    if (JSON.stringify(first.record) === json) return first.page;
    const earlier = this.#byJson.get(json);
    if (earlier === undefined) this.#byJson.set(json, page);
    return earlier;
  }
}

/** How the service pages one reading. Newer data changes none of it. */
export interface Paging {
  /** The page size of every request; null if the service chooses it. Undefined before the first page. */
  size: number | null | undefined;
  /** Whether the service numbered the first page 0. */
  isZeroBased: boolean;
  /** Whether a page after the first brought new records, which shows that the service honours `page`. */
  isHonoured: boolean;
}

/** The alert pages of one `generatedAt` (service.md 4.2). Takes pages in any order, and each page and record once. */
export class AlertPages {
  readonly paging: Paging;
  /** When the earliest request was sent (`monotonicMs`). */
  sentMs = Number.POSITIVE_INFINITY;
  /** Total size of the response bodies. */
  bytes = 0;
  /** Records by page number, without duplicates. */
  readonly #pages = new Map<number, readonly JsonRecord[]>();
  readonly #firstPages = new FirstPages();
  /** The page that came first. */
  #head: Page | undefined;
  /** From the first page that has one. */
  #generatedAt: string | null = null;
  #total: number | null = null;
  #lastPage = Number.POSITIVE_INFINITY;
  /** Records received, as `meta.total` counts them: a duplicate within a page counts twice. */
  #received = 0;

  constructor(paging: Paging = { size: undefined, isZeroBased: false, isHonoured: false }) {
    this.paging = paging;
  }

  /** Compares the data of a page with that of these pages. A page without `generatedAt` counts as the same. */
  ageOf(page: Page): "same" | "newer" | "older" {
    const [ofPage, ofHead] = [page.generatedAt, this.#generatedAt];
    if (ofHead === null || ofPage === null || ofPage === ofHead) return "same";
    const [pageMs, headMs] = [timestampMs(ofPage), timestampMs(ofHead)];
    if (pageMs !== undefined && pageMs === headMs) return "same";
    // Two times of answers say nothing about the data. Its total does.
    if (page.isTimeOfAnswer && this.#head?.isTimeOfAnswer === true)
      return page.total === this.#total ? "same" : "newer";
    return pageMs !== undefined && headMs !== undefined && pageMs < headMs ? "older" : "newer";
  }

  /** Whether the page's own `meta.page` contradicts the number requested. */
  isMisplaced(number: number, { page }: Page): boolean {
    return number > 1 && page !== null && page !== this.parameterOf(number);
  }

  /** Adds page `number` (from 1), unless it lies beyond the end. False for a page that brings nothing new and no end. */
  take(number: number, page: Page): boolean {
    if (this.#pages.has(number) || number > this.#lastPage) return true;
    if (number === 1) this.paging.isZeroBased = page.page === 0;
    const news = this.#newOf(page.records, number);
    const isEnd = number > 1 && page.records.length === 0 && page.hasMore !== true;
    if (number > 1 && news.length === 0 && !isEnd) return false;
    this.#head ??= page;
    this.#generatedAt ??= page.generatedAt;
    if (page.total !== null) this.#total = Math.max(page.total, this.#total ?? 0);
    this.sentMs = Math.min(this.sentMs, page.sentMs);
    this.bytes += page.bytes;
    if (isEnd) {
      this.#lastPage = number - 1;
      return true;
    }
    this.#pages.set(number, news);
    this.paging.isHonoured ||= number > 1;
    this.#lastPage = Math.min(this.#lastPage, this.#endBy(number, page));
    return true;
  }

  /** The value of `page` that asks for page `number`; undefined for the first. Counts from 0 if the service does. */
  parameterOf(number: number): number | undefined {
    if (number === 1) return undefined;
    return this.paging.isZeroBased ? number - 1 : number;
  }

  /** The first page neither read nor under way; `undefined` if none is left. */
  nextPage(underWay: { has(number: number): boolean } = new Set<number>()): number | undefined {
    let next = 1;
    while (this.#pages.has(next) || underWay.has(next)) next += 1;
    return next > this.#lastPage ? undefined : next;
  }

  get pagesRead(): number {
    return this.#pages.size;
  }

  /** The number of pages; null if unknown, or if the service's total implies no more pages than were read. */
  get pagesTotal(): number | null {
    if (Number.isFinite(this.#lastPage)) return this.#lastPage;
    const size = this.#head?.pageSize ?? this.#head?.records.length ?? 0;
    const pages = Math.ceil((this.#total ?? 0) / size);
    return Number.isFinite(pages) && pages > this.pagesRead ? pages : null;
  }

  /** Whether the service ended the set with fewer records than it announced. */
  get isShort(): boolean {
    return this.nextPage() === undefined && this.#received < (this.#total ?? 0);
  }

  /** The pages so far, which later pages do not change. They are the whole set unless `stop` is given. */
  read(stop?: Pick<Incomplete, "reason" | "failure">): Read<Omit<AlertSet, "at">> {
    const sent = [...this.#pages].sort(([a], [b]) => a - b).flatMap(([, ofPage]) => ofPage);
    const { granularity = null, windowHours = null } = this.#head ?? {};
    const records = withLostZeros(sent, granularity);
    const { length } = records;
    const { sentMs, bytes, pagesRead, pagesTotal } = this;
    const counted = stop === undefined ? length : null;
    // The service may send more records than it counts.
    const isTotalCredible = this.#total !== null && this.#total >= length;
    const data = {
      records,
      unplaced: unplacedCount(records),
      total: isTotalCredible ? this.#total : counted,
      ...(stop === undefined ? {} : { incomplete: { ...stop, pagesRead, pagesTotal } }),
      generatedAt: this.#generatedAt,
      windowHours,
      granularity,
    };
    return { data, isWhole: stop === undefined, sentMs, bytes };
  }

  /** The last page as page `number` shows it: by `hasMore`, else by the total, else by whether the page is full. */
  #endBy(number: number, { hasMore, pageSize, records }: Page): number {
    const unknown = Number.POSITIVE_INFINITY;
    if (hasMore !== null) return hasMore ? unknown : number;
    if (this.#total !== null) return this.#received < this.#total ? unknown : Math.max(...this.#pages.keys());
    return records.length < (pageSize ?? this.paging.size ?? unknown) ? number : unknown;
  }

  /** Records not seen before. A duplicate within the page is dropped but counted, as `meta.total` counts it. */
  #newOf(records: readonly JsonRecord[], number: number): readonly JsonRecord[] {
    const news: JsonRecord[] = [];
    for (const record of records) {
      const first = this.#firstPages.add(record, number);
      if (first === undefined) news.push(record);
      if (first === undefined || first === number) this.#received += 1;
    }
    return news;
  }
}
