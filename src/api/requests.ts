import { childTraceparent } from "../domain/trace-context.ts";
import { type Clock, type Moment, moment, sleep } from "../runtime/clock.ts";
import type { Log } from "../runtime/log.ts";
import type { Billing, Reservation } from "./billing.ts";
import { Cooldown, type Slot } from "./cooldown.ts";
import type { ContractDrift } from "./drift.ts";
import type { Endpoint } from "./endpoint.ts";
import { type Failure, failed, type Product, type Result, success, waitMsOf } from "./failure.ts";
import type { Caller } from "./flights.ts";
import { maskReply } from "./mask.ts";
import type { ApiObserver } from "./observer.ts";
import { judge, type Outcome, type Received } from "./outcome.ts";
import { requestIdOf } from "./problem.ts";
import { RequestLog } from "./request-log.ts";
import { backoffMs, holdBackoffMs, MAX_ATTEMPTS, moreTelling, notBefore } from "./retry.ts";
import { holdMs, statusFailure } from "./status-failure.ts";
import type { AccessToken, TokenCache } from "./token.ts";
import { HELD_BACK, type Reply, type Transport, type Wire } from "./transport.ts";
import { remainingMs } from "./wait.ts";

/** What requests need; `attemptMs` is the time of one attempt (COLDROUTE_TIMEOUT_MS). */
export interface RequestParts {
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  readonly transport: Transport;
  readonly tokens: TokenCache;
  readonly billing: Billing;
  readonly drift: ContractDrift;
  readonly attemptMs: number;
  /** Aborted when the client closes: ends the waits between attempts. */
  readonly closing: AbortSignal;
  readonly observer?: ApiObserver | undefined;
}

/** One attempt as it went: the token it carried, what came back, how long that holds the product back. */
interface Attempted {
  readonly token: AccessToken;
  readonly reply: Reply;
  readonly holdMs: number | undefined;
  /** The time that the attempt had. */
  readonly timeoutMs: number;
  readonly askedAt: Moment;
}

/** Which attempt it is, and whether it carries a token renewed for it. */
interface Turn {
  readonly number: number;
  readonly renewed: boolean;
}

/** An answer, and when the request that it answers was sent: an age counts from there. */
export interface Answered extends Received {
  readonly askedAt: Moment;
}

/**
 * Authenticated requests with everything the client guarantees about them: cool-down and order, token and its one
 * renewal, the bill, retries, the log (DESIGN 4). What an answer means is for the caller to read.
 */
export class Requests {
  readonly #parts: RequestParts;
  readonly #cooldowns: Readonly<Record<Product, Cooldown>>;
  readonly #log: RequestLog;
  #ticket = 0;

  constructor(parts: RequestParts) {
    this.#parts = parts;
    this.#log = new RequestLog(parts.log, parts.drift, parts.observer);
    const cooldown = (): Cooldown => new Cooldown(parts.clock, parts.random);
    this.#cooldowns = { alerts: cooldown(), risk: cooldown(), planning: cooldown(), tracking: cooldown() };
  }

