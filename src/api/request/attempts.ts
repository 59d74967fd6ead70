import { type Failure, failed, type Result, success } from "../../domain/failure.ts";
import { each, PRODUCT_NAMES, type Product } from "../../domain/product.ts";
import { remainingMs } from "../../runtime/waiting.ts";
import { type AttemptOutcome, judge } from "../attempt/judge.ts";
import { requestIdOf } from "../attempt/problem.ts";
import { hasStatus, type Reply, redactReply } from "../attempt/reply.ts";
import { newCoolDownMs } from "../attempt/retry.ts";
import { type Transport, WITHHELD, type Wire } from "../attempt/transport.ts";
import type { ContractDrift } from "../contract/drift.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import type { GiveBack } from "../model/account.ts";
import type { ApiOptions, Call } from "../model/api.ts";
import type { CallUsage } from "../model/usage.ts";
import type { AccessToken, TokenCache } from "../token/token.ts";
import type { Bill, Reservation } from "./bill.ts";
import { Gate, type Slot } from "./gate.ts";
import { type LoggedAttempt, requestLog } from "./request-log.ts";
import type { WaitingCalls } from "./shared.ts";

export interface SenderParts extends ApiOptions {
  readonly transport: Transport;
  readonly tokens: TokenCache;
  readonly bill: Bill;
  readonly drift: ContractDrift;
}

/** A request before its next attempt. `attempt` counts from 1. */
interface PendingRequest {
  readonly endpoint: Endpoint;
  readonly url: string;
  readonly waiting: WaitingCalls;
  readonly attempt: number;
}

/** A request that has a token and a slot for its next attempt. */
interface RequestInSlot extends PendingRequest {
  readonly token: AccessToken;
  readonly slot: Slot;
  /** When the attempt began to wait for its slot. */
  readonly askedMs: number;
}

interface Payment {
  /** The bill of the call that is to pay. */
  readonly payer: CallUsage;
  /** Takes the attempt off the bill of all processes. Called here until the first byte; then by the reservation. */
  readonly giveBack: GiveBack;
}

/** An attempt that ended, and its reply without secrets. */
interface SentAttempt {
  readonly reply: Reply;
  readonly timeoutMs: number;
  /** When its first byte was written; `askedMs` if none was. */
  readonly sentMs: number;
  /** The cool-down that its status line began, if any. */
  readonly coolDownMs: number | undefined;
}

/** One attempt that was made, and its outcome. */
interface JudgedAttempt {
  readonly outcome: AttemptOutcome;
  readonly token: AccessToken;
  readonly sentMs: number;
  readonly beganCoolDown: boolean;
}

/** Makes single attempts. Holds back those of a product that is in a cool-down, and bills each (docs/guarantees.md). */
export class Attempts {
  readonly #parts: SenderParts;
  readonly #gates: Readonly<Record<Product, Gate>>;
  readonly #log: (endpoint: Endpoint, attempt: LoggedAttempt) => void;

  constructor(parts: SenderParts) {
    this.#parts = parts;
    this.#log = requestLog(parts);
    this.#gates = each(PRODUCT_NAMES, (product) => new Gate(product, parts.clock));
  }

  /** Milliseconds until a request of `product` may start; 0 if it may start now. */
  coolDownLeftMs(product: Product): number {
    return this.#gates[product].coolDownLeftMs();
  }

  /**
   * Makes one attempt. Fails if no token, slot or payer is available; at once, if a cool-down outlasts the deadline.
   * 1. Get a token, then wait for a slot.
   * 2. Ask whether another process began a cool-down, then find a call that pays.
   * 3. Send. The first byte reserves the bill; the status line settles it.
   * 4. Judge the reply.
   * Starts over if 2 finds a cool-down, or if token, slot or payer is lost before the first byte.
   */
  async make(pending: PendingRequest): Promise<Result<JudgedAttempt>> {
    const { waiting, endpoint } = pending;
    const gate = this.#gates[endpoint.product];
    for (;;) {
      // A call whose deadline falls within the cool-down needs no token.
      const refusal = gate.refusal(waiting);
      if (refusal !== undefined) return failed(refusal);
      // Get the token before the slot: a slot held during an exchange would block other requests.
      const token = await this.#parts.tokens.get(waiting);
      if (!token.ok) return token;
      const askedMs = this.#parts.clock.monotonicMs();
      const slot = await gate.enter(waiting, waiting.calls()[0]?.usage.principal);
      if (!slot.ok) return slot;
      try {
        const made = await this.#makeInSlot({ ...pending, token: token.value, slot: slot.value, askedMs });
        if (made !== "start over") return made;
      } finally {
        slot.value.leave();
      }
    }
  }

