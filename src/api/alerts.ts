import { type Clock, moment } from "../runtime/clock.ts";
import { AlertPages } from "./alert-pages.ts";
import { type Envelope, readEnvelope } from "./answer.ts";
import type { AlertSet, Call, Incomplete } from "./api.ts";
import type { ContractDrift } from "./drift.ts";
import { alertsEndpoint } from "./endpoint.ts";
import { type Failure, failed, type Result, success } from "./failure.ts";
import type { Caller, Flights } from "./flights.ts";
import { Memory, type Remembered } from "./memory.ts";
import type { Requests } from "./requests.ts";
import { mayAnswerStale } from "./stale.ts";

/** Page sizes asked for, largest first, since every page is billed; `undefined` leaves the size to the service. */
const PAGE_SIZES: readonly (number | undefined)[] = [50_000, 10_000, 1_000, undefined];

/** Pages asked for side by side once the service has shown that it honours `page`. */
const PAGES_AT_ONCE = 4;

/** What reading alerts needs. */
export interface AlertParts {
  readonly clock: Clock;
  readonly requests: Requests;
  readonly flights: Flights;
  readonly drift: ContractDrift;
  readonly riskUrl: string;
  readonly ttlMs: number;
}

/** One reading, finished or not, as memory keeps it. */
interface Reading {
  readonly pages: AlertPages;
  readonly set: AlertSet;
}

/** Which alerts; reading stops early once every one of `zips` (five digits each) has a record. */
interface AlertQuery {
  readonly minLevel?: string;
  readonly zips?: readonly string[];
}

interface PageQuery {
  readonly minLevel: string | undefined;
  readonly pageSize: number | undefined;
  readonly page?: number;
}

interface Page {
  readonly page: Envelope;
  readonly bytes: number;
}

/** One download: which pages are there, what is asked, when it is enough, who pays. */
interface Download {
  readonly pages: AlertPages;
  readonly minLevel: string | undefined;
  readonly isEnough: (pages: AlertPages) => boolean;
  readonly caller: Caller;
}

type Stop = Omit<Incomplete, "pagesRead" | "pagesTotal">;

/**
 * Reads temperature alerts whole (DESIGN 4, paging): as few pages as the service allows, each once, until `hasMore` is
 * false or every asked ZIP has a record; keeps them, and goes on with what an earlier call could not finish.
 */
export class Alerts {
  readonly #parts: AlertParts;
  readonly #memory: Memory<Reading>;
  /** The page size that worked last, found by asking for less after each 400 (which is free). */
  #pageSize: number | undefined = PAGE_SIZES[0];
  /** Learned: every `page` gets the first one, and asking for all at once did not help either. */
  #isPageIgnored = false;
  readonly #underWay = new Map<string, AlertPages>();

  constructor(parts: AlertParts) {
    this.#parts = parts;
    this.#memory = new Memory(parts.clock, parts.ttlMs);
  }

