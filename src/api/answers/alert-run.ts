import { type Failure, failed, type Result, success } from "../../domain/failure.ts";
import { letOthersRun } from "../../runtime/turns.ts";
import type { AlertSet } from "../model/api.ts";
import type { RequestCallers } from "../request/callers.ts";
import { type AlertPage, AlertPages, type EarlyEnd } from "./alert-pages.ts";
import type { Fetched } from "./data-api.ts";
import type { PageRequests } from "./page-requests.ts";

/** Requests under way, once the service has shown that it honours `page`. */
const PAGES_AT_ONCE = 4;

const ALL_CALLS_LEFT: EarlyEnd = { reason: "failure", failure: { kind: "cancelled", product: "alerts" } };

/** The alerts of one `minLevel` that the client has read. Memory keeps them, and a later run resumes them. */
export interface AlertReading {
  readonly minLevel: string | undefined;
  lastWhole?: Fetched<AlertSet>;
  /** Those since the last whole set. */
  pages: AlertPages;
}

interface Arrival {
  readonly number: number;
  /** The reading's pages when the request was sent. Newer ones may have replaced them. */
  readonly pagesWhenSent: AlertPages;
  readonly answer: Result<AlertPage>;
}

/**
 * One run through a reading (G-paging): requests the first page, then the second, then up to four at a time, until the
 * last. It ends early when a page fails, when two pages are odd, when the data changes twice, or when nobody waits.
 */
export class AlertRun {
  readonly #reading: AlertReading;
  readonly #requests: PageRequests;
  readonly #callers: RequestCallers;
  readonly #underWay = new Map<number, Promise<Arrival>>();
  #earlyEnd: EarlyEnd | undefined;
  #oddPages = 0;
  #hasReplacedPages = false;

  constructor(reading: AlertReading, requests: PageRequests, callers: RequestCallers) {
    this.#reading = reading;
    this.#requests = requests;
    this.#callers = callers;
  }

  /** Gives the whole set, or the pages that no request can complete now, or the failure of a page. */
  async run(): Promise<Result<Fetched<Omit<AlertSet, "at">>>> {
    for (;;) {
      this.#endEarly(this.#requests.knownEarlyEnd(this.#reading.pages));
      if (this.#needsNoMore) this.#callers.dropUnsent();
      else if (!this.#callers.unsentLimits.signal.aborted) this.#requestMore();
      // Pages on the wire are billed, so the run waits for them and keeps them, unless the set is whole without them.
      if (this.#underWay.size === 0) break;
      const arrival = await Promise.race(this.#underWay.values());
      this.#underWay.delete(arrival.number);
      if (!this.#reading.pages.isWhole) this.#take(arrival);
      const { pagesRead, pagesTotal } = this.#reading.pages;
      for (const { onPage } of this.#callers.calls()) onPage?.(pagesRead, pagesTotal);
    }
    const { pages } = this.#reading;
    await letOthersRun(pages.bytes);
    if (pages.isWhole) return success(pages.fetched());
    const earlyEnd = this.#earlyEnd ?? ALL_CALLS_LEFT;
    return earlyEnd.failure === undefined ? success(pages.fetched(earlyEnd)) : failed(earlyEnd.failure);
  }

  get #needsNoMore(): boolean {
    return this.#reading.pages.isWhole || this.#earlyEnd !== undefined;
  }

  /** Each page is billed: it requests several at once only within a known total, if the service honours `page`. */
  #requestMore(): void {
    const { pages, minLevel } = this.#reading;
    const most = pages.paging.honoursPage ? PAGES_AT_ONCE : 1;
    while (this.#underWay.size < most) {
      // `#underWay` may hold requests from before the pages were replaced. Their answers join the new pages.
      const number = pages.nextPage(this.#underWay);
      if (number === undefined || (this.#underWay.size > 0 && number > (pages.pagesTotal ?? 0))) return;
      const query = { minLevel, page: pages.pageParameter(number), size: pages.paging.size };
      const answering = this.#requests.load(query, this.#callers);
      const arriving = answering.then((answer) => ({ number, pagesWhenSent: pages, answer }));
      this.#underWay.set(number, arriving);
    }
  }

  #take({ number, pagesWhenSent, answer }: Arrival): void {
    if (!answer.ok) {
      this.#fail(answer.failure);
      return;
    }
    let verdict = this.#reading.pages.add(number, answer.value);
    if (verdict === "newer") {
      this.#startOver();
      // Against empty pages, nothing is newer.
      verdict = this.#reading.pages.add(number, answer.value);
    }
    if (verdict === "odd") this.#noteOdd(answer.value);
    // A page of replaced pages may be older. Otherwise the service alternates between versions.
    if (verdict === "older" && pagesWhenSent === this.#reading.pages) this.#endEarly({ reason: "changed" });
  }

  /** The first reason counts. */
  #endEarly(end: EarlyEnd | undefined): void {
    this.#earlyEnd ??= end;
  }

  /** A refusal rules out a stale answer, so it counts even after another reason. */
  #fail(failure: Failure): void {
    const isRefusal = failure.kind === "unauthorized" || failure.kind === "forbidden";
    if (isRefusal) this.#earlyEnd = undefined;
    this.#endEarly({ reason: "failure", failure });
  }

  /** The first odd page may be a mistake, so the run asks again. The second ends it. */
  #noteOdd({ records }: AlertPage): void {
    this.#oddPages += 1;
    if (this.#oddPages === 1) return;
    this.#endEarly({ reason: "page_ignored" });
    // An empty page does not show that `page` is ignored.
    if (records.length > 0 && !this.#reading.pages.paging.honoursPage) this.#requests.noteIgnored();
  }

  #startOver(): void {
    if (this.#hasReplacedPages) this.#endEarly({ reason: "changed" });
    this.#hasReplacedPages = true;
    // The service pages newer data in the same way.
    this.#reading.pages = new AlertPages(this.#reading.pages.paging);
  }
}
