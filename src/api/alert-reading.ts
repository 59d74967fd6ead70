import { setMaxListeners } from "node:events";
import { type AlertPage, AlertPages } from "./alert-pages.ts";
import type { AlertSet, Call, Incomplete } from "./api.ts";
import { sharedCaller } from "./caller.ts";
import type { Failure } from "./failure.ts";
import type { PageRequests } from "./page-requests.ts";

/** Pages asked for side by side once the service has shown that it honours `page`. */
const PAGES_AT_ONCE = 4;

/** The reason why a wait ends before all pages are read. */
export type Stop = Pick<Incomplete, "reason" | "failure">;

/** A whole set of alerts, and when the first of its pages was asked for. */
export interface Whole {
  readonly set: AlertSet;
  readonly sentMs: number;
  readonly bytes: number;
}

interface Waiter {
  readonly call: Call;
  /** How often newer data replaced the pages while it waited. */
  changes: number;
  /** Once it has one, it waits only for what is on the wire, and pays for nothing more. */
  stop: Stop | undefined;
  readonly end: (end: Whole | Stop | Promise<never>) => void;
}

/**
 * The reading of the alerts of one `minLevel` (G-paging). It belongs to memory and goes on while calls wait for it:
 * `goOn` asks for the next pages, `#land` takes in what came and ends the waits that it answers. To join a reading and to
 * resume one are the same.
 */
export class AlertReading {
  readonly #requests: PageRequests;
  readonly #minLevel: string | undefined;
  readonly #onIdle: () => void;
  /** Oldest first. */
  readonly #waiters = new Set<Waiter>();
  readonly #underWay = new Map<number, Promise<void>>();
  /** Drops what is unsent of the pages asked for since the last stop. */
  #run = new AbortController();
  /** Of newer data than `whole`, or the same while it is read. */
  pages = new AlertPages();
  /** The last set that was read whole. */
  whole: Whole | undefined;

  /** @param onIdle Called when nobody waits and nothing is on the wire. */
  constructor(requests: PageRequests, minLevel: string | undefined, onIdle: () => void) {
    this.#requests = requests;
    this.#minLevel = minLevel;
    this.#onIdle = onIdle;
  }

