import type { WireAnswer, WireRequest } from "../events.ts";
import type { Invariant } from "./invariant.ts";

const MAX_ATTEMPTS = 4;

interface Attempt {
  readonly request: WireRequest;
  answer?: WireAnswer;
  whole?: boolean;
}

/** Whether the service said for certain that it made no plan. */
function isRefused({ answer, whole }: Attempt): boolean {
  if (answer === undefined) return false;
  if (answer.status === 401 || answer.status === 429) return true;
  const mediaType = answer.headers.get("content-type")?.[0] ?? "";
  const isProblem = whole === true && mediaType.startsWith("application/problem+json");
  return (answer.status === 502 || answer.status === 503) && isProblem;
}

export const plansAreSentOnce: Invariant = {
  name: "no POST is sent twice without proof of refusal",
  clause:
    "4, retries: POST /shipments only after 429, after 502 or 503 with problem details, after its one 401 refresh",
  watch: () => {
    const plans = new Map<string, Attempt[]>();
    return (event) => {
      if (event.type === "answered" || event.type === "finished") {
        const attempt = plans.get(event.request.reference ?? "")?.find(({ request }) => request === event.request);
        if (attempt === undefined) return undefined;
        if (event.type === "answered") attempt.answer = event.answer;
        else attempt.whole = event.whole;
      }
      if (event.type !== "started" || event.request.product !== "planning") return undefined;
      const { reference = "" } = event.request;
      const before = plans.get(reference) ?? [];
      plans.set(reference, [...before, { request: event.request }]);
      const open = before.find((attempt) => !isRefused(attempt));
      if (open !== undefined) return `${reference} is sent again after ${open.answer?.status ?? "no answer"}`;
      const renewals = before.filter(({ answer }) => answer?.status === 401).length;
      if (renewals > 1) return `${reference} is sent again after a second 401`;
      return before.length >= MAX_ATTEMPTS ? `${reference} is sent a fifth time` : undefined;
    };
  },
};

export const nothingIsRestarted: Invariant = {
  name: "no request is written again on another connection behind the client's back",
  clause: "4, retries: a request that provably never started (onRequestStart); once after any other lost answer",
  watch: () => (event) => {
    if (event.type !== "started" || event.request.again === undefined) return undefined;
    return `request ${event.request.again} is written again as ${event.request.number}`;
  },
};

export const readsAreRepeatedLittle: Invariant = {
  name: "one read makes four attempts at most, of which two may be billed",
  clause: "4, retries: 4 attempts at most; once after any other lost or broken answer or 5xx",
  watch: () => (event) => {
    if (event.type !== "ended" || event.call.ask.kind === "alerts") return undefined;
    const { requests, billableRequests, maybeBilled } = event.end.report;
    if (requests > MAX_ATTEMPTS) return `call ${event.call.number} made ${requests} requests`;
    const most = event.call.ask.kind === "plan" ? 1 : 2;
    return billableRequests + maybeBilled > most
      ? `call ${event.call.number} may be billed ${billableRequests + maybeBilled} requests`
      : undefined;
  },
};

export const equalReadsAreShared: Invariant = {
  name: "equal reads under way are one request",
  clause: "4, memory: equal concurrent GETs make one request",
  watch: () => {
    const underWay = new Map<string, WireRequest>();
    return (event) => {
      if (event.type === "finished" && underWay.get(event.request.path) === event.request) {
        underWay.delete(event.request.path);
      }
      if (event.type !== "started" || event.request.method !== "GET") return undefined;
      const other = underWay.get(event.request.path);
      underWay.set(event.request.path, event.request);
      return other === undefined
        ? undefined
        : `request ${event.request.number} equals ${other.number}, still under way`;
    };
  },
};
