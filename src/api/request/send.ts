import { type Failure, failed, notBefore, type Result, success } from "../../domain/failure.ts";
import { eachProduct, type Product } from "../../domain/product.ts";
import { remainingMs, sleep } from "../../runtime/clock.ts";
import { judge, type Outcome, type Received } from "../attempt/judge.ts";
import { requestIdOf } from "../attempt/problem.ts";
import { backoffMs, holdMs, MAX_ATTEMPTS, preferServiceFailure } from "../attempt/retry.ts";
import { redactReply, type Transport, type Wire } from "../attempt/transport.ts";
import type { ContractDrift } from "../contract/drift.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import type { ApiOptions } from "../model/api.ts";
import type { AccessToken, TokenCache } from "../token/token.ts";
import type { Bill, Reservation } from "./bill.ts";
import { Gate, type Place } from "./gate.ts";
import { RequestLog } from "./request-log.ts";
import type { Caller } from "./shared.ts";

export interface SendParts extends ApiOptions {
  readonly transport: Transport;
  readonly tokens: TokenCache;
  readonly bill: Bill;
  readonly drift: ContractDrift;
}

/** An answer, and when the request that it answers was sent: an age counts from there. */
export interface TimedAnswer extends Received {
  readonly sentMs: number;
}

/** An attempt with its token and its place, ready to be written. */
interface Ready {
  /** Counts from 1. */
  readonly number: number;
  readonly startedMs: number;
  readonly token: AccessToken;
  readonly place: Place;
}

