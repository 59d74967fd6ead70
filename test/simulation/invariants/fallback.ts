import type { AlertSet } from "../../../src/api/api.ts";
import type { Failure } from "../../../src/api/failure.ts";
import type { Ended, SimulatedCall, SimulationEvent } from "../events.ts";
import { failureOf } from "./calls.ts";
import { latestEndMs } from "./holds.ts";
import type { Invariant } from "./invariant.ts";
import { Known, STALE_MS } from "./known.ts";
import { begunBy, type Exchange, noteExchange } from "./token.ts";
import { workBehind, workOf } from "./work.ts";

/** What a call, or who waited for the same before it, has seen of its work. */
interface Witness {
  /** Of the last attempt; nothing before one, or while one is unanswered. */
  status?: number | undefined;
  /** How often the token was refused. */
  rejections: number;
  isAsked: boolean;
  /** A 2xx came whole. */
  hasAnswer: boolean;
  /** Something else came, or nothing, or data that cannot be read. */
  isFailed: boolean;
  /** When the first of its requests was answered with a 403 (true time). */
  forbiddenAtMs?: number;
}

/** Keeps what every open call has seen. */
function witnesses(): { of(call: SimulatedCall): Witness; note(event: SimulationEvent): void } {
  const open = new Map<SimulatedCall, Witness>();
  const statuses = new Map<object, number>();
  const blank = (): Witness => ({ rejections: 0, isAsked: false, hasAnswer: false, isFailed: false });
  /** Who joins work under way shares what became of it so far; an answer has to come for it, too. */
  const joining = ({ ask }: SimulatedCall): Witness => {
    const other = [...open].find(([{ ask: asked, ended }]) => ended === undefined && workOf(asked) === workOf(ask));
    return { ...(other?.[1] ?? blank()), hasAnswer: false };
  };
  const of = (call: SimulatedCall): Witness => open.get(call) ?? blank();
  return {
    of,
    note: (event) => {
      if (event.type === "called") open.set(event.call, joining(event.call));
      if (event.type !== "started" && event.type !== "answered" && event.type !== "finished") return;
      const { request } = event;
      if (event.type === "answered") statuses.set(request, event.answer.status);
      const work = workBehind(request);
      for (const [call, seen] of open) {
        if (call.ended !== undefined) open.delete(call);
        if (workOf(call.ask) !== work) continue;
        seen.isAsked = true;
        seen.status = statuses.get(request);
        if (event.type === "answered" && seen.status === 401) seen.rejections += 1;
        const isSuccess = (seen.status ?? 500) < 300;
        if (event.type !== "finished") continue;
        if (seen.status === 403) seen.forbiddenAtMs ??= event.at.trueMs;
        if (event.whole && isSuccess) seen.hasAnswer = true;
        if (!event.isReadable || !isSuccess) seen.isFailed = true;
      }
      if (event.type === "finished") statuses.delete(request);
    },
  };
}

export const staleNeverAfterRefusal: Invariant = {
  name: "nothing old is told where the service refused the caller, or the bill did",
  clause: "4, memory: never after 401, 403 or the billing limit",
  watch: (run) => {
    const seen = witnesses();
    /** Until when a product's cool-down may be in the way (monotonic). */
    const heldUntilMs = new Map<string, number>();
    const exchanges: Exchange[] = [];
    return (event) => {
      seen.note(event);
      if (event.type === "answered") {
        const { product } = event.request;
        const untilMs = latestEndMs(event.answer, event.at);
        heldUntilMs.set(product, Math.max(heldUntilMs.get(product) ?? 0, untilMs));
      }
      noteExchange(exchanges, event, run.sandbox);
      if (event.type === "started" && event.request.product === "token") exchanges.push(begunBy(event.request));
      if (event.type !== "ended" || !event.end.report.stale) return undefined;
      const { number, deadlineMs, ask } = event.call;
      const { status, rejections, isAsked, isFailed, forbiddenAtMs = event.at.trueMs } = seen.of(event.call);
      const isHeld = event.at.monotonicMs < (heldUntilMs.get(ask.kind) ?? 0);
      const isInTheWay = isHeld || exchanges.at(-1)?.isGood === false || event.at.monotonicMs >= deadlineMs;
      // After a first 401 a new token may be out of reach; a second one is the last word. Of several pages asked for
      // side by side another one may have failed last, and what comes in the moment of a call's end may come too late.
      const isForbidden = forbiddenAtMs < event.at.trueMs || (status === 403 && !isInTheWay);
      if (isForbidden) return `call ${number} is answered with what is old after a 403`;
      if (ask.kind === "risk" && (status === 403 || (status === 401 && rejections > 1))) {
        return `call ${number} is answered with what is old after a ${status}`;
      }
      if (isInTheWay || isFailed) return undefined;
      return `call ${number} is answered with what is old, and nothing ${isAsked ? "has failed" : "was asked"}`;
    };
  },
};

