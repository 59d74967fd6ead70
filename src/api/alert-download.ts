import { type Clock, elapsedMs, type Moment, moment } from "../runtime/clock.ts";
import type { AlertPages, Stop } from "./alert-pages.ts";
import { type Envelope, readEnvelope } from "./answer.ts";
import type { ContractDrift } from "./drift.ts";
import { alertsEndpoint } from "./endpoint.ts";
import { type Failure, type Result, success, waitMsOf } from "./failure.ts";
import type { Caller } from "./flights.ts";
import type { Requests } from "./requests.ts";
import { notBefore } from "./retry.ts";
import { remainingMs, type WaitLimits } from "./wait.ts";

/** Page sizes asked for, largest first, since every page is billed; after the last the size is left to the service. */
const PAGE_SIZES = [50_000, 10_000, 1_000] as const;

/** Pages asked for side by side once the service has shown that it honours `page`. */
const PAGES_AT_ONCE = 4;

/** How long it is remembered that the service ignores `page`. */
const PAGE_IGNORED_MS = 3_600_000;

/** How little time counts as none left. */
const NO_TIME_MS = 50;

/** What downloading alerts needs. */
export interface DownloadParts {
  readonly clock: Clock;
  readonly requests: Requests;
  readonly drift: ContractDrift;
  readonly riskUrl: string;
}

/** One download: which pages are there, what is asked, when it is enough, who pays. */
export interface Download {
  readonly pages: AlertPages;
  readonly minLevel: string | undefined;
  /** Whether one of those who wait needs no more: the others go on by themselves. */
  readonly isEnough: (pages: AlertPages) => boolean;
  readonly caller: Caller;
  /** When the first page was asked for; until it has come, when the reading began. */
  since: Moment;
  /** What ends it, while pages that were asked for side by side are still to come. */
  stop?: Stop | undefined;
}

interface PageQuery {
  readonly minLevel: string | undefined;
  readonly pageSize: number | undefined;
  readonly page?: number;
}

interface Page {
  readonly page: Envelope;
  readonly bytes: number;
  readonly askedAt: Moment;
}

/**
 * Downloads the pages of temperature alerts (DESIGN 4, paging): as few as the service allows, each once, until `hasMore` is
 * false or it is enough. Remembers what it learned of the service's page sizes.
 */
export class AlertDownloads {
  readonly #parts: DownloadParts;
  /** The page size that worked last, found by asking for less after each 400 (which is free). */
  #pageSize: number | undefined = PAGE_SIZES[0];
  /** When it was learned that every `page` gets the first one, and that asking for all at once does not help either. */
  #pageIgnoredSince: Moment | undefined;

  constructor(parts: DownloadParts) {
    this.#parts = parts;
  }

