import {
  FAILURE_HOLD_MS,
  MARGIN_SHARE,
  MAX_MARGIN_MS,
  MAX_REFUSAL_HOLD_MS,
  REFUSAL_HOLD_MS,
} from "../../support/contract.ts";
import type { Sandbox } from "../../support/sandbox.ts";
import type { SimulationEvent, WireAnswer, WireRequest } from "../events.ts";
import { askedMs } from "../retry-after.ts";
import { elapsedMs, type Instant } from "../virtual-time.ts";
import type { Invariant } from "./invariant.ts";

const UNKNOWN_LIFE_S = 300;

export const oneExchangeAtATime: Invariant = {
  name: "one token exchange at a time",
  clause: "G-token: one exchange for any number of concurrent callers",
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
  name: "no request carries a token that has expired",
  clause:
    "G-token: life counted from when the exchange was sent; G-time: by the larger of wall and monotonic time elapsed",
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

/** An exchange so far. */
export interface Exchange {
  readonly request: WireRequest;
  answer?: WireAnswer;
  /** The number of the newest token when the answer came. */
  number: number;
  lifeMs: number;
  endedAt?: Instant;
  /** The exchange brought a usable token. */
  isGood: boolean;
}

export function begunBy(request: WireRequest): Exchange {
  return { request, number: 0, lifeMs: 0, isGood: false };
}

/** Faults that spoil a 200 of the token endpoint. */
const SPOILING: ReadonlySet<string> = new Set(["html", "empty", "truncate", "brokenGzip", "wrongShape"]);

export const exchangesHaveACause: Invariant = {
  name: "no exchange without a cause",
  clause:
    "G-token: reused for its life; a 401 drops that token; a refused exchange is remembered for 60 s, doubling to 10 min, otherwise repeated once, then for 5 s or its Retry-After",
  watch: (run) => {
    const exchanges: Exchange[] = [];
    const rejected = new Set<number>();
    return (event) => {
      if (event.type === "answered" && event.answer.status === 401) rejected.add(event.request.token);
      noteExchange(exchanges, event, run.sandbox);
      if (event.type !== "started" || event.request.product !== "token") return undefined;
      const problem = causeless(exchanges, event.at, rejected);
      exchanges.push(begunBy(event.request));
      return problem;
    };
  },
};

/** Notes an event in the exchange to which it belongs. */
export function noteExchange(exchanges: readonly Exchange[], event: SimulationEvent, sandbox: Sandbox): void {
  if (event.type !== "answered" && event.type !== "finished") return;
  const exchange = exchanges.find(({ request }) => request === event.request);
  if (exchange === undefined) return;
  if (event.type === "answered") {
    exchange.answer = event.answer;
    exchange.number = sandbox.tokens.length;
    exchange.lifeMs = lifeOf(sandbox, event.answer);
    return;
  }
  exchange.endedAt = event.at;
  const { answer } = exchange;
  exchange.isGood = event.whole && answer?.status === 200 && !SPOILING.has(faultOf(sandbox, answer) ?? "");
}

/** Whether the exchange's token is old enough for a refresh. */
export function isDue({ lifeMs, request }: Exchange, now: Instant): boolean {
  return elapsedMs(request.startedAt, now) >= lifeMs - Math.min(lifeMs * MARGIN_SHARE, MAX_MARGIN_MS);
}

/** Why an exchange must not start `now`, after the exchanges `before`. */
function causeless(before: readonly Exchange[], now: Instant, rejected: ReadonlySet<number>): string | undefined {
  const last = before.at(-1);
  if (last === undefined || last.endedAt === undefined) return undefined;
  if (last.isGood) {
    const ageMs = elapsedMs(last.request.startedAt, now);
    const older = Math.max(0, ...before.slice(0, -1).map(({ number }) => number));
    const isRejected = [...rejected].some((number) => number > older && number <= last.number);
    return isRejected || isDue(last, now)
      ? undefined
      : `the token is ${ageMs} ms old, lives ${last.lifeMs} ms, and no 401 was answered to it`;
  }
  const waitedMs = now.monotonicMs - last.endedAt.monotonicMs;
  const askedToWaitMs = last.answer === undefined ? 0 : (askedMs(last.answer) ?? 0);
  const neededMs = mayRepeat(last) && !isRepetition(before) ? askedToWaitMs : holdMs(last, refusalsInARow(before));
  return waitedMs >= neededMs ? undefined : `the last one failed ${waitedMs} ms ago; ${neededMs} ms were to be waited`;
}

/** Whether the last exchange repeated a failed one, which is allowed once. */
export function isRepetition(exchanges: readonly Exchange[]): boolean {
  const [failed, last] = exchanges.slice(-2);
  if (failed?.endedAt === undefined || last === undefined || failed.isGood || !mayRepeat(failed)) return false;
  const gapMs = last.request.startedAt.monotonicMs - failed.endedAt.monotonicMs;
  return gapMs <= FAILURE_HOLD_MS && !isRepetition(exchanges.slice(0, -1));
}

export function mayRepeat({ answer }: Exchange): boolean {
  if (answer === undefined || answer.status < 300) return true;
  return (answer.status === 429 || answer.status >= 500) && (askedMs(answer) ?? 0) <= FAILURE_HOLD_MS;
}

/** How long the client remembers a failed exchange. */
export function holdMs({ answer }: Exchange, refusals: number): number {
  const asked = answer === undefined ? undefined : askedMs(answer);
  if (refusals === 0) return asked ?? FAILURE_HOLD_MS;
  return Math.max(Math.min(REFUSAL_HOLD_MS * 2 ** (refusals - 1), MAX_REFUSAL_HOLD_MS), asked ?? 0);
}

/** The number of refused exchanges in a row, counted from the last. */
function refusalsInARow(exchanges: readonly Exchange[]): number {
  return exchanges.length - 1 - exchanges.findLastIndex((exchange) => !isRefusal(exchange));
}

export function isRefusal({ answer }: Exchange): boolean {
  return [400, 401, 403].includes(answer?.status ?? 0);
}
