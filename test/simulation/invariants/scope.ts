import { MAX_ATTEMPTS } from "../../support/contract.ts";
import type { WireRequest } from "../events.ts";
import { failureOf } from "./calls.ts";
import type { Invariant } from "./invariant.ts";
import { begunBy, type Exchange, isDue, noteExchange } from "./token.ts";
import { workBehind, workOf } from "./work.ts";

const SCOPE_MISSING_MS = 60_000;

export const missingScopeCostsLittle: Invariant = {
  name: "a product starts no exchange for a minute after a request's second 401",
  clause: "4, token: a second 401 on a new token is unauthorized and for 60 s that product's 401s start no exchange",
  watch: (run) => {
    const exchanges: Exchange[] = [];
    /** Products that answered 401, by the token's number. */
    const rejecting = new Map<number, Set<string>>();
    /** The token that a work's last 401 was for, while its requests are repeated. */
    const rejected = new Map<string, number>();
    const untilMs = new Map<string, number>();
    let sinceMs = -1;
    return (event) => {
      noteExchange(exchanges, event, run.sandbox);
      if (event.type === "ended") rejected.delete(workOf(event.call.ask));
      if (event.type === "answered" && event.answer.status === 401) {
        const { product, token } = event.request;
        rejecting.set(token, (rejecting.get(token) ?? new Set()).add(product));
        const work = workBehind(event.request) ?? "";
        const isSecond = (rejected.get(work) ?? token) < token;
        rejected.set(work, token);
        const isHeld = event.at.monotonicMs < (untilMs.get(product) ?? 0);
        // Several calls that share the work may come and go: only what is sent again at once is sure to be a repetition.
        if (isSecond && !isHeld && event.request.method === "POST") {
          untilMs.set(product, event.at.monotonicMs + SCOPE_MISSING_MS);
          // An exchange of the same instant may be for a 401 that came before.
          sinceMs = event.at.trueMs;
        }
      }
      if (event.type !== "started" || event.request.product !== "token") return undefined;
      const last = exchanges.at(-1);
      const older = Math.max(0, ...exchanges.slice(0, -1).map(({ number }) => number));
      exchanges.push(begunBy(event.request));
      if (last === undefined || !last.isGood || isDue(last, event.at)) return undefined;
      const causes = [...rejecting].filter(([number]) => number > older && number <= last.number);
      const products = new Set(causes.flatMap(([, by]) => [...by]));
      const isHeld = [...products].every((product) => event.at.monotonicMs < (untilMs.get(product) ?? 0));
      // The 401 that was still answered by an exchange may have come before the second one did.
      return products.size > 0 &&
        isHeld &&
        sinceMs < event.at.trueMs &&
        causes.every(([number]) => number === last.number)
        ? `${[...products].join()}'s 401s start an exchange`
        : undefined;
    };
  },
};

export const oneRefusalIsNoEnd: Invariant = {
  name: "a call ends as unauthorized only after a 401 to a new token",
  clause:
    "4, token: a 401 drops that token, fetches one new one and repeats the request once; a second 401, on a new token",
  watch: () => {
    const rejections = new Map<string, { readonly token: number; readonly atMs: number }[]>();
    const requests = new Map<string, number>();
    const waiting = new Map<string, number>();
    const calledMs = new Map<number, number>();
    return (event) => {
      if (event.type === "called") calledMs.set(event.call.number, event.at.monotonicMs);
      if (event.type === "called" || event.type === "ended") {
        const work = workOf(event.call.ask);
        const others = waiting.get(work) ?? 0;
        // Who joins work under way has its earlier attempts behind it, too.
        if (event.type === "called" && others === 0) requests.set(work, 0);
        waiting.set(work, others + (event.type === "called" ? 1 : -1));
      }
      if (event.type === "started") noteStart(requests, event.request);
      if (event.type === "answered" && event.answer.status === 401) {
        const { product, token } = event.request;
        rejections.set(product, [...(rejections.get(product) ?? []), { token, atMs: event.at.monotonicMs }]);
      }
      if (event.type !== "ended" || event.call.ask.kind === "alerts") return undefined;
      const failure = failureOf(event.end);
      if (failure?.kind !== "unauthorized" || failure.product === "token") return undefined;
      // The last attempt that may be made is repeated for no reason.
      if ((requests.get(workOf(event.call.ask)) ?? 0) >= MAX_ATTEMPTS) return undefined;
      const rejected = rejections.get(failure.product) ?? [];
      // A sleep of the machine may lie between the answer and the end of the call that got it.
      const sinceMs = Math.min(event.at.monotonicMs - SCOPE_MISSING_MS, calledMs.get(event.call.number) ?? 0);
      const isNewOneRejected = rejected.some(
        ({ token, atMs }) => atMs >= sinceMs && rejected.some((other) => other.token < token),
      );
      return isNewOneRejected
        ? undefined
        : `call ${event.call.number} ends as unauthorized, and no new token was tried`;
    };
  },
};

function noteStart(requests: Map<string, number>, request: WireRequest): void {
  const work = workBehind(request) ?? "";
  requests.set(work, (requests.get(work) ?? 0) + 1);
}