/** One attempt as it went. */
interface Attempted {
  readonly token: AccessToken;
  readonly outcome: Outcome;
  readonly sentMs: number;
  readonly beganCoolDown: boolean;
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
    this.#gates = eachProduct((product) => new Gate(product, parts.clock));
  }

  /**
   * Sends until there is an answer, a failure that must not be repeated, or no time left. In the mode `single` nothing is
   * repeated, except with a new token.
   */
  async send(endpoint: Endpoint, caller: Caller, mode?: "single"): Promise<Result<TimedAnswer>> {
    const { product } = endpoint;
    let lastFailure: Failure | undefined;
    let hasNewToken = false;
    let hasRepeatedOnce = false;
    for (let number = 1; ; number += 1) {
      const attempted = await this.#attempt(endpoint, caller, number);
      if (!attempted.ok) return this.#failedWithHold(product, preferServiceFailure(lastFailure, attempted.failure));
      const { outcome, token, sentMs, beganCoolDown } = attempted.value;
      if (outcome.ok) return success({ ...outcome.received, sentMs });
      const { failure, repeat } = outcome;
      if (failure.kind === "unauthorized") {
        const mayRenew = this.#parts.tokens.dropAfter401(product, token, hasNewToken);
        if (!mayRenew || number === MAX_ATTEMPTS) return failed(failure);
        hasNewToken = true;
        continue;
      }
      const mayRepeat = repeat === "allowed" || (repeat === "once" && !hasRepeatedOnce);
      if (mode === "single" || !mayRepeat || number === MAX_ATTEMPTS) return this.#failedWithHold(product, failure);
      hasRepeatedOnce ||= repeat === "once";
      // The next attempt waits out a cool-down at the gate.
      if (!beganCoolDown && !(await this.#pause(failure, number, caller)))
        return this.#failedWithHold(product, failure);
      lastFailure = failure;
    }
  }

  /** Milliseconds until `product` may be asked again. */
  coolDownMs(product: Product): number {
    return this.#gates[product].restMs();
  }

  /** The failure, told with no shorter wait than the cool-down's rest. */
  #failedWithHold(product: Product, failure: Failure): Result<never> {
    return failed(notBefore(failure, this.coolDownMs(product)));
  }

  /** Waits after attempt `number`; `false` when the time does not suffice. */
  async #pause(failure: Failure, number: number, caller: Caller): Promise<boolean> {
    const { clock, random } = this.#parts;
    const waitMs = (failure.waitMs ?? 0) + backoffMs(number, random);
    if (waitMs >= remainingMs(clock, caller)) return false;
    return sleep(clock, waitMs, caller.signal);
  }

  /** One attempt, with a token and a place. Starts over where either was lost before the first byte. */
  async #attempt(endpoint: Endpoint, caller: Caller, number: number): Promise<Result<Attempted>> {
    const { product } = endpoint;
    const { clock, tokens } = this.#parts;
    for (;;) {
      // Asked before the token: a call that the cool-down outlasts need not wait for one.
      const refusal = this.#gates[product].refusal(caller, clock.monotonicMs());
      if (refusal !== undefined) return failed(refusal);
      // The token first: a place held meanwhile would block others.
      const token = await tokens.get(caller);
      if (!token.ok) return token;
      const startedMs = clock.monotonicMs();
      const place = await this.#gates[product].enter(caller);
      if (!place.ok) return place;
      const ready = { number, startedMs, token: token.value, place: place.value };
      // The token may have expired or been refused during the wait at the gate.
      const attempted = tokens.isUsable(token.value) ? await this.#write(endpoint, caller, ready) : undefined;
      // Does nothing after a reply: `#write` gave the place back.
      place.value.leave("unused");
      if (attempted !== undefined) return attempted;
    }
  }

  /**
   * Writes one request, admitted by gate, token and bill in the tick of its first byte, and judges its reply. Resolves with
   * nothing where gate or token hold it back.
   */
  async #write(endpoint: Endpoint, caller: Caller, ready: Ready): Promise<Result<Attempted> | undefined> {
    const { config, bill, tokens, transport, clock, log } = this.#parts;
    const { number, startedMs, token, place } = ready;
    const { product } = endpoint;
    // Other calls may yet join a shared request: it gets its whole time.
    const isShared = caller.sharers !== undefined;
    const timeoutMs = isShared ? config.timeoutMs : Math.min(config.timeoutMs, remainingMs(clock, caller));
    let isHeldBack = false;
    let reserved: Result<Reservation> | undefined;
    let payer = caller.usage;
    let coolDownMs: number | undefined;
    let sentMs = startedMs;
    const settle = (fate: "billed" | "refused" | "lost"): void => {
      if (reserved?.ok) reserved.value.settle(fate);
    };
    const raw = await transport.send(this.#wire(endpoint, token), {
      timeoutMs,
      signal: caller.signal,
      // A plan may exist once its first byte is written: its outcome is worth more than the caller's patience.
      outlivesSignal: isShared || endpoint.method === "POST",
      admit: () => {
        isHeldBack = !place.isCurrent() || !tokens.isUsable(token);
        if (isHeldBack) return false;
        reserved = bill.reserve(product, caller.usage);
        if (!reserved.ok) return false;
        sentMs = clock.monotonicMs();
        payer = caller.usage;
        caller.started?.();
        return true;
      },
      // The status line is enough for both, whatever becomes of the body.
      onStatus: (head) => {
        settle(head.status < 300 ? "billed" : "refused");
        coolDownMs = holdMs(head, number, clock.nowMs());
        if (coolDownMs !== undefined) this.#gates[product].hold(coolDownMs);
      },
    });
    settle("lost");
    if (reserved?.ok === false) return reserved;
    if (isHeldBack) return undefined;
    // A cancelled attempt proves nothing about the service: the next request goes alone, too.
    if (raw.kind !== "cancelled") place.leave("answered");
    const reply = redactReply(raw, log);
    const outcome = judge(endpoint, reply, { nowMs: clock.nowMs(), holdMs: coolDownMs, timeoutMs });
    const requestId = "headers" in reply ? requestIdOf(reply.headers) : undefined;
    for (const usage of [payer, ...(caller.sharers ?? [])]) usage.sawRequestId(requestId);
    this.#log.write(endpoint, reply, outcome, number, clock.monotonicMs() - startedMs);
    return success({ token, outcome, sentMs, beganCoolDown: coolDownMs !== undefined });
  }

  #wire({ method, url, body }: Endpoint, token: AccessToken): Wire {
    const headers = {
      accept: "application/json, application/problem+json",
      authorization: `Bearer ${token.reveal()}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    };
    return { method, url, headers, body };
  }
}