  /** Reads pages until all are read or something stops it; says what. */
  async run(job: Download): Promise<Stop | undefined> {
    const { pages } = job;
    const underWay = new Set<number>();
    const readNext = async (upTo: number): Promise<boolean> => {
      const number = pages.nextPage(underWay);
      if (number === undefined || number > upTo) return false;
      if (job.isEnough(pages)) job.stop ??= { reason: "answered" };
      else if (pages.isPageIgnored || (pages.pagesRead === 1 && this.#isPageIgnored())) {
        job.stop ??= { reason: "page_ignored" };
      }
      if (job.stop !== undefined) return false;
      underWay.add(number);
      const stopped = await this.#takePage(number, job);
      job.stop = graver(job.stop, stopped);
      underWay.delete(number);
      return true;
    };
    const lane = async (upTo: number): Promise<void> => {
      while (await readNext(upTo));
    };
    // One after the other until the second page has shown that `page` is honoured: pages cost money.
    await lane(2);
    const upTo = pages.pagesTotal ?? 0;
    await Promise.all(Array.from({ length: PAGES_AT_ONCE }, () => lane(upTo)));
    // Where no total is given, or it was too small, `hasMore` leads on.
    await lane(Number.POSITIVE_INFINITY);
    if (job.stop?.reason === "page_ignored" && !this.#isPageIgnored()) {
      job.stop = job.isEnough(pages) ? { reason: "answered" } : await this.#askForAll(job);
    }
    if (!pages.isComplete) return job.stop;
    return pages.isShort ? { reason: "short" } : undefined;
  }

  /** Why a page that failed, or did so for one of those who wait, ends the reading for whoever has the time of `limits`. */
  stopFor(failure: Failure, limits: WaitLimits): Stop {
    if (failure.kind === "billing_limit") return { reason: "billing_limit", failure };
    const isLate = remainingMs(this.#parts.clock, limits) < NO_TIME_MS;
    const isTime = failure.kind === "timeout" ? isLate : failure.kind === "rate_limited";
    return { reason: isTime ? "time" : "failure", failure };
  }

  async #takePage(number: number, job: Download): Promise<Stop | undefined> {
    const { pages, minLevel, caller } = job;
    const answer =
      number === 1
        ? await this.#firstPage(pages, minLevel, caller)
        : await this.#page({ minLevel, pageSize: pages.pageSize, page: pages.parameterOf(number) }, caller);
    if (!answer.ok) return this.stopFor(answer.failure, caller);
    const { page, bytes, askedAt } = answer.value;
    if (number === 1) job.since = askedAt;
    switch (pages.take(number, page, bytes)) {
      case "taken":
        caller.sawPage(pages.pagesRead, pages.pagesTotal);
        return undefined;
      case "repeated":
        pages.isPageIgnored = true;
        return { reason: "page_ignored" };
      case "empty":
        return { reason: "short" };
      case "changed":
        return { reason: "changed" };
    }
  }

  /** `page` is ignored: the last thing to try is one page as large as the total (DESIGN 4, paging). */
  async #askForAll(job: Download): Promise<Stop | undefined> {
    const { pages, minLevel, caller } = job;
    const { total, pagesRead } = pages;
    if (total !== null && total > pages.records.length) {
      const answer = await this.#page({ minLevel, pageSize: total }, caller);
      if (answer.ok) {
        const { page, bytes, askedAt } = answer.value;
        const isOfAnotherTime = pages.isOfAnotherTime(page);
        if (pages.takeWhole(page, bytes)) {
          // Took the place of all that came before.
          if (isOfAnotherTime) job.since = askedAt;
          this.#pageSize = total;
          return undefined;
        }
      } else if (answer.failure.kind !== "invalid_request") return this.stopFor(answer.failure, caller);
    }
    if (pagesRead === 1) this.#pageIgnoredSince = moment(this.#parts.clock);
    return { reason: "page_ignored" };
  }

  #isPageIgnored(): boolean {
    const since = this.#pageIgnoredSince;
    return since !== undefined && elapsedMs(this.#parts.clock, since) < PAGE_IGNORED_MS;
  }

  /** The first page, at the largest size that the service takes: a size it refuses with a 400 costs nothing. */
  async #firstPage(pages: AlertPages, minLevel: string | undefined, caller: Caller): Promise<Result<Page>> {
    const largest = this.#pageSize;
    let pageSize = largest;
    let answer = await this.#page({ minLevel, pageSize }, caller);
    while (!answer.ok && answer.failure.kind === "invalid_request" && pageSize !== undefined) {
      const refused = pageSize;
      pageSize = PAGE_SIZES.find((size) => size < refused);
      answer = await this.#page({ minLevel, pageSize }, caller);
    }
    // A 400 to every size means something else than the size, which is then as good as before.
    if (answer.ok) {
      this.#pageSize = pageSize;
      pages.pageSize = pageSize;
    }
    return answer;
  }

  async #page(query: PageQuery, caller: Caller): Promise<Result<Page>> {
    const { requests, drift, riskUrl } = this.#parts;
    const endpoint = alertsEndpoint(riskUrl, query);
    const answer = await requests.send(endpoint, caller);
    if (!answer.ok) return answer;
    const page = readEnvelope(endpoint, answer.value, drift);
    const { bytes, askedAt } = answer.value;
    return page.ok ? success({ page: page.value, bytes, askedAt }) : page;
  }
}

/**
 * What ended a reading first, with the longest wait; a refusal outweighs what would have it go on otherwise, or something
 * older stand in (DESIGN 4, memory).
 */
export function graver(first: Stop | undefined, next: Stop | undefined): Stop | undefined {
  const isSettled = first?.reason === "answered" || isRefusal(first);
  if (first === undefined || (isRefusal(next) && !isSettled)) return next;
  const { failure } = first;
  const isTold = failure !== undefined && next?.failure !== undefined;
  return isTold ? { ...first, failure: notBefore(failure, waitMsOf(next.failure)) } : first;
}

/** Whether the account or the bill's limit forbids more: after that no stale answer is given (DESIGN 4, memory). */
export function isRefusal(stop: Stop | undefined): boolean {
  switch (stop?.failure?.kind) {
    case "unauthorized":
    case "forbidden":
    case "billing_limit":
      return true;
    default:
      return false;
  }
}