  /** Steps 2 to 4 of `make`. */
  async #makeInSlot(request: RequestInSlot): Promise<Result<JudgedAttempt> | "start over"> {
    const { waiting, endpoint, token, slot } = request;
    const { product } = endpoint;
    const othersCoolDownMs = (await this.#parts.account?.coolDownLeftMs(product)) ?? 0;
    if (othersCoolDownMs > 0) {
      this.#gates[product].beginCoolDown(othersCoolDownMs);
      return "start over";
    }
    const payment = await this.#pay(product, waiting);
    if (!payment.ok) return payment;
    // If token or slot was lost in the wait for Redis, `send` would open a connection in vain.
    if (!this.#parts.tokens.isUsable(token) || !slot.isCurrent()) {
      payment.value.giveBack();
      return "start over";
    }
    const sent = await this.#send(request, payment.value);
    return sent === "start over" ? sent : success(this.#judge(request, payment.value, sent));
  }

  /** Claims the attempt for the oldest waiting call whose limits allow it. If none do, fails with the oldest's. */
  async #pay(product: Product, waiting: WaitingCalls): Promise<Result<Payment>> {
    let oldest: { readonly call: Call; readonly failure: Failure } | undefined;
    // Calls of one principal share a limit, which needs to be counted once.
    const spent = new Set<CallUsage["allowance"]>();
    for (const call of waiting.calls()) {
      const payer = call.usage;
      if (spent.has(payer.allowance)) continue;
      const claimed = await this.#parts.bill.claim(product, payer);
      if (claimed.ok) return success({ payer, giveBack: claimed.value });
      const { failure } = claimed;
      oldest ??= { call, failure };
      if (failure.kind === "billing_limit" && failure.scope !== "call") spent.add(payer.allowance);
    }
    if (oldest === undefined) return failed({ kind: "cancelled", product });
    waiting.noteLimitOf(oldest.call);
    return failed(oldest.failure);
  }

  /**
   * Sends one attempt and settles its bill. Without a first byte it is given back, without a status line it counts as lost.
   * Starts over if token, slot or payer was lost before the first byte.
   */
  async #send(request: RequestInSlot, payment: Payment): Promise<SentAttempt | "start over"> {
    const { transport, account, clock, config, log } = this.#parts;
    const { endpoint, waiting, attempt, askedMs } = request;
    const { product } = endpoint;
    // Other calls may still join a shared attempt, so it gets its full time.
    const leftMs = waiting.isShared ? Number.POSITIVE_INFINITY : remainingMs(clock, waiting);
    const timeoutMs = Math.min(config.timeoutMs, leftMs);
    let reservation: Reservation | undefined;
    let coolDownMs: number | undefined;
    const { reply, sentMs = askedMs } = await transport.send(wire(request), {
      timeoutMs,
      signal: waiting.signal,
      // After the first byte of a POST, a plan may exist, so the call must learn the outcome.
      outlivesSignal: waiting.isShared || endpoint.method === "POST",
      permit: () => {
        reservation = this.#reserve(request, payment);
        return reservation !== undefined;
      },
      // The status line alone decides the bill and the cool-down, whatever happens to the body.
      onStatus: (head) => {
        reservation?.settle(head.status < 300 ? "billed" : "refused");
        coolDownMs = newCoolDownMs(head, attempt, clock.nowMs());
        if (coolDownMs === undefined) return;
        this.#gates[product].beginCoolDown(coolDownMs);
        account?.beginCoolDown(product, coolDownMs);
      },
    });
    // Without a reservation, not one byte was written.
    if (reservation === undefined) payment.giveBack();
    // After a status line, this changes nothing.
    else reservation.settle("lost");
    if (reply.kind === "lost" && reply.code === WITHHELD) return "start over";
    return { reply: redactReply(reply, log), timeoutMs, sentMs, coolDownMs };
  }

  /** Reserves the attempt as its first byte is written; `undefined` if it lost its token, slot or payer meanwhile. */
  #reserve(request: RequestInSlot, { payer, giveBack }: Payment): Reservation | undefined {
    const { bill, tokens } = this.#parts;
    const { endpoint, waiting, token, slot } = request;
    const { product } = endpoint;
    const canPay = waiting.calls().some(({ usage }) => usage === payer) && bill.refusal(product, payer) === undefined;
    if (!tokens.isUsable(token) || !slot.isCurrent() || !canPay) return undefined;
    waiting.noteWritten();
    return bill.reserve(product, payer, giveBack);
  }

  /** Judges the reply, logs the attempt, and tells its request id to those who wait or pay. */
  #judge(request: RequestInSlot, { payer }: Payment, sent: SentAttempt): JudgedAttempt {
    const { clock } = this.#parts;
    const { endpoint, waiting, attempt, token, slot, askedMs } = request;
    const { reply, timeoutMs, sentMs, coolDownMs } = sent;
    // A cancelled trial proves nothing about the service, so the next request goes alone, too.
    if (reply.kind !== "cancelled") slot.endTrial();
    const outcome = judge(endpoint, reply, { nowMs: clock.nowMs(), coolDownMs, timeoutMs });
    const requestId = hasStatus(reply) ? requestIdOf(reply.headers) : undefined;
    for (const usage of [payer, ...waiting.calls().map((call) => call.usage)]) usage.sawRequestId(requestId);
    this.#log(endpoint, { reply, outcome, requestId, attempt, tookMs: clock.monotonicMs() - askedMs });
    return { token, outcome, sentMs, beganCoolDown: coolDownMs !== undefined };
  }
}

function wire({ endpoint, url, token }: RequestInSlot): Wire {
  const { method, body } = endpoint;
  const headers = {
    accept: "application/json, application/problem+json",
    authorization: `Bearer ${token.reveal()}`,
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  };
  return { method, url, headers, body };
}
