import { timestampMs } from "../../domain/datetime.ts";
import type { Envelope } from "./answer.ts";
import { DistinctRecords } from "./distinct-records.ts";

/** `askedSize` is the page size of its request; null if the service chose it. */
export interface AlertPage extends Envelope {
  readonly askedSize: number | null;
}

/** How the service pages, as its pages have shown. It pages newer data in the same way. */
interface PagingHabits {
  /** The page size of every request; null if the service chooses it. */
  readonly size: number | null;
  /** Whether the service numbers the first page 0. */
  isZeroBased: boolean;
  /** Whether the service honours `page`, which the first later page with new records shows. */
  honoursPage: boolean;
}

type Verdict = "kept" | "beyond" | "newer" | "older" | "odd";

/** Pages of alerts with one `generatedAt` (service.md 4.2). They come in any order. Pages are numbered from 1 here. */
export class AlertPages {
  /** Undefined before the first page. */
  habits: PagingHabits | undefined;
  /** The highest `meta.total` of a page; null if none has one. */
  announcedTotal: number | null = null;
  /** By number, in the order of arrival. Each has only the records that no page before it brought. */
  readonly #pages = new Map<number, Envelope>();
  readonly #distinct = new DistinctRecords();
  /** Undefined until a page shows that none follows. */
  #lastPage: number | undefined;

  constructor(habits?: PagingHabits) {
    this.habits = habits;
  }

  /**
   * Keeps the answer to the request for page `number`, unless it does not belong to these pages:
   * - `beyond`: it lies after the last page, because pages are requested side by side; a run may ignore it
   * - `odd`: it has the number of another page, or brings no new record and is not an empty last page
   * - `newer`, `older`: its data is not that of the pages before it
   */
  add(number: number, page: AlertPage): Verdict {
    const verdict = this.#verdictOn(number, page);
    if (verdict === "kept") this.#keep(number, page);
    return verdict;
  }

  #verdictOn(number: number, page: AlertPage): Verdict {
    if (this.#isBeyond(number)) return "beyond";
    if (number > 1 && page.pageNumber !== null && page.pageNumber !== this.pageParameter(number)) return "odd";
    const age = this.#ageOf(page);
    if (age !== "same") return age;
    const isEmptyEnd = page.records.length === 0 && page.hasMore !== true;
    const hasNewRecord = page.records.some((record) => this.#distinct.pageOf(record) === undefined);
    return number > 1 && !hasNewRecord && !isEmptyEnd ? "odd" : "kept";
  }

  /** A page without a readable `generatedAt` counts as the same. */
  #ageOf(page: Envelope): "same" | "newer" | "older" {
    const { firstDated, announcedTotal } = this;
    const pageMs = timestampMs(page.generatedAt);
    const knownMs = timestampMs(firstDated?.generatedAt);
    if (pageMs === undefined || knownMs === undefined || pageMs === knownMs) return "same";
    // Times of answers say nothing about the data. Its total does.
    if (page.isTimeOfAnswer && firstDated?.isTimeOfAnswer === true)
      return page.total === announcedTotal ? "same" : "newer";
    return pageMs < knownMs ? "older" : "newer";
  }

  #keep(number: number, page: AlertPage): void {
    const added = this.#distinct.add(page.records, number);
    // A page that names no size counts as full, with the repeats that are left out.
    this.#pages.set(number, { ...page, records: added, pageSize: page.pageSize ?? page.records.length });
    if (page.total !== null) this.announcedTotal = Math.max(page.total, this.announcedTotal ?? page.total);
    this.habits ??= { size: page.askedSize, isZeroBased: false, honoursPage: false };
    if (number === 1) this.habits.isZeroBased = page.pageNumber === 0;
    else if (added.length > 0) this.habits.honoursPage = true;
    // Answers come in any order: a page of a higher number may be here already, and is then the last.
    if (this.#isEnd(page)) this.#lastPage = Math.max(...this.#pages.keys());
  }

  /** Whether this is the last page. The first known sign decides: `hasMore`, no records, the total, a page not full. */
  #isEnd({ hasMore, pageSize, records }: Envelope): boolean {
    const { announcedTotal, habits } = this;
    if (hasMore !== null) return !hasMore;
    if (records.length === 0) return true;
    if (announcedTotal !== null) return this.#distinct.receivedCount >= announcedTotal;
    return records.length < (pageSize ?? habits?.size ?? Number.POSITIVE_INFINITY);
  }

  #isBeyond(number: number): boolean {
    return this.#lastPage !== undefined && number > this.#lastPage;
  }

  /** The first page neither kept nor `underWay`. Each is billed, so beside others it must surely exist. */
  nextPage(underWay: ReadonlyMap<number, unknown>): number | undefined {
    let next = 1;
    while (this.#pages.has(next) || underWay.has(next)) next += 1;
    if (this.#isBeyond(next)) return undefined;
    if (underWay.size === 0) return next;
    const surelyExists = this.habits?.honoursPage === true && next <= (this.pagesTotal ?? 0);
    return surelyExists ? next : undefined;
  }

  /** The value of the parameter `page` that asks for page `number`; undefined for the first page. */
  pageParameter(number: number): number | undefined {
    if (number === 1) return undefined;
    return this.habits?.isZeroBased === true ? number - 1 : number;
  }

  /** `open`: the last page, or one before it, is missing. `short`: all came, with fewer records than announced. */
  get state(): "open" | "whole" | "short" {
    if (this.#pages.size !== this.#lastPage) return "open";
    return this.#distinct.receivedCount < (this.announcedTotal ?? 0) ? "short" : "whole";
  }

  get pagesRead(): number {
    return this.#pages.size;
  }

  /** Null if unknown, or if the service's total implies no more pages than came. */
  get pagesTotal(): number | null {
    if (this.#lastPage !== undefined) return this.#lastPage;
    const [firstArrived] = this.#pages.values();
    const size = firstArrived?.pageSize ?? 0;
    const { announcedTotal, pagesRead } = this;
    if (announcedTotal === null || size < 1) return null;
    const pages = Math.ceil(announcedTotal / size);
    return pages > pagesRead ? pages : null;
  }

  get inOrder(): readonly Envelope[] {
    return [...this.#pages].sort(([one], [other]) => one - other).map(([, page]) => page);
  }

  /** The first to arrive with a time, with which later pages are compared. */
  get firstDated(): Envelope | undefined {
    return [...this.#pages.values()].find(({ generatedAt }) => generatedAt !== null);
  }

  /** When the earliest request was sent (`monotonicMs`). Infinite without a page, which is never too old. */
  get sentMs(): number {
    return Math.min(Number.POSITIVE_INFINITY, ...[...this.#pages.values()].map(({ sentMs }) => sentMs));
  }

  get bytes(): number {
    return [...this.#pages.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  }
}
