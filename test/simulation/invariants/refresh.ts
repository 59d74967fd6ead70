import type { WireRequest } from "../events.ts";
import type { Invariant } from "./invariant.ts";
import { begunBy, type Exchange, isDue, noteExchange } from "./token.ts";
import { workBehind, workOf } from "./work.ts";

export const dueTokenIsRefreshed: Invariant = {
  name: "a token that is used shortly before its end is refreshed",
  clause: "4, token: refreshed in the background before it expires (margin: 10 % of its life, 10 min at most)",
  watch: (run) => {
    const exchanges: Exchange[] = [];
    let ageing: WireRequest | undefined;
    return (event) => {
      noteExchange(exchanges, event, run.sandbox);
      if (event.type === "quiet") {
        const request = ageing;
        ageing = undefined;
        return request && `request ${request.number}'s token is about to expire, and no exchange begins`;
      }
      if (event.type !== "started") return undefined;
      const { request } = event;
      const last = exchanges.at(-1);
      if (request.product === "token") {
        exchanges.push(begunBy(request));
        ageing = undefined;
      } else if (last?.isGood && last.number === request.token && isDue(last, event.at)) {
        // Who got it before it was due may have waited for a place since.
        const work = workBehind(request);
        const asking = run.calls.filter(({ ask, ended }) => ended === undefined && workOf(ask) === work);
        const isNew = last.endedAt === undefined || isDue(last, last.endedAt);
        if (!isNew && asking.length > 0 && asking.every(({ startedAt }) => isDue(last, startedAt))) ageing = request;
      }
      return undefined;
    };
  },
};