  async read(query: AlertQuery, call: Call): Promise<Result<AlertSet>> {
    const key = JSON.stringify([query.minLevel ?? null]);
    const isEnough = (pages: AlertPages): boolean => isAnswered(pages, query.zips);
    for (;;) {
      const known = this.#memory.get(key);
      if (known?.fresh && this.#suffices(known.entry.value, isEnough)) {
        call.usage.answeredFromMemory(known.ageMs, false);
        return success(known.entry.value.set);
      }
      const resumed = known?.fresh ? known.entry : undefined;
      let isOwn = false;
      const outcome = await this.#parts.flights.share(key, "alerts", call, (caller) => {
        isOwn = true;
        return this.#readOn(key, query.minLevel, resumed, isEnough, caller);
      });
      if (!outcome.ok) return this.#withoutOutcome(key, outcome.failure, call);
      const { set, pages } = outcome.value;
      // A shared reading stops where its starter has enough; that may be too early for this caller.
      if (!isOwn && set.incomplete?.reason === "answered" && !isEnough(pages)) continue;
      if (isOwn && known !== undefined && resumed?.value.pages === pages) {
        call.usage.answeredFromMemory(known.ageMs, false);
      }
      return success(set);
    }
  }

  /** What there is instead: the pages that arrived in time, an earlier answer, or the failure. */
  #withoutOutcome(key: string, failure: Failure, call: Call): Result<AlertSet> {
    const arrived = this.#underWay.get(key);
    if (failure.kind === "timeout" && arrived !== undefined && arrived.pagesRead > 0) {
      return success(arrived.toSet({ reason: "time", failure }));
    }
    const stale = mayAnswerStale(failure) ? this.#memory.get(key) : undefined;
    if (stale === undefined) return failed(failure);
    call.usage.answeredFromMemory(stale.ageMs, true);
    return success(stale.entry.value.set);
  }

  /** Whether a reading from memory answers: complete, enough for this question, or impossible to go on with. */
  #suffices(reading: Reading, isEnough: (pages: AlertPages) => boolean): boolean {
    const reason = reading.set.incomplete?.reason;
    return reason === undefined || reason === "page_ignored" || reason === "changed" || isEnough(reading.pages);
  }

  async #readOn(
    key: string,
    minLevel: string | undefined,
    resumed: Remembered<Reading> | undefined,
    isEnough: (pages: AlertPages) => boolean,
    caller: Caller,
  ): Promise<Result<Reading>> {
    let pages = resumed?.value.pages ?? new AlertPages();
    let since = resumed?.since ?? moment(this.#parts.clock);
    let stop: Stop | undefined;
    for (let restarts = 0; ; restarts += 1) {
      this.#underWay.set(key, pages);
      stop = await this.#download({ pages, minLevel, isEnough, caller });
      if (stop?.reason !== "changed" || restarts > 0) break;
      pages = new AlertPages();
      since = moment(this.#parts.clock);
    }
    if (this.#underWay.get(key) === pages) this.#underWay.delete(key);
    // Nothing at all was read: the failure itself is the answer.
    if (pages.pagesRead === 0 && stop?.failure !== undefined) return failed(stop.failure);
    const reading: Reading = { pages, set: pages.toSet(stop) };
    this.#memory.set(key, { value: reading, since }, pages.bytes);
    return success(reading);
  }

  /** Reads pages until all are read or something stops it; says what. */
  async #download(job: Download): Promise<Stop | undefined> {
    const { pages } = job;
    const underWay = new Set<number>();
    let stop: Stop | undefined;
    const isOver = (): boolean => stop !== undefined || pages.isComplete;
    const readNext = async (upTo: number): Promise<boolean> => {
      if (isOver()) return false;
      if (pages.pagesRead > 0 && job.isEnough(pages)) stop = { reason: "answered" };
      else if (pages.pagesRead === 1 && this.#isPageIgnored) stop = { reason: "page_ignored" };
      const number = pages.nextPage(underWay);
      if (stop !== undefined || number === undefined || number > upTo) return false;
      underWay.add(number);
      const stopped = await this.#takePage(number, job);
      stop ??= stopped;
      underWay.delete(number);
      return true;
    };
    const lane = async (upTo: number): Promise<void> => {
      while (await readNext(upTo));
    };
    // One after the other until the second page has shown that `page` is honoured: pages cost money.
    await lane(2);
    const upTo = pages.pagesTotal;
    if (upTo !== null) await Promise.all(Array.from({ length: PAGES_AT_ONCE }, () => lane(upTo)));
    // Where no total is given, or it was too small, `hasMore` leads on.
    await lane(Number.POSITIVE_INFINITY);
    return stop;
  }

  async #takePage(number: number, job: Download): Promise<Stop | undefined> {
    const { pages, minLevel, caller } = job;
    const answer =
      number === 1
        ? await this.#firstPage(pages, minLevel, caller)
        : await this.#page({ minLevel, pageSize: pages.pageSize, page: number }, caller);
    if (!answer.ok) return stopFor(answer.failure);
    const verdict = pages.take(number, answer.value.page, answer.value.bytes);
    if (verdict === "changed") return { reason: "changed" };
    if (verdict === "taken") return undefined;
    return this.#askForAll(number, job);
  }

  /** `page` is ignored: the last thing to try is one page as large as the total (DESIGN 4, paging). */
  async #askForAll(number: number, job: Download): Promise<Stop | undefined> {
    const { pages, minLevel, caller } = job;
    const { total } = pages;
    if (total !== null && total > pages.records.length) {
      const answer = await this.#page({ minLevel, pageSize: total }, caller);
      if (answer.ok && pages.takeWhole(answer.value.page, answer.value.bytes)) {
        this.#pageSize = total;
        return undefined;
      }
      if (!answer.ok && answer.failure.kind !== "invalid_request") return stopFor(answer.failure);
    }
    if (number === 2) this.#isPageIgnored = true;
    return { reason: "page_ignored" };
  }

  /** The first page, at the largest size that the service takes: a size it refuses with a 400 costs nothing. */
  async #firstPage(pages: AlertPages, minLevel: string | undefined, caller: Caller): Promise<Result<Page>> {
    const largest = this.#pageSize;
    const smaller = largest === undefined ? [] : PAGE_SIZES.filter((size) => size === undefined || size < largest);
    for (const pageSize of [largest, ...smaller]) {
      const answer = await this.#page({ minLevel, pageSize }, caller);
      if (answer.ok) {
        this.#pageSize = pageSize;
        pages.pageSize = pageSize;
        return answer;
      }
      const isLast = pageSize === undefined;
      if (answer.failure.kind !== "invalid_request" || isLast) return answer;
    }
    throw new Error("unreachable: the last size is always undefined");
  }

  async #page(query: PageQuery, caller: Caller): Promise<Result<Page>> {
    const { requests, drift, riskUrl } = this.#parts;
    const endpoint = alertsEndpoint(riskUrl, query);
    const answer = await requests.send(endpoint, caller);
    if (!answer.ok) return answer;
    const page = readEnvelope(endpoint, answer.value, drift);
    return page.ok ? success({ page: page.value, bytes: answer.value.bytes }) : page;
  }
}

function isAnswered(pages: AlertPages, zips: readonly string[] | undefined): boolean {
  return zips !== undefined && zips.length > 0 && zips.every((zip) => pages.hasZip(zip));
}

/** Why a failed page ends the reading. */
function stopFor(failure: Failure): Stop {
  if (failure.kind === "billing_limit") return { reason: "billing_limit", failure };
  if (failure.kind === "timeout" || (failure.kind === "rate_limited" && failure.status === undefined)) {
    return { reason: "time", failure };
  }
  return { reason: "failure", failure };
}
