import type { SimulationEvent, WireRequest } from "../events.ts";
import type { Invariant } from "./invariant.ts";
import { pageOf, workBehind, workOf } from "./work.ts";

/** Asked for one after the other, each when the one before it was refused; then none is named. */
const SIZES = [50_000, 10_000, 1_000] as const;

/** The page size that a request asks for; 0 where it is left to the service, which is what is asked for last. */
export function sizeOf({ path }: WireRequest): number {
  return Number(new URL(path, "http://service.test").searchParams.get("pageSize") ?? 0);
}

/** Calls about the same alerts that overlap. */
interface Asking {
  open: number;
  /** The largest size that the client may have remembered since the first of them began. */
  most: number;
}

export const sizeIsRemembered: Invariant = {
  name: "no page size is tried that is larger than the one that worked last",
  clause: "4, paging: ask for 50,000 a page, on a 400 (free) 10,000, 1,000, then none, and remember",
  watch: () => {
    const asking = new Map<string, Asking>();
    const of = (work: string): Asking => asking.get(work) ?? { open: 0, most: 0 };
    const totals = new Set<string>();
    let last = Number.POSITIVE_INFINITY;
    /** Who changed `last` latest, and what it was before that instant. */
    let change = { work: "", atMs: -1, before: last };
    return (event) => {
      if (event.type === "called" && event.call.ask.kind === "alerts") {
        const { open, most } = of(workOf(event.call.ask));
        asking.set(workOf(event.call.ask), { open: open + 1, most: open === 0 ? last : most });
      }
      if (event.type === "ended" && event.call.ask.kind === "alerts") {
        const work = workOf(event.call.ask);
        of(work).open -= 1;
        // Who gave up at that very moment may not have seen the page.
        const isSeen = "ok" in event.end.outcome && event.end.outcome.ok;
        if (!isSeen && change.work === work && change.atMs === event.at.trueMs) last = Math.max(last, change.before);
      }
      if ((event.type !== "finished" && event.type !== "started") || event.request.product !== "alerts")
        return undefined;
      const { request } = event;
      const [work, size] = [workBehind(request) ?? "", sizeOf(request)];
      // All at once, where `page` is ignored: that size is no guess.
      const isForAll = totals.has(`${work} ${size}`);
      if (event.type === "started") {
        const { open, most } = of(work);
        return open === 0 || pageOf(request) !== undefined || isForAll || size <= most
          ? undefined
          : `request ${request.number} asks for ${size} a page, and ${most} worked last`;
      }
      if (event.page?.total !== undefined) totals.add(`${work} ${event.page.total}`);
      if (event.page === undefined || pageOf(request) !== undefined) return undefined;
      const isSameInstant = change.atMs === event.at.trueMs;
      change = { work, atMs: event.at.trueMs, before: isSameInstant ? Math.max(change.before, last) : last };
      // All at once may have been less than that, and of two pages of one instant either may be the later one.
      last = isForAll || isSameInstant ? Math.max(last, size) : size;
      for (const each of asking.values()) each.most = Math.max(each.most, last);
      return undefined;
    };
  },
};

/** The sizes that the client may remember, at least, as far as its requests tell. */
class LeastSizes {
  readonly #ofWork = new Map<string, { open: number; least: number }>();
  readonly #totals = new Set<string>();
  #last: number = SIZES[0];
  /** Who changed `#last` latest, and what it was before that instant. */
  #change = { work: "", atMs: -1, before: this.#last };

  /** The least size that a first page of `work` may be asked for with; nothing where nobody asks for them. */
  of(work: string): number | undefined {
    const { open, least } = this.#asking(work);
    return open === 0 ? undefined : least;
  }

  /** Whether all that was announced is asked for at once, where `page` is ignored: that size is no guess. */
  isForAll(request: WireRequest): boolean {
    return this.#totals.has(`${workBehind(request)} ${sizeOf(request)}`);
  }

  note(event: SimulationEvent): void {
    if (event.type === "called" && event.call.ask.kind === "alerts") {
      const work = workOf(event.call.ask);
      const { open, least } = this.#asking(work);
      this.#ofWork.set(work, { open: open + 1, least: open === 0 ? this.#last : least });
    }
    if (event.type === "ended" && event.call.ask.kind === "alerts") {
      const work = workOf(event.call.ask);
      this.#asking(work).open -= 1;
      // Who gave up at the very moment in which a page came may not have seen it.
      const isSeen = "ok" in event.end.outcome && event.end.outcome.ok;
      if (!isSeen && this.#change.work === work && this.#change.atMs === event.at.trueMs) {
        this.#lower(this.#change.before);
      }
    }
    if (event.type !== "answered" && event.type !== "finished") return;
    const { request } = event;
    if (request.product !== "alerts") return;
    if (event.type === "finished" && event.page?.total !== undefined) {
      this.#totals.add(`${workBehind(request)} ${event.page.total}`);
    }
    if (pageOf(request) !== undefined) return;
    if (event.type === "finished") {
      if (event.page !== undefined) this.#accept(request, event.at.trueMs);
      return;
    }
    if (event.answer.status !== 400) return;
    const asking = this.#asking(workBehind(request) ?? "");
    const next = SIZES.find((size) => size < sizeOf(request)) ?? 0;
    asking.least = Math.min(asking.least, next);
  }

  #asking(work: string): { open: number; least: number } {
    return this.#ofWork.get(work) ?? { open: 0, least: 0 };
  }

  /** All at once may have been less than the size before, and of two pages of one instant either may be the later one. */
  #accept(request: WireRequest, atMs: number): void {
    const isSameInstant = this.#change.atMs === atMs;
    const before = isSameInstant ? Math.min(this.#change.before, this.#last) : this.#last;
    this.#change = { work: workBehind(request) ?? "", atMs, before };
    const size = sizeOf(request);
    if (!this.isForAll(request) && !isSameInstant) this.#last = size;
    this.#lower(size);
  }

  #lower(size: number): void {
    this.#last = Math.min(this.#last, size);
    for (const asking of this.#ofWork.values()) asking.least = Math.min(asking.least, this.#last);
  }
}

export const sizeIsKept: Invariant = {
  name: "no page size is passed over that worked last and was not refused since",
  clause: "4, paging: pages cost money: ask for 50,000 a page, on a 400 (free) 10,000, 1,000, then none, and remember",
  watch: () => {
    const sizes = new LeastSizes();
    return (event) => {
      sizes.note(event);
      if (event.type !== "started" || event.request.product !== "alerts") return undefined;
      const { request } = event;
      if (pageOf(request) !== undefined || sizes.isForAll(request)) return undefined;
      const least = sizes.of(workBehind(request) ?? "");
      return least === undefined || sizeOf(request) >= least
        ? undefined
        : `request ${request.number} asks for ${sizeOf(request) || "no size"}, and ${least} worked last`;
    };
  },
};
