import { childTraceparent } from "../domain/trace-context.ts";
import { type Clock, sleep } from "../runtime/clock.ts";
import type { Log } from "../runtime/log.ts";
import type { Bill, Reservation } from "./bill.ts";
import type { Caller } from "./caller.ts";
import type { ContractDrift } from "./drift.ts";
import type { Endpoint } from "./endpoint.ts";
import { type Failure, failed, type Product, type Result, success, waitMsOf } from "./failure.ts";
import { Gate, type Place } from "./gate.ts";
import { holdMs, judge, type Outcome, type Received } from "./judge.ts";
import type { ApiObserver } from "./observer.ts";
import { requestIdOf } from "./problem.ts";
import { redactReply } from "./redact-reply.ts";
import { RequestLog } from "./request-log.ts";
import { backoffMs, MAX_ATTEMPTS, notBefore, preferServiceFailure } from "./retry.ts";
import type { AccessToken, TokenCache } from "./token.ts";
import { HELD_BACK, type Transport, type Wire } from "./transport.ts";
import { remainingMs } from "./wait.ts";

/** What sending needs; `attemptMs` is the time of one attempt (COLDROUTE_TIMEOUT_MS). */
export interface SendParts {
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  readonly transport: Transport;
  readonly tokens: TokenCache;
  readonly bill: Bill;
  readonly drift: ContractDrift;
  readonly attemptMs: number;
  readonly observer?: ApiObserver | undefined;
}

/** An answer, and when the request that it answers was sent: an age counts from there. */
export interface Answered extends Received {
  readonly sentMs: number;
}

/** One attempt as it went. `isHeld`: its answer began a cool-down. */
interface Attempted {
  readonly token: AccessToken;
  readonly outcome: Outcome;
  readonly sentMs: number;
  readonly isHeld: boolean;
}

/**
 * Authenticated requests with everything the client guarantees about them: token and its one renewal, cool-down, bill,
 * retries, the log (docs/guarantees.md). What an answer means is for the caller to read.
 */
export class Sender {
  readonly #parts: SendParts;
  readonly #gates: Readonly<Record<Product, Gate>>;
  readonly #log: RequestLog;

