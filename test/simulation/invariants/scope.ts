import type { Invariant } from "./invariant.ts";
import { begunBy, type Exchange, isDue, noteExchange } from "./token.ts";

const SCOPE_MISSING_MS = 60_000;

export const missingScopeCostsLittle: Invariant = {
  name: "a product whose scope is missing starts one exchange a minute at most",
  clause: "4, token: a second 401, on a new token, keeps the token, and for 60 s that product's 401s start no exchange",
  watch: (run) => {
    const exchanges: Exchange[] = [];
    /** Products that answered 401, by the token's number. */
    const rejecting = new Map<number, Set<string>>();
    const startedMs = new Map<string, number>();
    return (event) => {
      noteExchange(exchanges, event, run.sandbox);
      if (event.type === "answered" && event.request.product !== "token") {
        const { product, token } = event.request;
        const { status } = event.answer;
        if (status === 401) rejecting.set(token, (rejecting.get(token) ?? new Set()).add(product));
        // Judged by more than its token: the scope is there, and what it is refused for later is another matter.
        else if (status < 500 && status !== 429) startedMs.delete(product);
      }
      if (event.type !== "started" || event.request.product !== "token") return undefined;
      const last = exchanges.at(-1);
      const older = Math.max(0, ...exchanges.slice(0, -1).map(({ number }) => number));
      exchanges.push(begunBy(event.request));
      if (last === undefined || !last.isGood || isDue(last, event.at)) return undefined;
      const causes = new Set(
        [...rejecting].flatMap(([number, by]) => (number > older && number <= last.number ? [...by] : [])),
      );
      const [product] = causes;
      if (product === undefined || causes.size > 1) return undefined;
      const nowMs = event.at.monotonicMs;
      const agoMs = nowMs - (startedMs.get(product) ?? Number.NEGATIVE_INFINITY);
      startedMs.set(product, nowMs);
      return agoMs < SCOPE_MISSING_MS ? `${product}'s 401s start an exchange ${agoMs} ms after another one` : undefined;
    };
  },
};
