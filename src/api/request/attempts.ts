import { type Failure, failed, type Result, success } from "../../domain/failure.ts";
import { eachProduct, type Product } from "../../domain/product.ts";
import { remainingMs } from "../../runtime/clock.ts";
import { type AttemptOutcome, judge } from "../attempt/judge.ts";
import { requestIdOf } from "../attempt/problem.ts";
import { coolDownMs } from "../attempt/retry.ts";
import { redactReply, type Transport, WITHHELD, type Wire } from "../attempt/transport.ts";
import type { ContractDrift } from "../contract/drift.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import type { Counted } from "../model/account.ts";
import type { ApiOptions, Call } from "../model/api.ts";
import type { CallUsage } from "../model/usage.ts";
import type { AccessToken, TokenCache } from "../token/token.ts";
import type { Bill, Reservation } from "./bill.ts";
import { Gate, type Slot } from "./gate.ts";
import { type LoggedAttempt, requestLog } from "./request-log.ts";
import type { Caller } from "./shared.ts";

export interface SendParts extends ApiOptions {
  readonly transport: Transport;
  readonly tokens: TokenCache;
  readonly bill: Bill;
  readonly drift: ContractDrift;
}

/** A request to send. `attempt` counts from 1. */
interface Sending {
  readonly endpoint: Endpoint;
  readonly url: string;
  readonly caller: Caller;
  readonly attempt: number;
}

/** One attempt that was made, and its outcome. */
interface Attempted {
  readonly outcome: AttemptOutcome;
  readonly token: AccessToken;
  readonly sentMs: number;
  /** Whether its status line began a cool-down. */
  readonly beganCoolDown: boolean;
}

/** The permissions that an attempt needs before its first byte. */
interface Permission {
  readonly token: AccessToken;
  readonly slot: Slot;
  /** The bill of the call that is to pay. */
  readonly payer: CallUsage;
  /** The attempt in the bill of all processes. */
  readonly counted: Counted;
  /** When the attempt began to wait for its slot. */
  readonly askedMs: number;
}

/** An attempt that no other process counts. */
const NOT_COUNTED: Counted = { coolDownMs: 0, giveBack: () => undefined };

/** Makes single attempts. Holds back those of a product that is in a cool-down, and bills each (docs/guarantees.md). */
export class Attempts {
  readonly #parts: SendParts;
  readonly #gates: Readonly<Record<Product, Gate>>;
  readonly #log: (endpoint: Endpoint, attempt: LoggedAttempt) => void;

  constructor(parts: SendParts) {
    this.#parts = parts;
    this.#log = requestLog(parts);
    this.#gates = eachProduct((product) => new Gate(product, parts.clock));
  }

  /** Milliseconds until a request of `product` may start; 0 if it may start now. */
  coolDownMs(product: Product): number {
    return this.#gates[product].coolDownMs();
  }

  /**
   * In order: a token, a slot, a call that pays and its count in the account, the first byte (which reserves the bill),
   * the status line (which settles it). What is lost before the first byte was not sent, and it starts over.
   */
  async make(sending: Sending): Promise<Result<Attempted>> {
    const { clock, tokens } = this.#parts;
    const { caller, endpoint } = sending;
    const gate = this.#gates[endpoint.product];
    for (;;) {
      // Check the gate first: a call whose deadline falls within the cool-down needs no token.
      const refusal = gate.refusal(caller, clock.monotonicMs());
      if (refusal !== undefined) return failed(refusal);
      // Get the token first: a slot held during an exchange would block other requests.
      const token = await tokens.get(caller);
      if (!token.ok) return token;
      const askedMs = clock.monotonicMs();
      const slot = await gate.enter(caller, caller.waiting()[0]?.usage.principal);
      if (!slot.ok) return slot;
      try {
        const paid = await this.#pay(endpoint.product, caller);
        if (!paid.ok) return paid;
        const made = await this.#write(sending, { token: token.value, slot: slot.value, askedMs, ...paid.value });
        if (made !== undefined) return success(made);
      } finally {
        slot.value.leave();
      }
    }
  }

