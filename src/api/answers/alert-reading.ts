import type { Taken } from "../model/account.ts";
import type { AlertSet, Incomplete, IncompleteReason } from "../model/api.ts";
import { AlertPages } from "./alert-pages.ts";
import type { DataAnswer } from "./data-api.ts";

/** Concurrent page requests, once the service has shown that it honours `page`. */
const PAGES_AT_ONCE = 4;

/** The reason why a wait ends before all pages are read. */
export type ReadingEnd = Pick<Incomplete, "reason" | "failure">;

/** A whole set of alerts. `sentMs`: when the earliest of its requests was sent. `bytes`: the size of all bodies. */
export interface Whole {
  readonly set: AlertSet;
  readonly sentMs: number;
  readonly bytes: number;
}

/** Reads the alerts of one `minLevel` page by page (G-paging). Memory keeps the reading, so later calls resume it. */
export class AlertReading {
  readonly minLevel: string | undefined;
  /** The pages read since `whole` was complete. */
  pages = new AlertPages();
  /** The last complete set. */
  whole: Whole | undefined;
  /** How often newer data replaced the pages. */
  replacements = 0;
  /** Numbers of the pages under way. */
  readonly underWay = new Set<number>();
  /** Number of waiting calls and of pages under way. */
  holders = 0;
  /** This process's turn to read for all processes of the account. */
  turn: Taken<DataAnswer> | undefined;

  constructor(minLevel: string | undefined) {
    this.minLevel = minLevel;
  }

  /** The pages under way and the next. Each is billed: several at once only if `page` works, within the known total. */
  wanted(): ReadonlySet<number> {
    const wanted = new Set(this.underWay);
    while (wanted.size < (this.pages.isPageHonoured ? PAGES_AT_ONCE : 1)) {
      const next = this.pages.nextPage(wanted);
      if (next === undefined || (wanted.size > 0 && next > (this.pages.pagesTotal ?? 0))) break;
      wanted.add(next);
    }
    return wanted;
  }

  /** Adds page `number`. `asked`: the pages when its request began. Returns the reason to stop waiting, if any. */
  land(number: number, page: DataAnswer, asked: AlertPages): IncompleteReason | undefined {
    if (this.pages.isAnother(number, page.envelope)) return "page_ignored";
    const age = this.pages.ageOf(page.envelope);
    // A page requested before newer data came is only late. Otherwise the service alternates between versions.
    if (age === "older") return asked === this.pages ? "changed" : undefined;
    if (age === "newer") {
      this.pages = new AlertPages(this.pages);
      this.replacements += 1;
    }
    if (this.pages.take(number, page) === "repeated") return "page_ignored";
    if (!this.pages.isWhole) return undefined;
    const { sentMs, bytes } = this.pages;
    this.whole = { set: this.pages.toSet(), sentMs, bytes };
    this.pages = new AlertPages();
    return undefined;
  }
}
