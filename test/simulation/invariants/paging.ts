import { LEARNED_MS, PAGE_SIZES, PAGES_AT_ONCE } from "../../support/contract.ts";
import type { SimulatedCall, SimulationEvent, WireRequest } from "../events.ts";
import { elapsedMs, type Instant } from "../virtual-time.ts";
import type { Invariant } from "./invariant.ts";
import { alertsTold } from "./pages.ts";
import { Sources } from "./sources.ts";
import { pageOf, sizeOf, workOf, workOfRequest } from "./work.ts";

/** The request for alerts that this event starts. */
function startedPage(event: SimulationEvent): WireRequest | undefined {
  return event.type === "started" && event.request.product === "alerts" ? event.request : undefined;
}

export const pagesKeepTheirSize: Invariant = {
  name: "later pages are asked for with the size of their reading's first one",
  clause: "G-paging: a reading keeps the size of its first page",
  watch: () => {
    const sources = new Sources();
    return (event) => {
      sources.note(event);
      const request = startedPage(event);
      const first = request && sources.newest(workOfRequest(request) ?? "")?.arrivals.get("");
      if (request === undefined || first === undefined || pageOf(request) === undefined) return undefined;
      return first.size === sizeOf(request)
        ? undefined
        : `request ${request.number} asks for ${sizeOf(request)} a page, the first was by ${first.size}`;
    };
  },
};

export const fewPagesAtOnce: Invariant = {
  name: "pages are asked for side by side, four at most, only once another page than the first has come",
  clause: "G-paging: up to 4 pages at a time once page 2 has shown that page is honoured",
  watch: () => {
    const underWay = new Map<string, Set<WireRequest>>();
    /** The works of which a page beyond the first has arrived. */
    const honoured = new Set<string>();
    return (event) => {
      if (event.type !== "started" && event.type !== "finished") return undefined;
      if (event.request.product !== "alerts") return undefined;
      const work = workOfRequest(event.request) ?? "";
      const pages = underWay.get(work) ?? new Set();
      underWay.set(work, pages);
      if (event.type === "finished") {
        pages.delete(event.request);
        if (event.page !== undefined && pageOf(event.request) !== undefined) honoured.add(work);
        return undefined;
      }
      pages.add(event.request);
      const most = honoured.has(work) ? PAGES_AT_ONCE : 1;
      return pages.size > most ? `${pages.size} pages are under way, ${most} at most` : undefined;
    };
  },
};

export const keptPagesAreNotAskedAgain: Invariant = {
  name: "no page is asked for again that came for its reading and is kept",
  clause:
    "G-paging: pages are kept for the TTL, counted from the sending of the first; whoever asks next goes on from there",
  watch: (run) => {
    const sources = new Sources();
    /** By work, the number of calls that wait, and the instant since when at least one does. */
    const waitedSince = new Map<string, { calls: number; since: Instant }>();
    return (event) => {
      sources.note(event);
      if ((event.type === "called" || event.type === "ended") && event.call.ask.kind === "alerts") {
        const work = workOf(event.call.ask);
        const { calls, since } = waitedSince.get(work) ?? { calls: 0, since: event.at };
        const now = calls + (event.type === "called" ? 1 : -1);
        waitedSince.set(work, { calls: now, since: calls === 0 ? event.at : since });
      }
      const request = startedPage(event);
      if (request === undefined) return undefined;
      const work = workOfRequest(request) ?? "";
      const source = sources.newest(work);
      const arrival = source?.arrivals.get(pageOf(request) ?? "");
      if (source === undefined || arrival === undefined || arrival.isDoubtful) return undefined;
      // Pages must be fresh when the first of the calls looks them up. Later calls join the reading whatever its age.
      const askedAt = waitedSince.get(work)?.since ?? event.at;
      const isKept = elapsedMs(source.sentAt, askedAt) < run.config.alertsTtlMs && !source.hasEnd;
      return isKept && arrival.cameAt.trueMs < askedAt.trueMs
        ? `request ${request.number} asks for page ${pageOf(request) ?? 1} again`
        : undefined;
    };
  },
};

