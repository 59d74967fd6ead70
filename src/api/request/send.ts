import { type Failure, failed, notBefore, type Result, success } from "../../domain/failure.ts";
import { eachProduct, type Product } from "../../domain/product.ts";
import { remainingMs, sleep } from "../../runtime/clock.ts";
import { type AttemptOutcome, judge, type Received } from "../attempt/judge.ts";
import { requestIdOf } from "../attempt/problem.ts";
import { backoffMs, failureToReport, holdMs, MAX_ATTEMPTS } from "../attempt/retry.ts";
import { redactReply, type Transport, type Wire } from "../attempt/transport.ts";
import type { ContractDrift } from "../contract/drift.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import type { Admission } from "../model/account.ts";
import type { ApiOptions } from "../model/api.ts";
import type { AccessToken, TokenCache } from "../token/token.ts";
import type { Bill, Reservation } from "./bill.ts";
import { Gate, type Slot } from "./gate.ts";
import { requestLog } from "./request-log.ts";
import type { Caller } from "./shared.ts";

export interface SendParts extends ApiOptions {
  readonly transport: Transport;
  readonly tokens: TokenCache;
  readonly bill: Bill;
  readonly drift: ContractDrift;
}

/** An answer and the time when the client sent its request (`monotonicMs`). The answer's age counts from then. */
export interface TimedAnswer extends Received {
  readonly sentMs: number;
}

/** An attempt that holds its token and its slot, ready to be written. */
interface Ready {
  /** Counts from 1. */
  readonly number: number;
  readonly startedMs: number;
  readonly token: AccessToken;
  readonly slot: Slot;
  /** The attempt in the bill of all processes; `undefined` without a shared account. */
  readonly admission: Admission | undefined;
}

/** The decisions of the transport's callbacks about one attempt. */
interface Decisions {
  /** Set in the tick that writes the first byte. */
  reservation?: Reservation;
  /** Why no byte was written: a billing limit, or `held_back` by a cool-down, or a lost token. */
  obstacle?: Failure | "held_back";
  /** Set if the status line began a cool-down. */
  coolDownMs?: number | undefined;
}

interface Attempted {
  readonly token: AccessToken;
  readonly outcome: AttemptOutcome;
  readonly sentMs: number;
  readonly beganCoolDown: boolean;
}

/** Gets a token, waits out cool-downs, bills, retries and logs (docs/guarantees.md). Callers interpret the answers. */
export class Sender {
  readonly #parts: SendParts;
  readonly #gates: Readonly<Record<Product, Gate>>;
  readonly #log: ReturnType<typeof requestLog>;

  constructor(parts: SendParts) {
    this.#parts = parts;
    this.#log = requestLog(parts);
    this.#gates = eachProduct((product) => new Gate(product, parts.clock));
  }

  /** Retries until a 2xx with JSON, a final failure or the deadline. `single` retries once at most, after a 401. */
  async send(endpoint: Endpoint, caller: Caller, mode?: "single"): Promise<Result<TimedAnswer>> {
    const { product } = endpoint;
    let lastFailure: Failure | undefined;
    let hasNewToken = false;
    let hasRepeatedOnce = false;
    for (let number = 1; ; number += 1) {
      const attempted = await this.#attempt(endpoint, caller, number);
      if (!attempted.ok) return this.#failedWithHold(product, failureToReport(lastFailure, attempted.failure));
      const { outcome, token, sentMs, beganCoolDown } = attempted.value;
      if (outcome.ok) return success({ sentMs, ...outcome.received });
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
      // If a cool-down began, the next attempt waits at the gate instead.
      if (!beganCoolDown && !(await this.#pause(failure, number, caller)))
        return this.#failedWithHold(product, failure);
      lastFailure = failure;
    }
  }

  /** Milliseconds until a request of `product` may start; 0 if it may start now. */
  coolDownMs(product: Product): number {
    return this.#gates[product].restMs();
  }

  /** Begins a cool-down, in the other processes of the account, too. */
  #hold(product: Product, waitMs: number): void {
    this.#gates[product].hold(waitMs);
    this.#parts.account?.hold(product, waitMs);
  }

  /** Fails with `failure`. If it may pass, its wait becomes at least the rest of the cool-down. */
  #failedWithHold(product: Product, failure: Failure): Result<never> {
    return failed(notBefore(failure, this.coolDownMs(product)));
  }

