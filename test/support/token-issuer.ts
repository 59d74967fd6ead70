import type { Failure, Result } from "../../src/api/failure.ts";
import { type AccessToken, type Exchanged, TokenCache } from "../../src/api/token.ts";
import { moment } from "../../src/runtime/clock.ts";
import { type ManualClock, settle } from "./manual-clock.ts";

export const HOUR = 3_600_000;

/** A token endpoint that answers when told to. */
export function issuer(clock: ManualClock, lifeMs = HOUR) {
  const open: ((exchanged: Exchanged) => void)[] = [];
  let exchanges = 0;
  const exchange = (): Promise<Exchanged> => {
    exchanges += 1;
    return new Promise((resolve) => open.push(resolve));
  };
  const cache = new TokenCache(clock, exchange, new AbortController().signal);
  const answer = async (exchanged?: Exchanged): Promise<void> => {
    open.shift()?.(exchanged ?? { ok: true, value: `token-${exchanges}`, issued: moment(clock), lifeMs });
    await settle();
  };
  return {
    cache,
    count: () => exchanges,
    answer,
    /** A token, exchanged for where there is none. */
    next: async (): Promise<AccessToken> => {
      const asked = cache.get(limits(clock));
      await answer();
      const token = await asked;
      if (!token.ok) throw new Error("no token");
      return token.value;
    },
  };
}

export const limits = (clock: ManualClock, ms = 25_000) => ({
  signal: new AbortController().signal,
  deadlineMs: clock.monotonicMs() + ms,
});
export const value = (result: Result<AccessToken>): string => (result.ok ? result.value.reveal() : result.failure.kind);
export const refused: Exchanged = {
  ok: false,
  refused: true,
  failure: { kind: "unauthorized", product: "token", status: 401 },
};

/** An exchange that failed, the credentials being none of the reason where `more` does not say so. */
export const failedWith = (failure: Failure, more: Partial<Extract<Exchanged, { ok: false }>> = {}): Exchanged => ({
  ok: false,
  refused: false,
  failure,
  ...more,
});
export const busy = (holdMs: number): Exchanged =>
  failedWith({ kind: "rate_limited", product: "token", status: 429, waitMs: holdMs }, { holdMs });
export const lost: Failure = { kind: "network", product: "token", code: "ECONNREFUSED", sent: false };