  constructor(parts: SendParts) {
    this.#parts = parts;
    this.#log = new RequestLog(parts);
    const gate = (product: Product): Gate => new Gate(product, parts.clock);
    this.#gates = {
      alerts: gate("alerts"),
      risk: gate("risk"),
      planning: gate("planning"),
      tracking: gate("tracking"),
    };
  }

  /**
   * Sends until there is an answer, a failure that must not be repeated, or no time left. With `once` a refusal is
   * returned as it is: only the token may be renewed.
   */
  async send(endpoint: Endpoint, caller: Caller, mode?: "once"): Promise<Result<Answered>> {
    const { product } = endpoint;
    let last: Failure | undefined;
    let isRenewed = false;
    let isRepeated = false;
    for (let attempt = 1; ; attempt += 1) {
      const attempted = await this.#attempt(endpoint, caller, attempt);
      if (!attempted.ok) return this.#failed(product, preferServiceFailure(last, attempted.failure));
      const { outcome, token, sentMs, isHeld } = attempted.value;
      if (outcome.ok) return success({ ...outcome.received, sentMs });
      const { failure, repeat } = outcome;
      if (failure.kind === "unauthorized") {
        const mayRenew = this.#parts.tokens.unauthorized(product, token, isRenewed);
        if (!mayRenew || attempt === MAX_ATTEMPTS) return failed(failure);
        isRenewed = true;
        continue;
      }
      const mayRepeat = repeat === "allowed" || (repeat === "once" && !isRepeated);
      if (mode === "once" || !mayRepeat || attempt === MAX_ATTEMPTS) return this.#failed(product, failure);
      isRepeated ||= repeat === "once";
      // A cool-down is waited out at the gate.
      if (!isHeld && !(await this.#pause(failure, attempt, caller))) return this.#failed(product, failure);
      last = failure;
    }
  }

  /** Milliseconds until `product` may be asked again. */
  coolDownMs(product: Product): number {
    return this.#gates[product].restMs();
  }

  /** The failure, told with no shorter wait than the cool-down's rest. */
  #failed(product: Product, failure: Failure): Result<never> {
    return failed(notBefore(failure, this.coolDownMs(product)));
  }

  /** Waits before the next attempt; `false` when the time does not suffice. */
  async #pause(failure: Failure, attempt: number, caller: Caller): Promise<boolean> {
    const { clock, random } = this.#parts;
    const waitMs = waitMsOf(failure) + backoffMs(attempt, random);
    if (waitMs >= remainingMs(clock, caller)) return false;
    return sleep(clock, waitMs, caller.signal);
  }

  /** One attempt, with a token and a place. Starts over where either was lost before the first byte. */
  async #attempt(endpoint: Endpoint, caller: Caller, number: number): Promise<Result<Attempted>> {
    const { product } = endpoint;
    const { clock, tokens, bill } = this.#parts;
    for (;;) {
      // Before the place: one that waits for a token would keep others out.
      const token = await tokens.get(caller);
      if (!token.ok) return token;
      const limit = bill.limitReached(product, caller.payer.usage);
      if (limit !== undefined) return failed(limit);
      const startedMs = clock.monotonicMs();
      const place = await this.#gates[product].enter(caller);
      if (!place.ok) return place;
      // It may have expired, or another request been refused with it, at the gate.
      const isUsable = tokens.isUsable(token.value);
      const attempted = isUsable && (await this.#write(endpoint, caller, place.value, token.value, number, startedMs));
      place.value.leave("unused");
      if (attempted) return attempted;
    }
  }

  /**
   * Writes one request, admitted by gate, token and bill in the tick of its first byte, and judges its reply. Nothing is told
   * where gate or token hold it back.
   */
  async #write(
    endpoint: Endpoint,
    caller: Caller,
    place: Place,
    token: AccessToken,
    number: number,
    startedMs: number,
  ): Promise<Result<Attempted> | undefined> {
    const { bill, tokens, transport, clock, random, attemptMs, log } = this.#parts;
    const { product } = endpoint;
    const timeoutMs = caller.isShared ? attemptMs : Math.min(attemptMs, remainingMs(clock, caller));
    let reserved: Result<Reservation> | undefined;
    let held: number | undefined;
    let sentMs = clock.monotonicMs();
    const settle = (fate: "billed" | "refused" | "lost"): void => {
      if (reserved?.ok) reserved.value.settle(fate);
    };
    const raw = await transport.send(this.#wire(endpoint, caller, token), {
      timeoutMs,
      signal: caller.signal,
      // A plan may exist once its first byte is written: its outcome is worth more than the caller's patience.
      outlivesSignal: caller.isShared || endpoint.method === "POST",
      admit: () => {
        if (!place.isCurrent() || !tokens.isUsable(token)) return false;
        reserved = bill.reserve(product, caller.payer.usage);
        if (!reserved.ok) return false;
        sentMs = clock.monotonicMs();
        caller.started();
        return true;
      },
      // The status line is enough for both, whatever becomes of the body.
      onStatus: (head) => {
        settle(head.status < 300 ? "billed" : "refused");
        held = holdMs(head, number, clock.nowMs(), random);
        if (held !== undefined) this.#gates[product].hold(held);
      },
    });
    settle("lost");
    if (reserved?.ok === false) return reserved;
    if (raw.kind === "unsent" && raw.code === HELD_BACK) return undefined;
    if (raw.kind !== "cancelled") place.leave("answered");
    const reply = redactReply(raw, log);
    const outcome = judge(endpoint, reply, { nowMs: clock.nowMs(), holdMs: held, timeoutMs });
    const requestId = "headers" in reply ? requestIdOf(reply.headers) : undefined;
    if (requestId !== undefined) caller.sawRequestId(requestId);
    this.#log.write(endpoint, reply, outcome, number, clock.monotonicMs() - startedMs);
    return success({ token, outcome, sentMs, isHeld: held !== undefined });
  }

  #wire({ method, url, body }: Endpoint, { payer: { trace } }: Caller, token: AccessToken): Wire {
    const headers = {
      accept: "application/json, application/problem+json",
      authorization: `Bearer ${token.reveal()}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(trace === undefined ? {} : { traceparent: childTraceparent(trace, this.#parts.random) }),
    };
    return { method, url, headers, ...(body === undefined ? {} : { body }) };
  }
}
