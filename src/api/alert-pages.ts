import type { Envelope } from "./answer.ts";
import type { AlertSet, Incomplete } from "./api.ts";
import type { ServiceRecord } from "./schema.ts";
import { ZipIndex, zipOf } from "./zip-index.ts";

/** The key under which records without a level are counted. */
export const NO_LEVEL = "(none)";

/** One page as it came. */
export interface AlertPage {
  readonly envelope: Envelope;
  /** Of the response's body. */
  readonly bytes: number;
  readonly sentMs: number;
}

/** The records up to now; later pages do not change it. */
interface Snapshot {
  readonly records: readonly ServiceRecord[];
  readonly index: ZipIndex;
  readonly byLevel: AlertSet["byLevel"];
}

/**
 * The pages of temperature alerts of one `generatedAt` (spec 4.2), in whatever order they come: each once, no record twice. Can
 * be left unfinished and gone on with later.
 */
export class AlertPages {
  /** The page size that the first page was asked for with, which the others keep; nothing before the first page. */
  size: { readonly asked: number | undefined } | undefined;
  /** Whether a page beyond the first brought other records. */
  isPageHonoured = false;
  /** When the earliest of the pages was asked for. */
  sentMs = Number.POSITIVE_INFINITY;
  /** Of the bodies. */
  bytes = 0;
  /** Records by page number, without those that another page had. */
  readonly #pages = new Map<number, readonly ServiceRecord[]>();
  /** Pages after which more is announced. */
  readonly #saysMore = new Set<number>();
  /** By ZIP, the one record and its page, or the pages of several by their JSON: most records are alone with theirs. */
  readonly #byZip = new Map<string, Alone | Map<string, number>>();
  #head: Envelope | undefined;
  /** Of the first page that told one. */
  #generatedAt: string | null = null;
  #isZeroBased = false;
  #total: number | null = null;
  #lastPage = Number.POSITIVE_INFINITY;
  /** Records received, as `meta.total` counts them: one that a page has twice is two of them. */
  #received = 0;
  /** The service announced more behind its last page. */
  #isCut = false;
  #snapshot: Snapshot | undefined;
  /** Told before, by why: the same set as long as the pages are the same. */
  readonly #sets = new Map<Incomplete["reason"] | undefined, AlertSet>();

  /** @param previous Older pages of the same reading: what they showed of the service is kept. */
  constructor(previous?: AlertPages) {
    this.size = previous?.size;
    this.isPageHonoured = previous?.isPageHonoured ?? false;
    this.#isZeroBased = previous === undefined ? false : previous.#isZeroBased;
  }

  /** Of which time a page is, compared to these. What does not tell its time is of the same. */
  ageOf({ generatedAt }: Envelope): "same" | "newer" | "older" {
    const known = this.#generatedAt;
    if (known === null || generatedAt === null || generatedAt === known) return "same";
    return Date.parse(generatedAt) < Date.parse(known) ? "older" : "newer";
  }

  /** Whether a page says itself that it is another one than page `number`. */
  isAnother(number: number, { page }: Envelope): boolean {
    return number > 1 && page !== null && page !== this.parameterOf(number);
  }

