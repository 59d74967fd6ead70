import { layered } from "./alert-layers.ts";
import { AlertRecords } from "./alert-records.ts";
import type { Envelope } from "./answer.ts";
import type { AlertQuery, AlertSet, Incomplete } from "./api.ts";
import type { ServiceRecord } from "./schema.ts";

/** What ended a reading before its last page. */
export type Stop = Pick<Incomplete, "reason" | "failure" | "since">;

/** What one page said of the reading as a whole. */
export type PageVerdict =
  /** Read on, if there is more. */
  | "taken"
  /** The service answered with a page that it had sent before. */
  | "repeated"
  /** The page is empty although more was announced. */
  | "empty"
  /** The data is of another time than the pages before. */
  | "changed";

/**
 * The pages of one reading of temperature alerts (spec 4.2), whatever their number and order of arrival: no record
 * twice, each page once, all of one `generatedAt`. Can be left unfinished and gone on with later.
 */
export class AlertPages {
  readonly #records = new AlertRecords();
  /** The page size that the first page was asked with; a reading keeps it, since page numbers depend on it. */
  pageSize: number | undefined;
  /** Whether one page was answered for another: whoever goes on asks for all at once. */
  isPageIgnored = false;
  /** Characters of the answers that brought something. */
  bytes = 0;
  /** Pages of newer data that came instead of pages of these: as certain, and billed. */
  #newer: AlertPages | undefined;
  readonly #read = new Set<number>();
  /** Pages that say nothing of whether there is more. */
  readonly #silent = new Set<number>();
  #first: Envelope | undefined;
  /** Of the first page that told one. */
  #generatedAt: string | null = null;
  #total: number | null = null;
  /** As far as is known; endless until a page was the last. */
  #lastPage = Number.POSITIVE_INFINITY;
  #isWhole = false;
  /** Records received: what `total` counts. One that another page had is none of them: the two overlap. */
  #received = 0;

