import { type Failure, failed, notBefore, type Result, success } from "../../domain/failure.ts";
import { eachProduct, type Product } from "../../domain/product.ts";
import { remainingMs, sleep } from "../../runtime/clock.ts";
import { type AttemptOutcome, judge, type Received } from "../attempt/judge.ts";
import { requestIdOf } from "../attempt/problem.ts";
import { backoffMs, coolDownMs, failureToReport, MAX_ATTEMPTS } from "../attempt/retry.ts";
import { redactReply, type Transport, WITHHELD, type Wire } from "../attempt/transport.ts";
import type { ContractDrift } from "../contract/drift.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import type { Counted } from "../model/account.ts";
import type { ApiOptions } from "../model/api.ts";
import type { CallUsage } from "../model/usage.ts";
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

/** One attempt and its outcome. */
interface JudgedAttempt {
  readonly token: AccessToken;
  readonly outcome: AttemptOutcome;
  readonly sentMs: number;
  /** Whether its status line began a cool-down. */
  readonly beganCoolDown: boolean;
}

/** One attempt to send. `number` counts from 1. */
interface Sending {
  readonly endpoint: Endpoint;
  readonly caller: Caller;
  readonly number: number;
}

/** The permissions that an attempt needs before its first byte. */
interface Ready {
  readonly token: AccessToken;
  readonly slot: Slot;
  /** The bill of the call that is to pay. */
  readonly payer: CallUsage;
  /** The attempt in the bill of all processes; `undefined` without a shared account. */
  readonly counted: Counted | undefined;
  readonly startedMs: number;
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
      const attempted = await this.#attempt({ endpoint, caller, number });
      if (!attempted.ok) return this.#failed(product, failureToReport(lastFailure, attempted.failure));
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
      if (mode === "single" || !mayRepeat || number === MAX_ATTEMPTS) return this.#failed(product, failure);
      hasRepeatedOnce ||= repeat === "once";
      // After a cool-down began, the gate makes the next attempt wait.
      const mayGoOn = beganCoolDown || (await this.#pause(failure, number, caller));
      if (!mayGoOn) return this.#failed(product, failure);
      lastFailure = failure;
    }
  }

  /** Milliseconds until a request of `product` may start; 0 if it may start now. */
  coolDownMs(product: Product): number {
    return this.#gates[product].coolDownMs();
  }

  /** Fails with `failure`. If it may pass, its wait becomes at least the rest of the cool-down. */
  #failed(product: Product, failure: Failure): Result<never> {
    return failed(notBefore(failure, this.coolDownMs(product)));
  }

  /** Waits after attempt `number`. `false` at once if the wait would reach the deadline, or when the caller leaves. */
  async #pause(failure: Failure, number: number, caller: Caller): Promise<boolean> {
    const { clock, random } = this.#parts;
    const waitMs = (failure.waitMs ?? 0) + backoffMs(number, random);
    if (waitMs >= remainingMs(clock, caller)) return false;
    return sleep(clock, waitMs, caller.signal);
  }

  /**
   * Makes one attempt, which needs a token, a slot and a call that pays. If one of them was lost before the first byte,
   * nothing was sent: it starts over.
   */
  async #attempt(sending: Sending): Promise<Result<JudgedAttempt>> {
    const { clock, tokens } = this.#parts;
    const { caller } = sending;
    const { product } = sending.endpoint;
    const gate = this.#gates[product];
    for (;;) {
      // Check the gate first: a call whose deadline falls within the cool-down needs no token.
      const refusal = gate.refusal(caller, clock.monotonicMs());
      if (refusal !== undefined) return failed(refusal);
      // Get the token first: a slot held during an exchange would block other requests.
      const token = await tokens.get(caller);
      if (!token.ok) return token;
      const startedMs = clock.monotonicMs();
      const slot = await gate.enter(caller, caller.waiting()[0]?.usage.principal);
      if (!slot.ok) return slot;
      try {
        const paid = await this.#pay(product, caller);
        if (!paid.ok) return paid;
        const { payer, counted } = paid.value;
        if (counted !== undefined && counted.coolDownMs > 0) gate.coolDown(counted.coolDownMs);
        const ready = { token: token.value, slot: slot.value, payer, counted, startedMs };
        const attempt = await this.#write(sending, ready);
        if (attempt !== undefined) return success(attempt);
      } finally {
        slot.value.leave();
      }
    }
  }

  /** Counts the attempt for the oldest waiting call whose limits allow it. If none do, fails with the oldest's. */
  async #pay(product: Product, caller: Caller): Promise<Result<Pick<Ready, "payer" | "counted">>> {
    const { bill, account } = this.#parts;
    let oldest: Failure | undefined;
    // Calls of one principal share a limit, which needs to be counted once.
    const spent = new Set<CallUsage["allowance"]>();
    for (const { usage: payer } of caller.waiting()) {
      if (spent.has(payer.allowance)) continue;
      const refusal = bill.refusal(product, payer);
      const counted = refusal === undefined ? await account?.count(product, bill.allowancesOf(payer)) : failed(refusal);
      if (counted === undefined || counted.ok) return success({ payer, counted: counted?.value });
      oldest ??= counted.failure;
      if (refusal === undefined) spent.add(payer.allowance);
    }
    return failed(oldest ?? { kind: "cancelled", product });
  }

  /** Writes one attempt and judges its reply. `undefined` if token, slot or payer was lost before the first byte. */
  async #write({ endpoint, caller, number }: Sending, ready: Ready): Promise<JudgedAttempt | undefined> {
    const { config, transport, tokens, account, clock, log } = this.#parts;
    const { product } = endpoint;
    const { token, slot, counted, startedMs } = ready;
    const timeoutMs = caller.isShared ? config.timeoutMs : Math.min(config.timeoutMs, remainingMs(clock, caller));
    const isReady = (): boolean => slot.isCurrent() && tokens.isUsable(token);
    // Leaving this check to `permit` would waste a connection.
    if (!isReady()) {
      counted?.giveBack();
      return undefined;
    }
    const coolDown = { waitMs: undefined as number | undefined };
    const { reply: raw, permit: reservation } = await transport.send(wire(endpoint, token), {
      timeoutMs,
      signal: caller.signal,
      // After the first byte of a POST, a plan may exist, so the caller must learn the outcome.
      outlivesSignal: caller.isShared || endpoint.method === "POST",
      permit: () => (isReady() ? this.#reserve(product, caller, ready) : undefined),
      // The status line alone decides the bill and the cool-down, whatever happens to the body.
      onStatus: (head, reserved) => {
        reserved.settle(head.status < 300 ? "billed" : "refused");
        const waitMs = coolDownMs(head, number, clock.nowMs());
        if (waitMs === undefined) return;
        coolDown.waitMs = waitMs;
        this.#gates[product].coolDown(waitMs);
        account?.coolDown(product, waitMs);
      },
    });
    reservation?.settle("lost");
    if (reservation === undefined) counted?.giveBack();
    if (raw.kind === "lost" && raw.code === WITHHELD) return undefined;
    // A cancelled trial proves nothing about the service, so the next request goes alone, too.
    if (raw.kind !== "cancelled") slot.answered();
    const reply = redactReply(raw, log);
    const outcome = judge(endpoint, reply, { nowMs: clock.nowMs(), coolDownMs: coolDown.waitMs, timeoutMs });
    const requestId = "headers" in reply ? requestIdOf(reply.headers) : undefined;
    for (const { usage } of caller.waiting()) usage.sawRequestId(requestId);
    reservation?.usage.sawRequestId(requestId);
    this.#log(endpoint, { reply, outcome, attempt: number, tookMs: clock.monotonicMs() - startedMs });
    return { token, outcome, sentMs: reservation?.sentMs ?? startedMs, beganCoolDown: coolDown.waitMs !== undefined };
  }

  /** Reserves the attempt as its first byte is written; `undefined` if the payer left or reached a limit meanwhile. */
  #reserve(product: Product, caller: Caller, { payer, counted }: Ready): Reservation | undefined {
    const { bill } = this.#parts;
    const waits = caller.waiting().some(({ usage }) => usage === payer);
    if (!waits || bill.refusal(product, payer) !== undefined) return undefined;
    caller.started();
    return bill.reserve(product, payer, counted);
  }
}

function wire({ method, url, body }: Endpoint, token: AccessToken): Wire {
  const headers = {
    accept: "application/json, application/problem+json",
    authorization: `Bearer ${token.reveal()}`,
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  };
  return { method, url, headers, body };
}
