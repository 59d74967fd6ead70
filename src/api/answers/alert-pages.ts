import { timestampMs } from "../../domain/datetime.ts";
import type { Envelope } from "./answer.ts";
import { DistinctRecords } from "./distinct-records.ts";

/** `askedSize` is the page size of its request; null if the service chose it. */
export type AlertPage = Envelope & { readonly askedSize: number | null };

/** How the service pages, as its pages have shown. It pages newer data in the same way. */
interface PagingHabits {
  /** The page size of every request; null if the service chooses it, undefined before the first page. */
  readonly size: number | null | undefined;
  /** Whether the service numbers the first page 0. */
  readonly isZeroBased: boolean;
  /** Whether the service honours `page`, which the first later page with new records shows. */
  readonly honoursPage: boolean;
}

/**
 * - `beyond`: it lies after the last page, because pages are requested side by side; a run may ignore it
 * - `odd`: it has the number of another page, or brings no new record and is not an empty last page
 * - `newer`, `older`: its data is not that of the pages before it
 */
type Verdict = "kept" | "beyond" | "odd" | "newer" | "older";

/**
 * Pages of alerts with one `generatedAt` (service.md 4.2). They come in any order. Here they are numbered from 1, and
 * `#keep` alone changes the fields. An example with `total` 5 and `pageSize` 2:
 *
 *     page  records  hasMore  verdict  pagesTotal  state
 *        1  a b      true     kept              3  open
 *        2  a b      true     odd               3  open
 *        2  c d      true     kept              3  open
 *        3  e        false    kept              3  whole (without e: short)
 *        4  -        false    beyond            3  whole
 */
export class AlertPages {
  habits: PagingHabits;
  /** The highest `meta.total` of a page; null if none has one. */
  announcedTotal: number | null = null;
  /** The first page to arrive with a time, with which later pages are compared. */
  firstDated: Envelope | undefined;
  /** When the earliest request was sent (`monotonicMs`). Infinite without a page, which is never too old. */
  sentMs = Number.POSITIVE_INFINITY;
  bytes = 0;
  /** By number, in the order of arrival. Each has only its new records: those that no page before it brought. */
  readonly #pages = new Map<number, Envelope>();
  readonly #distinct = new DistinctRecords();
  /** The records of a full page, as the first page to arrive says. If it names no page size, it is full. */
  #fullSize: number | undefined;
  /** Infinite until a page shows that none follows. */
  #lastPage = Number.POSITIVE_INFINITY;

  constructor(habits: PagingHabits = { size: undefined, isZeroBased: false, honoursPage: false }) {
    this.habits = habits;
  }

  /** Keeps the answer to the request for page `number`, if that is the verdict. */
  add(number: number, page: AlertPage): Verdict {
    const verdict = this.#verdictOn(number, page);
    if (verdict === "kept") this.#keep(number, page);
    return verdict;
  }

  #verdictOn(number: number, page: AlertPage): Verdict {
    if (number > this.#lastPage) return "beyond";
    if (number > 1 && page.pageNumber !== null && page.pageNumber !== this.pageParameter(number)) return "odd";
    const age = this.#ageOf(page);
    if (age !== "same") return age;
    if (number === 1) return "kept";
    const isEmptyEnd = page.records.length === 0 && page.hasMore !== true;
    const hasNewRecord = page.records.some((record) => this.#distinct.pageOf(record) === undefined);
    return hasNewRecord || isEmptyEnd ? "kept" : "odd";
  }

  /** A page without a readable `generatedAt` counts as the same. */
  #ageOf(page: Envelope): "same" | "newer" | "older" {
    const { firstDated, announcedTotal } = this;
    const pageMs = timestampMs(page.generatedAt);
    const knownMs = timestampMs(firstDated?.generatedAt);
    if (pageMs === undefined || knownMs === undefined || pageMs === knownMs) return "same";
    // Times of answers say nothing about the data. Its total does.
    if (page.isTimeOfAnswer && firstDated?.isTimeOfAnswer === true) {
      const isOneTotal = page.total === null || announcedTotal === null || page.total === announcedTotal;
      return isOneTotal ? "same" : "newer";
    }
    return pageMs < knownMs ? "older" : "newer";
  }

  #keep(number: number, page: AlertPage): void {
    const newRecords = this.#distinct.add(page.records, number);
    const keptPage = { ...page, records: newRecords };
    this.#pages.set(number, keptPage);
    if (page.generatedAt !== null) this.firstDated ??= keptPage;
    this.sentMs = Math.min(this.sentMs, page.sentMs);
    this.bytes += page.bytes;
    this.#fullSize ??= page.pageSize ?? page.records.length;
    if (page.total !== null) this.announcedTotal = Math.max(page.total, this.announcedTotal ?? page.total);
    const { isZeroBased, honoursPage } = this.habits;
    this.habits = {
      size: page.askedSize,
      isZeroBased: number === 1 ? page.pageNumber === 0 : isZeroBased,
      honoursPage: honoursPage || (number > 1 && newRecords.length > 0),
    };
    // Answers come in any order: a page of a higher number may be here already, and is then the last.
    if (isLast(page, this.#missingCount)) this.#lastPage = Math.max(...this.#pages.keys());
  }

  /** How many of the announced records have not come. Null if the service announces no total. */
  get #missingCount(): number | null {
    if (this.announcedTotal === null) return null;
    return Math.max(0, this.announcedTotal - this.#distinct.receivedCount);
  }

  /** The first page neither kept nor `underWay`. Each is billed, so beside others it must surely exist. */
  nextPage(underWay: ReadonlyMap<number, unknown>): number | undefined {
    let next = 1;
    while (this.#pages.has(next) || underWay.has(next)) next += 1;
    if (next > this.#lastPage) return undefined;
    if (underWay.size === 0) return next;
    const surelyExists = this.habits.honoursPage && next <= (this.pagesTotal ?? 0);
    return surelyExists ? next : undefined;
  }

  /** The value of the parameter `page` that asks for page `number`; undefined for the first page. */
  pageParameter(number: number): number | undefined {
    if (number === 1) return undefined;
    return this.habits.isZeroBased ? number - 1 : number;
  }

  /** `open`: the last page, or one before it, is missing. `short`: all came, with fewer records than announced. */
  get state(): "open" | "whole" | "short" {
    if (this.#pages.size !== this.#lastPage) return "open";
    return (this.#missingCount ?? 0) > 0 ? "short" : "whole";
  }

  get pagesRead(): number {
    return this.#pages.size;
  }

  /** Null if unknown, or if the service's total implies no more pages than came. */
  get pagesTotal(): number | null {
    if (Number.isFinite(this.#lastPage)) return this.#lastPage;
    const { announcedTotal, pagesRead } = this;
    const fullSize = this.#fullSize ?? 0;
    if (announcedTotal === null || fullSize < 1) return null;
    const pages = Math.ceil(announcedTotal / fullSize);
    return pages > pagesRead ? pages : null;
  }

  get inOrder(): readonly Envelope[] {
    return [...this.#pages].sort(([one], [other]) => one - other).map(([, page]) => page);
  }
}

/** Whether no page follows this one, as it was sent. The first known sign decides, in the order below. */
function isLast({ hasMore, records, pageSize, askedSize }: AlertPage, missingCount: number | null): boolean {
  if (hasMore !== null) return !hasMore;
  if (records.length === 0) return true;
  if (missingCount !== null) return missingCount === 0;
  return records.length < (pageSize ?? askedSize ?? Number.POSITIVE_INFINITY);
}
