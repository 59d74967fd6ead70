import { type Failure, failed, type Result, success } from "../../domain/failure.ts";
import { type Clock, limitsAfter } from "../../runtime/clock.ts";
import type { Log } from "../../runtime/log.ts";
import type { Account, KnownValue } from "../model/account.ts";
import type { Issued } from "./token.ts";

/** The longest wait for another process's exchange, which may have two attempts. */
const MAX_WAIT_MS = 30_000;

/** How long a failed exchange stands for all: a little less than each remembers it (G-token). */
const FAILURE_MS = 4_000;

/** A token, or why there is none, as the processes of an account share it. */
type SharedToken = Pick<Issued, "value" | "lifeMs"> | { readonly failure: Failure };

/** One exchange for all processes of the account (G-account): the token of another, else `exchange`, made for all. */
export async function sharedExchange(
  parts: { readonly account: Account; readonly clock: Clock; readonly log: Log; readonly signal: AbortSignal },
  exchange: () => Promise<Result<Issued>>,
  known?: KnownValue,
): Promise<Result<Issued>> {
  const { account, clock, log, signal } = parts;
  const taken = await account.take("token", limitsAfter(clock, MAX_WAIT_MS, signal), known);
  if ("json" in taken) {
    const token = taken.json as SharedToken;
    if ("failure" in token) return failed(token.failure);
    log.conceal(token.value);
    return success({ ...token, issuedMs: clock.monotonicMs() - taken.ageMs, id: taken.id });
  }
  try {
    const got = await exchange();
    if (got.ok) {
      const { value, issuedMs, lifeMs } = got.value;
      taken.put({ value, lifeMs } satisfies SharedToken, clock.monotonicMs() - issuedMs, lifeMs);
      return success({ ...got.value, id: taken.id });
    }
    // In place of a token that is still good it would stop those who have just begun.
    const mayShare = known === undefined || known.isRefused;
    if (mayShare) taken.put({ failure: got.failure } satisfies SharedToken, 0, FAILURE_MS);
    return got;
  } finally {
    taken.release();
  }
}
