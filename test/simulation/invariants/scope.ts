import { SCOPE_MISSING_MS } from "../../support/contract.ts";
import type { Invariant } from "./invariant.ts";
import { begunBy, type Exchange, isDue, noteExchange } from "./token.ts";
import { workOf, workOfRequest } from "./work.ts";

export const missingScopeCostsLittle: Invariant = {
  name: "a product starts no exchange for a minute after a request's second 401",
  clause: "G-token: a second 401 on a new token is unauthorized and for 60 s that product's 401s start no exchange",
  watch: (run) => {
    const exchanges: Exchange[] = [];
    /** The products that answered 401, by the token's number. */
    const rejecting = new Map<number, Set<string>>();
    /** By work, the token of the last 401, until a call for the work ends. */
    const rejected = new Map<string, number>();
    const untilMs = new Map<string, number>();
    let sinceMs = -1;
    return (event) => {
      noteExchange(exchanges, event, run.sandbox);
      if (event.type === "ended") rejected.delete(workOf(event.call.ask));
      if (event.type === "answered" && event.answer.status === 401) {
        const { product, token } = event.request;
        rejecting.set(token, (rejecting.get(token) ?? new Set()).add(product));
        const work = workOfRequest(event.request) ?? "";
        const isSecond = (rejected.get(work) ?? token) < token;
        rejected.set(work, token);
        const isHeld = event.at.monotonicMs < (untilMs.get(product) ?? 0);
        // Calls that share a read come and go, so only the second 401 of a POST surely answers a repetition.
        if (isSecond && !isHeld && event.request.method === "POST") {
          untilMs.set(product, event.at.monotonicMs + SCOPE_MISSING_MS);
          // An exchange at the same instant may be due to an earlier 401.
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
      // The 401 that caused the exchange may be older than the second 401.
      return products.size > 0 &&
        isHeld &&
        sinceMs < event.at.trueMs &&
        causes.every(([number]) => number === last.number)
        ? `${[...products].join()}'s 401s start an exchange`
        : undefined;
    };
  },
};