  /** Takes in page `number` (from 1). `repeated`: it holds nothing but what another page held. */
  take(number: number, { envelope, bytes, sentMs }: AlertPage): "taken" | "repeated" {
    // Answered twice, or asked for beyond an end that another page has told meanwhile.
    if (this.#pages.has(number) || number > this.#lastPage) return "taken";
    const { records, page, hasMore, total } = envelope;
    if (number === 1) this.#isZeroBased = page === 0;
    const news = this.#newOf(records, number);
    if (number > 1 && records.length > 0 && news.length === 0) return "repeated";
    this.#snapshot = undefined;
    this.#sets.clear();
    this.#head ??= envelope;
    this.#generatedAt ??= envelope.generatedAt;
    this.sentMs = Math.min(this.sentMs, sentMs);
    this.bytes += bytes;
    if (total !== null) this.#total = Math.max(total, this.#total ?? 0);
    if (number > 1 && records.length === 0) {
      this.#lastPage = Math.min(this.#lastPage, number - 1);
      this.#isCut = hasMore === true;
      return "taken";
    }
    this.#pages.set(number, news);
    this.isPageHonoured ||= number > 1;
    if (hasMore === true) this.#saysMore.add(number);
    if (this.#isLast(envelope)) this.#lastPage = Math.min(this.#lastPage, number);
    return "taken";
  }

  /** The value of `page` that asks for page `number`: counted from 0 where the first page was called 0. */
  parameterOf(number: number): number {
    return this.#isZeroBased ? number - 1 : number;
  }

  /** The first page neither read nor under way; `undefined` when there is none left. */
  nextPage(underWay: { has(number: number): boolean } = new Set<number>()): number | undefined {
    let next = 1;
    while (this.#pages.has(next) || underWay.has(next)) next += 1;
    if (next > this.#lastPage) return undefined;
    const isAllHere = this.#total !== null && this.#received >= this.#total;
    return isAllHere && next > 1 && !this.#saysMore.has(next - 1) ? undefined : next;
  }

  get pagesRead(): number {
    return this.#pages.size;
  }

  /** How many pages there are, where the service gives a total, and it is not too small for what it says to follow. */
  get pagesTotal(): number | null {
    if (Number.isFinite(this.#lastPage)) return this.#lastPage;
    const size = this.#head?.pageSize ?? this.#head?.records.length ?? 0;
    if (this.#total === null || size <= 0) return null;
    const pages = Math.ceil(this.#total / size);
    return pages > this.pagesRead || this.nextPage() === undefined ? pages : null;
  }

  /** Whether the service sent fewer records than it announced, although it says that there is no more. */
  get isShort(): boolean {
    return this.nextPage() === undefined && (this.#isCut || this.#received < (this.#total ?? 0));
  }

  /** Whether every page up to the last was read, and brought all that was announced. */
  get isWhole(): boolean {
    return this.nextPage() === undefined && !this.isShort;
  }

  /** Whether each of `zips` has a record that names exactly it. */
  hasAll(zips: readonly string[]): boolean {
    return zips.every((zip) => this.#byZip.has(zip));
  }

  /** The pages so far as a set that later pages do not change; whole without `stop`. */
  toSet(stop?: Pick<Incomplete, "reason" | "failure">): AlertSet {
    const known = stop?.failure === undefined ? this.#sets.get(stop?.reason) : undefined;
    const set = known ?? this.#newSet(stop);
    if (stop?.failure === undefined) this.#sets.set(stop?.reason, set);
    return set;
  }

  #newSet(stop: Pick<Incomplete, "reason" | "failure"> | undefined): AlertSet {
    this.#snapshot ??= snapshotOf([...this.#pages].sort(([a], [b]) => a - b).flatMap(([, records]) => records));
    const { records, index, byLevel } = this.#snapshot;
    const { pagesRead, pagesTotal } = this;
    // More may have been sent than the service counts.
    const isTold = this.#total !== null && this.#total >= records.length;
    return {
      records,
      at: (location) => index.at(location),
      get unplaced() {
        return index.unplaced;
      },
      byLevel,
      total: isTold ? this.#total : stop === undefined ? records.length : null,
      ...(stop === undefined ? {} : { incomplete: { ...stop, pagesRead, pagesTotal } }),
      generatedAt: this.#generatedAt,
      windowHours: this.#head?.windowHours ?? null,
      granularity: this.#head?.granularity ?? null,
    };
  }

  /** `hasMore` decides, then the total; without either a page that is not full is the last. */
  #isLast({ hasMore, pageSize, records }: Envelope): boolean {
    if (hasMore !== null) return !hasMore;
    return this.#total === null && records.length < (pageSize ?? this.size?.asked ?? Number.POSITIVE_INFINITY);
  }

  /** Those of page `number` that no page had, of equal ones the first; the others are counted where this page alone has them. */
  #newOf(records: readonly ServiceRecord[], number: number): readonly ServiceRecord[] {
    return records.filter((record) => {
      const zip = zipOf(record) ?? "";
      const known = this.#byZip.get(zip);
      if (known === undefined) {
        this.#byZip.set(zip, { record, page: number });
        this.#received += 1;
        return true;
      }
      const several = known instanceof Map ? known : new Map([[JSON.stringify(known.record), known.page]]);
      this.#byZip.set(zip, several);
      const key = JSON.stringify(record);
      const page = several.get(key) ?? number;
      if (page === number) this.#received += 1;
      const isNew = !several.has(key);
      several.set(key, page);
      return isNew;
    });
  }
}

interface Alone {
  readonly record: ServiceRecord;
  readonly page: number;
}

function snapshotOf(records: readonly ServiceRecord[]): Snapshot {
  return { records, index: new ZipIndex(records), byLevel: countLevels(records) };
}

/** How many records have each `temperatureLevel` (spec 2.2), the most frequent first. */
function countLevels(records: readonly ServiceRecord[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { temperatureLevel } of records) {
    const level = typeof temperatureLevel === "string" ? temperatureLevel : NO_LEVEL;
    counts.set(level, (counts.get(level) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].sort((a, b) => b[1] - a[1]));
}
