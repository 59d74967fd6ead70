import { type Failure, failed, type Result, success } from "../../domain/failure.ts";
import type { AlertSet, IncompleteReason } from "../model/api.ts";
import type { Caller } from "../request/shared.ts";
import { AlertPages } from "./alert-pages.ts";
import { letOthersRun, type Page, type Read } from "./data-api.ts";
import type { PageRequests } from "./page-requests.ts";

/** Concurrent page requests, once the service has shown that it honours `page`. */
const PAGES_AT_ONCE = 4;

/** How a run ended: with a whole set, with pages that no request can complete now, or with a failure. */
type RunEnd = "whole" | FinalReason | Failure;
type FinalReason = Extract<IncompleteReason, "page_ignored" | "changed" | "short">;

/** The answer to a request for page `number`. `pages`: those that it was to complete. */
interface Landing {
  readonly number: number;
  readonly pages: AlertPages;
  readonly answer: Result<Page>;
}

/** Reads the alerts of one `minLevel` page by page (G-paging). Memory keeps the reading, so later calls resume it. */
export class AlertReading {
  /** The pages read since `whole` was complete. */
  pages = new AlertPages();
  /** The last complete set. */
  whole: Read<AlertSet> | undefined;
  readonly #minLevel: string | undefined;
  readonly #requests: PageRequests;
  /** Pages of this run that were not those requested, or brought nothing new. One may be a mistake. */
  #oddPages = 0;
  /** Whether newer data replaced the pages of this run. It follows one replacement. */
  #isReplaced = false;

  constructor(minLevel: string | undefined, requests: PageRequests) {
    this.#minLevel = minLevel;
    this.#requests = requests;
  }

  /** Requests pages for all who wait, until the set is whole, no request can complete it, or one fails. */
  async run(caller: Caller): Promise<Result<Read<Omit<AlertSet, "at">>>> {
    const underWay = new Map<number, Promise<Landing>>();
    this.#oddPages = 0;
    this.#isReplaced = false;
    let end: RunEnd | undefined = this.finalReason();
    for (;;) {
      if (end === undefined && !caller.signal.aborted) this.#requestMore(underWay, caller);
      // Pages on the wire are billed, so they land and are kept, however the run ends.
      if (underWay.size === 0) break;
      const landing = await Promise.race(underWay.values());
      underWay.delete(landing.number);
      if (end !== "whole") end = this.#land(landing, end);
      if (end !== undefined) caller.drop();
      for (const { onPage } of caller.waiting()) onPage?.(this.pages.pagesRead, this.pages.pagesTotal);
    }
    if (end === undefined) return failed({ kind: "cancelled", product: "alerts" });
    if (typeof end === "object") return failed(end);
    await letOthersRun(this.pages.bytes);
    return success(this.pages.read(end === "whole" ? undefined : { reason: end }));
  }

  /** The reason why no further page of this data can be read, if any. */
  finalReason(): FinalReason | undefined {
    if (this.pages.isShort) return "short";
    return this.pages.pagesRead > 0 && this.#requests.isPageIgnored() ? "page_ignored" : undefined;
  }

  /** Requests the next pages. Each is billed: several at once only if `page` works, within the known total. */
  #requestMore(underWay: Map<number, Promise<Landing>>, caller: Caller): void {
    const { pages } = this;
    while (underWay.size < (pages.paging.isHonoured ? PAGES_AT_ONCE : 1)) {
      const number = pages.nextPage(underWay);
      if (number === undefined || (underWay.size > 0 && number > (pages.pagesTotal ?? 0))) return;
      const query = { minLevel: this.#minLevel, page: pages.parameterOf(number), paging: pages.paging };
      const answering = this.#requests.load(query, caller);
      underWay.set(
        number,
        answering.then((answer) => ({ number, pages, answer })),
      );
    }
  }

  /** Adds a page to those of its time. Returns the end of the run: `end`, unless this page makes the set whole. */
  #land({ number, pages, answer }: Landing, end: RunEnd | undefined): RunEnd | undefined {
    if (!answer.ok) {
      const { kind } = answer.failure;
      // It rules out a stale answer, whatever failed before it.
      const isRefusal = kind === "unauthorized" || kind === "forbidden";
      return isRefusal ? answer.failure : (end ?? answer.failure);
    }
    const page = answer.value;
    if (this.pages.isMisplaced(number, page)) return end ?? this.#endByOddPage();
    const age = this.pages.ageOf(page);
    // A page requested before newer data came is only late. Otherwise the service alternates between versions.
    if (age === "older") return end ?? (pages === this.pages ? "changed" : undefined);
    const isSecondChange = age === "newer" && this.#isReplaced;
    if (age === "newer") {
      this.pages = new AlertPages(this.pages.paging);
      this.#isReplaced = true;
    }
    if (!this.pages.take(number, page)) return end ?? this.#endByOddPage(page.records.length === 0);
    if (this.pages.nextPage() === undefined && !this.pages.isShort) return "whole";
    return end ?? (isSecondChange ? "changed" : this.finalReason());
  }

  /** The client asks again after the first odd page; the second ends the run. */
  #endByOddPage(isEmpty = false): FinalReason | undefined {
    this.#oddPages += 1;
    if (this.#oddPages === 1) return undefined;
    // An empty page does not show that `page` is ignored.
    if (!isEmpty && !this.pages.paging.isHonoured) this.#requests.noteIgnored();
    return "page_ignored";
  }
}