export const sizesAreTriedInTurn: Invariant = {
  name: "a page size is asked for because it worked within the hour, or because the next larger one was refused",
  clause:
    "G-paging: 50,000; on a 400 10,000, 1,000, then none; remembered for an hour; the descent only while none is remembered",
  watch: (run) => {
    /** By work, the size refused last, while the client looks for a smaller one. */
    const refused = new Map<string, number>();
    /** By work, the size that the client tries. It sends a lost request again with the same size. */
    const tried = new Map<string, number>();
    const workedAt = new Map<number, Instant>();
    /** The size that worked, unless a later request had its size refused. */
    let remembered: { readonly size: number; readonly at: Instant } | undefined;
    return (event) => {
      if (event.type === "answered" && event.request.product === "alerts" && event.answer.status === 400) {
        refused.set(workOfRequest(event.request) ?? "", sizeOf(event.request));
        tried.delete(workOfRequest(event.request) ?? "");
        // A size that another reading has learned meanwhile stays.
        if (remembered !== undefined && remembered.at.trueMs < event.request.startedAt.trueMs) remembered = undefined;
      }
      if (event.type === "finished" && event.page !== undefined && pageOf(event.request) === undefined) {
        refused.delete(workOfRequest(event.request) ?? "");
        tried.delete(workOfRequest(event.request) ?? "");
        workedAt.set(sizeOf(event.request), event.at);
        const isLearned = remembered === undefined || elapsedMs(remembered.at, event.at) >= LEARNED_MS;
        if (isLearned) remembered = { size: sizeOf(event.request), at: event.at };
      }
      const request = startedPage(event);
      if (request === undefined || pageOf(request) !== undefined) return undefined;
      const [work, size] = [workOfRequest(request) ?? "", sizeOf(request)];
      const isAgain = tried.get(work) === size;
      tried.set(work, size);
      const atMs = workedAt.get(size);
      const isKnown = atMs !== undefined && elapsedMs(atMs, event.at) < LEARNED_MS;
      const isNext = PAGE_SIZES.indexOf(size) === PAGE_SIZES.indexOf(refused.get(work) ?? -1) + 1;
      if (size !== PAGE_SIZES[0] && !isKnown && !isNext)
        return `request ${request.number} asks for ${size} without a cause`;
      // A reading that began before the client learned the size may go on with larger ones.
      const learnedMs = remembered?.at.trueMs ?? Number.POSITIVE_INFINITY;
      const isLater = run.calls
        .filter(({ ask, ended }) => ended === undefined && workOf(ask) === work)
        .every(({ startedAt }) => startedAt.trueMs > learnedMs);
      const isFresh = remembered !== undefined && elapsedMs(remembered.at, event.at) < LEARNED_MS;
      return isLater && isFresh && !isAgain && !refused.has(work) && size > (remembered?.size ?? size)
        ? `request ${request.number} asks for ${size}, and ${remembered?.size} worked last`
        : undefined;
    };
  },
};

export const pageIgnoredIsRemembered: Invariant = {
  name: "no page is asked for by its number within an hour of learning that numbers are ignored",
  clause: "G-paging: a service that ignores page ends the reading: complete: false, remembered an hour",
  watch: (run) => {
    const sources = new Sources();
    let learnedAt: Instant | undefined;
    let toldMs = 0;
    const asked = new Map<string, Instant>();
    return (event) => {
      sources.note(event);
      const set = event.type === "ended" ? alertsTold(event.call) : undefined;
      const isTold = set?.incomplete?.reason === "page_ignored" && set.incomplete.pagesRead === 1;
      if (event.type === "ended" && isTold && isLive(event.call)) {
        const askedAt = asked.get(workOf(event.call.ask));
        if (askedAt !== undefined && (learnedAt === undefined || elapsedMs(learnedAt, askedAt) >= LEARNED_MS)) {
          learnedAt = askedAt;
          toldMs = event.at.trueMs;
        }
      }
      const request = startedPage(event);
      if (request === undefined || pageOf(request) === undefined) return undefined;
      const work = workOfRequest(request) ?? "";
      // Requests of earlier calls may have been on their way to a place at the gate.
      const asking = run.calls.filter(({ ask, ended }) => ended === undefined && workOf(ask) === work);
      const isNew = asking.length > 0 && asking.every(({ startedAt }) => startedAt.trueMs > toldMs);
      const isKnown = isNew && learnedAt !== undefined && elapsedMs(learnedAt, event.at) < LEARNED_MS;
      const isHonoured = sources.of(work).some(({ arrivals }) => arrivals.size > 1);
      asked.set(work, event.at);
      return isKnown && !isHonoured
        ? `request ${request.number} asks for page ${pageOf(request)}, and numbers are known to be ignored`
        : undefined;
    };
  },
};

function isLive({ ended }: SimulatedCall): boolean {
  return ended !== undefined && !ended.report.cached && !ended.report.stale;
}