  /** Waits for `call` until the reading is whole or stops. `leave` ends the wait. */
  join(call: Call): { readonly ended: Promise<Whole | Stop>; leave(): void } {
    if (this.#underWay.size > 0) call.usage.shared("alerts");
    let leave = (): void => undefined;
    const ended = new Promise<Whole | Stop>((end) => {
      const waiter: Waiter = { call, changes: 0, stop: undefined, end };
      this.#waiters.add(waiter);
      leave = () => {
        this.#waiters.delete(waiter);
        if (this.#waiting().length === 0) this.#run.abort();
        this.#tellIdle();
      };
    });
    this.#goOn();
    return { ended, leave };
  }

  /** The reason why no more of this data can be read, where there is one. */
  finalStop(): Stop | undefined {
    if (this.pages.isShort) return { reason: "short" };
    const isIgnored = this.pages.pagesRead > 0 && !this.pages.isWhole && this.#requests.isPageIgnored;
    return isIgnored ? { reason: "page_ignored" } : undefined;
  }

  /** Ends every wait. */
  close(): void {
    this.#stop({ reason: "failure", failure: { kind: "cancelled", product: "alerts" } });
  }

  /** Those who still want pages, oldest first. */
  #waiting(): readonly Waiter[] {
    return [...this.#waiters].filter(({ stop }) => stop === undefined);
  }

  #tellIdle(): void {
    if (this.#waiters.size === 0 && this.#underWay.size === 0) this.#onIdle();
  }

  /** Ends the waits where no more can be read, and asks for further pages while somebody waits. */
  #goOn(): void {
    const stop = this.finalStop();
    if (stop !== undefined) this.#stop(stop);
    if (this.#waiting().length === 0) return;
    if (this.#run.signal.aborted) this.#run = new AbortController();
    setMaxListeners(0, this.#run.signal);
    for (let number = this.#next(); number !== undefined; number = this.#next()) this.#ask(number);
  }

  /** The next page to ask for; one after the other until the second one has shown that `page` is honoured: pages cost money. */
  #next(): number | undefined {
    const isAlone = this.#underWay.size === 0;
    if (this.#underWay.size >= (this.pages.isPageHonoured ? PAGES_AT_ONCE : 1)) return undefined;
    const next = this.pages.nextPage(this.#underWay);
    return next !== undefined && (isAlone || next <= (this.pages.pagesTotal ?? 0)) ? next : undefined;
  }

  #ask(number: number): void {
    const { pages } = this;
    const run = this.#run;
    const calls = (): readonly Call[] => this.#waiting().map(({ call }) => call);
    const [first] = calls();
    if (first === undefined) return;
    const caller = sharedCaller("alerts", calls, first, run.signal);
    const landed = this.#requests
      .load(this.#minLevel, number, pages, caller)
      .then((answer) => {
        this.#underWay.delete(number);
        if (answer.ok) this.#land(number, answer.value, pages);
        else this.#fail(answer.failure, run.signal.aborted);
        this.#goOn();
      })
      .catch((defect: Error) => {
        for (const { end } of this.#waiters) end(Promise.reject(defect));
      })
      .then(() => this.#tellIdle());
    this.#underWay.set(number, landed);
  }

  /** Takes in a page that was asked for while the pages were `asked`. */
  #land(number: number, page: AlertPage, asked: AlertPages): void {
    if (this.pages.isAnother(number, page.envelope)) {
      this.#stopIgnored();
      return;
    }
    switch (this.pages.ageOf(page.envelope)) {
      case "older":
        // Asked for before newer data came it is merely late; else the service goes back and forth.
        if (asked === this.pages) this.#stop({ reason: "changed" });
        return;
      case "newer":
        this.#replacePages();
        break;
      case "same":
        // Of data that has become whole meanwhile, asked for beyond its end.
        if (asked !== this.pages && this.pages.pagesRead === 0) return;
    }
    if (this.pages.take(number, page) === "repeated") {
      this.#stopIgnored();
      return;
    }
    for (const { call } of this.#waiters) call.onPage?.(this.pages.pagesRead, this.pages.pagesTotal);
    if (!this.pages.isWhole) return;
    this.whole = { set: this.pages.toSet(), sentMs: this.pages.sentMs, bytes: this.pages.bytes };
    this.pages = new AlertPages();
    for (const { end } of this.#waiters) end(this.whole);
    this.#waiters.clear();
  }

  /** A page failed. Asked for before the last stop it stops nobody, but nothing stale may stand in for a refusal. */
  #fail(failure: Failure, isLate: boolean): void {
    if (!isLate) this.#stop(stopFor(failure));
    if (failure.kind !== "unauthorized" && failure.kind !== "forbidden") return;
    for (const waiter of this.#waiters) if (waiter.stop !== undefined) waiter.stop = stopFor(failure);
  }

  /** One page came in place of another. */
  #stopIgnored(): void {
    if (!this.pages.isPageHonoured) this.#requests.noteIgnored();
    this.#stop({ reason: "page_ignored" });
  }

  /** Begins anew with newer data. Each call follows one replacement; a second one ends its wait with what there is. */
  #replacePages(): void {
    this.pages = new AlertPages(this.pages);
    this.#run.abort();
    for (const waiter of this.#waiting()) {
      waiter.changes += 1;
      if (waiter.changes > 1) this.#stopOne(waiter, { reason: "changed" });
    }
  }

  /** Stops everyone who waits now; who joins later inherits no stop. */
  #stop(stop: Stop): void {
    this.#run.abort();
    for (const waiter of this.#waiting()) this.#stopOne(waiter, stop);
  }

  /** Ends one wait once what is on the wire now has landed; what later callers ask for holds it back no more. */
  #stopOne(waiter: Waiter, stop: Stop): void {
    waiter.stop = stop;
    void Promise.all(this.#underWay.values()).then(() => waiter.end(waiter.stop ?? stop));
  }
}

/** How a page that failed ends the reading for those who wait. */
function stopFor(failure: Failure): Stop {
  if (failure.kind === "billing_limit") return { reason: "billing_limit", failure };
  return { reason: failure.kind === "rate_limited" ? "time" : "failure", failure };
}
