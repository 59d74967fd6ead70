import type { Failure, Result } from "../../domain/failure.ts";
import type { AlertSet, IncompleteReason } from "../model/api.ts";
import type { Caller } from "../request/shared.ts";
import { AlertPages } from "./alert-pages.ts";
import type { DataAnswer } from "./data-api.ts";
import type { PageRequests } from "./page-requests.ts";

/** Concurrent page requests, once the service has shown that it honours `page`. */
const PAGES_AT_ONCE = 4;
/** One odd page may be a mistake, so the client asks for it again. Of several, the next ends the run. */
const ODD_PAGES_FORGIVEN = 1;
/** A run follows one replacement of its pages by newer data. */
const REPLACEMENTS_FOLLOWED = 1;

/** A whole set of alerts. `sentMs`: when the earliest of its requests was sent. `bytes`: the size of all bodies. */
export interface Whole {
  readonly set: AlertSet;
  readonly sentMs: number;
  readonly bytes: number;
}

/** How a run ended: with a whole set, with pages that no request can complete now, or with a failure. */
export type RunEnd = "whole" | Extract<IncompleteReason, "page_ignored" | "changed" | "short"> | Failure;

/** The answer to a request for page `number`. `asked`: the pages when the request began. */
interface Landing {
  readonly number: number;
  readonly asked: AlertPages;
  readonly answer: Result<DataAnswer>;
}

/** Reads the alerts of one `minLevel` page by page (G-paging). Memory keeps the reading, so later calls resume it. */
export class AlertReading {
  readonly minLevel: string | undefined;
  /** The pages read since `whole` was complete. */
  pages = new AlertPages();
  /** The last complete set. */
  whole: Whole | undefined;
  readonly #requests: PageRequests;
  #oddPages = 0;
  #replacements = 0;

  constructor(minLevel: string | undefined, requests: PageRequests) {
    this.minLevel = minLevel;
    this.#requests = requests;
  }

  /** Requests pages for all who wait, until the set is whole or something ends the run. `undefined`: all have left. */
  async run(caller: Caller): Promise<RunEnd | undefined> {
    const underWay = new Map<number, Promise<Landing>>();
    this.#oddPages = 0;
    this.#replacements = 0;
    let end: RunEnd | undefined = this.finalEnd();
    for (;;) {
      if (end === undefined && !caller.signal.aborted) this.#requestMore(underWay, caller);
      // Pages on the wire are billed, so they land and are kept, however the run ends.
      if (underWay.size === 0) return end;
      const landing = await Promise.race(underWay.values());
      underWay.delete(landing.number);
      if (end !== "whole") end = weightier(end, this.#land(landing));
      if (end !== undefined) caller.drop();
      for (const { onPage } of caller.waiting()) onPage?.(this.pages.pagesRead, this.pages.pagesTotal);
    }
  }

  /** Takes the whole set that another process read. */
  take(answer: DataAnswer): RunEnd | undefined {
    return this.#land({ number: 1, asked: this.pages, answer: { ok: true, value: answer } });
  }

  /** The reason why no further page of this data can be read, if any. */
  finalEnd(): Extract<RunEnd, IncompleteReason> | undefined {
    if (this.pages.isShort) return "short";
    return this.pages.pagesRead > 0 && this.#requests.isPageIgnored() ? "page_ignored" : undefined;
  }

  /** Requests the next pages. Each is billed: several at once only if `page` works, within the known total. */
  #requestMore(underWay: Map<number, Promise<Landing>>, caller: Caller): void {
    const { pages: asked, minLevel } = this;
    while (underWay.size < (asked.paging.isHonoured ? PAGES_AT_ONCE : 1)) {
      const number = asked.nextPage(underWay);
      if (number === undefined || (underWay.size > 0 && number > (asked.pagesTotal ?? 0))) return;
      const load = this.#requests.load(minLevel, number, asked, caller);
      underWay.set(
        number,
        load.then((answer) => ({ number, asked, answer })),
      );
    }
  }

  /** Adds a page to those of its time. Returns the end of the run, if this is it. */
  #land({ number, asked, answer }: Landing): RunEnd | undefined {
    // All who waited have left. Whoever comes meanwhile goes on in another run.
    if (!answer.ok) return answer.failure.kind === "cancelled" ? undefined : answer.failure;
    const { envelope } = answer.value;
    if (this.pages.isMisplaced(number, envelope)) return this.#sawOddPage();
    const age = this.pages.ageOf(envelope);
    // A page requested before newer data came is only late. Otherwise the service alternates between versions.
    if (age === "older") return asked === this.pages ? "changed" : undefined;
    if (age === "newer") {
      this.pages = new AlertPages(this.pages.paging);
      this.#replacements += 1;
    }
    if (!this.pages.take(number, answer.value)) return this.#sawOddPage();
    if (!this.pages.isWhole) return this.#replacements > REPLACEMENTS_FOLLOWED ? "changed" : this.finalEnd();
    const { sentMs, bytes } = this.pages;
    this.whole = { set: this.pages.toSet(), sentMs, bytes };
    this.pages = new AlertPages();
    return "whole";
  }

  /** The service answered with another page than the one asked for, or with none but known records. */
  #sawOddPage(): RunEnd | undefined {
    this.#oddPages += 1;
    if (this.#oddPages <= ODD_PAGES_FORGIVEN) return undefined;
    if (!this.pages.paging.isHonoured) this.#requests.noteIgnored();
    return "page_ignored";
  }
}

/** Of two ends, the one to tell: a whole set, else a refusal, for which no stale set may stand in, else the first. */
function weightier(known: RunEnd | undefined, next: RunEnd | undefined): RunEnd | undefined {
  const isRefusal = typeof next === "object" && ["unauthorized", "forbidden"].includes(next.kind);
  return next === "whole" || isRefusal ? next : (known ?? next);
}