  /** Takes in page `number` (from 1). */
  take(number: number, page: Envelope, bytes: number): PageVerdict {
    if (this.isOfAnotherTime(page)) {
      this.#newer ??= new AlertPages();
      this.#newer.take(number, page, bytes);
      return "changed";
    }
    // Asked for once more since the reading was given up, while this answer was still under way.
    if (this.#isWhole || this.#read.has(number)) return "taken";
    this.#generatedAt ??= page.generatedAt;
    // Asked for side by side, beyond an end that another page has told meanwhile.
    if (number > this.#lastPage) return "taken";
    this.#announce(page);
    if (number > 1 && page.records.length === 0) {
      // A page was said to follow: without a word on the end, only all that was announced shows that this is it.
      if (page.hasMore !== false && this.#counted !== this.total) return "empty";
      this.#lastPage = number - 1;
      return "taken";
    }
    const before = this.records.length;
    const received = this.#records.add(page.records, number);
    const isNews = number === 1 || this.records.length > before;
    if (isNews) this.bytes += bytes;
    const isAnotherPage = page.page !== null && page.page !== this.parameterOf(number);
    if (!isNews || (number > 1 && isAnotherPage)) {
      this.#isWhole = page.hasMore !== true && this.#hasTotal;
      return this.#isWhole ? "taken" : "repeated";
    }
    this.#first ??= page;
    this.#read.add(number);
    this.#received += received;
    if (page.hasMore === null) this.#silent.add(number);
    if (this.#isLast(number, page)) this.#lastPage = Math.min(number, this.#lastPage);
    this.#endAtTotal();
    return "taken";
  }

  /** The value of `page` that asks for page `number`: counted from 0 where the first page was called 0. */
  parameterOf(number: number): number {
    return this.#first?.page === 0 ? number - 1 : number;
  }

  /** Takes in a page that was asked for by its size instead of its number, as the whole; tells whether it is. */
  takeWhole(page: Envelope, bytes: number): boolean {
    if (this.#isWhole) return true;
    if (this.isOfAnotherTime(page)) {
      if (!isAll(page)) {
        this.#newer ??= new AlertPages();
        this.#newer.take(1, page, bytes);
        return false;
      }
      this.#records.clear();
      this.#read.clear();
      this.#total = null;
      this.#newer = undefined;
    }
    this.#read.add(1);
    this.#first = page;
    this.#generatedAt = page.generatedAt ?? this.#generatedAt;
    this.#announce(page);
    this.#received = page.records.length;
    this.bytes += bytes;
    this.#records.add(page.records, 1);
    this.#isWhole = page.hasMore === false || (page.hasMore === null && this.#hasTotal);
    return this.#isWhole;
  }

  /** Whether the service has shown that it has newer data: no later page belongs to these. */
  get isOutdated(): boolean {
    return this.#newer !== undefined;
  }

  /** Characters of the answers of all that is told with these. */
  get keptBytes(): number {
    return this.bytes + (this.#newer?.keptBytes ?? 0);
  }

  get records(): readonly ServiceRecord[] {
    return this.#records.list;
  }

  /** Whether a record names exactly this ZIP, and `isOfPlace`. */
  hasZip(zip: string, isOfPlace?: AlertQuery["isOfPlace"]): boolean {
    return this.#records.hasZip(zip, isOfPlace);
  }

  /** `meta.total`, the largest that a page gave: what any of them announced must come. */
  get total(): number | null {
    return this.#total;
  }

  get pagesRead(): number {
    return this.#read.size;
  }

  /** How many pages there are, where the service gives a total, and it is not too small for what it says to follow. */
  get pagesTotal(): number | null {
    if (Number.isFinite(this.#lastPage)) return this.#lastPage;
    const { total } = this;
    const size = this.#first?.pageSize ?? this.#first?.records.length ?? 0;
    if (total === null || size <= 0) return null;
    const pages = Math.ceil(total / size);
    return pages > this.pagesRead || this.#isWhole ? pages : null;
  }

  /** Whether every page up to the last was read. */
  get isComplete(): boolean {
    return this.nextPage() === undefined;
  }

  /** Whether the service sent fewer records than it announced, although it says that there is no more. */
  get isShort(): boolean {
    return this.total !== null && !this.#hasTotal;
  }

  /** The first page not read and not among `underWay`; `undefined` when there is none left. */
  nextPage(underWay: ReadonlySet<number> = new Set()): number | undefined {
    let next = 1;
    while (this.#read.has(next) || underWay.has(next)) next += 1;
    return this.#isWhole || next > this.#lastPage ? undefined : next;
  }

  /** No page is under way any more, and none is asked for again. */
  close(): void {
    this.#records.close();
  }

  /** What was read so far, as a set that later pages do not change; unless it is whole (no `stop`), with what is newer. */
  toSet(stop: Stop | undefined): AlertSet {
    const own = this.#ownSet(stop);
    if (stop === undefined || this.#newer === undefined) return own;
    return layered(own, this.#newer.toSet(stop), own.incomplete);
  }

  #ownSet(stop: Stop | undefined): AlertSet {
    const { records, index, byLevel } = this.#records.snapshot();
    const { pagesRead, pagesTotal } = this;
    const outdated = this.isOutdated ? ({ outdated: true } as const) : {};
    return {
      records,
      at: (location) => index.at(location),
      get unplaced() {
        return index.unplaced;
      },
      byLevel,
      total: this.#toldTotal(stop),
      ...(stop === undefined ? {} : { incomplete: { ...stop, pagesRead, pagesTotal, ...outdated } }),
      generatedAt: this.#generatedAt,
      windowHours: this.#first?.windowHours ?? null,
      granularity: this.#first?.granularity ?? null,
    };
  }

  /** The service's total, unless more was sent than it counts; where there is none, what a whole reading has. */
  #toldTotal(stop: Stop | undefined): number | null {
    const [total, sent] = [this.total, this.records.length];
    if (total !== null && total >= sent) return total;
    return stop === undefined ? sent : null;
  }

  /** Both times must be known: a missing part of `meta` is no change. */
  isOfAnotherTime(page: Envelope): boolean {
    const known = this.#generatedAt;
    return known !== null && page.generatedAt !== null && page.generatedAt !== known;
  }

  /** What `total` counts of what was sent: a record that one page has twice is two of them. */
  get #counted(): number {
    return Math.max(this.#received, this.records.length);
  }

  get #hasTotal(): boolean {
    return this.total !== null && this.#counted >= this.total;
  }

  #announce({ total }: Envelope): void {
    if (total !== null) this.#total = Math.max(total, this.#total ?? 0);
  }

  /**
   * `hasMore` decides, then the total. Where neither was ever told, the list is not in pages (spec 2.1): the first page is
   * all, unless it is full. One that follows was promised; what comes behind it is to be seen.
   */
  #isLast(number: number, page: Envelope): boolean {
    if (page.hasMore !== null) return !page.hasMore;
    const size = page.pageSize ?? this.pageSize ?? Number.POSITIVE_INFINITY;
    return number === 1 && this.total === null && page.records.length < size;
  }

  /** The last of the pages read ends the reading, whichever came last, if it says nothing and all that was announced is there. */
  #endAtTotal(): void {
    const next = this.nextPage();
    if (next !== undefined && this.#hasTotal && this.#silent.has(next - 1)) this.#lastPage = next - 1;
  }
}

/** Whether a page that was asked for by its size holds all that it announces, or says without a number that there is no more. */
function isAll({ hasMore, total, records }: Envelope): boolean {
  return total === null ? hasMore === false : hasMore !== true && records.length >= total;
}
