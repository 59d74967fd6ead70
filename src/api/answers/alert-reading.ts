import type { AlertSet, Incomplete, IncompleteReason } from "../model/api.ts";
import { AlertPages } from "./alert-pages.ts";
import type { DataAnswer } from "./data-api.ts";

/** Pages asked for side by side once the service has shown that it honours `page`. */
const PAGES_AT_ONCE = 4;

/** The reason why a wait ends before all pages are read. */
export type ReadingEnd = Pick<Incomplete, "reason" | "failure">;

/** A whole set of alerts, and when the first of its pages was asked for. */
export interface Whole {
  readonly set: AlertSet;
  readonly sentMs: number;
  readonly bytes: number;
}

/** The reading of the alerts of one `minLevel` (G-paging). It belongs to memory and goes on while calls wait for it. */
export class AlertReading {
  readonly minLevel: string | undefined;
  /** The pages read so far. Their data is newer than that of `whole`. */
  pages = new AlertPages();
  /** The last set that was read whole. */
  whole: Whole | undefined;
  /** How often newer data replaced the pages. */
  replacements = 0;
  /** Numbers of the pages under way. */
  readonly underWay = new Set<number>();
  /** Calls that wait, and pages under way. */
  holders = 0;
  /** Ends the wait of the account's other processes for this reading, with the whole set if there is one. */
  tellOthers: ((whole?: DataAnswer) => void) | undefined;

  constructor(minLevel: string | undefined) {
    this.minLevel = minLevel;
  }

  /** The pages under way and the next. Each is billed: none beyond a known end, one at a time until `page` works. */
  wanted(): ReadonlySet<number> {
    const wanted = new Set(this.underWay);
    while (wanted.size < (this.pages.isPageHonoured ? PAGES_AT_ONCE : 1)) {
      const next = this.pages.nextPage(wanted);
      if (next === undefined || (wanted.size > 0 && next > (this.pages.pagesTotal ?? 0))) break;
      wanted.add(next);
    }
    return wanted;
  }

  /** Takes in page `number`, asked for while the pages were `asked`; returns the reason to stop waiting, if any. */
  land(number: number, page: DataAnswer, asked: AlertPages): IncompleteReason | undefined {
    if (this.pages.isAnother(number, page.envelope)) return "page_ignored";
    const age = this.pages.ageOf(page.envelope);
    // A page asked for before newer data came is merely late. Otherwise the service alternates between versions.
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