  /** Waits after attempt `number`. `false` at once if the wait would reach the deadline, or when the caller leaves. */
  async #pause(failure: Failure, number: number, caller: Caller): Promise<boolean> {
    const { clock, random } = this.#parts;
    const waitMs = (failure.waitMs ?? 0) + backoffMs(number, random);
    if (waitMs >= remainingMs(clock, caller)) return false;
    return sleep(clock, waitMs, caller.signal);
  }

  /** Makes one attempt. Starts over if the gate, the token or the account holds it back before the first byte. */
  async #attempt(endpoint: Endpoint, caller: Caller, number: number): Promise<Result<Attempted>> {
    const { clock, tokens, bill, account } = this.#parts;
    const gate = this.#gates[endpoint.product];
    for (;;) {
      // Check the gate first: a call whose deadline falls within the cool-down needs no token.
      const refusal = gate.refusal(caller, clock.monotonicMs());
      if (refusal !== undefined) return failed(refusal);
      // Get the token first: a slot held during an exchange would block other requests.
      const token = await tokens.get(caller);
      if (!token.ok) return token;
      const startedMs = clock.monotonicMs();
      const slot = await gate.enter(caller);
      if (!slot.ok) return slot;
      // Without a shared account, the call does not wait here.
      const admitted = account && (await account.admit(endpoint.product, bill.allowancesOf(caller.payer())));
      if (admitted?.ok === false) {
        slot.value.leave();
        return admitted;
      }
      const admission = admitted?.value;
      if (admission !== undefined && admission.holdMs > 0) gate.hold(admission.holdMs);
      const ready = { number, startedMs, token: token.value, slot: slot.value, admission };
      const attempted = await this.#write(endpoint, caller, ready);
      if (attempted !== "held_back") return attempted;
    }
  }

  /** Writes one request and judges its reply. Always gives the slot back and settles the reservation. */
  async #write(endpoint: Endpoint, caller: Caller, ready: Ready): Promise<Result<Attempted> | "held_back"> {
    const { config, transport, tokens, clock, log } = this.#parts;
    const { number, startedMs, token, slot, admission } = ready;
    const timeoutMs = caller.isShared ? config.timeoutMs : Math.min(config.timeoutMs, remainingMs(clock, caller));
    const decided: Decisions = {};
    let isSettled = false;
    const settle = (outcome: "billed" | "refused" | "lost"): void => {
      if (isSettled) return;
      isSettled = true;
      decided.reservation?.settle(outcome);
      if (decided.reservation === undefined || outcome === "refused") admission?.giveBack();
    };
    try {
      // A cool-down or a 401 may have come meanwhile. Leaving this check to `admit` would waste a connection.
      if (!slot.isCurrent() || !tokens.isUsable(token)) return "held_back";
      const raw = await transport.send(this.#wire(endpoint, token), {
        timeoutMs,
        signal: caller.signal,
        // After the first byte of a POST, a plan may exist, so the caller must learn the outcome.
        outlivesSignal: caller.isShared || endpoint.method === "POST",
        admit: () => this.#admit(decided, endpoint.product, caller, ready),
        // The status line alone decides the bill and the cool-down, whatever happens to the body.
        onStatus: (head) => {
          decided.coolDownMs = holdMs(head, number, clock.nowMs());
          settle(head.status < 300 ? "billed" : "refused");
          if (decided.coolDownMs !== undefined) this.#hold(endpoint.product, decided.coolDownMs);
        },
      });
      const { reservation, obstacle, coolDownMs } = decided;
      if (obstacle !== undefined) return obstacle === "held_back" ? obstacle : failed(obstacle);
      // A cancelled probe proves nothing about the service, so the next request goes alone, too.
      if (raw.kind !== "cancelled") slot.answered();
      const reply = redactReply(raw, log);
      const outcome = judge(endpoint, reply, { nowMs: clock.nowMs(), holdMs: coolDownMs, timeoutMs });
      const requestId = "headers" in reply ? requestIdOf(reply.headers) : undefined;
      const payer = reservation?.usage ?? caller.payer();
      for (const usage of [payer, ...caller.waiting()]) usage.sawRequestId(requestId);
      this.#log(endpoint, reply, outcome, number, clock.monotonicMs() - startedMs);
      const sentMs = reservation?.sentMs ?? startedMs;
      return success({ token, outcome, sentMs, beganCoolDown: coolDownMs !== undefined });
    } finally {
      settle("lost");
      slot.leave();
    }
  }

  /** Reserves the request. True if the transport may write it now: slot and token still hold, and the bill has room. */
  #admit(decided: Decisions, product: Product, caller: Caller, { slot, token }: Ready): boolean {
    const { bill, tokens } = this.#parts;
    if (!slot.isCurrent() || !tokens.isUsable(token)) {
      decided.obstacle = "held_back";
      return false;
    }
    const reserved = bill.reserve(product, caller.payer());
    if (!reserved.ok) {
      decided.obstacle = reserved.failure;
      return false;
    }
    decided.reservation = reserved.value;
    caller.started();
    return true;
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
