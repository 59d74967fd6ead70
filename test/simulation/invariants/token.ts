import type { Sandbox } from "../../support/sandbox.ts";
import type { WireAnswer } from "../events.ts";
import { elapsedMs, type Instant } from "../virtual-time.ts";
import type { Invariant } from "./invariant.ts";

const UNKNOWN_LIFE_S = 300;

export const oneExchangeAtATime: Invariant = {
  name: "G-token: one token exchange at a time",
  watch: () => {
    let open = 0;
    return (event) => {
      if (event.type !== "started" && event.type !== "finished") return undefined;
      if (event.request.product !== "token") return undefined;
      open += event.type === "started" ? 1 : -1;
      return open > 1 ? `${open} exchanges are under way` : undefined;
    };
  },
};

export const noExpiredTokenIsSent: Invariant = {
  name: "G-token: no request carries a token that has expired",
  watch: (run) => {
    const issued = new Map<number, { readonly since: Instant; readonly lifeMs: number }>();
    return (event) => {
      if (event.type === "answered" && event.request.product === "token" && event.answer.status === 200) {
        const lifeMs = lifeOf(run.sandbox, event.answer);
        // Usually one. The service may have issued another at this instant, to an exchange that the client gave up.
        for (let number = run.sandbox.tokens.length; number > 0 && !issued.has(number); number -= 1) {
          issued.set(number, { since: event.request.startedAt, lifeMs });
        }
      }
      if (event.type !== "started" || event.request.product === "token") return undefined;
      const token = issued.get(event.request.token);
      if (token === undefined) return `request ${event.request.number} carries no token that the client was given`;
      const ageMs = elapsedMs(token.since, event.at);
      return ageMs >= token.lifeMs ? `request ${event.request.number}'s token is ${ageMs} ms old` : undefined;
    };
  },
};

/** The life of the token in an answer, as the answer states it. The service makes the token as it answers. */
function lifeOf(sandbox: Sandbox, answer: WireAnswer): number {
  return (faultOf(sandbox, answer) === "noMeta" ? UNKNOWN_LIFE_S : sandbox.settings.tokenLifeS) * 1_000;
}

function faultOf(sandbox: Sandbox, { headers }: WireAnswer): string | undefined {
  const id = headers.get("x-request-id")?.[0];
  return sandbox.requestsOf("token").find(({ requestId }) => requestId === id)?.fault ?? undefined;
}