  /** Counts the attempt for the oldest waiting call whose limits allow it. If none do, fails with the oldest's. */
  async #pay(product: Product, caller: Caller): Promise<Result<Pick<Permission, "payer" | "counted">>> {
    const { bill, account } = this.#parts;
    let oldest: { readonly call: Call; readonly failure: Failure } | undefined;
    // Calls of one principal share a limit, which needs to be counted once.
    const spent = new Set<CallUsage["allowance"]>();
    for (const call of caller.waiting()) {
      const payer = call.usage;
      if (spent.has(payer.allowance)) continue;
      const refusal = bill.refusal(product, payer);
      const counting = refusal === undefined ? account?.count(product, bill.allowancesOf(payer)) : failed(refusal);
      const counted = (await counting) ?? success(NOT_COUNTED);
      if (counted.ok) {
        // Another process began a cool-down, which revokes the slot.
        if (counted.value.coolDownMs > 0) this.#gates[product].coolDown(counted.value.coolDownMs);
        return success({ payer, counted: counted.value });
      }
      oldest ??= { call, failure: counted.failure };
      if (refusal === undefined) spent.add(payer.allowance);
    }
    if (oldest === undefined) return failed({ kind: "cancelled", product });
    caller.limited(oldest.call);
    return failed(oldest.failure);
  }

  /** Writes one attempt and judges its reply. `undefined` if token, slot or payer was lost before the first byte. */
  async #write(sending: Sending, permission: Permission): Promise<Attempted | undefined> {
    const { config, transport, account, clock, log } = this.#parts;
    const { endpoint, caller, attempt } = sending;
    const { product } = endpoint;
    const { token, slot, counted, askedMs } = permission;
    // Leaving this check to `permit` would waste a connection.
    if (!this.#isCurrent(permission)) {
      counted.giveBack();
      return undefined;
    }
    const timeoutMs = caller.isShared ? config.timeoutMs : Math.min(config.timeoutMs, remainingMs(clock, caller));
    const { reply: raw, permitted: reservation } = await transport.send(wire(sending, token), {
      timeoutMs,
      signal: caller.signal,
      // After the first byte of a POST, a plan may exist, so the caller must learn the outcome.
      outlivesSignal: caller.isShared || endpoint.method === "POST",
      permit: () => this.#reserve(product, caller, permission),
      // The status line alone decides the bill and the cool-down, whatever happens to the body.
      onStatus: (head, reserved) => {
        reserved.settle(head.status < 300 ? "billed" : "refused");
        const waitMs = coolDownMs(head, attempt, clock.nowMs());
        if (waitMs === undefined) return;
        this.#gates[product].coolDown(waitMs);
        account?.coolDown(product, waitMs);
      },
    });
    reservation?.settle("lost");
    if (reservation === undefined) counted.giveBack();
    if (raw.kind === "lost" && raw.code === WITHHELD) return undefined;
    // A cancelled trial proves nothing about the service, so the next request goes alone, too.
    if (raw.kind !== "cancelled") slot.answered();
    const reply = redactReply(raw, log);
    const nowMs = clock.nowMs();
    const waitMs = "headers" in reply ? coolDownMs(reply, attempt, nowMs) : undefined;
    const outcome = judge(endpoint, reply, { nowMs, coolDownMs: waitMs, timeoutMs });
    const requestId = "headers" in reply ? requestIdOf(reply.headers) : undefined;
    for (const { usage } of caller.waiting()) usage.sawRequestId(requestId);
    reservation?.usage.sawRequestId(requestId);
    this.#log(endpoint, { reply, outcome, attempt, tookMs: clock.monotonicMs() - askedMs });
    return { token, outcome, sentMs: reservation?.sentMs ?? askedMs, beganCoolDown: waitMs !== undefined };
  }

  /** Reserves the attempt as its first byte is written; `undefined` if it lost its token, slot or payer meanwhile. */
  #reserve(product: Product, caller: Caller, permission: Permission): Reservation | undefined {
    const { bill } = this.#parts;
    const { payer, counted } = permission;
    const waits = caller.waiting().some(({ usage }) => usage === payer);
    if (!waits || !this.#isCurrent(permission) || bill.refusal(product, payer) !== undefined) return undefined;
    caller.started();
    return bill.reserve(product, payer, counted);
  }

  #isCurrent({ slot, token }: Permission): boolean {
    return slot.isCurrent() && this.#parts.tokens.isUsable(token);
  }
}

function wire({ endpoint, url }: Sending, token: AccessToken): Wire {
  const { method, body } = endpoint;
  const headers = {
    accept: "application/json, application/problem+json",
    authorization: `Bearer ${token.reveal()}`,
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  };
  return { method, url, headers, body };
}