  /**
   * Sends until there is an answer, a failure that must not be repeated, or no time left. With `once` a refusal is
   * returned as it is: only the token may be renewed.
   */
  async send(endpoint: Endpoint, caller: Caller, mode?: "once"): Promise<Result<Answered>> {
    const result = await this.#sendRepeatedly(endpoint, caller, mode);
    return result.ok ? result : failed(notBefore(result.failure, this.#cooldowns[endpoint.product].restMs()));
  }

  async #sendRepeatedly(endpoint: Endpoint, caller: Caller, mode?: "once"): Promise<Result<Answered>> {
    this.#ticket += 1;
    const ticket = this.#ticket;
    const { tokens } = this.#parts;
    let attempts = 0;
    let renewed = false;
    let repeated = false;
    let last: Failure | undefined;
    for (;;) {
      caller.needsPayer(last);
      const attempted = await this.#attempt(endpoint, caller, ticket, { number: attempts + 1, renewed });
      if (!attempted.ok) return failed(last === undefined ? attempted.failure : moreTelling(last, attempted.failure));
      attempts += 1;
      const { outcome, token, askedAt } = attempted.value;
      if (outcome.ok) return success({ ...outcome.received, askedAt });
      const { failure } = outcome;
      if (failure.kind === "unauthorized") {
        const mayRenew = tokens.unauthorized(endpoint.product, token, renewed);
        if (!mayRenew || attempts >= MAX_ATTEMPTS) return failed(failure);
        renewed = true;
        continue;
      }
      const mayRepeat = outcome.repeat === "allowed" || (outcome.repeat === "once" && !repeated);
      if (mode === "once" || !mayRepeat || attempts >= MAX_ATTEMPTS) return failed(failure);
      if (outcome.repeat === "once") repeated = true;
      if (!(await this.#pause(failure, outcome, attempts, caller))) return failed(failure);
      last = failure;
    }
  }

  /** Whole seconds until each product may be asked again, rounded up. */
  coolDownSeconds(): Readonly<Record<Product, number>> {
    const seconds = (product: Product): number => Math.ceil(this.#cooldowns[product].restMs() / 1000);
    return {
      alerts: seconds("alerts"),
      risk: seconds("risk"),
      planning: seconds("planning"),
      tracking: seconds("tracking"),
    };
  }

  /** Ends every wait at a gate. The waits between attempts end with `closing`, after which nothing is sent. */
  close(): void {
    for (const cooldown of Object.values(this.#cooldowns)) cooldown.close();
  }

  /** Waits before the next attempt; `false` when the time does not suffice. A cool-down is waited out at the gate instead. */
  async #pause(failure: Failure, outcome: Outcome & { ok: false }, attempts: number, caller: Caller): Promise<boolean> {
    const { clock, random, closing } = this.#parts;
    if (outcome.holdMs !== undefined) return true;
    const askedMs = waitMsOf(failure);
    const waitMs = askedMs + backoffMs(attempts, random);
    if (waitMs >= remainingMs(clock, caller)) return false;
    // A backoff alone is over soon, and what else is under way may bring more until then.
    if (askedMs > 0) caller.heldUntil(clock.monotonicMs() + waitMs, failure);
    return sleep(clock, waitMs, caller.signal, closing);
  }

  /** Gets past the gate, sends once and judges. Starts over, uncounted, when a cool-down began or who pays left meanwhile. */
  async #attempt(
    endpoint: Endpoint,
    caller: Caller,
    ticket: number,
    turn: Turn,
  ): Promise<Result<Pick<Attempted, "token" | "askedAt"> & { readonly outcome: Outcome }>> {
    const { clock, closing } = this.#parts;
    const { product } = endpoint;
    const gate = this.#cooldowns[product];
    for (;;) {
      if (closing.aborted) return failed({ kind: "cancelled", product });
      const startedMs = clock.monotonicMs();
      const entry = await gate.enter(ticket, caller);
      if (entry.by === "cooldown") return failed({ kind: "rate_limited", product, waitMs: entry.waitMs });
      if (entry.by === "signal") return failed({ kind: "cancelled", product });
      if (entry.by === "deadline") {
        return failed({ kind: "timeout", product, afterMs: clock.monotonicMs() - startedMs, sent: false });
      }
      const sent = await this.#sendOnce(endpoint, caller, entry.slot, turn);
      if (!sent.ok) {
        entry.slot.leave("cancelled");
        return sent;
      }
      const { reply } = sent.value;
      if (reply.kind === "unsent" && reply.code === HELD_BACK) {
        entry.slot.leave("cancelled");
        continue;
      }
      const outcome = this.#conclude(endpoint, sent.value, turn.number, startedMs, caller);
      entry.slot.leave(reply.kind === "cancelled" ? "cancelled" : "answered");
      return success({ ...sent.value, outcome });
    }
  }

  async #sendOnce(endpoint: Endpoint, caller: Caller, slot: Slot, turn: Turn): Promise<Result<Attempted>> {
    const { billing, tokens, transport, clock, random, attemptMs } = this.#parts;
    const reserved = await billing.reserve(endpoint.product, caller);
    if (!reserved.ok) return reserved;
    const reservation: Reservation = reserved.value;
    // Last of all that may take time: a token does not wait while it expires.
    const got = await tokens.get(caller);
    if (!got.ok) {
      reservation.release();
      return got;
    }
    const token = got.value;
    const gate = this.#cooldowns[endpoint.product];
    const startedMs = clock.monotonicMs();
    const timeoutMs = (): number => Math.min(attemptMs, Math.max(0, caller.deadlineMs - startedMs));
    const backoff = { leastMs: backoffMs(turn.number, random), insteadMs: holdBackoffMs(turn.number, random) };
    let held: number | undefined;
    let askedAt = moment(clock);
    const traceparent = caller.trace === undefined ? undefined : childTraceparent(caller.trace, random);
    const reply = await transport.send(authorized(endpoint, token, traceparent), {
      timeoutMs,
      signal: caller.signal,
      mayStart: () => slot.isCurrent() && reservation.isPaid(),
      onStart: () => {
        askedAt = moment(clock);
        reservation.sent();
        caller.started();
      },
      // The status line is enough for both, whatever becomes of the body.
      onStatus: (status, headers) => {
        reservation.settle(status < 300 ? "billed" : "refused");
        held = holdMs(status, headers, clock.nowMs(), backoff);
        if (held !== undefined) gate.hold(held);
        const isLastToken = turn.number >= MAX_ATTEMPTS || tokens.isLastWord(endpoint.product, token, turn.renewed);
        if (status === 403 || (status === 401 && isLastToken))
          caller.refused(statusFailure(endpoint.product, status, headers, {}));
      },
    });
    reservation.release();
    return success({ token, reply: maskReply(reply, this.#parts.log), holdMs: held, timeoutMs: timeoutMs(), askedAt });
  }

  /** Reads the reply, and draws the consequences that concern more than this request. */
  #conclude(endpoint: Endpoint, sent: Attempted, number: number, startedMs: number, caller: Caller): Outcome {
    const { clock, tokens } = this.#parts;
    const { reply, token } = sent;
    const outcome = judge(endpoint, reply, { ...sent, nowMs: clock.nowMs() });
    const status = reply.kind === "answer" || reply.kind === "broken" ? reply.status : undefined;
    // A rate limiter or a failing server may answer before the token is looked at.
    const isJudged = status !== undefined && status < 500 && status !== 401 && status !== 429;
    if (isJudged) tokens.accepted(endpoint.product, token);
    const requestId = "headers" in reply ? requestIdOf(reply.headers) : undefined;
    if (requestId !== undefined) caller.sawRequestId(requestId);
    this.#log.write(endpoint, reply, outcome, number, clock.monotonicMs() - startedMs);
    return outcome;
  }
}

function authorized(endpoint: Endpoint, token: AccessToken, traceparent: string | undefined): Wire {
  const { method, url, body } = endpoint;
  return {
    method,
    url,
    headers: {
      accept: "application/json, application/problem+json",
      authorization: `Bearer ${token.reveal()}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(traceparent === undefined ? {} : { traceparent }),
    },
    ...(body === undefined ? {} : { body }),
  };
}
