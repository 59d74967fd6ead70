import { timestampMs } from "../../domain/datetime.ts";
import type { JsonRecord } from "../../domain/record.ts";
import { unplacedCount, withLostZeros } from "../../domain/record-zip.ts";
import type { AlertSet, Incomplete } from "../model/api.ts";
import type { Envelope } from "./answer.ts";
import type { Fetched } from "./data-api.ts";
import { DistinctRecords } from "./distinct-records.ts";

/** `askedSize` is the page size of its request; null if the service chose it. */
export interface AlertPage extends Envelope {
  readonly askedSize: number | null;
}

/** Why the pages stay as they are, though they are not whole. */
export type EarlyEnd = Pick<Incomplete, "reason" | "failure">;

interface Paging {
  /** The page size of every request; null if the service chooses it. Undefined before the first page. */
  size: number | null | undefined;
  /** Whether the service numbers the first page 0. */
  isZeroBased: boolean;
  /** Whether the service honours `page`, which the first later page with new records shows. */
  honoursPage: boolean;
}

type Verdict = "kept" | "beyond" | "newer" | "older" | "odd";

/** Pages of alerts with one `generatedAt` (service.md 4.2). They come in any order. Pages are numbered from 1 here. */
export class AlertPages {
  readonly paging: Paging;
  /** By number, in the order of arrival. Each has only the records that no earlier page brought. */
  readonly #pages = new Map<number, Envelope>();
  readonly #distinct = new DistinctRecords();
  /** The highest total that a page announced; null if none did. */
  #announcedTotal: number | null = null;
  #receivedCount = 0;
  /** Infinite until a page shows it. */
  #lastPage = Number.POSITIVE_INFINITY;

  constructor(paging: Paging = { size: undefined, isZeroBased: false, honoursPage: false }) {
    this.paging = paging;
  }

  get #arrived(): readonly Envelope[] {
    return [...this.#pages.values()];
  }

  get #earliestDated(): Envelope | undefined {
    return this.#arrived.find(({ generatedAt }) => generatedAt !== null);
  }

  /**
   * Keeps the answer to the request for page `number`, unless it does not belong to these pages:
   * - `beyond`: it lies after the last page, because pages are requested side by side
   * - `odd`: it has the number of another page, or brings no new record and does not end the set
   * - `newer`, `older`: its data is not that of the pages before it
   */
  add(number: number, page: AlertPage): Verdict {
    if (number > this.#lastPage) return "beyond";
    if (number > 1 && page.pageNumber !== null && page.pageNumber !== this.pageParameter(number)) return "odd";
    const age = this.#ageOf(page);
    if (age !== "same") return age;
    const { added, towardsTotal } = this.#distinct.add(page.records, number);
    const isEmptyEnd = page.records.length === 0 && page.hasMore !== true;
    // Nothing was added to #distinct, so a refused page leaves no trace.
    if (number > 1 && added.length === 0 && !isEmptyEnd) return "odd";
    this.#receivedCount += towardsTotal;
    this.#keep(number, page, added);
    return "kept";
  }

  #keep(number: number, page: AlertPage, added: readonly JsonRecord[]): void {
    const { records, total, pageNumber, pageSize, askedSize } = page;
    this.#pages.set(number, { ...page, records: added, pageSize: pageSize ?? records.length });
    if (total !== null) this.#announcedTotal = Math.max(total, this.#announcedTotal ?? total);
    this.paging.size ??= askedSize;
    if (number === 1) this.paging.isZeroBased = pageNumber === 0;
    else this.paging.honoursPage ||= added.length > 0;
    // A page after this end may have come before it, because pages are requested side by side.
    if (this.#isEnd(page)) this.#lastPage = Math.max(...this.#pages.keys());
  }

  /** The value of the parameter `page` that asks for page `number`; undefined for the first page. */
  pageParameter(number: number): number | undefined {
    if (number === 1) return undefined;
    return this.paging.isZeroBased ? number - 1 : number;
  }

  /** The first page neither kept nor `underWay`; `undefined` if none is left. */
  nextPage(underWay: ReadonlyMap<number, unknown>): number | undefined {
    let next = 1;
    while (this.#pages.has(next) || underWay.has(next)) next += 1;
    return next > this.#lastPage ? undefined : next;
  }

  get #hasAllPages(): boolean {
    return this.#pages.size === this.#lastPage;
  }

  get isWhole(): boolean {
    return this.#hasAllPages && !this.isShort;
  }

  /** Whether all pages came, but with fewer records than the service announced. */
  get isShort(): boolean {
    return this.#hasAllPages && this.#receivedCount < (this.#announcedTotal ?? 0);
  }

  get pagesRead(): number {
    return this.#pages.size;
  }

  /** Null if unknown, or if the service's total implies no more pages than came. */
  get pagesTotal(): number | null {
    if (Number.isFinite(this.#lastPage)) return this.#lastPage;
    const size = this.#arrived[0]?.pageSize ?? 0;
    if (this.#announcedTotal === null || size < 1) return null;
    const pages = Math.ceil(this.#announcedTotal / size);
    return pages > this.pagesRead ? pages : null;
  }

  /** When the earliest request was sent (`monotonicMs`); infinite without a page. */
  get sentMs(): number {
    return Math.min(...this.#arrived.map(({ sentMs }) => sentMs));
  }

  get bytes(): number {
    return this.#arrived.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** The pages so far as one set, which later pages do not change. Pages that are not whole need an `earlyEnd`. */
  fetched(earlyEnd?: EarlyEnd): Fetched<Omit<AlertSet, "at">> {
    const { sentMs, bytes, pagesRead, pagesTotal } = this;
    const [earliest] = this.#arrived;
    const granularity = earliest?.granularity ?? null;
    const inOrder = [...this.#pages].sort(([one], [other]) => one - other);
    const sent = inOrder.flatMap(([, page]) => page.records);
    const records = withLostZeros(sent, granularity);
    const announced = this.#announcedTotal;
    const wholeTotal = earlyEnd === undefined ? records.length : null;
    const data = {
      records,
      unplaced: unplacedCount(records),
      // The service may send more records than it counts.
      total: announced !== null && announced >= records.length ? announced : wholeTotal,
      ...(earlyEnd === undefined ? {} : { incomplete: { ...earlyEnd, pagesRead, pagesTotal } }),
      generatedAt: this.#earliestDated?.generatedAt ?? null,
      windowHours: earliest?.windowHours ?? null,
      granularity,
    };
    return { data, isWhole: earlyEnd === undefined, sentMs, bytes };
  }

  /** A page without a readable `generatedAt` counts as the same. */
  #ageOf(page: Envelope): "same" | "newer" | "older" {
    const dated = this.#earliestDated;
    const pageMs = timestampMs(page.generatedAt);
    const knownMs = timestampMs(dated?.generatedAt);
    if (pageMs === undefined || knownMs === undefined || pageMs === knownMs) return "same";
    // Two times of answers say nothing about the data. Its total does.
    if (page.isTimeOfAnswer && dated?.isTimeOfAnswer === true)
      return page.total === this.#announcedTotal ? "same" : "newer";
    return pageMs < knownMs ? "older" : "newer";
  }

  /** Whether no page follows: by `hasMore`, else as the page is empty, else by the total, else as it is not full. */
  #isEnd({ hasMore, pageSize, records }: Envelope): boolean {
    if (hasMore !== null) return !hasMore;
    if (records.length === 0) return true;
    if (this.#announcedTotal !== null) return this.#receivedCount >= this.#announcedTotal;
    return records.length < (pageSize ?? this.paging.size ?? Number.POSITIVE_INFINITY);
  }
}
