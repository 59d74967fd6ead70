import { failed, type Result, success } from "../../domain/failure.ts";
import { letOthersRun } from "../../runtime/turns.ts";
import type { AlertSet } from "../model/api.ts";
import type { RequestCallers } from "../request/callers.ts";
import { type AlertPage, AlertPages } from "./alert-pages.ts";
import { type EarlyEnd, type FetchedAlerts, incompleteSet, wholeSet } from "./alert-set.ts";
import type { Fetched } from "./data-api.ts";
import type { PageRequests } from "./page-requests.ts";

const PAGES_AT_ONCE = 4;

/** The alerts of one `minLevel` that the client has read. Memory keeps them, and a later run resumes them. */
export interface AlertReading {
  readonly minLevel: string | undefined;
  lastWhole: Fetched<AlertSet> | undefined;
  /** Those since the last whole set. */
  pages: AlertPages;
}

interface Arrival {
  readonly number: number;
  readonly answer: Result<AlertPage>;
  /** That of the pages when this page was requested. */
  readonly version: number;
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
  /** How often newer data has replaced the pages. */
  #version = 0;

  constructor(reading: AlertReading, requests: PageRequests, callers: RequestCallers) {
    this.#reading = reading;
    this.#requests = requests;
    this.#callers = callers;
  }

  /** Gives the whole set, or the pages that no request can complete now, or the failure of a page. */
  async run(): Promise<Result<FetchedAlerts>> {
    let end = this.#findEnd();
    // Pages on the wire are billed, so the run waits for them and keeps them, unless the set is whole without them.
    while (end === undefined || this.#underWay.size > 0) {
      if (end === undefined) this.#requestMore();
      else this.#callers.dropUnsent();
      const arrival = await Promise.race(this.#underWay.values());
      this.#underWay.delete(arrival.number);
      if (end !== "whole") this.#take(arrival);
      const { pagesRead, pagesTotal } = this.#reading.pages;
      for (const { onPage } of this.#callers.calls()) onPage?.(pagesRead, pagesTotal);
      end = this.#findEnd();
    }
    const { pages } = this.#reading;
    await letOthersRun(pages.bytes);
    if (end === "whole") return success(wholeSet(pages));
    if (end === "abandoned") return failed({ kind: "cancelled", product: "alerts" });
    return end.failure === undefined ? success(incompleteSet(pages, end)) : failed(end.failure);
  }

  /** How the run ends. Undefined while it goes on: then a page is under way, or can be requested. */
  #findEnd(): "whole" | "abandoned" | EarlyEnd | undefined {
    const { pages } = this.#reading;
    if (pages.state === "whole") return "whole";
    const reason = this.#requests.reasonNotToAsk(pages);
    if (reason !== undefined) this.#endEarly({ reason });
    if (this.#earlyEnd !== undefined) return this.#earlyEnd;
    // Aborted though nothing ended the run: all calls have left.
    return this.#callers.unsentLimits.signal.aborted ? "abandoned" : undefined;
  }

  #requestMore(): void {
    while (this.#underWay.size < PAGES_AT_ONCE) {
      // `#underWay` may hold requests from before the pages were replaced. Their answers join the new pages.
      const number = this.#reading.pages.nextPage(this.#underWay);
      if (number === undefined) return;
      this.#underWay.set(number, this.#request(number));
    }
  }

  async #request(number: number): Promise<Arrival> {
    const { minLevel, pages } = this.#reading;
    const query = { minLevel, page: pages.pageParameter(number), size: pages.habits.size };
    const version = this.#version;
    return { number, version, answer: await this.#requests.load(query, this.#callers) };
  }

  #take(arrival: Arrival): void {
    const { number, answer, version } = arrival;
    if (!answer.ok) {
      this.#endEarly({ reason: "failure", failure: answer.failure });
      return;
    }
    const verdict = this.#reading.pages.add(number, answer.value);
    if (verdict === "odd") this.#noteOdd(answer.value);
    if (verdict === "newer") this.#replacePagesBy(arrival);
    // A page requested before the pages were replaced may be older. Otherwise the service alternates between versions.
    if (verdict === "older" && version === this.#version) this.#endEarly({ reason: "changed" });
  }

  /** The first odd page may be a mistake, so the run asks again. The second ends it. */
  #noteOdd({ records }: AlertPage): void {
    this.#oddPages += 1;
    if (this.#oddPages === 1) return;
    this.#endEarly({ reason: "page_ignored" });
    // An empty page does not show that `page` is ignored.
    if (records.length > 0 && !this.#reading.pages.habits.honoursPage) this.#requests.rememberPageIgnored();
  }

  #replacePagesBy(arrival: Arrival): void {
    // A second change ends the run. The newest pages stay all the same, for the answer and for the next run.
    if (this.#version > 0) this.#endEarly({ reason: "changed" });
    this.#version += 1;
    this.#reading.pages = new AlertPages(this.#reading.pages.habits);
    // Against empty pages, nothing is newer.
    this.#take(arrival);
  }

  /** The first end counts, unless a refusal follows: it rules out a stale answer. */
  #endEarly(end: EarlyEnd): void {
    const isRefusal = end.failure?.kind === "unauthorized" || end.failure?.kind === "forbidden";
    if (this.#earlyEnd === undefined || isRefusal) this.#earlyEnd = end;
  }
}
