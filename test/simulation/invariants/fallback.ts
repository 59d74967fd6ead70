import type { SimulatedCall, SimulationEvent } from "../events.ts";
import { failureOf } from "./calls.ts";
import type { Invariant } from "./invariant.ts";
import { Known, STALE_MS } from "./known.ts";
import { workBehind, workOf } from "./work.ts";

/** What a call has seen of its work since it began. */
interface Witness {
  /** Of the last attempt; nothing before one, or while one is unanswered. */
  status?: number | undefined;
  /** How often the token was refused. */
  rejections: number;
  isAsked: boolean;
  /** A 2xx came whole. */
  hasAnswer: boolean;
}

/** Keeps what every open call has seen. */
function witnesses(): { of(call: SimulatedCall): Witness; note(event: SimulationEvent): void } {
  const open = new Map<SimulatedCall, Witness>();
  const statuses = new Map<object, number>();
  const blank = (): Witness => ({ rejections: 0, isAsked: false, hasAnswer: false });
  const of = (call: SimulatedCall): Witness => open.get(call) ?? blank();
  return {
    of,
    note: (event) => {
      if (event.type === "called") open.set(event.call, blank());
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
        if (event.type === "finished" && event.whole && isSuccess) seen.hasAnswer = true;
      }
      if (event.type === "finished") statuses.delete(request);
    },
  };
}

export const staleNeverAfterRefusal: Invariant = {
  name: "nothing old is told where the service refused the caller, or the bill did",
  clause: "4, memory: never after 401, 403 or the billing limit",
  watch: () => {
    const seen = witnesses();
    /** Whose cool-down, or whose failure, may have been in the way since. */
    const troubled = new Set<string>();
    return (event) => {
      seen.note(event);
      if (event.type === "answered") {
        const { product } = event.request;
        const { status } = event.answer;
        if (product === "token" ? status !== 200 : status === 429 || status === 503) troubled.add(product);
      }
      if (event.type === "finished" && event.request.product === "token" && !event.whole) troubled.add("token");
      // Of several pages asked for side by side the first failure counts, whichever came last.
      if (event.type !== "ended" || !event.end.report.stale || event.call.ask.kind !== "risk") return undefined;
      const { number, deadlineMs } = event.call;
      const { status, rejections, isAsked } = seen.of(event.call);
      const isInTheWay = troubled.has("risk") || troubled.has("token") || event.at.monotonicMs >= deadlineMs;
      // After a first 401 a new token may be out of reach; a second one is the last word.
      if (status === 403 || (status === 401 && rejections > 1)) {
        return `call ${number} is answered with what is old after a ${status}`;
      }
      return isAsked || isInTheWay ? undefined : `call ${number} is answered with what is old, and nothing was asked`;
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

export const staleStandsIn: Invariant = {
  name: "what is known of the last hour stands in for what cannot be had",
  clause:
    "4, memory: after network failure, timeout, 429, 5xx or an unexpected response an answer up to one hour old is given",
  watch: (run) => {
    const known = new Known("risk", STALE_MS);
    return (event) => {
      known.note(event);
      if (event.type !== "ended" || event.call.ask.kind !== "risk" || run.config.riskTtlMs === 0) return undefined;
      const failure = failureOf(event.end);
      if (failure === undefined || !STOOD_IN_FOR.has(failure.kind)) return undefined;
      if (failure.kind === "upstream_error" && failure.status < 500) return undefined;
      const ageMs = known.ageMs(workOf(event.call.ask), event.at);
      return ageMs === undefined || ageMs >= STALE_MS
        ? undefined
        : `call ${event.call.number} ends as ${failure.kind}, and an answer of ${ageMs} ms is known`;
    };
  },
};

export const liveIsLive: Invariant = {
  name: "what is told as live came while the call was open",
  clause: "3, _meta: cached, stale; 4, memory: an old answer opens with STALE",
  watch: () => {
    const seen = witnesses();
    return (event) => {
      seen.note(event);
      if (event.type !== "ended" || "defect" in event.end.outcome || !event.end.outcome.ok) return undefined;
      const { cached, stale } = event.end.report;
      const isPart = event.call.ask.kind === "alerts" && "incomplete" in (event.end.outcome.value as object);
      if (cached || stale || isPart || seen.of(event.call).hasAnswer) return undefined;
      return `call ${event.call.number} is told as live, and no answer came for it`;
    };
  },
};