/** The failures that an answer up to an hour old stands in for. */
const STOOD_IN_FOR: ReadonlySet<string> = new Set([
  "network",
  "timeout",
  "rate_limited",
  "unavailable",
  "upstream_error",
  "unexpected_response",
]);

const REFUSALS: ReadonlySet<string> = new Set(["unauthorized", "forbidden", "billing_limit"]);

function isStoodInFor(failure: Failure): boolean {
  return STOOD_IN_FOR.has(failure.kind) && (failure.kind !== "upstream_error" || failure.status >= 500);
}

export const staleStandsIn: Invariant = {
  name: "what is known of the last hour stands in for what cannot be had",
  clause:
    "4, memory: after network failure, timeout, 429, 5xx or an unexpected response an answer up to one hour old is given",
  watch: (run) => {
    const { alertsTtlMs, riskTtlMs } = run.config;
    const memories = {
      alerts: { known: new Known("alerts", STALE_MS), ttlMs: alertsTtlMs },
      risk: { known: new Known("risk", STALE_MS), ttlMs: riskTtlMs },
    };
    return (event) => {
      for (const { known } of Object.values(memories)) known.note(event);
      if (event.type !== "ended") return undefined;
      const { ask } = event.call;
      if (ask.kind === "package" || ask.kind === "plan" || memories[ask.kind].ttlMs === 0) return undefined;
      const failure = failureOf(event.end) ?? cutOffBy(event.end);
      if (failure === undefined || !isStoodInFor(failure)) return undefined;
      const { known } = memories[ask.kind];
      const work = workOf(ask);
      // Pages are an answer where there would be none.
      const partAgeMs = failureOf(event.end) && known.partAgeMs(work, event.at);
      const ageMs = known.ageMs(work, event.at) ?? partAgeMs;
      return ageMs === undefined || ageMs >= STALE_MS
        ? undefined
        : `call ${event.call.number} ends as ${failure.kind}, and an answer of ${ageMs} ms is known`;
    };
  },
};

/** The failure that cut off the alerts that were told, where it was not for want of time or budget. */
function cutOffBy({ outcome }: Ended): Failure | undefined {
  if ("defect" in outcome || !outcome.ok) return undefined;
  const { incomplete } = outcome.value as Partial<AlertSet>;
  return incomplete?.reason === "failure" ? incomplete.failure : undefined;
}

export const liveIsLive: Invariant = {
  name: "what is told as live came while the call was open",
  clause:
    "3, _meta: cached, stale; 4, memory: an old answer opens with STALE, never after 401, 403 or the billing limit",
  watch: () => {
    const seen = witnesses();
    /** When the latest page of each work came, whatever time it is of. */
    const lastCameMs = new Map<string, number>();
    return (event) => {
      seen.note(event);
      if (event.type === "finished" && event.page !== undefined) {
        lastCameMs.set(workBehind(event.request) ?? "", event.at.trueMs);
      }
      if (event.type !== "ended" || "defect" in event.end.outcome || !event.end.outcome.ok) return undefined;
      const { call, end } = event;
      if (end.report.cached || end.report.stale) return undefined;
      const { incomplete } = event.end.outcome.value as Partial<AlertSet>;
      const { hasAnswer, isAsked } = seen.of(call);
      if (call.ask.kind !== "alerts" || incomplete === undefined) {
        return hasAnswer ? undefined : `call ${call.number} is told as live, and no answer came for it`;
      }
      if ((lastCameMs.get(workOf(call.ask)) ?? 0) >= call.startedAt.trueMs) return undefined;
      // Who has all that was asked for does not depend on what came of the rest, if there was any.
      const isOld = incomplete.reason === "answered" ? !isAsked : endsPages(incomplete.failure);
      return isOld ? `call ${call.number} is told as live, and no page came for it` : undefined;
    };
  },
};

/** Whether after this failure what came before is told as old, or not at all. */
function endsPages(failure: Failure | undefined): boolean {
  return failure !== undefined && (isStoodInFor(failure) || REFUSALS.has(failure.kind));
}
